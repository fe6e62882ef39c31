/// The notes that guess at the intended meaning of a word or text that a command refuses, and show how to write it.
enum Guess {
  /// Returns the note about an expression without its parentheses, given as it should be written.
  static func expression(_ text: String) -> String { "write an expression in parentheses: \(text)" }

  /// Returns the note about a shell operator that redirects output; `nil` for any other sign.
  static func shell(_ sign: String) -> String? {
    switch sign {
    case ">", ">>": "only a shell can write output to a file: … run FILE > OUTPUT"
    case "|": "only a shell can pass output to a program: … run FILE | PROGRAM"
    default: nil
    }
  }
}
