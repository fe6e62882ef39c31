public import CommandLanguage
import TerminalText

/// The errors of data that is not an object of a kind. Each but the first names the field.
public enum DataError: CatalogedError, Sendable, Equatable {
  /// The text is not a JSON object. `byte` counts from 1.
  case notJSON(message: String, byte: Int)
  /// A required field is missing.
  case missing(field: String)
  /// A field is given more than once.
  case twice(field: String)
  /// A field's value has the wrong type or is out of range.
  case wrong(field: String, found: String, wanted: String)
  /// The created object would have another identity than the data.
  case identity(kind: String)

  /// The kinds of these errors.
  public enum Kind: String, CaseIterable {
    /// The kind of the case with the same name.
    case notJSON, missing, twice, wrong, identity
  }

  public static var group: String { "data" }

  // All are guards, because no command reads such data: it comes from outside.
  public static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .notJSON:
      .init("not a JSON object: {message} (byte {byte})", "An object is one JSON object.", isGuard: true)
    case .missing: .init("“{field}” is missing", "The field has to be given.", isGuard: true)
    case .twice: .init("“{field}” is given more than once", "A field can be given once.", isGuard: true)
    case .wrong:
      .init("“{field}” is {found}, not {wanted}", "The field takes other values.", isGuard: true)
    case .identity:
      .init("no {kind} of this identity can be made", "The identity cannot be given.", isGuard: true)
    }
  }

  public var report: ErrorReport<Kind> {
    switch self {
    case .notJSON(let message, let byte): .init(.notJSON, [Escaping.escaped(message), "\(byte)"])
    case .missing(let field): .init(.missing, [field])
    case .twice(let field): .init(.twice, [field])
    case .wrong(let field, let found, let wanted): .init(.wrong, [field, found, wanted])
    case .identity(let kind): .init(.identity, [kind])
    }
  }
}
