import CommandLanguage
import TerminalText

/// The errors of changes that a constraint refuses, and of commands for constraints and invariants.
enum RuleError: CatalogedError {
  case violated(name: String, text: String?, objects: [String], count: Int)
  case failed(RuleRole, name: String, message: String, objects: [String], count: Int)
  case unknown(RuleRole, String, known: [String])
  case declared(RuleRole, String)
  case tooMany(limit: Int)
  case leadsFromScreens(String)
  case notSelectable(String)
  case otherKind(String, from: String?, to: String)
  case noBound

  enum Kind: String, CaseIterable {
    case violated, failed, unknown, declared, tooMany, leadsFromScreens, notSelectable, otherKind, noBound
  }

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
    case .leadsFromScreens:
      .init(
        "the invariant {name} asks for what the screens show",
        "A condition that leads to another one is evaluated before the screens follow, so it may ask for objects only."
      )
    case .notSelectable:
      .init(
        "no rule can be about {selection}",
        "A rule is about all objects that a selection chooses: it has no limit, and is of a kind whose objects are kept."
      )
    case .otherKind:
      .init(
        "the invariant {name} leads from {kind} to another kind",
        "Where a selection leads to another one, both are of the same kind: each object of the first is to be in the second."
      )
    case .noBound:
      .init(
        "a condition leads to another within a number of ticks or steps",
        "The bound is missing or cannot be read: it is a number and “ticks” or “steps”.")
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
    case .leadsFromScreens(let name): .init(.leadsFromScreens, [Quoting.message(name)], argument: 1)
    case .notSelectable(let text): .init(.notSelectable, [Quoting.message(text)])
    case .otherKind(let name, let from, let to):
      .init(
        .otherKind, [Quoting.message(name), from.map(English.article) ?? "a truth"],
        notes: ["the goal selects \(English.article(to))"], argument: 2)
    case .noBound:
      .init(.noBound, notes: ["“within 5 ticks” and “within 10 steps” are bounds"], argument: 3)
    }
  }

  /// The name of the constraint that refuses a change; `nil` for another error.
  var refusingConstraint: String? {
    switch self {
    case .violated(let name, _, _, _), .failed(.constraint, let name, _, _, _): name
    default: nil
    }
  }

  /// The maximum number of objects that a message names.
  static let shownMax = 5

  /// Returns a phrase such as `broken by Ann, Bob and 3 more`.
  static func phrase(_ verb: String, _ objects: [String], _ count: Int) -> String {
    "\(verb) \(names(objects, count))"
  }

  /// Returns names such as `Ann, Bob and 3 more`.
  static func names(_ objects: [String], _ count: Int) -> String {
    objects.joined(separator: ", ") + (count > objects.count ? " and \(count - objects.count) more" : "")
  }

  private static func notes(_ verb: String, _ objects: [String], _ count: Int) -> [String] {
    objects.isEmpty ? [] : [phrase(verb, objects, count)]
  }
}
