internal import StoreMemory

/// The kinds of a store that its journal keeps, found by name and by table.
struct KindSet {
  private let kinds: [BoundKind]
  private let unknown: BoundKind
  private var placesByName: [String: Int] = [:]
  private var placesByTable: [Int32: Int] = [:]
  /// The names that kinds have now, by those that they had before.
  private(set) var presentNames: [String: String] = [:]

  init(_ kinds: [JournalKind], in core: StoreCore) {
    self.kinds = kinds.map { $0.bind(core) }
    unknown = UnknownObject.kind(in: core)
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

  /// Who keeps a kind's objects.
  subscript(name: String) -> BoundKind { placesByName[name].map { kinds[$0] } ?? unknown }

  /// Who keeps a table's objects; `nil` for a table that is not kept.
  subscript(table: Int32) -> BoundKind? {
    if let place = placesByTable[table] { return kinds[place] }
    return table == unknown.table ? unknown : nil
  }

  /// All that the store holds.
  var keys: [JournalKey] { kinds.flatMap { $0.keys() } + unknown.keys() }

  /// What a commit did to objects that are kept.
  func changes(of commit: Commit) -> [JournalChange] {
    var changes = self[commit.table]?.changes(commit) ?? []
    for part in commit.content.read({ $0.others }) { changes += self[part.table]?.changes(part) ?? [] }
    return changes
  }

  /// A commit with these changes; `nil`, and the object's key, when an object cannot be made of its fields.
  func commit(_ cause: String, _ pairs: [BoundKind.Pair]) throws(JournalError) -> Commit {
    var order: [Int32] = []
    var byTable: [Int32: [BoundKind.Pair]] = [:]
    for pair in pairs {
      guard let key = (pair.after ?? pair.before)?.key else { continue }
      let table = self[key.kind].table
      if byTable[table] == nil { order.append(table) }
      byTable[table, default: []].append(pair)
    }
    var head: Commit?
    for table in order {
      let pairs = byTable[table] ?? []
      guard let part = self[table]?.part(pairs) else {
        let key = pairs.first.flatMap { ($0.after ?? $0.before)?.key }
        throw .unreadable(kind: key?.kind ?? "", id: key.map { $0.id.shown } ?? "")
      }
      if let head { head.content.modify { $0.others.append(part) } } else { head = part }
    }
    let commit = head ?? Commit(table: -1)
    commit.content.modify { content in
      content.cause = .text(cause)
      content.changeCount = pairs.count
    }
    return commit
  }
}

extension JournalValue {
  /// As messages show an identity.
  var shown: String {
    switch self {
    case .none: "none"
    case .truth(let truth): "\(truth)"
    case .number(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .word(let text), .text(let text): "“\(text)”"
    case .reference(let kind, let id): "\(kind) \(id.shown)"
    case .list(let values): "(" + values.map(\.shown).joined(separator: ", ") + ")"
    }
  }
}
