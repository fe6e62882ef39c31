/// A guess at the intended meaning of a word or text that a command refuses, with a note that shows how to write it.
enum Guess: Sendable, Equatable {
  /// An expression without its parentheses, given as it should be written.
  case expression(String)
  /// `$name` in a text.
  case interpolation
  /// A shell operator that redirects output.
  case outputFile, pipe

  /// Creates the guess about a shell operator.
  init?(sign: String) {
    switch sign {
    case ">", ">>": self = .outputFile
    case "|": self = .pipe
    default: return nil
    }
  }

  var note: String {
    switch self {
    case .expression(let text): "write an expression in parentheses: \(text)"
    case .interpolation: "write a value in a text as “\\(EXPRESSION)”"
    case .outputFile: "only a shell can write output to a file: … run FILE > OUTPUT"
    case .pipe: "only a shell can pass output to a program: … run FILE | PROGRAM"
    }
  }
}
