package import Journaling
import TerminalText
import Values

/// An earlier version of a session's world that differs in one declaration.
///
/// It is used to check that the world can open the stores of its predecessors. The difference is one of three: a kind,
/// a field or a word had a former name; a field did not exist yet; a kind or a field existed that was removed later.
package struct EarlierVersion {
  /// The difference that opening a store of the earlier version must report.
  package let change: SchemaChange
  private let schema: StoredSchema
  private let names: JournalNames

  /// The name of the removed kind or field.
  private static let removed = "removed"
  /// The value of a removed field.
  private static let removedValue = Value.number(7)

  /// Chooses one of a world's earlier versions; `nil` if the world has no kinds.
  ///
  /// - Parameter choice: A number that determines the version. All numbers are valid.
  package init?(of simulation: Simulation, choice: UInt64) {
    let present = StoredSchema(of: simulation)
    // Keep the changes that a comparison recognizes. It cannot recognize, for example, two fields that exchanged names.
    let changes = Self.changes(in: present, simulation).filter { change in
      SchemaComparison(Self.undone(change, in: present).schema, present).changes == [change]
    }
    if changes.isEmpty { return nil }
    change = changes[Int(choice % UInt64(changes.count))]
    (schema, names) = Self.undone(change, in: present)
  }

  /// The difference in words, for a message: `“card.size” was “card.weight”`.
  package var sentence: String {
    func shown(_ kind: String, _ field: String) -> String { Quoting.message("\(kind).\(field)") }
    return switch change {
    case .kindRenamed(let kind, let former): "\(Quoting.message(kind)) was \(Quoting.message(former))"
    case .fieldRenamed(let kind, let field, let former): "\(shown(kind, field)) was \(shown(kind, former))"
    case .wordRenamed(let kind, let field, let word, let former):
      "the word \(Quoting.message(word)) of \(shown(kind, field)) was \(Quoting.message(former))"
    case .fieldAdded(let kind, let field): "\(shown(kind, field)) did not exist"
    case .fieldRemoved(let kind, let field): "\(shown(kind, field)) existed"
    case .kindRemoved(let kind): "the kind \(Quoting.message(kind)) existed"
    default: "nothing differed"
    }
  }

  /// A Boolean value that indicates whether the earlier version had all fields of the world.
  package var hasAllFields: Bool {
    if case .fieldAdded = change { false } else { true }
  }

  // MARK: Choosing

  private static func changes(in present: StoredSchema, _ simulation: Simulation) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    for (kind, declared) in zip(present.kinds, simulation.schemas.schemas) {
      let names = present.kinds.map(\.name)
      changes += kind.formerNames.filter { !names.contains($0) }.map { .kindRenamed(kind.name, from: $0) }
      for field in kind.fields {
        changes += Self.changes(of: field, in: kind, nameField: declared.nameOfNameField)
      }
      if kind.field(named: removed) == nil { changes.append(.fieldRemoved(kind.name, removed)) }
    }
    if !changes.isEmpty, present.kind(named: removed) == nil { changes.append(.kindRemoved(removed)) }
    return changes
  }

  private static func changes(
    of field: StoredSchema.Field, in kind: StoredSchema.Kind, nameField: String?
  ) -> [SchemaChange] {
    var changes = field.formerNames.filter { kind.field(named: $0) == nil }.map {
      SchemaChange.fieldRenamed(kind.name, field.name, from: $0)
    }
    for (former, word) in field.renamedWords {
      if field.cases.contains(word), !field.cases.contains(former) {
        changes.append(.wordRenamed(kind.name, field.name, word, from: former))
      }
    }
    // Names and required references have no default.
    if field.name != nameField, field.type != StoredSchema.Field.object {
      changes.append(.fieldAdded(kind.name, field.name))
    }
    return changes
  }

  // MARK: Schema

  private static func undone(
    _ change: SchemaChange, in present: StoredSchema
  ) -> (schema: StoredSchema, names: JournalNames) {
    var (schema, names) = (present, JournalNames())
    func edit(_ kind: String, _ body: (inout StoredSchema.Kind) -> Void) {
      if let index = schema.kinds.firstIndex(where: { $0.name == kind }) { body(&schema.kinds[index]) }
    }
    func edit(_ kind: String, _ field: String, _ body: (inout StoredSchema.Field) -> Void) {
      edit(kind) { kind in
        if let index = kind.fields.firstIndex(where: { $0.name == field }) { body(&kind.fields[index]) }
      }
    }
    switch change {
    case .kindRenamed(let kind, let former):
      edit(kind) { ($0.name, $0.formerNames) = (former, []) }
      for kindIndex in schema.kinds.indices {
        for index in schema.kinds[kindIndex].fields.indices
        where schema.kinds[kindIndex].fields[index].target == kind {
          schema.kinds[kindIndex].fields[index].target = former
        }
      }
      names.kinds[kind] = JournalNames.Kind(former)
      // The generator stores its counts by the names of kinds.
      let generator = Generator.schema.name
      names.kinds[generator] = JournalNames.Kind(generator)
      names.kinds[generator]?.words["last"] = [kind: former]
    case .fieldRenamed(let kind, let field, let former):
      edit(kind, field) { ($0.name, $0.formerNames) = (former, []) }
      names.kinds[kind] = JournalNames.Kind(kind)
      names.kinds[kind]?.fields[field] = former
    case .wordRenamed(let kind, let field, let word, let former):
      let words = [word: former]
      edit(kind, field) {
        $0.words = $0.words.map { StoredSchema.Field.renamed($0, words) }
        $0.transitions = $0.transitions(words)
        $0.formerWords = []
      }
      names.kinds[kind] = JournalNames.Kind(kind)
      names.kinds[kind]?.words[field] = words
    case .fieldAdded(let kind, let field): edit(kind) { $0.fields.removeAll { $0.name == field } }
    case .fieldRemoved(let kind, let field):
      edit(kind) { $0.fields.append(StoredSchema.Field(name: field, type: "a whole number")) }
    case .kindRemoved(let kind):
      let name = StoredSchema.Field(name: "name", type: "a text")
      schema.kinds.append(StoredSchema.Kind(name: kind, fields: [name]))
    default: break
    }
    return (schema, names)
  }

  // MARK: Writing

  /// Returns a batch of the world as the earlier version would have written it.
  package func written(_ batch: JournalBatch) -> JournalBatch {
    var batch = batch
    for index in batch.steps.indices { batch.steps[index].changes = batch.steps[index].changes.map(written) }
    batch.objects = batch.objects.map(written)
    if batch.schema != nil {
      batch.schema = schema.text
      if let object = removedObject { batch.objects.append(object) }
    }
    return batch
  }

  private func written(_ object: JournalObject) -> JournalObject {
    let fields = object.fields.map { fields in
      withRemovedField(fields, of: object.key.kind).compactMap { field in
        name(of: field.name, object.key.kind).map {
          JournalField($0, written(field.value, of: field.name, object.key.kind))
        }
      }
    }
    return JournalObject(written(object.key), fields: fields)
  }

  private func written(_ change: JournalChange) -> JournalChange {
    let kind = change.key.kind
    var fields = change.fields.compactMap { field in
      name(of: field.name, kind).map { name in
        JournalChange.FieldChange(
          name, field.before.map { written($0, of: field.name, kind) },
          field.after.map { written($0, of: field.name, kind) })
      }
    }
    if case .fieldRemoved(kind, let name) = self.change, change.mark != .updated {
      let (before, after) = change.mark == .removed ? (Self.removedValue, nil) : (nil, Self.removedValue)
      fields.append(JournalChange.FieldChange(name, before, after))
    }
    return JournalChange(written(change.key), change.mark, fields)
  }

  private func written(_ key: JournalKey) -> JournalKey {
    JournalKey(kind: names.kinds[key.kind]?.name ?? key.kind, id: key.id)
  }

  private func name(of field: String, _ kind: String) -> String? {
    if case .fieldAdded(kind, field) = change { return nil }
    return names.kinds[kind]?.fields[field] ?? field
  }

  private func written(_ value: Value, of field: String, _ kind: String) -> Value {
    renamed(names.kinds[kind]?.value(value, of: field) ?? value)
  }

  /// Returns a value whose references have the earlier names of their kinds.
  private func renamed(_ value: Value) -> Value {
    switch value {
    case .reference(let kind, let id): .reference(kind: names.kinds[kind]?.name ?? kind, id: id)
    case .list(let values): .list(values.map(renamed))
    default: value
    }
  }

  // MARK: Comparing

  /// Compares the objects that a session has read from a store of the earlier version with the objects written to that
  /// store.
  ///
  /// - Parameters:
  ///   - found: The objects of the session, including those that are set aside.
  ///   - expected: The objects of the session that wrote the store.
  ///   - isAccepted: Indicates whether the loss of removed kinds and fields was accepted.
  /// - Returns: The first difference, as a sentence without a full stop; `nil` if there is none.
  /// - Complexity: O(*n* log *n*), where *n* is the number of objects.
  package func difference(
    _ found: [JournalObject], from expected: [JournalObject], isAccepted: Bool
  ) -> String? {
    var expected = expected
    if !isAccepted {
      expected = expected.map { object in
        JournalObject(
          object.key, fields: object.fields.map { withRemovedField($0, of: object.key.kind) })
      }
      if let object = removedObject { expected.append(object) }
    }
    var rest: [JournalKey: JournalObject] = [:]
    for object in found { rest[object.key] = object }
    for object in expected {
      guard let other = rest.removeValue(forKey: object.key) else { return "\(object.key) is missing" }
      if let difference = difference(other, from: object) { return difference }
    }
    let additional = rest.keys.map(\.description).sorted()
    return additional.first.map { "\($0) did not exist" }
  }

  private func difference(_ found: JournalObject, from expected: JournalObject) -> String? {
    let kind = expected.key.kind
    var rest: [String: Value] = [:]
    for field in found.fields ?? [] { rest[field.name] = field.value }
    for field in expected.fields ?? [] {
      let value = rest.removeValue(forKey: field.name)
      if name(of: field.name, kind) == nil || value == field.value { continue }
      let now = value.map { "is \($0.shown)" } ?? "is missing"
      return "\(Quoting.message(field.name)) of \(expected.key) \(now), and was \(field.value.shown)"
    }
    return rest.keys.sorted().first.map { "\(Quoting.message($0)) of \(expected.key) did not exist" }
  }

  private func withRemovedField(_ fields: [JournalField], of kind: String) -> [JournalField] {
    guard case .fieldRemoved(kind, let name) = change else { return fields }
    return fields + [JournalField(name, Self.removedValue)]
  }

  private var removedObject: JournalObject? {
    guard case .kindRemoved(let kind) = change else { return nil }
    return JournalObject(
      JournalKey(kind: kind, id: .number(1)), fields: [JournalField("name", .text("Relic"))])
  }
}
