import AutoUpdate
import CommandLanguage
public import Journaling
import TerminalText
import Values

/// The steps that resolve differences between a store's schema and the program's, computed in a separate session.
struct MigrationRun {
  /// A step that changes the store.
  struct Step {
    let cause: String
    let changes: [JournalChange]
    let lines: [String]
  }

  private let twin: CommandSession
  private let replica: JournalReplica
  private var objects: [JournalObject]
  private var held: [JournalKey: Set<String>]

  /// - Parameters:
  ///   - objects: The objects of the store, under their present names.
  ///   - simulation: The session whose store is to be changed.
  init(_ objects: [JournalObject], of simulation: Simulation) throws {
    twin = try simulation.source.makeSession(seed: 1)
    replica = JournalReplica(try SchemaJournal.kinds(of: twin.world), in: twin.world.store)
    try replica.load(objects)
    twin.world.checkAsNew()
    twin.world.migrating.replica = replica
    self.objects = replica.objects
    var held: [JournalKey: Set<String>] = [:]
    for object in objects { held[object.key] = Set((object.fields ?? []).map(\.name)) }
    self.held = held
  }

  /// The data that is not resolved.
  var leftOut: LeftOut {
    LeftOut(setAside: replica.setAside, fields: replica.setAsideFields, simulation: twin.world)
  }

  /// Runs a migration.
  ///
  /// - Throws: A ``PersistenceError`` with the name of the migration and the reason for its failure.
  mutating func run(_ migration: Migration) throws -> Step {
    let world = twin.world
    do {
      try world.store.transaction(migration.cause) { _ in try migration.body(world) }
      try world.migrating.releaseRead()
    } catch {
      let explanation = Explanation(of: error)
      throw PersistenceError.migrationFailed(migration.name, explanation.message)
    }
    return finish(migration.cause)
  }

  /// Drops the data that a difference affects.
  mutating func accept(_ change: SchemaChange, cause: String) throws -> Step {
    switch change {
    case .kindRemoved(let kind):
      for object in replica.setAside where object.id.kind == kind { try replica.release(object.id) }
    case .fieldRemoved(let kind, let field), .typeChanged(let kind, let field, _, _),
      .wordsLost(let kind, let field, _):
      for object in replica.setAsideFields where object.id.kind == kind {
        try replica.release(field, of: object.id)
      }
    default: break
    }
    return finish(cause)
  }

  mutating func accept(_ object: SetAsideObject, cause: String) throws -> Step {
    try replica.release(object.id)
    let step = finish(cause)
    // `finish` lists no internal objects, so the line is written here.
    return Step(cause: cause, changes: step.changes, lines: ["- \(object)"])
  }

  private mutating func finish(_ cause: String) -> Step {
    let after = replica.objects
    let changes = JournalChange.changes(from: objects, to: after).map(withoutDefaults)
    objects = after
    for change in changes { held[change.key]?.formUnion(change.fields.map(\.name)) }
    return Step(cause: cause, changes: changes, lines: changes.compactMap(line))
  }

  /// Returns a change without former values of fields that the store did not have, because these were defaults.
  private func withoutDefaults(_ change: JournalChange) -> JournalChange {
    guard change.mark == .updated, let held = held[change.key] else { return change }
    return JournalChange(
      change.key, change.mark,
      change.fields.map { held.contains($0.name) ? $0 : .init($0.name, nil, $0.after) })
  }

  // MARK: Reporting

  /// Returns a line about the change of an object: `~ Ann.weight 12→none, Ann.kilos 0→76`; `nil` for an object internal
  /// to the session.
  private func line(_ change: JournalChange) -> String? {
    let world = twin.world
    let isInternal = world.schemas.index(named: change.key.kind).map { index in
      world.schemas.schemas[index].isForSession
    }
    if isInternal == true { return nil }
    let label = label(of: change)
    switch change.mark {
    case .inserted: return "+ \(Escaping.escaped(change.key.kind)) \(label)"
    case .removed: return "- \(Escaping.escaped(change.key.kind)) \(label)"
    case .updated:
      let fields = change.fields.map { field in
        let name = Escaping.escaped(ChangeText.reference(label, field.name))
        return "\(name) \(text(of: field.before))→\(text(of: field.after))"
      }
      return "~ " + fields.joined(separator: ", ")
    }
  }

  private func text(of value: Value?) -> String {
    (value ?? .none).shown { kind, id in
      twin.world.label(ofKind: kind, id) ?? "\(Escaping.escaped(kind)) \(id.shown)"
    }
  }

  private func label(of change: JournalChange) -> String {
    if let label = twin.world.label(ofKind: change.key.kind, change.key.id) { return label }
    let name = change.fields.first { $0.name == "name" }
    if case .text(let text)? = name?.before ?? name?.after { return Quoting.label(text) }
    return "\(change.key)"
  }
}

extension PersistenceService {
  /// Runs the migrations that the store needs, and updates the store's schema. Fails and writes nothing if data would
  /// still be lost.
  ///
  /// - Parameters:
  ///   - isDryRun: Indicates whether to return the changes without writing them.
  ///   - copy: Called with the whole content of the store, before anything is written.
  /// - Returns: Lines that describe the changes.
  /// - Throws: A ``PersistenceError``; the store is unchanged in that case.
  public func migrate(
    isDryRun: Bool, copy: ((_ content: JournalContent) throws -> Void)? = nil
  ) throws -> [String] {
    let journal = try opened()
    var lines: [String] = []
    try evolve(journal, copy: copy) { evolution, objects in
      let blocking = evolution.differences(withRules: false).filter(\.isBlocking)
      if blocking.isEmpty {
        lines = ["there is nothing to migrate"]
        return nil
      }
      for difference in blocking where !difference.change.isMigratable {
        throw PersistenceError.unresolved([difference])
      }
      var run = try MigrationRun(objects, of: simulation)
      var steps: [MigrationRun.Step] = []
      for migration in simulation.parts.migrations
      where evolution.changes.contains(.migrationPending(migration.name)) {
        let step = try run.run(migration)
        lines.append("\(step.cause): \(English.count(step.lines.count, "object")) changed")
        lines += Self.listed(step.lines)
        steps.append(step)
      }
      let left = evolution.differences(leftOut: run.leftOut).filter { difference in
        if case .migrationPending = difference.change { false } else { difference.isBlocking }
      }
      if !left.isEmpty { throw PersistenceError.unresolved(left) }
      if isDryRun { return nil }
      return (evolution.program.text, steps)
    }
    return lines
  }

