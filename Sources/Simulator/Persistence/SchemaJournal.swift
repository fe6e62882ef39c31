public import AutoUpdate
public import Journaling
import CommandLanguage
import TerminalText

/// The journal representation of a world's kinds, derived from their schemas.
enum SchemaJournal {
  /// Returns the kinds of a session.
  ///
  /// - Throws: A ``PersistenceError`` if objects of a kind could be written but not read back.
  static func kinds(of simulation: Simulation) throws -> [JournalKind] {
    try simulation.schemas.schemas.enumerated().map { position, schema in
      try kind(of: schema, isOwn: position < simulation.parts.ownKindCount, in: simulation)
    }
  }

  /// - Parameter isOwn: Indicates whether the world itself declares the kind, so that the schema in the store contains
  ///   it.
  private static func kind<M: Model>(
    of declared: some AnySchema<M>, isOwn: Bool, in simulation: Simulation
  ) throws -> JournalKind {
    let schema = declared.schema
    // Closures instead of key paths, which are slow to instantiate for a generic type.
    let fields = schema.stored.map { schema.fields[$0] }
    // Initial objects serve as templates for kinds without `new` and `restoring`.
    let templates = Dictionary(simulation.table(of: M.self).models.map { ($0.id, $0) }) { first, _ in first }
    if schema.make == nil, schema.restoring == nil, templates.isEmpty {
      throw PersistenceError.unreadableKind(schema.name)
    }
    // Extracted, because copying a whole field is expensive.
    let isSame = fields.map { $0.isSame }
    let isGenerator = M.self == Generator.self
    let storing = schema.restoring?.storing
    let reads = FieldReads()
    func kept(_ field: Field<M>, _ object: M, in simulation: Simulation) -> Value {
      let value = field.read(object)
      guard isGenerator, field.name == "last", let generator = object as? Generator else { return value }
      return byName(value, generator.storedCounts, in: simulation)
    }
    func extra(_ object: M, in simulation: Simulation) -> [JournalField] {
      (storing?(object) ?? []).map { JournalField($0.name, simulation.kept($0.content)) }
    }
    let parts = JournalParts(
      name: schema.name, formerNames: schema.formerNames,
      identity: { M.ID(fieldValue: $0) }, id: { $0.id.fieldValue },
      fieldNames: isOwn && storing == nil ? Set(fields.map { $0.name }) : nil,
      fields: { [unowned simulation] object in
        fields.map { JournalField($0.name, kept($0, object, in: simulation)) } + extra(object, in: simulation)
      },
      differences: { [unowned simulation] before, after in
        var changes: [JournalChange.FieldChange] = []
        for position in isSame.indices where !isSame[position](before, after) {
          let field = fields[position]
          changes.append(
            .init(field.name, kept(field, before, in: simulation), kept(field, after, in: simulation)))
        }
        return changes
          + JournalChange.differences(from: extra(before, in: simulation), to: extra(after, in: simulation))
      },
      // A generator depends on the counts of kinds that the program does not have.
      update: isGenerator
        ? nil
        : { [unowned simulation] object, change, isInverted in
          if change.fields.contains(where: { reads.contains($0.name) }) { return false }
          let parts = extra(object, in: simulation)
          return schema.operations.update(&object, schema, change, isInverted)
            && extra(object, in: simulation) == parts
        },
      make: { [unowned simulation] id, kept in
        var object = try template(schema, id, kept, templates[id], reads, in: simulation)
        guard object.id == id else { return nil }
        var counts: [Generator.StoredCount] = []
        if isGenerator, let value = kept.value(of: "last"), var generator = object as? Generator {
          counts = storedCounts(value, in: simulation)
          generator.storedCounts = counts
          if let counting = generator as? M { object = counting }
        }
        let refused = schema.operations.write(
          &object, schema,
          { name in
            let value = kept.value(of: name)
            return isGenerator && name == "last" && value != nil ? byIndex(counts) : value
          }, kept.leaveOut)
        if let refused {
          let name = schema.fields[refused].name
          throw UnreadableObject("its field “\(name)” cannot be \((kept.value(of: name) ?? .none).shown)")
        }
        return object
      })
    return schema.operations.makeJournalKind(parts)
  }

  // The generator counts objects by the index of their kind, and a store by the kind's name.

  private static func byName(
    _ value: Value, _ stored: [Generator.StoredCount], in simulation: Simulation
  ) -> Value {
    guard case .list(let counts) = value else { return value }
    let schemas = simulation.schemas.schemas
    var pairs: [Value] = []
    func append(_ index: Int) {
      if index < counts.count, counts[index] != .number(0) {
        pairs += [.word(schemas[index].kindName), counts[index]]
      }
    }
    for known in stored {
      if let index = known.kindIndex { append(index) } else { pairs += [known.name, known.count] }
    }
    for index in counts.indices where !stored.contains(where: { $0.kindIndex == index }) { append(index) }
    return .list(pairs)
  }

  private static func storedCounts(_ value: Value, in simulation: Simulation) -> [Generator.StoredCount] {
    guard case .list(let pairs) = value else { return [] }
    var counts: [Generator.StoredCount] = []
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      var kindIndex: Int?
      if case .word(let name) = pairs[index] {
        kindIndex = simulation.schemas.schemas.firstIndex {
          $0.kindName == name || $0.formerNames.contains(name)
        }
      }
      if kindIndex != nil, counts.contains(where: { $0.kindIndex == kindIndex }) { continue }
      counts.append(.init(name: pairs[index], count: pairs[index + 1], kindIndex: kindIndex))
    }
    return counts
  }

  private static func byIndex(_ stored: [Generator.StoredCount]) -> Value {
    var counts: [Value] = []
    for known in stored {
      guard let index = known.kindIndex else { continue }
      while counts.count <= index { counts.append(.number(0)) }
      counts[index] = known.count
    }
    return .list(counts)
  }

  private static func template<M: Model>(
    _ schema: Schema<M>, _ id: M.ID, _ kept: JournalFields, _ known: M?, _ reads: FieldReads,
    in simulation: Simulation
  ) throws -> M {
    if let restoring = schema.restoring {
      let fields = StoredFields(kept, in: simulation, reads)
      guard let object = restoring.make(id, fields) else {
        throw UnreadableObject(fields.problem.message ?? "it cannot be created from the stored values")
      }
      return object
    }
    guard let make = schema.make else {
      if let known { return known }
      throw UnreadableObject("the world has no such object at its beginning")
    }
    var name = ""
    if let field = schema.nameField, case .text(let text)? = kept.value(of: field.name) { name = text }
    var number = 0
    if case .number(let value) = id.fieldValue { number = value }
    return make(number, name)
  }
}

/// The arguments of a ``JournalKind``, which is created in the module that declares the model.
@usableFromInline
struct JournalParts<Object: Storable> {
  @usableFromInline let name: String
  @usableFromInline let formerNames: [String]
  @usableFromInline let identity: (Value) -> Object.ID?
  @usableFromInline let id: (Object) -> Value
  @usableFromInline let fieldNames: Set<String>?
  @usableFromInline let fields: (Object) -> [JournalField]
  @usableFromInline let differences: (Object, Object) -> [JournalChange.FieldChange]
  @usableFromInline let update: ((inout Object, JournalChange, _ isInverted: Bool) -> Bool)?
  @usableFromInline let make: (Object.ID, JournalFields) throws -> Object?
}
