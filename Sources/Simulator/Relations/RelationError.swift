import CommandLanguage
import TerminalText

/// The errors of references to objects that do not exist.
enum RelationError: CatalogedError {
  case referredTo(object: String, field: String, by: [String], count: Int)
  case missing(object: String, field: String, kind: String, isRequired: Bool)

  enum Kind: String, CaseIterable { case referredTo, missing }

  static var group: String { "relation" }

  static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
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

  var report: ErrorReport<Kind> {
    switch self {
    case .referredTo(let object, let field, let referrers, let count):
      .init(
        .referredTo, [object, field, RuleError.names(referrers, count)],
        notes: ["first remove or change the objects that refer to it"])
    case .missing(let object, let field, let kind, let isRequired):
      .init(
        .missing, [field, object, English.article(kind)],
        notes: isRequired ? ["it is required: \(field)=\(kind.uppercased())"] : [], parameter: field)
    }
  }
}
