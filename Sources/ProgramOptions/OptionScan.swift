import TerminalText

/// The options and operands in a program's arguments, read by the rules of GNU's `getopt_long`, except that names
/// cannot be abbreviated.
struct OptionScan<Settings: Sendable> {
  private(set) var found: [(option: ProgramOption<Settings>, value: [UInt8])] = []
  private(set) var operands: [[UInt8]] = []
  /// The reason why the arguments cannot be read further; `nil` if there is none.
  private(set) var problem: String?
  private let options: [ProgramOption<Settings>]
  /// Returns a hint on an unknown option, given its name as it was typed; `nil` if there is none.
  private let hint: (String) -> String?

  private static var dash: UInt8 { UInt8(ascii: "-") }

  /// - Parameter stopsAtOperand: whether all arguments from the first operand on are operands.
  init(
    _ words: [[UInt8]], options: [ProgramOption<Settings>], stopsAtOperand: Bool = false,
    hint: @escaping (String) -> String? = { _ in nil }
  ) {
    self.options = options
    self.hint = hint
    var rest = words[...]
    while problem == nil, let word = rest.popFirst() {
      guard word.count > 1, word[0] == Self.dash else {
        operands.append(word)
        if stopsAtOperand { break }
        continue
      }
      if word[1] != Self.dash {
        readShorts(word.dropFirst(), &rest)
      } else if word.count > 2 {
        readLong(word.dropFirst(2), &rest)
      } else {
        break
      }
    }
    operands += rest
  }

  /// Reads `--name`, `--name=value` or `--name value`.
  private mutating func readLong(_ word: ArraySlice<UInt8>, _ rest: inout ArraySlice<[UInt8]>) {
    let nameBytes = word.prefix { $0 != UInt8(ascii: "=") }
    let value = nameBytes.endIndex < word.endIndex ? Array(word[(nameBytes.endIndex + 1)...]) : nil
    let name = String(decoding: nameBytes, as: UTF8.self)
    guard let option = options.first(where: { $0.long.utf8.elementsEqual(name.utf8) }) else {
      problem = problem(with: name)
      return
    }
    if option.valueName != nil {
      take(option, value ?? rest.popFirst())
    } else if value != nil {
      problem = "--\(option.long) takes no value"
    } else {
      found.append((option, []))
    }
  }

  /// Reads `-abc`, `-aVALUE` or `-a VALUE`.
  private mutating func readShorts(_ letters: ArraySlice<UInt8>, _ rest: inout ArraySlice<[UInt8]>) {
    var letters = letters
    while problem == nil, let letter = letters.first {
      guard let option = options.first(where: { $0.short?.value == UInt32(letter) }) else {
        let scalar = String(decoding: letters, as: UTF8.self).unicodeScalars.first.map(String.init) ?? ""
        problem = unknown("-" + scalar)
        return
      }
      letters = letters.dropFirst()
      if option.valueName != nil { return take(option, letters.isEmpty ? rest.popFirst() : Array(letters)) }
      found.append((option, []))
    }
  }

  private mutating func take(_ option: ProgramOption<Settings>, _ value: [UInt8]?) {
    if let value {
      found.append((option, value))
    } else {
      problem = "--\(option.long) needs a value: \(option.valueName ?? "")"
    }
  }

  /// Returns the message about the name of an unknown option, with the options that begin with this name, or a similar
  /// one.
  private func problem(with name: String) -> String {
    let all = options.map(\.long)
    let longer = name.isEmpty ? [] : all.filter { $0.utf8.starts(with: name.utf8) }
    let near = longer.isEmpty ? NearNames.nearest(to: name, among: all).map { [$0] } ?? [] : longer
    return unknown("--" + name, near: near)
  }

  private func unknown(_ name: String, near: [String] = []) -> String {
    let meant = English.choice(near.map { "“--\($0)”" })
    let hint = hint(name) ?? (near.isEmpty ? "" : ", did you mean \(meant)?")
    return "there is no option \(Quoting.message(name))\(hint)"
  }
}
