import TerminalText

/// Small parts of messages.
enum Display {
  /// Where a script failed: `  at orders.txt:12`.
  static func place(_ name: String, _ line: Int) -> String { "  at \(Escaping.escaped(name)):\(line)" }

  /// The text with blanks behind it, up to a width in characters.
  static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// `1 argument`, `2 arguments`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `a unit`, `an accessory`.
  static func article(_ noun: String) -> String {
    // Written with a vowel, spoken with a consonant: a unit, a user, a euro.
    let soundsLikeConsonant = ["uni", "use", "usu", "uti", "eu", "one"].contains { noun.hasPrefix($0) }
    return "aeiou".contains(noun.first ?? "x") && !soundsLikeConsonant ? "an \(noun)" : "a \(noun)"
  }
}
