import AutoUpdate
import CommandLanguage
import Journaling
import TerminalText

/// The comparison of a store's schema with the program's, performed each time the store is loaded.
final class StoreEvolution {
  private unowned let simulation: Simulation
  let texts: StoredTexts
  let program: StoredSchema
  private let text: String
  /// The differences between the declarations of the store and the program.
  private(set) var changes: [SchemaChange] = []
  /// The connection to the store. Weak, because the journal retains this object.
  private weak var journal: StoreJournal?

  init(of simulation: Simulation) {
    self.simulation = simulation
    texts = StoredTexts(of: simulation)
    program = StoredSchema(of: simulation)
    text = program.text
  }

  /// A Boolean value that indicates whether the store has a schema other than the program's, or none.
  private(set) var isOfOtherSchema = false
  private(set) var gone: Set<SchemaLineage.Gone> = []

  /// The program's schema and its translation of names, for the journal.
  var journalEvolution: JournalEvolution {
    var evolution = JournalEvolution(text: text) {
      [unowned self, program, text, others = otherNames] schemas in
      isOfOtherSchema = schemas.count != 1 || schemas[0].text != text
      var stored: [(since: Int, schema: StoredSchema)] = []
      if schemas.count == 1, schemas[0].text == text {
        stored = [(schemas[0].since, program)]
      } else {
        // Skip schemas that cannot be read. They make the store read-only.
        stored = schemas.compactMap { row in StoredSchema(row.text).map { (row.since, $0) } }
      }
      let lineage = SchemaLineage(stored, program, others: others)
      gone = isOfOtherSchema ? lineage.gone : []
      texts.begin(lineage, isOfOtherSchema: isOfOtherSchema)
      return lineage.translation(texts)
    }
    evolution.learn = { [texts] in texts.learn($0) }
    return evolution
  }

  /// The former names of the kinds that every world has.
  private var otherNames: JournalNames {
    let schemas = simulation.schemas.schemas
    let known = schemas.map(\.kindName)
    var kinds: [String: JournalNames.Kind] = [:]
    for schema in schemas.dropFirst(simulation.parts.ownKindCount) {
      let kind = Self.names(of: schema)
      for former in kind.formerNames where !known.contains(former) { kinds[former] = kind.names }
      if !kind.names.fields.isEmpty { kinds[kind.names.name] = kind.names }
    }
    return JournalNames(kinds)
  }

  private static func names(of declared: some AnySchema) -> (names: JournalNames.Kind, formerNames: [String])
  {
    let schema = declared.schema
    var names = JournalNames.Kind(schema.name)
    for index in schema.stored {
      for former in schema.fields[index].formerNames { names.fields[former] = schema.fields[index].name }
    }
    return (names, schema.formerNames)
  }

  /// Returns the fields that a schema added to the preceding schema, and the fields whose type it changed.
  func fields(madeBy schema: JournalSchema, after earlier: JournalSchema?) -> Set<SchemaLineage.Gone> {
    guard let new = StoredSchema(schema.text), let earlier, let old = StoredSchema(earlier.text) else {
      return []
    }
    var fields: Set<SchemaLineage.Gone> = []
    for change in SchemaComparison(old, new).changes {
      switch change {
      case .fieldAdded(let kind, let field), .typeChanged(let kind, let field, _, _):
        fields.insert(SchemaLineage.Gone(kind: kind, name: field))
      default: break
      }
    }
    return fields
  }

  // MARK: Comparing

  /// Compares a loaded store with the program, and makes the store read-only if differences must be resolved first.
  func compare(_ journal: StoreJournal) {
    self.journal = journal
    (changes, journal.refusal, journal.writesSchema) = ([], nil, false)
    if journal.schemas.last?.text == text { return }
    changes = findChanges(journal)
    let blocking = differences(withRules: false).filter(\.isBlocking)
    guard let first = blocking.first else {
      journal.writesSchema = true
      return
    }
    let rest = blocking.count > 1 ? " (“store problems” lists \(blocking.count - 1) more)" : ""
    journal.refusal = .otherSchema(UntrustedText("\(first)\(rest)"))
  }

  private func findChanges(_ journal: StoreJournal) -> [SchemaChange] {
    if journal.schemas.contains(where: { $0.text == text }) {
      let newer = journal.schemas.last.flatMap { StoredSchema($0.text) }
      return [.olderProgram]
        + (newer.map { SchemaComparison($0, program, isInverted: true).missingFields } ?? [])
    }
    guard let last = journal.schemas.last else {
      return SchemaComparison(inferred(journal), program).changes + unreadableFields(journal)
    }
    guard let stored = StoredSchema(last.text) else { return [.unreadable] }
    let changes = SchemaComparison(stored, program).changes
    let unknown = changes.filter { if case .migrationUnknown = $0 { true } else { false } }
    let hasOwn = changes.contains { if case .migrationPending = $0 { true } else { false } }
    if unknown.isEmpty || hasOwn { return changes }
    // This is an older program that has not written to the store. Its other differences lose no data.
    return unknown + SchemaComparison(stored, program, isInverted: true).missingFields
  }

  /// The store's schema; if the store has none, a schema inferred from its data.
  var stored: StoredSchema? {
    guard let journal else { return nil }
    return journal.schemas.isEmpty
      ? inferred(journal) : journal.schemas.last.flatMap { StoredSchema($0.text) }
  }