  /// Accepts losses: drops the data of kinds or fields that the program no longer has or cannot read, or objects that
  /// are set aside. The history retains them.
  ///
  /// - Parameter subjects: `KIND` or `KIND.FIELD`, as in ``SchemaChange/subject``, or `KIND ID` for an object that is
  ///   set aside.
  /// - Returns: Lines that describe the changes.
  /// - Throws: A ``PersistenceError``; the store is unchanged in that case.
  public func accept(_ subjects: [String]) throws -> [String] {
    let journal = try opened()
    var lines: [String] = []
    try evolve(journal) { evolution, objects in
      let all = evolution.differences(withRules: false).filter(\.isBlocking)
      for difference in all where !difference.change.isMigratable {
        throw PersistenceError.unresolved([difference])
      }
      var (differences, stored) = (all, evolution.stored)
      var run = try MigrationRun(objects, of: simulation)
      var schema = journal.writesSchema ? evolution.program.text : nil
      let steps = try subjects.map { subject in
        let cause = "store accept \(subject)"
        let step: MigrationRun.Step
        if let change = differences.first(where: { $0.change.subject == subject })?.change, let old = stored {
          step = try run.accept(change, cause: cause)
          let accepted = SchemaComparison(old, evolution.program).accepting(change)
          (stored, schema) = (accepted, accepted.text)
          differences.removeAll { $0.change.subject == subject }
        } else if differences.isEmpty, let object = Self.object(subject, among: run.leftOut.setAside) {
          step = try run.accept(object, cause: cause)
        } else {
          throw PersistenceError.nothingToAccept(subject, known: acceptable(all, journal))
        }
        lines += ["\(cause): \(English.count(step.lines.count, "object")) changed"] + Self.listed(step.lines)
        return step
      }
      return (schema, steps)
    }
    return lines
  }

  /// Returns the subjects that can be accepted: the subjects of the differences or, if there are none, the
  /// objects that are set aside.
  private func acceptable(_ differences: [SchemaDifference], _ journal: StoreJournal) -> [String] {
    if !differences.isEmpty { return differences.compactMap(\.change.subject) }
    return journal.setAside.prefix(RuleError.shownMax).map { "\($0.id)" }
  }

  private func evolve(
    _ journal: StoreJournal, copy: ((_ content: JournalContent) throws -> Void)? = nil,
    _ find: (StoreEvolution, [JournalObject]) throws -> (schema: String?, steps: [MigrationRun.Step])?
  ) throws {
    guard let evolution else { throw PersistenceError.noStore }
    let steps = simulation.past.steps
    do {
      try steps.moving {
        try journal.evolve(copy: copy) { objects in
          guard let found = try find(evolution, objects) else { return nil }
          return StoreJournal.Evolved(
            schema: found.schema, number: simulation.past.steps.present.step + 1,
            steps: found.steps.map { (cause: $0.cause, changes: $0.changes) })
        }
      }
    } catch let error as JournalError {
      throw PersistenceError(journal.journal.name, error)
    }
    simulation.past.noteUndone()
    simulation.rules.evaluateAgain()
  }

  /// Returns the object that a subject denotes: its kind and identity, in which quotation marks may be missing.
  private static func object(_ subject: String, among objects: [SetAsideObject]) -> SetAsideObject? {
    func unquoted(_ text: String) -> String { text.filter { !"“”".contains($0) } }
    return objects.first { "\($0.id)" == subject }
      ?? objects.first { unquoted("\($0.id)") == unquoted(subject) }
  }

  private static func listed(_ lines: [String]) -> [String] {
    lines.count <= listedMax
      ? lines : lines.prefix(listedMax) + ["and \(lines.count - listedMax) more"]
  }

  private static let listedMax = 200
}

extension SchemaChange {
  /// A Boolean value that indicates whether a migration may resolve the difference.
  fileprivate var isMigratable: Bool {
    switch self {
    case .migrationUnknown, .olderProgram, .unreadable: false
    default: true
    }
  }
}

extension SchemaComparison {
  /// Returns the earlier schema with the later names, without the accepted difference.
  func accepting(_ change: SchemaChange) -> StoredSchema {
    var schema = old
    schema.kinds = kinds.compactMap { pair in
      guard var kind = pair.old else { return nil }
      guard let new = pair.new else { return change == .kindRemoved(kind.name) ? nil : kind }
      (kind.name, kind.formerNames) = (new.name, new.formerNames)
      kind.fields = Self.pairs(kind.fields, new.fields).compactMap { pair in
        guard var field = pair.old else { return nil }
        guard let present = pair.new else {
          return change == .fieldRemoved(new.name, field.name) ? nil : field
        }
        if change.subject == "\(new.name).\(present.name)" { return present }
        let words = Self.words(field, present)
        field.words = field.words.map { StoredSchema.Field.renamed($0, words) }
        (field.name, field.formerNames) = (present.name, present.formerNames)
        field.formerWords = present.formerWords
        return field
      }
      return kind
    }
    return schema
  }
}
