import CGetopt
import CommandLanguage
import Glibc
import Synchronization

extension Invocation {
  /// Reads the command line's words, the program's name left out.
  ///
  /// It is glibc's `getopt_long` that reads them: options may be abbreviated, joined (`-kx`), mixed with
  /// operands and ended with `--`, as everywhere else on the system.
  init(_ words: [String]) {
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
    guard let subcommand = Subcommand.named.first(where: { $0.name == name }) else {
      self = OptionsHelp.unknownCommand(name)
      return
    }
    let own = OptionScan(Array(leading.operands.dropFirst()), options: subcommand.allOptions)
    if let ending = own.apply(to: &settings, of: subcommand) {
      self = ending
    } else if own.operands.count < subcommand.operandCount.lowerBound {
      self = OptionsHelp.misuse("\(subcommand.operands) is missing", of: subcommand)
    } else if own.operands.count > subcommand.operandCount.upperBound {
      let extra = own.operands[subcommand.operandCount.upperBound]
      self = OptionsHelp.misuse("\(Display.quoted(extra)) is too much", of: subcommand)
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
  private(set) var found: [(option: OptionDeclaration, value: String)] = []
  private(set) var operands: [String] = []
  /// Why the words cannot be read further, if they cannot.
  private(set) var problem: String?

  /// - Parameter stopsAtOperand: whether everything from the first operand on is one.
  init(
    _ words: [String], options: @autoclosure () -> [OptionDeclaration], stopsAtOperand: Bool = false
  ) {
    // Words of which the first is none, or in which there is no dash, hold no option.
    let mayBeOptions = stopsAtOperand ? words.prefix(1) : words[...]
    guard mayBeOptions.contains(where: { $0.utf8.first == UInt8(ascii: "-") }) else {
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
          "--\(option.long) wants \(wanted), not \(Display.quoted(value))", of: subcommand)
      }
    }
    return problem.map { OptionsHelp.misuse($0, of: subcommand) }
  }

  private static let turn = Mutex(())
  /// Long options are numbered from here, above every character.
  private static let firstLong: Int32 = 256

  private init() {}

  private mutating func scan(_ words: [String], _ options: [OptionDeclaration], _ stopsAtOperand: Bool) {
    var arguments: [UnsafeMutablePointer<CChar>?] = (["warroom"] + words).map { strdup($0) } + [nil]
    let names = options.map { strdup($0.long) }
    let copies = arguments + names
    defer { for copy in copies { free(copy) } }
    var longs = options.indices.map { index in
      CGetopt.option(
        name: names[index], has_arg: options[index].valueName == nil ? no_argument : required_argument,
        flag: nil, val: Self.firstLong + Int32(index))
    }
    longs.append(CGetopt.option(name: nil, has_arg: 0, flag: nil, val: 0))
    // A colon asks for `:` instead of `?` where a value is missing.
    let shorts = (stopsAtOperand ? "+:" : ":") + options.compactMap { $0.shortForm }.joined()

    cgetopt_restart()
    while problem == nil {
      let code = getopt_long(Int32(words.count + 1), &arguments, shorts, &longs, nil)
      if code == -1 { break }
      if let option = Self.option(code, among: options) {
        found.append((option, cgetopt_value().map { String(cString: $0) } ?? ""))
      } else {
        let place = Int(cgetopt_next()) - 1
        let word = arguments.indices.contains(place) ? arguments[place].map { String(cString: $0) } : nil
        problem = Self.problem(code, word ?? "", options)
      }
    }
    operands = arguments.dropFirst(Int(cgetopt_next())).compactMap { $0.map { String(cString: $0) } }
  }

  private static func option(_ code: Int32, among options: [OptionDeclaration]) -> OptionDeclaration? {
    let index = Int(code - firstLong)
    if options.indices.contains(index) { return options[index] }
    guard code != 0x3A, code != 0x3F, let scalar = UnicodeScalar(UInt32(bitPattern: code)) else { return nil }
    return options.first { $0.short == Character(scalar) }
  }

  /// What `:` and `?` mean, in words.
  private static func problem(_ code: Int32, _ word: String, _ options: [OptionDeclaration]) -> String {
    let refused = cgetopt_refused()
    if let option = option(refused, among: options) {
      return code == 0x3A
        ? "--\(option.long) wants a value: \(option.valueName ?? "")" : "--\(option.long) takes no value"
    }
    guard refused == 0, word.hasPrefix("--") else {
      let letter = UnicodeScalar(UInt32(bitPattern: refused)).map { String(Character($0)) } ?? ""
      return "there is no option \(Display.quoted("-" + letter))"
    }
    let name = String(word.dropFirst(2).prefix { $0 != "=" })
    let longer = options.map(\.long).filter { $0.hasPrefix(name) }
    if longer.count > 1, !name.isEmpty {
      return "\(Display.quoted("--" + name)) may be \(longer.map { "--" + $0 }.joined(separator: " or "))"
    }
    let near = Suggestion.nearest(to: name, among: options.map(\.long))
    let hint = near.map { ", did you mean “--\($0)”?" } ?? ""
    return "there is no option \(Display.quoted("--" + name))\(hint)"
  }
}

extension OptionDeclaration {
  /// As `getopt` wants it: `x`, or `x:` with a value.
  fileprivate var shortForm: String? {
    short.map { String($0) + (valueName == nil ? "" : ":") }
  }
}
