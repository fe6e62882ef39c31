public import AutoUpdate

/// The objects of a journal in a store of their own, in which somebody finds out how they change for a new schema.
///
/// An object with fields that cannot be read is made without them. What is in no model is set aside, until it is released.
public final class JournalReplica {
  private let kinds: KindSet
  private let store: DataStore

  /// A replica in a store that has no journal.
  public init(_ kinds: [JournalKind], in store: DataStore) {
    self.kinds = KindSet(kinds, of: store)
    self.store = store
  }

  /// Makes the store hold these objects and no others.
  public func load(_ objects: [JournalObject]) throws {
    try kinds.restore(objects, in: store, cause: "load", isLenient: true)
  }

  /// The objects as a journal would keep them, with what is set aside of them.
  public var objects: [JournalObject] { kinds.keys.map { JournalObject($0, fields: kinds.current($0)) } }

  /// The objects that the program cannot make.
  public var setAside: [SetAsideObject] { kinds.setAside.models }
  /// The fields that the program does not have, or cannot read.
  public var setAsideFields: [SetAsideFields] { kinds.setAsideFields.models }

  /// The set-aside fields of an object.
  public func fields(of key: JournalKey) -> SetAsideFields? { kinds.setAsideFields[key] }

  /// Drops a set-aside field: the object has what its model says.
  public func release(_ field: String, of key: JournalKey) throws {
    guard let known = kinds.setAsideFields[key] else { return }
    let rest = known.fields.filter { $0.name != field }
    try store.transaction(from: .restored, "release") { transaction in
      if rest.isEmpty {
        transaction.delete(key, from: kinds.setAsideFields)
      } else {
        transaction.save(SetAsideFields(id: key, fields: rest), in: kinds.setAsideFields)
      }
    }
  }

  /// Drops an object that is set aside.
  public func release(_ key: JournalKey) throws {
    try store.transaction(from: .restored, "release") { $0.delete(key, from: kinds.setAside) }
  }
}

extension JournalChange {
  /// The changes that lead from some objects to others, in the order of these; those that are gone stand behind them.
  ///
  /// - Complexity: O(fields of the objects).
  public static func changes(from before: [JournalObject], to after: [JournalObject]) -> [JournalChange] {
    var known: [JournalKey: [JournalField]] = [:]
    for object in before { known[object.key] = object.fields }
    var changes: [JournalChange] = []
    for object in after {
      guard let fields = object.fields else { continue }
      guard let old = known.removeValue(forKey: object.key) else {
        changes.append(JournalChange(object.key, from: nil, to: fields))
        continue
      }
      if old == fields { continue }
      let differences = differencesByName(from: old, to: fields)
      if !differences.isEmpty { changes.append(JournalChange(object.key, .updated, differences)) }
    }
    for object in before {
      guard let fields = known[object.key] else { continue }
      changes.append(JournalChange(object.key, from: fields, to: nil))
    }
    return changes
  }

  private static func differencesByName(
    from before: [JournalField], to after: [JournalField]
  ) -> [FieldChange] {
    var changes: [FieldChange] = []
    for field in after {
      let old = before.first { $0.name == field.name }?.value
      if old != field.value { changes.append(FieldChange(field.name, old, field.value)) }
    }
    for field in before where !after.contains(where: { $0.name == field.name }) {
      changes.append(FieldChange(field.name, field.value, nil))
    }
    return changes
  }
}
