import CommandLanguage
import TerminalText

/// The errors of a change that a constraint refuses, and of commands about constraints and invariants.
enum RuleError: CatalogedError {
  case violated(name: String, text: String?, objects: [String], count: Int)
  case failed(RuleRole, name: String, message: String, objects: [String], count: Int)
  case unknown(RuleRole, String, known: [String])
  case declared(RuleRole, String)
  case tooMany(limit: Int)

  enum Kind: String, CaseIterable { case violated, failed, unknown, declared, tooMany }

  static var group: String { "rule" }

  static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .violated:
      .init(
        "this would break the constraint {name}",
        "The command would add a violation of a constraint, so nothing was changed.")
    case .failed:
      .init(
        "the {constraint} {name} cannot be computed",
        "The condition of a constraint or an invariant cannot be computed; look at what it compares.")
    case .unknown:
      .init(
        "there is no {constraint} {name}",
        "No command made a constraint or an invariant of this name. “constraints” and “invariants” list them."
      )
    case .declared:
      .init(
        "the {constraint} {name} is the world's own",
        "The world itself declares this constraint or invariant: no command removes it.")
    case .tooMany:
      .init(
        "no more rules: the setting “rules” allows {limit}",
        "There are as many constraints and invariants as the setting “rules” allows.")
    }
  }

  var report: ErrorReport<Kind> {
    switch self {
    case .violated(let name, let text, let objects, let count):
      .init(
        .violated, [Quoting.message(name)],
        notes: Self.notes("broken by", objects, count)
          + (text.map { ["it says: \(Escaping.escaped($0))"] } ?? []))
    case .failed(let role, let name, let message, let objects, let count):
      .init(
        .failed, [role.rawValue, Quoting.message(name)],
        notes: [message] + Self.notes("it cannot be computed for", objects, count))
    case .unknown(let role, let name, let known):
      .unknown(.unknown, after: [role.rawValue], name, among: known, argument: 0)
    case .declared(let role, let name):
      .init(
        .declared, [role.rawValue, Quoting.message(name)],
        notes: ["“\(role.removal)” removes what “\(role.rawValue)” made"], argument: 0)
    case .tooMany(let limit): .init(.tooMany, ["\(limit)"], limit: "rules")
    }
  }

  /// The most objects that a message names.
  static let shownMax = 5

  /// `broken by Ann, Bob and 3 more`
  static func phrase(_ verb: String, _ objects: [String], _ count: Int) -> String {
    let more = count > objects.count ? " and \(count - objects.count) more" : ""
    return "\(verb) \(objects.joined(separator: ", "))\(more)"
  }

  private static func notes(_ verb: String, _ objects: [String], _ count: Int) -> [String] {
    objects.isEmpty ? [] : [phrase(verb, objects, count)]
  }
}
