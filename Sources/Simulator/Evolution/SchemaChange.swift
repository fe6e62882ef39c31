import TerminalText

/// A difference between a store's schema and the program's.
public enum SchemaChange: Sendable, Hashable {
  /// The program has a kind that the store does not have.
  case kindAdded(String)
  /// The program has a field that the store does not have.
  case fieldAdded(_ kind: String, String)
  /// The store has a kind that the program does not have.
  case kindRemoved(String)
  /// The store has a field that the program does not have.
  case fieldRemoved(_ kind: String, String)
  /// A kind was renamed, as declared by `formerly:`.
  case kindRenamed(String, from: String)
  /// A field was renamed, as declared by `formerly:`.
  case fieldRenamed(_ kind: String, String, from: String)
  /// A word or a case of a field was renamed, as declared by `formerly`.
  case wordRenamed(_ kind: String, _ field: String, String, from: String)
  /// A field has another type.
  case typeChanged(_ kind: String, String, from: String, to: String)
  /// A field has new words or cases.
  case wordsAdded(_ kind: String, _ field: String, [String])
  /// A field has lost words or cases.
  case wordsLost(_ kind: String, _ field: String, [String])
  /// A field has another range.
  case rangeChanged(_ kind: String, String, from: String, to: String)
  /// A field has other transitions.
  case transitionsChanged(_ kind: String, String)
  /// The world declares a new constraint or invariant.
  case ruleAdded(role: String, String)
  /// A constraint or an invariant has another condition or another role.
  case ruleChanged(role: String, String)
  /// The world no longer declares a constraint or an invariant.
  case ruleRemoved(role: String, String)
  /// The world declares a new schedule.
  case scheduleAdded(String)
  /// The world no longer declares a schedule.
  case scheduleRemoved(String)
  /// A schedule was renamed, as declared by `formerly:`.
  case scheduleRenamed(String, from: String)
  /// A migration of the program has not run.
  case migrationPending(String)
  /// A migration that the program does not have has run.
  case migrationUnknown(String)
  /// The program's schema is an earlier one of the store, which a newer program has changed.
  case olderProgram
  /// The store's schema, which a newer program has changed, does not have a field of the program.
  case fieldUnavailable(_ kind: String, String)
  /// The store's schema cannot be read.
  case unreadable

  /// The argument of `store accept` for the loss: `card`, or `card.points`; `nil` if nothing can be lost.
  public var subject: String? {
    switch self {
    case .kindRemoved(let kind): kind
    case .fieldRemoved(let kind, let field), .typeChanged(let kind, let field, _, _),
      .wordsLost(let kind, let field, _):
      "\(kind).\(field)"
    default: nil
    }
  }
}

/// A difference between a store's schema and the program's, with its consequence.
public struct SchemaDifference: Sendable, Hashable {
  /// The difference.
  public let change: SchemaChange
  /// The names of the affected objects, up to the number that a message names.
  public let objects: [String]
  /// The number of affected objects.
  public let count: Int
  /// A Boolean value that indicates whether the store is read-only until the difference is resolved, because data would
  /// be lost or misread.
  public let isBlocking: Bool

  init(_ change: SchemaChange, objects: [String] = [], count: Int = 0, isBlocking: Bool = false) {
    self.change = change
    self.objects = Array(objects.prefix(RuleError.shownMax))
    self.count = count
    self.isBlocking = isBlocking
  }
}

extension SchemaDifference: CustomStringConvertible {
  /// A one-line description of the difference and its consequence, without a full stop.
  public var description: String { "\(fact): \(consequence)" }

