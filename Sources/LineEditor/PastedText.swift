/// Rules for pasted text, which may be a part of a scenario or of a terminal's output: its commands are run, and
/// their printed output is skipped.
enum PastedText {
  /// Returns a Boolean value that indicates whether a text begins with a scenario's command, after comments and blank
  /// lines at most.
  static func isTranscript(_ text: [UInt8]) -> Bool {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    let first = lines.first { $0.first != UInt8(ascii: "#") && !$0.allSatisfy { $0 <= 0x20 } }
    return first?.starts(with: "> ".utf8) ?? false
  }

  /// The commands of a transcript, or the text itself.
  ///
  /// - Complexity: O(bytes).
  static func commands(in text: [UInt8]) -> [[UInt8]] {
    isTranscript(text) ? HistoryText.entries(in: text).entries : [text]
  }
}
