public import CommandLanguage
import TerminalText

/// Why a world refuses a change.
public enum SimulationError: CountedError, Sendable, Equatable {
  case nameTaken(String, by: String)
  case badName(String, kind: String, why: String)
  case outOfRange(object: String, field: String, value: String, least: String, most: String)
  case transitionRefused(
    kind: String, object: String, field: String, from: String, to: String, followers: [String])
  case refused(object: String, field: String, why: String)
  /// The object is not there any more.
  case gone(kind: String)
  /// The type is none of the world's.
  case unknownKind(String)
  case cannotAdd(kind: String)
  case identityTaken(kind: String)
  case unknownField(kind: String, String, suggestion: String?, known: [String])
  case wrongType(field: String, value: String, wanted: String, suggestion: String?)
  case tooMany(String, limit: Int)
  case valueOutOfRange(most: Int)

  public enum Kind: String, CaseIterable {
    case nameTaken, badName
    // The language has an error of the shorter name.
    case outOfRange = "fieldOutOfRange"
    case transitionRefused, refused, gone, unknownKind, cannotAdd
    case identityTaken, unknownField, wrongType, tooMany, valueOutOfRange
  }

  /// They tell of a mistake in the world's own code.
  public static var guards: [Kind] { [.unknownKind, .identityTaken, .cannotAdd] }

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
    case .wrongType(let field, let value, let wanted, let suggestion):
      Explanation(
        "\(value) cannot be “\(field)”, which is \(wanted)", suggestion: suggestion, parameter: field)
    case .tooMany(let what, let limit):
      Explanation("no more \(what): the setting “\(what)” allows \(limit)", limit: what)
    case .valueOutOfRange(let most): Explanation("the value is a whole number from 0 to \(most)")
    }
  }
}

extension Explanation {
  /// What is wrong with the argument of the parameter with a label.
  init(_ message: String, suggestion: String? = nil, notes: [String] = [], parameter: String) {
    self.init(message, suggestion: suggestion, notes: notes)
    self.parameter = parameter
  }
}

/// Small parts of English sentences.
enum English {
  /// `a unit`, `an order`.
  static func article(_ noun: String) -> String {
    let soundsLikeConsonant = ["uni", "use", "usu", "uti", "eu", "one"].contains { noun.hasPrefix($0) }
    let vowels: [UInt8] = Array("aeiou".utf8)
    return noun.utf8.first.map(vowels.contains) == true && !soundsLikeConsonant ? "an \(noun)" : "a \(noun)"
  }

  /// `cards`, `cards and people`, `cards, people and jobs`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// `1 step`, `2 steps`.
  static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
