public import CommandLanguage
import TerminalText

/// Why a world refuses a change.
public enum SimulationError: CountedError, Sendable, Equatable {
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
  /// The object is not there any more.
  case gone(kind: String)
  /// The type is none of the world's.
  case unknownKind(String)
  /// The schema has no `new`, so no command can make an object of the kind.
  case cannotAdd(kind: String)
  /// There is an object of the kind with this identity already.
  case identityTaken(kind: String)
  /// The kind has no field of this name that can be written; `known` are those that it has.
  case unknownField(kind: String, String, suggestion: String?, known: [String])
  /// No field is given that is to change; `known` can be.
  case fieldMissing(object: String, known: [String])
  /// A value is of another type than the field.
  case wrongType(field: String, value: String, wanted: String, suggestion: String?)
  /// There would be more objects of the kind than the setting of its name allows.
  case tooMany(String, limit: Int)
  /// The value of a setting is no whole number from 0 to `most`.
  case valueOutOfRange(most: Int)

  /// The kinds of these errors, by the names that coverage lists.
  public enum Kind: String, CaseIterable {
    /// For the cases of the same names.
    case nameTaken, badName
    // The language has an error of the shorter name.
    /// For ``SimulationError/outOfRange(object:field:value:least:most:)``.
    case outOfRange = "fieldOutOfRange"
    /// For the cases of the same names.
    case transitionRefused, refused, gone, unknownKind, cannotAdd
    /// For the cases of the same names.
    case identityTaken, unknownField, fieldMissing, wrongType, tooMany, valueOutOfRange
  }

  /// They tell of a mistake in the world's own code.
  public static var guards: [Kind] { [.unknownKind, .identityTaken, .cannotAdd] }

  /// Which case the error is.
  public var kind: Kind {
    switch self {
    case .nameTaken: .nameTaken
    case .badName: .badName
    case .outOfRange: .outOfRange
    case .transitionRefused: .transitionRefused
    case .refused: .refused
    case .gone: .gone
    case .unknownKind: .unknownKind
    case .cannotAdd: .cannotAdd
    case .identityTaken: .identityTaken
    case .unknownField: .unknownField
    case .fieldMissing: .fieldMissing
    case .wrongType: .wrongType
    case .tooMany: .tooMany
    case .valueOutOfRange: .valueOutOfRange
    }
  }

  public var prose: Explanation {
    switch self {
    case .nameTaken(let name, let bearer):
      Explanation("there is \(English.article(bearer)) \(Quoting.message(name)) already", parameter: "name")
    case .badName(let name, let kind, let why):
      Explanation(
        "\(Quoting.message(name)) cannot be \(English.article(kind))'s name: \(why)", parameter: "name")
    case .outOfRange(let object, let field, let value, let least, let most):
      Explanation(
        "\(value) is out of range: “\(field)” of \(object) goes from \(least) to \(most)", parameter: field)
    case .transitionRefused(_, let object, let field, let old, let new, let followers):
      Explanation(
        "\(object) is \(old) and cannot become \(new)",
        notes: [
          followers.isEmpty
            ? "nothing follows \(old)" : "after \(old) comes \(followers.joined(separator: ", "))"
        ], parameter: field)
    case .refused(let object, let field, let why):
      Explanation("“\(field)” of \(object) is refused: \(why)", parameter: field)
    case .gone(let kind): Explanation("this \(kind) is gone")
    case .unknownKind(let type): Explanation("the world declares no kind for \(type)")
    case .cannotAdd(let kind):
      Explanation("\(English.article(kind)) cannot be added by this command", argument: 0)
    case .identityTaken(let kind): Explanation("there is \(English.article(kind)) of this identity already")
    case .unknownField(let kind, let name, let suggestion, let known):
      Explanation(
        "\(English.article(kind)) has no field \(Quoting.message(name)) that can be written",
        suggestion: suggestion, notes: suggestion == nil ? ["it has \(known.joined(separator: ", "))"] : [],
        parameter: name)
    case .fieldMissing(let object, let known):
      Explanation(
        "a field to change is missing: \(object) has \(known.map { $0 + "=" }.joined(separator: ", "))")
    case .wrongType(let field, let value, let wanted, let suggestion):
      Explanation(
        "\(value) cannot be “\(field)”, which is \(wanted)", suggestion: suggestion, parameter: field)
    case .tooMany(let what, let limit):
      Explanation("no more \(what): the setting “\(what)” allows \(limit)")
    case .valueOutOfRange(let most): Explanation("the value is a whole number from 0 to \(most)")
    }
  }
}

extension SimulationError {
  public var limit: String? { if case .tooMany(let what, _) = self { what } else { nil } }
}

extension Explanation {
  /// What is wrong with the argument of the parameter with a label.
  init(_ message: String, suggestion: String? = nil, notes: [String] = [], parameter: String) {
    self.init(message, suggestion: suggestion, notes: notes)
    self.parameter = parameter
  }
}

extension SimulationError {
  public static func meaning(of kind: Kind) -> String {
    switch kind {
    case .nameTaken: "Names are unique in the whole world; choose another one."
    case .badName: "A name can be seen, is short enough, and is no word of the language."
    case .outOfRange:
      "A field's value is smaller or larger than its declaration allows. “help KIND” tells its range."
    case .transitionRefused:
      "The value cannot follow the one that the field has. “help KIND” tells what may follow."
    case .refused: "A rule of the field refuses this value."
    case .gone: "The object was removed."
    case .unknownKind: "The world declares no kind for a type of its own code."
    case .cannotAdd: "Objects of this kind are not added by a command."
    case .identityTaken: "The world's own code added an object twice."
    case .unknownField: "Objects of this kind have no such field that can be written. “help KIND” lists them."
    case .fieldMissing:
      "“change” takes the fields that are to change, as FIELD=VALUE. “help KIND” lists them."
    case .wrongType: "The field holds values of another type. “help KIND” tells which."
    case .tooMany: "As many objects as the setting of that name allows are there."
    case .valueOutOfRange: "The setting cannot have this value."
    }
  }
}
