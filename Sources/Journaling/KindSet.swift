import AutoUpdate

/// The kinds of a store that its journal keeps, found by name and by table.
struct KindSet {
  private let kinds: [BoundKind]
  private let unknown: BoundKind
  private var placesByName: [String: Int] = [:]
  private var placesByTable: [Int: Int] = [:]
  /// The names that kinds have now, by those that they had before.
  private(set) var presentNames: [String: String] = [:]

  init(_ kinds: [JournalKind], of store: DataStore) {
    self.kinds = kinds.map { $0.bind(store) }
    unknown = UnknownObject.kind(in: store)
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
  subscript(table: Int) -> BoundKind? {
    if let place = placesByTable[table] { return kinds[place] }
    return table == unknown.table ? unknown : nil
  }

  /// All that the store holds.
  var keys: [JournalKey] { kinds.flatMap { $0.keys() } + unknown.keys() }

  /// What a commit did to objects that are kept.
  func changes(of commit: KeptCommit) -> [JournalChange] {
    commit.tables.flatMap { self[$0]?.changes(commit) ?? [] }
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
