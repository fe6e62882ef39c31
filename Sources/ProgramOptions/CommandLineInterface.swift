import TerminalText

/// The command line of a program.
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
/// As in GNU programs, options may be joined (`-lx`, `-nVALUE`, `--name=VALUE`), mixed with operands and ended with
/// `--`. Names of options cannot be abbreviated. Help, usage, errors and suggestions follow from the declarations.
public struct CommandLineInterface<Settings: Sendable>: Sendable {
  /// The program's name, which begins its messages.
  public var program: String
  /// The program's version; empty for none.
  public var version: String
  /// The subcommand that runs if no word selects one.
  public var main: Subcommand<Settings>
  /// The subcommands, in the order in which the help lists them. If there are any, the subcommand `help` is added.
  public var subcommands: [Subcommand<Settings>]
  /// The options of all subcommands, besides `--help`, `--version` and `--generate`. They may also come before the
  /// subcommand's name.
  public var commonOptions: [ProgramOption<Settings>]
  /// The number of columns to which help is wrapped.
  public var columns = 80

  /// Creates a command line with one main subcommand, and others that are selected by their names.
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
    /// Run the program with these settings.
    case run(Settings)
    /// Write a text to standard output and end with success.
    case show(String)
    /// Write a usage error to standard error and end with exit code 2.
    case misuse(String)
  }

  /// Returns all options of a subcommand.
  public func options(of subcommand: Subcommand<Settings>) -> [ProgramOption<Settings>] {
    subcommand.options + ProgramOption.helpAndVersion + commonOptions
  }

  /// Parses the arguments of a program, without its name.
  ///
  /// - Parameters:
  ///   - words: the arguments, not necessarily UTF-8.
  ///   - settings: the default settings.
  public func read(_ words: [[UInt8]], _ settings: Settings) -> Request {
    var settings = settings
    let isChosen = !subcommands.isEmpty
    let leading = OptionScan(
      words, options: options(of: main), stopsAtOperand: isChosen || main.stopsAtOperand,
      hint: hint(onOption:))
    if let ending = apply(leading, to: &settings, of: main) { return ending }
    guard isChosen, let name = leading.operands.first else {
      return finish(leading.operands, settings, main)
    }
    if name.elementsEqual(Self.helpName.utf8) { return helpRequest(leading.operands.dropFirst().map(\.self)) }
    guard let subcommand = subcommands.first(where: { name.elementsEqual($0.name.utf8) }) else {
      if main.operandCount.upperBound > 0, isFile(name) { return finish(leading.operands, settings, main) }
      return unknown(name)
    }
    let known = options(of: subcommand).map { $0.long }
    if let foreign = leading.found.first(where: { !known.contains($0.option.long) }) {
      return misuse("--\(foreign.option.long) cannot be used with “\(subcommand.name)”", of: subcommand)
    }
    let own = OptionScan(
      Array(leading.operands.dropFirst()), options: options(of: subcommand),
      stopsAtOperand: subcommand.stopsAtOperand, hint: hint(onOption:))
    return apply(own, to: &settings, of: subcommand) ?? finish(own.operands, settings, subcommand)
  }

  /// Returns a hint on an unknown option that is an option of a subcommand or has a subcommand's name; `nil` otherwise.
  private func hint(onOption name: String) -> String? {
    let owner = subcommands.first { subcommand in
      subcommand.options.contains { option in
        name == "--" + option.long || option.short.map { name == "-\($0)" } ?? false
      }
    }
    if let owner { return " here; it is an option of “\(joined(program, owner.name))”" }
    let meant = subcommands.first { name == "--" + $0.name }
    return meant.map { "; “\($0.name)” is a command, which has no dashes" }
  }

  /// Applies the options in their order. Returns the request of an option that ends the parsing, or of an error; `nil`
  /// otherwise.
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
        return misuse("--generate needs one of \(kinds), not \(Quoting.message(value.span))", of: subcommand)
      case .flag(let set): set(&settings)
      case .value(_, let set):
        guard let wanted = set(&settings, value) else { continue }
        return misuse("--\(option.long) needs \(wanted), not \(Quoting.message(value.span))", of: subcommand)
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
      return misuse(extra: operands[subcommand.operandCount.upperBound], of: subcommand)
    }
    var settings = settings
    if let problem = subcommand.take(&settings, operands) { return misuse(problem, of: subcommand) }
    return .run(settings)
  }

  private func misuse(extra operand: [UInt8], of subcommand: Subcommand<Settings>) -> Request {
    misuse("\(Quoting.message(operand.span)) is one argument too many", of: subcommand)
  }

  /// Returns the request of `help [COMMAND]`.
  private func helpRequest(_ operands: [[UInt8]]) -> Request {
    guard let name = operands.first, name.first != UInt8(ascii: "-") else { return .show(help(of: main)) }
    if operands.count > 1 { return misuse(extra: operands[1], of: main) }
    if name.elementsEqual(Self.helpName.utf8) { return .show(help(of: main)) }
    guard let subcommand = subcommands.first(where: { name.elementsEqual($0.name.utf8) }) else {
      return unknown(name)
    }
    return .show(help(of: subcommand))
  }

  /// Returns whether a word must be a file name, since the name of a subcommand has no dot or slash.
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
