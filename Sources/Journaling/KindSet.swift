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

  var count: Int { kinds.count }

  func index(of name: String) -> Int? { indicesByName[name] }

  /// The kind at an index.
  func kind(at index: Int) -> BoundKind { kinds[index] }

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
    let leftovers = kind?.write(transaction, object, isLenient) ?? Leftovers(problem: Self.noKind(key))
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

  static func noKind(_ key: JournalKey) -> UntrustedText { "the program has no kind “\(key.kind)”" }

  func changes(of commit: LoggedCommit) -> [JournalChange] {
    commit.tables.flatMap { self[$0]?.changes(commit) ?? [] }
  }
}

extension Leftovers {
  /// Returns the parts of an object that are set aside: the whole object, or some fields.
  func setAside(
    _ key: JournalKey, _ all: [JournalField]?
  ) -> (object: SetAsideObject?, fields: SetAsideFields?) {
    guard let all else { return (nil, nil) }
    if let problem {
      return (SetAsideObject(id: key, fields: all, reason: problem, unreadable: unreadable), nil)
    }
    return (nil, fields.isEmpty ? nil : SetAsideFields(id: key, fields: fields))
  }
}
