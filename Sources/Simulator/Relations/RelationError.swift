import CommandLanguage
import TerminalText

/// The errors of references to objects that do not exist.
enum RelationError: String, ErrorKind {
  case referredTo, missing

  static let group = "relation"

  var message: ErrorMessage {
    switch self {
    case .referredTo:
      .init(
        "{Ann} cannot be removed: “{field}” of {objects} refers to it",
        "Other objects refer to this one through a field that forbids its removal.")
    case .missing:
      .init(
        "“{field}” of {object} refers to {a person} that does not exist",
        "The object of a reference was removed or never existed. A required reference must be given."
      )
    }
  }
}
