import TerminalText

extension Painter {
  /// The prompt's text as readline wants it: escape codes between `\001` and `\002`, so that they
  /// count no column.
  func prompt(_ text: String) -> String {
    guard isOn, !text.isEmpty else { return text }
    return "\u{1}\(Self.bold)\u{2}\(text)\u{1}\(Self.reset)\u{2}"
  }
}
