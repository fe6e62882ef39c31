public import AutoUpdate

/// A copy of a journal's objects in a separate store, where they are migrated to a new schema.
///
/// An object with unreadable fields is created without them. Objects and fields that no model can hold are set aside
/// until they are released.
public final class JournalReplica {
  private let kinds: KindSet
  private let store: DataStore

  /// Creates a replica in a store that has no journal.
  public init(_ kinds: [JournalKind], in store: DataStore) {
    self.kinds = KindSet(kinds, of: store)
    self.store = store
  }

  /// Replaces the contents of the store by these objects.
  public func load(_ objects: [JournalObject]) throws {
    try kinds.restore(objects, in: store, cause: "load", isLenient: true)
  }

  /// The objects as a journal stores them, including set-aside objects and fields.
  public var objects: [JournalObject] { kinds.keys.map { JournalObject($0, fields: kinds.current($0)) } }

  /// The objects that the program cannot create.
  public var setAside: [SetAsideObject] { kinds.setAside.models }
  /// The fields that the program does not have or cannot read.
  public var setAsideFields: [SetAsideFields] { kinds.setAsideFields.models }

  /// Returns the set-aside fields of an object; `nil` if there are none.
  public func fields(of key: JournalKey) -> SetAsideFields? { kinds.setAsideFields[key] }

  /// Drops a set-aside field, so that the object has the value of its model.
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

  /// Drops a set-aside object.
  public func release(_ key: JournalKey) throws {
    try store.transaction(from: .restored, "release") { $0.delete(key, from: kinds.setAside) }
  }
}

extension JournalChange {
  /// Returns the changes that lead from `before` to `after`, in the order of `after`. Removed objects come last.
  ///
  /// - Complexity: O(*f* · *k*), where *f* is the number of fields of all the objects, and *k* is the maximum number of
  ///   fields of one object.
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
