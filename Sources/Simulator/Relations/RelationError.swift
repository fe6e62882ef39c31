import CommandLanguage
import TerminalText

/// The errors of references to objects that do not exist.
enum RelationError: String, ErrorKind {
  case referredTo, missing, notReleased

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
    case .notReleased:
      .init(
        "“{field}” of {objects} still refers to the removed {Ann}",
        "Removing an object has not cleared the references to it, or not removed the objects that refer to it.",
        isGuard: true)
    }
  }
}
