public import CommandLanguage
import TerminalText

/// The errors of changes that a world refuses.
public enum SimulationError: CatalogedError, Sendable, Equatable {
  /// Another object has the name, which is unique in the world.
  case nameTaken(String, by: String)
  /// The text cannot be a name: it is empty, reserved or cannot be shown.
  case badName(String, kind: String, why: String)
  /// A field's value is not within its range.
  case outOfRange(object: String, field: String, value: String, least: String, most: String)
  /// A field's word cannot follow the one that it had; `followers` can.
  case transitionRefused(
    kind: String, object: String, field: String, from: String, to: String, followers: [String])
  /// A field's own rule refuses the value.
  case refused(object: String, field: String, why: String)
  /// The object was removed.
  case gone(kind: String)
  /// The world does not declare the type.
  case unknownKind(String)
  /// The schema has no `new`, so no command can create objects of the kind.
  case cannotAdd(kind: String)
  /// An object of the kind with this identity already exists.
  case identityTaken(kind: String, id: Value)
  /// The kind has no writable field with this name; `known` lists its writable fields.
  case unknownField(kind: String, String, suggestion: String?, known: [String])
  /// The command names no field to change; `known` lists those that it can change.
  case fieldMissing(object: String, known: [String])
  /// A value is of another type than the field.
  case wrongType(field: String, value: String, wanted: String, suggestion: String?)
  /// There would be more objects of the kind than its setting allows.
  case tooMany(String, limit: Int)
  /// The value of a setting is not a whole number from 0 to `most`.
  case valueOutOfRange(most: Int)

  /// The kinds of these errors, by the names that coverage lists.
  public enum Kind: String, CaseIterable {
    // The language has an error with the shorter name.
    /// The kind of ``SimulationError/outOfRange(object:field:value:least:most:)``.
    case outOfRange = "fieldOutOfRange"
    /// The kinds of the cases with the same names.
    case nameTaken, badName, transitionRefused, refused, gone, unknownKind, cannotAdd
    /// The kinds of the cases with the same names.
    case identityTaken, unknownField, fieldMissing, wrongType, tooMany, valueOutOfRange
  }

  public static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .nameTaken:
      .init("there is already {kind} {name}", "Names are unique in the whole world; choose another one.")
    case .badName:
      .init(
        "{name} cannot be {kind}'s name: {why}",
        "A name must be visible and short, and not a reserved word.")
    case .outOfRange:
      .init(
        "{value} is out of range: “{field}” of {object} ranges from {least} to {most}",
        "A field's value is smaller or larger than its declaration allows. “help KIND” shows the range.")
    case .transitionRefused:
      .init(
        "{object} is {old} and cannot become {new}",
        "The value cannot follow the current one. “help KIND” shows the values that can.")
    case .refused:
      .init("“{field}” of {object} is refused: {why}", "A rule of the field refuses this value.")
    case .gone: .init("this {kind} is gone", "The object was removed.")
    case .unknownKind:
      .init(
        "the world declares no kind for {type}",
        "The world declares no kind for a type of its own code.", isGuard: true)
    case .cannotAdd:
      .init(
        "{kind} cannot be added: the schema “{name}” has no “new:”",
        "The world's code adds an object, but the schema of its kind does not say how to create one.",
        isGuard: true)
    case .identityTaken:
      .init(
        "there is already {kind} with id {id}",
        "The world's code added an object twice.", isGuard: true)
    case .unknownField:
      .init(
        "{kind} has no field {name} that can be written",
        "Objects of this kind have no such field that can be written. “help KIND” lists them.")
    case .fieldMissing:
      .init(
        "a field to change is missing: {object} has {fields}",
        "“change” takes new values, as FIELD=VALUE. “help KIND” lists the fields.")
    case .wrongType:
      .init(
        "{value} cannot be “{field}”, which is {type}",
        "The field has values of another type. “help KIND” shows it.")
    case .tooMany:
      .init(
        "no more {objects}: the setting “{setting}” allows {limit}",
        "The number of objects has reached the limit in that setting.")
    case .valueOutOfRange:
      .init("the value must be a whole number from 0 to {most}", "The setting cannot have this value.")
    }
  }

  public var report: ErrorReport<Kind> {
    switch self {
    case .nameTaken(let name, let bearer):
      .init(.nameTaken, [English.article(bearer), Quoting.message(name)], parameter: "name")
    case .badName(let name, let kind, let why):
      .init(.badName, [Quoting.message(name), English.article(kind), why], parameter: "name")
    case .outOfRange(let object, let field, let value, let least, let most):
      .init(.outOfRange, [value, field, object, least, most], parameter: field)
    case .transitionRefused(_, let object, let field, let old, let new, let followers):
      .init(
        .transitionRefused, [object, old, new],
        notes: [
          followers.isEmpty
            ? "nothing follows \(old)" : "after \(old) comes \(followers.joined(separator: ", "))"
        ], parameter: field)
    case .refused(let object, let field, let why): .init(.refused, [field, object, why], parameter: field)
    case .gone(let kind): .init(.gone, [kind])
    case .unknownKind(let type): .init(.unknownKind, [type])
    case .cannotAdd(let kind): .init(.cannotAdd, [English.article(kind), kind], argument: 0)
    case .identityTaken(let kind, let id):
      .init(.identityTaken, [English.article(kind), "\(id.shown)"])
    case .unknownField(let kind, let name, let suggestion, let known):
      .init(
        .unknownField, [English.article(kind), Quoting.message(name)], suggestion: suggestion,
        notes: suggestion == nil ? ["choose from \(known.joined(separator: ", "))"] : [], parameter: name)
    case .fieldMissing(let object, let known):
      .init(
        .fieldMissing,
        [object, known.isEmpty ? "none that it may set" : known.map { $0 + "=" }.joined(separator: ", ")])
    case .wrongType(let field, let value, let wanted, let suggestion):
      .init(.wrongType, [value, field, wanted], suggestion: suggestion, parameter: field)
    case .tooMany(let what, let limit): .init(.tooMany, [what, what, "\(limit)"], limit: what)
    case .valueOutOfRange(let most): .init(.valueOutOfRange, ["\(most)"])
    }
  }
}
