import AutoUpdate
import TerminalText

/// The kinds of a store that its journal keeps, found by name and by table, and the objects that are set aside.
struct KindSet {
  private let kinds: [BoundKind]
  /// The objects that are in the journal and in no kind's table.
  let setAside: Table<SetAsideObject>
  private var placesByName: [String: Int] = [:]
  private var placesByTable: [Int: Int] = [:]
  /// The names that kinds have now, by those that they had before.
  private(set) var presentNames: [String: String] = [:]

  init(_ kinds: [JournalKind], of store: DataStore) {
    self.kinds = kinds.map { $0.bind(store) }
    setAside = store.table(of: SetAsideObject.self)
    for (place, kind) in self.kinds.enumerated() {
      placesByName[kind.name] = place
      placesByTable[kind.table] = place
    }
    for kind in kinds {
      for former in kind.formerNames where placesByName[former] == nil {
        presentNames[former] = kind.name
      }
    }
  }

  private subscript(name: String) -> BoundKind? { placesByName[name].map { kinds[$0] } }

  /// The kind of a table's objects; `nil` for a table that is not kept.
  subscript(table: Int) -> BoundKind? { placesByTable[table].map { kinds[$0] } }

  /// The keys of all objects that the store holds.
  var keys: [JournalKey] { kinds.flatMap { $0.keys() } + setAside.models.map(\.id) }

  /// The fields of an object that the store holds; `nil` without one.
  func current(_ key: JournalKey) -> [JournalField]? {
    self[key.kind]?.current(key) ?? setAside[key]?.fields
  }

  /// Makes the store hold an object, or none of its key. One that cannot be made of its fields is set aside.
  func write(_ object: JournalObject, in transaction: Transaction) {
    let kind = self[object.key.kind]
    let reason = kind == nil ? Self.noKind(object.key) : kind?.write(transaction, object)
    if let fields = object.fields, let reason {
      _ = kind?.write(transaction, JournalObject(object.key, fields: nil))
      transaction.save(SetAsideObject(id: object.key, fields: fields, reason: reason), in: setAside)
    } else if setAside[object.key] != nil {
      transaction.delete(object.key, from: setAside)
    }
  }

  /// The changes of tables that lead from one state of an object to another.
  func changes(
    of key: JournalKey, from before: [JournalField]?, to after: [JournalField]?
  ) -> [any AnyChange] {
    let made = self[key.kind]?.change(key, before, after)
    func setAside(_ fields: [JournalField]?, _ reason: UntrustedText?) -> SetAsideObject? {
      let reason = made == nil ? Self.noKind(key) : reason
      guard let fields, let reason else { return nil }
      return SetAsideObject(id: key, fields: fields, reason: reason)
    }
    var changes: [any AnyChange] = made?.change.map { [$0] } ?? []
    let (old, new) = (setAside(before, made?.problemBefore), setAside(after, made?.problemAfter))
    if old != nil || new != nil { changes.append(Change(before: old, after: new)) }
    return changes
  }

  private static func noKind(_ key: JournalKey) -> UntrustedText { "the program has no kind “\(key.kind)”" }

  /// The changes of objects that are kept in a commit.
  func changes(of commit: LoggedCommit) -> [JournalChange] {
    commit.tables.flatMap { self[$0]?.changes(commit) ?? [] }
  }
}