  private var fact: String {
    switch change {
    case .kindAdded(let kind): "the kind \(Self.shown(kind)) is new"
    case .fieldAdded(let kind, let field): "\(Self.shown(kind, field)) is new"
    case .kindRemoved(let kind): "the kind \(Self.shown(kind)) is gone"
    case .fieldRemoved(let kind, let field): "\(Self.shown(kind, field)) is gone"
    case .kindRenamed(let kind, let former): "the kind \(Self.shown(former)) is now \(Self.shown(kind))"
    case .fieldRenamed(let kind, let field, let former):
      "\(Self.shown(kind, former)) is now \(Self.shown(kind, field))"
    case .wordRenamed(let kind, let field, let word, let former):
      "the word \(Self.shown(former)) of \(Self.shown(kind, field)) is now \(Self.shown(word))"
    case .typeChanged(let kind, let field, let old, let new):
      "\(Self.shown(kind, field)) was \(Escaping.escaped(old)) and is now \(Escaping.escaped(new))"
    case .wordsAdded(let kind, let field, let words):
      "\(Self.shown(kind, field)) can now also be \(Self.choice(words))"
    case .wordsLost(let kind, let field, let words):
      "\(Self.shown(kind, field)) can no longer be \(Self.choice(words))"
    case .rangeChanged(let kind, let field, let old, let new):
      "\(Self.shown(kind, field)) had \(Self.range(old)) and now has \(Self.range(new))"
    case .transitionsChanged(let kind, let field):
      "the transitions of \(Self.shown(kind, field)) have changed"
    case .ruleAdded(let role, let name): "the \(role) \(Quoting.message(name)) is new"
    case .ruleChanged(let role, let name): "the \(role) \(Quoting.message(name)) has changed"
    case .ruleRemoved(let role, let name): "the \(role) \(Quoting.message(name)) is gone"
    case .scheduleAdded(let name): "the schedule \(Quoting.message(name)) is new"
    case .scheduleRemoved(let name): "the schedule \(Quoting.message(name)) is gone"
    case .scheduleRenamed(let name, let former):
      "the schedule \(Quoting.message(former)) is now \(Quoting.message(name))"
    case .migrationPending(let name): "the migration \(Quoting.message(name)) has not run"
    case .migrationUnknown(let name): "the migration \(Quoting.message(name)) has run"
    case .olderProgram: "a newer program has changed the store’s schema"
    case .fieldUnavailable(let kind, let field): "the newer schema does not have \(Self.shown(kind, field))"
    case .unreadable: "the store’s schema cannot be read"
    }
  }

  private var consequence: String {
    let holders = RuleError.names(objects, count)
    switch change {
    case .kindAdded: return "no such objects exist"
    case .fieldAdded, .fieldUnavailable:
      return count == 0 ? "no object has it" : "\(English.count(count, "object")) \(have) its default"
    case .kindRenamed, .fieldRenamed, .wordRenamed: return "its values are kept"
    case .wordsAdded: return "nothing is lost"
    case .kindRemoved, .fieldRemoved:
      if count == 0 { return "the store has no such data" }
      return "\(holders) would lose data; \(resolution)"
    case .typeChanged, .wordsLost:
      if count == 0 { return "all objects can be read" }
      return "\(holders) cannot be read; \(resolution)"
    case .rangeChanged:
      return count == 0
        ? "all objects are within it"
        : "\(holders) \(count == 1 ? "is" : "are") outside; commands can change that"
    case .transitionsChanged: return "no object is changed"
    case .ruleAdded, .ruleChanged:
      return count == 0
        ? "it holds" : "it is broken\(objects.isEmpty ? "" : " by \(holders)"); commands can change that"
    case .ruleRemoved: return "it is no longer checked"
    case .scheduleAdded: return "it starts with the next step"
    case .scheduleRemoved:
      if count == 0 { return "it has no planned jobs" }
      return "\(holders) \(count == 1 ? "is" : "are") set aside and \(count == 1 ? "does" : "do") not run"
    case .scheduleRenamed: return "its jobs are kept"
    case .migrationPending: return "“store migrate” runs it"
    case .migrationUnknown, .olderProgram, .unreadable: return "use the newer program"
    }
  }

  private var have: String { count == 1 ? "has" : "have" }

  private var resolution: String {
    let declared =
      switch change {
      case .kindRemoved, .fieldRemoved, .wordsLost:
        "“formerly:” if only the name has changed, or a Migration"
      default: "a Migration"
      }
    let accepted = change.subject.map { "; “store accept \(Escaping.escaped($0))” drops it" } ?? ""
    return "declare \(declared)\(accepted)"
  }

  private static func shown(_ name: String) -> String { Quoting.message(name) }

  private static func shown(_ kind: String, _ field: String) -> String { Quoting.message("\(kind).\(field)") }

  private static func choice(_ words: [String]) -> String {
    English.choice(words.map { Quoting.message($0) })
  }

  private static func range(_ range: String) -> String {
    range == "any value" ? "any value" : "a range \(Escaping.escaped(range))"
  }
}
