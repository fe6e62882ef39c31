import CommandLanguage
import Scenarios
import Synchronization
import TerminalText

extension Invocation {
  /// Reads the command line's words, the program's name left out.
  ///
  /// It is glibc's `getopt_long` that reads them: options may be abbreviated, joined (`-kx`), mixed with
  /// operands and ended with `--`, as everywhere else on the system.
  init(_ words: [FilePath]) {
    var settings = Settings()
    let leading = OptionScan(words, options: Subcommand.prompt.allOptions, stopsAtOperand: true)
    if let ending = leading.apply(to: &settings, of: .prompt) {
      self = ending
      return
    }
    guard let name = leading.operands.first else {
      self = Subcommand.prompt.invocation([], settings)
      return
    }
    guard let subcommand = Subcommand.named.first(where: { name.bytes.elementsEqual($0.name.utf8) }) else {
      self = OptionsHelp.unknownCommand(name.text)
      return
    }
    let own = OptionScan(Array(leading.operands.dropFirst()), options: subcommand.allOptions)
    if let ending = own.apply(to: &settings, of: subcommand) {
      self = ending
    } else if own.operands.count < subcommand.operandCount.lowerBound {
      self = OptionsHelp.misuse("\(subcommand.operands) is missing", of: subcommand)
    } else if own.operands.count > subcommand.operandCount.upperBound {
      let extra = own.operands[subcommand.operandCount.upperBound]
      self = OptionsHelp.misuse("\(Quoting.message(extra.text)) is too much", of: subcommand)
    } else {
      self = subcommand.invocation(own.operands, settings)
    }
  }
}

extension Subcommand {
  var allOptions: [OptionDeclaration] { options + OptionDeclaration.common }
}

/// What `getopt_long` finds in some words.
struct OptionScan {
  var found: [(option: OptionDeclaration, value: String)] = []
  var operands: [FilePath] = []
  /// Why the words cannot be read further, if they cannot.
  var problem: String?

  /// - Parameter stopsAtOperand: whether everything from the first operand on is one.
  init(
    _ words: [FilePath], options: @autoclosure () -> [OptionDeclaration], stopsAtOperand: Bool = false
  ) {
    // Words of which the first is none, or in which there is no dash, hold no option.
    let mayBeOptions = stopsAtOperand ? words.prefix(1) : words[...]
    guard mayBeOptions.contains(where: { $0.bytes.first == UInt8(ascii: "-") }) else {
      operands = words
      return
    }
    let options = options()
    // getopt works in globals.
    self = Self.turn.withLock { _ in
      var scan = OptionScan()
      scan.scan(words, options, stopsAtOperand)
      return scan
    }
  }

  /// Acts on the options in their order until one ends it.
  func apply(to settings: inout Settings, of subcommand: Subcommand) -> Invocation? {
    for (option, value) in found {
      switch option.effect {
      case .help: return .help(OptionsHelp.text(of: subcommand))
      case .version: return .version
      case .flag(let set): set(&settings)
      case .value(_, let set):
        guard let wanted = set(&settings, value) else { continue }
        return OptionsHelp.misuse(
          "--\(option.long) wants \(wanted), not \(Quoting.message(value))", of: subcommand)
      }
    }
    return problem.map { OptionsHelp.misuse($0, of: subcommand) }
  }

  static let turn = Mutex(())
  /// Long options are numbered from here, above every character.
  static let firstLong: Int32 = 256

  private init() {}

  static func option(_ code: Int32, among options: [OptionDeclaration]) -> OptionDeclaration? {
    let index = Int(code - firstLong)
    if options.indices.contains(index) { return options[index] }
    guard code != 0x3A, code != 0x3F, let scalar = UnicodeScalar(UInt32(bitPattern: code)) else { return nil }
    return options.first { $0.short == scalar }
  }

  /// What `:` and `?` mean, in words.
  static func problem(
    _ code: Int32, _ refused: Int32, _ word: String, _ options: [OptionDeclaration]
  ) -> String {
    if let option = option(refused, among: options) {
      return code == 0x3A
        ? "--\(option.long) wants a value: \(option.valueName ?? "")" : "--\(option.long) takes no value"
    }
    guard refused == 0, word.utf8.starts(with: "--".utf8) else {
      let letter = UnicodeScalar(UInt32(bitPattern: refused)).map { String($0) } ?? ""
      return "there is no option \(Quoting.message("-" + letter))"
    }
    let name = String(decoding: word.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    let longer = options.map(\.long).filter { $0.utf8.starts(with: name.utf8) }
    if longer.count > 1, !name.isEmpty {
      return "\(Quoting.message("--" + name)) may be \(longer.map { "--" + $0 }.joined(separator: " or "))"
    }
    let near = NearNames.nearest(to: name, among: options.map(\.long))
    let hint = near.map { ", did you mean “--\($0)”?" } ?? ""
    return "there is no option \(Quoting.message("--" + name))\(hint)"
  }
}

extension OptionDeclaration {
  /// As `getopt` wants it: `x`, or `x:` with a value.
  var shortForm: String? {
    short.map { String($0) + (valueName == nil ? "" : ":") }
  }
}
