import AutoUpdate
import CommandLanguage

/// The coverage of a world's fields: each word of a field or case of a state, and each allowed and each refused change
/// between them that commands can try.
struct FieldCoverage: WorldPart {
  let schemas: [any AnySchema]

  func declare(in declarations: inout Declarations) {
    for schema in schemas { Self.declare(schema, in: &declarations) }
  }

  private static func declare(_ declared: some AnySchema, in declarations: inout Declarations) {
    let schema = declared.schema
    for field in schema.fields where field.isStored && !field.type.caseNames.isEmpty {
      let what = Self.name(of: field)
      let begin: @Sendable (Simulation) -> Void = { $0.fieldTally.follow(schema) }
      declarations.coverage.append(
        CoveragePart("\(what) words", cells: field.type.caseNames, begin: begin) {
          $0.fieldTally.words[what] ?? []
        })
      guard let transitions = field.transitions, field.access != .readOnly else { continue }
      declarations.coverage.append(
        CoveragePart(
          "\(what) changes", cells: pairs(transitions) { $0 != $1 && transitions.allows($0, $1) }
        ) {
          $0.fieldTally.changes[what] ?? []
        })
      guard Self.canTryAllValues(of: field, declarations.commands) else { continue }
      declarations.coverage.append(
        CoveragePart(
          "\(what) refused changes", cells: pairs(transitions) { !transitions.allows($0, $1) }
        ) {
          $0.fieldTally.refusals[what] ?? []
        })
    }
  }

  /// Returns the name of a field in coverage: `card.column`.
  static func name<M: Model>(of field: Field<M>) -> String { "\(M.kindName).\(field.name)" }

  /// Returns a Boolean value that indicates whether `change`, or a command that may set the field, takes its value as an
  /// argument. Other commands set values of their own choice.
  private static func canTryAllValues<M: Model>(of field: Field<M>, _ commands: [Command]) -> Bool {
    if field.access.isForAnyone, M.schema.access.isForAnyone { return true }
    let names = field.access.commands + M.schema.access.commands
    return commands.contains { command in
      (names.isEmpty || names.contains(command.description.name))
        && command.description.parameters.contains { $0.fieldName == name(of: field) }
    }
  }

  private static func pairs(_ transitions: Transitions, where isOne: (String, String) -> Bool) -> [String] {
    transitions.words.flatMap { old in
      transitions.words.filter { isOne(old, $0) }.map { FieldUsage.change(old, $0) }
    }
  }
}

/// A record of the words of fields and their changes in a session, created only if coverage is requested. It omits
/// moves through the history, because these follow no transitions.
final class FieldUsage: SessionService {
  private unowned let simulation: Simulation
  // The cells of each field, by the field's name in coverage, such as `card.status`.
  private(set) var words: [String: [String]] = [:]
  private(set) var changes: [String: [String]] = [:]
  private(set) var refusals: [String: [String]] = [:]
  private var kinds: [String] = []
  private var followers: [AnyObject] = []

  init(of simulation: Simulation) {
    self.simulation = simulation
    simulation.onFailure.append { [unowned self] error in
      guard case .transitionRefused(let kind, _, let field, let old, let new, _)? = error as? SimulationError
      else { return }
      refusals["\(kind).\(field)", default: []].note(Self.change(old, new))
    }
  }

  func reset() { (words, changes, refusals, kinds, followers) = ([:], [:], [:], [], []) }

  static func change(_ old: String, _ new: String) -> String { "\(old)→\(new)" }

  /// Starts recording a kind, beginning with its present objects.
  func follow<M: Model>(_ schema: Schema<M>) {
    if kinds.contains(schema.name) { return }
    kinds.append(schema.name)
    let fields = schema.fields.filter { $0.isStored && !$0.type.caseNames.isEmpty }
    let table = simulation.table(of: M.self)
    table.forEach { note(nil, $1, fields, of: schema.name) }
    // A follower and not an observer, so that a trace does not list it.
    followers.append(
      TableFollower(table) { [unowned self] changes in
        if simulation.store.isDeliveringMove { return }
        for change in changes {
          if let after = change.after { note(change.before, after, fields, of: schema.name) }
        }
      })
  }

  private func note<M: Model>(_ before: M?, _ after: M, _ fields: [Field<M>], of kind: String) {
    for field in fields {
      if let before, field.isSame(before, after) { continue }
      let (old, new) = (before.flatMap { Self.word($0, field) }, Self.word(after, field))
      guard let new else { continue }
      words["\(kind).\(field.name)", default: []].note(new)
      if let old { changes["\(kind).\(field.name)", default: []].note(Self.change(old, new)) }
    }
  }

  private static func word<M: Model>(_ object: M, _ field: Field<M>) -> String? {
    guard case .word(let word) = field.read(object) else { return nil }
    return field.type.words.isEmpty ? ValueType.caseName(of: word) : word
  }
}

extension Simulation {
  /// The recorded words of fields and their changes.
  var fieldTally: FieldUsage { service { FieldUsage(of: $0) } }
}

extension [String] {
  /// Appends a cell of coverage, unless it is in the list.
  mutating func note(_ cell: String) {
    if !contains(cell) { append(cell) }
  }
}
