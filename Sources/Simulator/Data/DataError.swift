public import CommandLanguage
import TerminalText

/// Why data is no object of a kind; each case but the first names the field.
public enum DataError: CountedError, Sendable, Equatable {
  /// The text is no JSON object; `byte` counts from 1.
  case notJSON(message: String, byte: Int)
  /// A field that has to be given is not there.
  case missing(field: String)
  /// A field is given more than once.
  case twice(field: String)
  /// A field's value is of another type or out of range: what stands there, and what would be right.
  case wrong(field: String, found: String, wanted: String)
  /// The object would have another identity than the data says.
  case identity(kind: String)

  /// The kinds of these errors, by the names that coverage lists.
  public enum Kind: String, CaseIterable {
    /// For ``DataError/notJSON(message:byte:)``.
    case notJSON = "data: notJSON"
    /// For ``DataError/missing(field:)``.
    case missing = "data: missing"
    /// For ``DataError/twice(field:)``.
    case twice = "data: twice"
    /// For ``DataError/wrong(field:found:wanted:)``.
    case wrong = "data: wrong"
    /// For ``DataError/identity(kind:)``.
    case identity = "data: identity"
  }

  // No command reads data by itself: it comes from outside.
  public static var guards: [Kind] { Kind.allCases }

  /// Which case the error is.
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
