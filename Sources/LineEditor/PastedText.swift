/// What was pasted may be a part of a scenario or of somebody's terminal: its commands count then, and what they
/// printed does not.
enum PastedText {
  /// Whether a text begins as a scenario's command does.
  static func isTranscript(_ text: [UInt8]) -> Bool {
    text.drop { $0 == UInt8(ascii: "\n") }.starts(with: "> ".utf8)
  }

  /// The commands of a transcript, or the text itself.
  ///
  /// - Complexity: O(bytes).
  static func commands(in text: [UInt8]) -> [[UInt8]] {
    isTranscript(text) ? HistoryText.entries(in: text).entries : [text]
  }
}
