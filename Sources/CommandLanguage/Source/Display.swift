import TerminalText

enum Display {
  /// Returns the location at which a script failed: `  at orders.txt:12`.
  static func location(_ name: String, _ line: Int) -> String { "  at \(Escaping.escaped(name)):\(line)" }

  /// Returns the text padded with blanks to a width in characters.
  static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