  private func inferred(_ journal: StoreJournal) -> StoredSchema {
    let own = Set(simulation.schemas.schemas.dropFirst(simulation.parts.ownKindCount).map(\.kindName))
    return StoredSchema(
      inferredFrom: journal.heldFields.filter { !own.contains($0.key) },
      types: { kind, field in
        let value = journal.setAsideFields.lazy.filter { $0.id.kind == kind }.compactMap {
          $0.value(of: field)
        }
        .first { $0 != .none }
        return value?.noun ?? "any value"
      }, of: program)
  }

  private func unreadableFields(_ journal: StoreJournal) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    for kind in program.kinds {
      for field in kind.fields {
        let holder = journal.setAside.first { $0.id.kind == kind.name && $0.unreadable.contains(field.name) }
        let value = holder.flatMap { holder in holder.fields.first { $0.name == field.name }?.value }
        guard let value else { continue }
        changes.append(.typeChanged(kind.name, field.name, from: value.noun, to: field.shownType))
      }
    }
    return changes
  }

  // MARK: Differences

  /// Returns the differences with the affected objects.
  ///
  /// - Parameter withRules: Indicates whether to evaluate the rules to find the objects that break them.
  func differences(withRules: Bool) -> [SchemaDifference] {
    // There are no differences after the first step, which writes the program's schema to the store.
    guard let journal, journal.schemas.last?.text != text else { return [] }
    let leftOut = LeftOut(setAside: journal.setAside, fields: journal.setAsideFields, simulation: simulation)
    return differences(leftOut: leftOut, withRules: withRules)
  }

  /// Returns the differences with the affected objects.
  ///
  /// - Parameters:
  ///   - leftOut: The data of the store that no model holds.
  ///   - withRules: Indicates whether to evaluate the rules to find the objects that break them.
  func differences(leftOut: LeftOut, withRules: Bool = false) -> [SchemaDifference] {
    changes.map { difference($0, leftOut, withRules: withRules) }
  }

  private func difference(
    _ change: SchemaChange, _ leftOut: LeftOut, withRules: Bool
  ) -> SchemaDifference {
    switch change {
    case .kindRemoved(let kind):
      let objects = leftOut.objects(of: kind)
      return .init(change, objects: objects, count: objects.count, isBlocking: !objects.isEmpty)
    case .fieldRemoved(let kind, let field):
      let objects = leftOut.holders(of: field, kind)
      return .init(change, objects: objects, count: objects.count, isBlocking: !objects.isEmpty)
    case .typeChanged(let kind, let field, _, _), .wordsLost(let kind, let field, _):
      let objects = leftOut.holders(ofUnreadable: field, kind)
      return .init(change, objects: objects, count: objects.count, isBlocking: !objects.isEmpty)
    case .fieldAdded(let kind, _), .fieldUnavailable(let kind, _):
      return .init(change, count: simulation.objects(ofKindNamed: kind)?.count ?? 0)
    case .rangeChanged(let kind, let field, _, _):
      let names = simulation.objects(ofKindNamed: kind)?.breaches().compactMap { breach in
        if case .outOfRange(let object, field, _, _, _) = breach { object } else { nil }
      }
      return .init(change, objects: names ?? [], count: names?.count ?? 0)
    case .ruleAdded(_, let name), .ruleChanged(_, let name):
      guard withRules, let breakers = simulation.rules.breakers(of: name) else { return .init(change) }
      return .init(change, objects: breakers.names, count: breakers.count)
    case .scheduleRemoved(let name):
      let jobs = leftOut.jobs(of: name)
      return .init(change, objects: jobs, count: jobs.count)
    case .migrationPending, .migrationUnknown, .olderProgram, .unreadable:
      return .init(change, isBlocking: true)
    case .kindAdded, .kindRenamed, .fieldRenamed, .wordRenamed, .wordsAdded, .transitionsChanged,
      .ruleRemoved, .scheduleAdded, .scheduleRenamed:
      return .init(change)
    }
  }
}

/// The data of a store that is in no model.
struct LeftOut {
  let setAside: [SetAsideObject]
  let fields: [SetAsideFields]
  let simulation: Simulation

  func objects(of kind: String) -> [String] { setAside.filter { $0.id.kind == kind }.map(name) }

  func jobs(of schedule: String) -> [String] {
    setAside.filter { $0.id.kind == Job.kindName && JournalFields($0.fields).text("for") == schedule }.map(
      name)
  }

  func holders(of field: String, _ kind: String) -> [String] {
    let others = setAside.filter { object in
      object.id.kind == kind && object.fields.contains { $0.name == field && $0.value != .none }
    }
    return own(field, kind) + others.map(name)
  }

  /// Returns the names of the objects with a field that cannot be read.
  func holders(ofUnreadable field: String, _ kind: String) -> [String] {
    own(field, kind) + setAside.filter { $0.id.kind == kind && $0.unreadable.contains(field) }.map(name)
  }

  private func own(_ field: String, _ kind: String) -> [String] {
    fields.filter { $0.id.kind == kind && $0.value(of: field) != nil }.map { object in
      simulation.label(ofKind: object.id.kind, object.id.id) ?? "\(object.id)"
    }
  }

  private func name(_ object: SetAsideObject) -> String {
    let name = JournalFields(object.fields).text("name")
    return name.isEmpty ? "\(object.id)" : Quoting.label(name)
  }
}
