import TerminalText

/// All that a program can be told on its command line, declared once.
///
/// ```swift
/// struct Settings { var isLoud = false; var name = "" }
/// let interface = CommandLineInterface<Settings>(
///   program: "greet", version: "1.0",
///   main: Subcommand("", "Greet somebody", operands: "NAME", operandCount: 1...1,
///     options: [.flag("loud", "l", "Shout") { $0.isLoud = true }]
///   ) { settings, names in
///     settings.name = String(decoding: names[0], as: UTF8.self)
///     return nil
///   })
/// switch interface.read(words, Settings()) { … }
/// ```
///
/// Options may be shortened (`--lo`), joined (`-lx`, `-nVALUE`, `--name=VALUE`), mixed with operands and ended
/// with `--`, as GNU's programs have it. Help, usage, errors and near names come from the declarations.
public struct CommandLineInterface<Settings: Sendable>: Sendable {
  /// The program's name, which begins its messages.
  public var program: String
  /// Empty where there is none to tell.
  public var version: String
  /// The subcommand that runs if no word selects one.
  public var main: Subcommand<Settings>
  /// The subcommands, as help lists them; `help` is always among them where there are any.
  public var subcommands: [Subcommand<Settings>]
  /// The options of every subcommand besides `--help` and `--version`; they may also stand before its name.
  public var commonOptions: [ProgramOption<Settings>]

  /// An interface of one way to call a program, or of several that a word chooses.
  public init(
    program: String, version: String, main: Subcommand<Settings>, subcommands: [Subcommand<Settings>] = [],
    commonOptions: [ProgramOption<Settings>] = []
  ) {
    self.program = program
    self.version = version
    self.main = main
    self.subcommands = subcommands
    self.commonOptions = commonOptions
  }

  /// The request of a command line.
  public enum Request: Sendable {
    /// To do what the settings say.
    case run(Settings)
    /// To write a text to standard output and to end with success.
    case show(String)
    /// A usage error, for standard error; the program ends with 2.
    case misuse(String)
  }

  /// Every option of a subcommand.
  public func options(of subcommand: Subcommand<Settings>) -> [ProgramOption<Settings>] {
    subcommand.options + ProgramOption.helpAndVersion + commonOptions
  }

  /// Reads the command line's words, the program's name left out.
  ///
  /// - Parameters:
  ///   - words: the words as the system has them, not necessarily UTF-8.
  ///   - settings: what holds as long as no word says otherwise.
  public func read(_ words: [[UInt8]], _ settings: Settings) -> Request {
    var settings = settings
    let isChosen = !subcommands.isEmpty
    let leading = OptionScan(
      words, options: options(of: main), stopsAtOperand: isChosen || main.stopsAtOperand,
      owner: owner(ofOption:))
    if let ending = apply(leading, to: &settings, of: main) { return ending }
    guard isChosen, let name = leading.operands.first else {
      return finish(leading.operands, settings, main)
    }
    if name.elementsEqual(Self.helpName.utf8) { return helpRequest(leading.operands.dropFirst().map(\.self)) }
    guard let subcommand = subcommands.first(where: { name.elementsEqual($0.name.utf8) }) else {
      if main.operandCount.upperBound > 0, isFile(name) { return finish(leading.operands, settings, main) }
      return unknown(name)
    }
    let own = OptionScan(
      Array(leading.operands.dropFirst()), options: options(of: subcommand),
      stopsAtOperand: subcommand.stopsAtOperand, owner: owner(ofOption:))
    return apply(own, to: &settings, of: subcommand) ?? finish(own.operands, settings, subcommand)
  }

  /// The first subcommand that has an option, with the program's name before it; `nil` when none has.
  private func owner(ofOption name: String) -> String? {
    subcommands.first { subcommand in
      subcommand.options.contains { option in
        name == "--" + option.long || option.short.map { name == "-\($0)" } ?? false
      }
    }.map { joined(program, $0.name) }
  }

  /// Acts on the options in their order until one ends it.
  private func apply(
    _ scan: OptionScan<Settings>, to settings: inout Settings, of subcommand: Subcommand<Settings>
  ) -> Request? {
    for (option, value) in scan.found {
      switch option.effect {
      case .help: return .show(help(of: subcommand))
      case .version: return .show(joined(program, version) + "\n")
      case .generate:
        let kind = String(decoding: value, as: UTF8.self)
        if let generated = GeneratedText(rawValue: kind) { return .show(text(generated)) }
        let kinds = GeneratedText.allCases.map(\.rawValue).joined(separator: ", ")
        return misuse("--generate wants one of \(kinds), not \(Quoting.message(value.span))", of: subcommand)
      case .flag(let set): set(&settings)
      case .value(_, let set):
        guard let wanted = set(&settings, value) else { continue }
        return misuse("--\(option.long) wants \(wanted), not \(Quoting.message(value.span))", of: subcommand)
      }
    }
    return scan.problem.map { misuse($0, of: subcommand) }
  }

  private func finish(
    _ operands: [[UInt8]], _ settings: Settings, _ subcommand: Subcommand<Settings>
  ) -> Request {
    if operands.count < subcommand.operandCount.lowerBound {
      return misuse("\(subcommand.operands) is missing", of: subcommand)
    }
    if operands.count > subcommand.operandCount.upperBound {
      let extra = operands[subcommand.operandCount.upperBound]
      return misuse("\(Quoting.message(String(decoding: extra, as: UTF8.self))) is too much", of: subcommand)
    }
    var settings = settings
    if let problem = subcommand.take(&settings, operands) { return misuse(problem, of: subcommand) }
    return .run(settings)
  }

  /// `help [COMMAND]`
  private func helpRequest(_ operands: [[UInt8]]) -> Request {
    guard let name = operands.first, name.first != UInt8(ascii: "-") else { return .show(help(of: main)) }
    if operands.count > 1 {
      return misuse("\(Quoting.message(String(decoding: operands[1], as: UTF8.self))) is too much", of: main)
    }
    if name.elementsEqual(Self.helpName.utf8) { return .show(help(of: main)) }
    guard let subcommand = subcommands.first(where: { name.elementsEqual($0.name.utf8) }) else {
      return unknown(name)
    }
    return .show(help(of: subcommand))
  }

  /// No subcommand's name has a dot or a slash.
  private func isFile(_ name: [UInt8]) -> Bool {
    name.contains(UInt8(ascii: ".")) || name.contains(UInt8(ascii: "/"))
  }

  private func unknown(_ name: [UInt8]) -> Request {
    let text = String(decoding: name, as: UTF8.self)
    let near = NearNames.nearest(to: text, among: subcommands.map(\.name) + [Self.helpName])
    let hint = near.map { ", did you mean “\($0)”?" } ?? ""
    return misuse("there is no command \(Quoting.message(name.span))\(hint)", of: main)
  }

  static var helpName: String { "help" }
}
