public import CommandLanguage
import TerminalText

/// Why data is no object of a kind; each case but the first names the field.
public enum DataError: CountedError, Sendable, Equatable {
  /// - Parameter byte: where, from 1.
  case notJSON(message: String, byte: Int)
  case missing(field: String)
  case twice(field: String)
  case wrong(field: String, found: String, wanted: String)
  /// The object would have another identity than the data says.
  case identity(kind: String)

  public enum Kind: String, CaseIterable {
    case notJSON = "data: notJSON"
    case missing = "data: missing"
    case twice = "data: twice"
    case wrong = "data: wrong"
    case identity = "data: identity"
  }

  // No command reads data by itself: it comes from outside.
  public static var guards: [Kind] { Kind.allCases }

  public var kind: Kind {
    switch self {
    case .notJSON: .notJSON
    case .missing: .missing
    case .twice: .twice
    case .wrong: .wrong
    case .identity: .identity
    }
  }

  public var prose: Explanation {
    switch self {
    case .notJSON(let message, let byte):
      Explanation("no JSON object: \(Escaping.escaped(message)) (byte \(byte))")
    case .missing(let field): Explanation("“\(field)” is missing")
    case .twice(let field): Explanation("“\(field)” is given more than once")
    case .wrong(let field, let found, let wanted): Explanation("“\(field)” is \(found), not \(wanted)")
    case .identity(let kind): Explanation("no \(kind) of this identity can be made")
    }
  }
}
