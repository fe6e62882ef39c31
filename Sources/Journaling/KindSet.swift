import AutoUpdate
import TerminalText

/// The journaled kinds of a store, by name and by table, and the set-aside objects.
struct KindSet {
  private let kinds: [BoundKind]
  /// The objects that are in the journal, but in no kind's table.
  let setAside: Table<SetAsideObject>
  /// The fields that are in the journal, but in no model.
  let setAsideFields: Table<SetAsideFields>
  private var indicesByName: [String: Int] = [:]
  private var indicesByTable: [Int: Int] = [:]
  /// The current names of kinds, by former name.
  private var presentNames: [String: String] = [:]

  init(_ kinds: [JournalKind], of store: DataStore) {
    self.kinds = kinds.map { $0.bind(store) }
    setAside = store.table(of: SetAsideObject.self)
    setAsideFields = store.table(of: SetAsideFields.self)
    for (index, kind) in self.kinds.enumerated() {
      indicesByName[kind.name] = index
      indicesByTable[kind.table] = index
    }
    for kind in kinds {
      for former in kind.formerNames where indicesByName[former] == nil {
        presentNames[former] = kind.name
      }
    }
  }

  /// The names for a journal without a schema.
  var names: JournalNames { JournalNames(presentNames.mapValues { JournalNames.Kind($0) }) }

  private subscript(name: String) -> BoundKind? { indicesByName[name].map { kinds[$0] } }

  /// The kind of a table's objects; `nil` if the table is not journaled.
  subscript(table: Int) -> BoundKind? { indicesByTable[table].map { kinds[$0] } }

  var keys: [JournalKey] { kinds.flatMap { $0.keys() } + setAside.models.map(\.id) }

  /// Returns the fields of an object in the store; `nil` if it does not exist.
  func current(_ key: JournalKey) -> [JournalField]? {
    guard let fields = self[key.kind]?.current(key) else { return setAside[key]?.fields }
    guard setAsideFields.count > 0, let others = setAsideFields[key]?.fields else { return fields }
    return fields.filter { field in !others.contains { $0.name == field.name } } + others
  }

  /// Replaces the contents of the store by these objects.
  ///
  /// - Parameter isLenient: whether an object with unreadable fields is created without them.
  func restore(
    _ objects: [JournalObject], in store: DataStore, cause: String, isLenient: Bool = false
  ) throws {
    try store.transaction(from: .restored, cause) { transaction in
      let wanted = Set(objects.map(\.key))
      for key in keys where !wanted.contains(key) {
        write(JournalObject(key, fields: nil), in: transaction)
      }
      for object in objects { write(object, in: transaction, isLenient: isLenient) }
    }
  }

  /// Saves an object in the store, or deletes it if it has no fields. An object that cannot be created is set aside.
  ///
  /// - Parameter isLenient: whether an object with unreadable fields is created without them.
  func write(_ object: JournalObject, in transaction: Transaction, isLenient: Bool = false) {
    let (key, kind) = (object.key, self[object.key.kind])
    let leftovers = kind?.write(transaction, object, isLenient) ?? Self.withoutKind(key)
    let (old, new) = leftovers.setAside(key, object.fields)
    if let old {
      _ = kind?.write(transaction, JournalObject(key, fields: nil), false)
      transaction.save(old, in: setAside)
    } else if setAside[key] != nil {
      transaction.delete(key, from: setAside)
    }
    if let new {
      transaction.save(new, in: setAsideFields)
    } else if setAsideFields[key] != nil {
      transaction.delete(key, from: setAsideFields)
    }
  }

  /// Returns the changes of tables between two states of an object during a walk through the history. `first` is the
  /// object's state after its previous change in the walk.
  ///
  /// - Parameters:
  ///   - isInverted: whether the walk goes backwards, so that `second` is the earlier state.
  ///   - isLenient: whether a model with unreadable fields is created without them.
  func changes(
    of key: JournalKey, from first: [JournalField]?, to second: [JournalField]?, isInverted: Bool,
    isLenient: Bool
  ) -> [any AnyChange] {
    let made = self[key.kind]?.change(key, first, second, isInverted, isLenient)
    let (before, after) = isInverted ? (second, first) : (first, second)
    let old = (made?.before ?? Self.withoutKind(key)).setAside(key, before)
    let new = (made?.after ?? Self.withoutKind(key)).setAside(key, after)
    var changes: [any AnyChange] = made?.change.map { [$0] } ?? []
    if old.object != nil || new.object != nil {
      changes.append(Change(before: old.object, after: new.object))
    }
    if old.fields != nil || new.fields != nil {
      changes.append(Change(before: old.fields, after: new.fields))
    }
    return changes
  }

  func endWalk() { for kind in kinds { kind.endWalk() } }

  private static func withoutKind(_ key: JournalKey) -> BoundKind.Leftovers {
    BoundKind.Leftovers(problem: noKind(key))
  }

  private static func noKind(_ key: JournalKey) -> UntrustedText { "the program has no kind “\(key.kind)”" }

  func changes(of commit: LoggedCommit) -> [JournalChange] {
    commit.tables.flatMap { self[$0]?.changes(commit) ?? [] }
  }
}

extension BoundKind.Leftovers {
  /// Returns the parts of an object that are set aside: the whole object, or some fields.
  fileprivate func setAside(
    _ key: JournalKey, _ all: [JournalField]?
  ) -> (object: SetAsideObject?, fields: SetAsideFields?) {
    guard let all else { return (nil, nil) }
    if let problem {
      return (SetAsideObject(id: key, fields: all, reason: problem, unreadable: unreadable), nil)
    }
    return (nil, fields.isEmpty ? nil : SetAsideFields(id: key, fields: fields))
  }
}
