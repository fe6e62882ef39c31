import CommandLanguage
import TerminalText

/// The errors of changes that a constraint refuses, and of commands for constraints and invariants.
enum RuleError: String, ErrorKind {
  case violated, failed, unknown, declared, tooMany, leadsFromScreens, leadsFromChanges, oldOfScreens,
    notSelectable, otherKind, noBound

  static let group = "rule"

  var message: ErrorMessage {
    switch self {
    case .violated:
      .init(
        "this would break the constraint {name}",
        "The command would add a violation of a constraint, so nothing was changed.")
    case .failed:
      .init(
        "the {constraint} {name} cannot be computed",
        "The condition of a constraint or an invariant cannot be computed; check the values that it compares."
      )
    case .unknown:
      .init(
        "there is no {constraint} {name}",
        "No constraint or invariant has this name. “constraints” and “invariants” list them."
      )
    case .declared:
      .init(
        "the {constraint} {name} is declared by the world",
        "The world declares this constraint or invariant, so no command can remove it.")
    case .tooMany:
      .init(
        "no more rules: the setting “rules” allows {limit}",
        "The number of constraints and invariants has reached the setting “rules”.")
    case .leadsFromScreens:
      .init(
        "the invariant {name} reads what the screens show",
        "A condition that leads to another one is evaluated before the screens are updated, so it may only read objects."
      )
    case .leadsFromChanges:
      .init(
        "“old” cannot be used with “leads to”: {condition}",
        "A condition that leads to another one is about a state, and “old” compares two. The two conditions may only read the present state."
      )
    case .oldOfScreens:
      .init(
        "“old” cannot be used with what the screens show",
        "“old” is the value before the command. The screens are updated after it, and what they showed before is not known."
      )
    case .notSelectable:
      .init(
        "a rule cannot be about {selection}",
        "A rule covers all objects of a selection, which must have no limit and a kind whose objects are stored."
      )
    case .otherKind:
      .init(
        "the invariant {name} leads from {kind} to another kind",
        "If a selection leads to another one, both must be of the same kind: each object of the first selection must then appear in the second."
      )
    case .noBound:
      .init(
        "“leads to” needs a bound in ticks or steps",
        "The bound is missing or cannot be read: it is a number and “ticks” or “steps”.")
    }
  }

  static func violated(name: String, text: String?, objects: [String], count: Int) -> RuleFailure {
    RuleFailure(
      constraint: name,
      report: ErrorReport(
        .violated, [Quoting.message(name)],
        notes: notes("broken by", objects, count)
          + (text.map { ["condition: \(Escaping.escaped($0))"] } ?? [])))
  }

  static func failed(
    _ role: RuleRole, name: String, message: String, objects: [String], count: Int
  ) -> RuleFailure {
    RuleFailure(
      constraint: role == .constraint ? name : nil,
      report: ErrorReport(
        .failed, [role.rawValue, Quoting.message(name)],
        notes: [message] + notes("it cannot be computed for", objects, count)))
  }

  static func leadsFromScreens(_ name: String) -> RaisedError<Self> {
    leadsFromScreens([Quoting.message(name)], argument: 1)
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

/// The error of a rule that is broken or cannot be computed.
struct RuleFailure: CatalogedError {
  /// The name of the constraint that refuses a change; `nil` for an invariant.
  let constraint: String?
  let report: ErrorReport<RuleError>
}
