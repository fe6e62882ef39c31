public import StoreMemory

/// A record of the data that code read while it ran. The code must run again when some of that data changes.
///
/// It is used by live queries, live values and conditions that are checked before a commit. A table counts as changed
/// if a commit changes it, and a ``StoreSource`` if its owner calls ``StoreSource/noteChange(of:)``. A live query or
/// live value only counts as changed if its result changed. Single keys of a ``TableFollower``, such as the entries of
/// an index, count separately.
@usableFromInline
package struct Reads {
  /// The tables and sources that were read directly.
  @usableFromInline private(set) var tables = NumberSet()
  /// The live queries and values that were read, without duplicates.
  @usableFromInline private(set) var outcomes: ContiguousArray<QueryFollower> = []
  /// The single keys that were read, grouped by follower.
  @usableFromInline private(set) var keyed: ContiguousArray<KeyedReads> = []

  /// The keys of one follower that were read.
  @usableFromInline
  struct KeyedReads {
    @usableFromInline let source: QueryFollower
    @usableFromInline var keys: KeySet
  }

  /// A set of at least one key. Most sets have only one, which needs no hashing and no memory of its own.
  @usableFromInline
  struct KeySet {
    private let first: Int
    private var others: Set<Int> = []

    init(_ key: Int) { first = key }

    mutating func insert(_ key: Int) { if key != first { others.insert(key) } }

    mutating func formUnion(_ keys: KeySet) { keys.forEach { insert($0) } }

    func isSuperset(of keys: KeySet) -> Bool { contains(keys.first) && keys.others.allSatisfy(contains) }

    func contains(_ key: Int) -> Bool { key == first || others.contains(key) }

    func isDisjoint(with keys: Set<Int>) -> Bool { !keys.contains(first) && others.isDisjoint(with: keys) }

    /// Calls `body` with each key, in no particular order.
    func forEach(_ body: (Int) -> Void) {
      body(first)
      for key in others { body(key) }
    }
  }

  @usableFromInline
  package init() {}

  @usableFromInline var isEmpty: Bool {
    tables.isEmpty && outcomes.isEmpty && keyed.isEmpty
  }

  /// A Boolean value that indicates whether live queries or values were read.
  package var hasOutcomes: Bool { !outcomes.isEmpty }

  /// The tables and sources that were read, including those read by live queries and values.
  @usableFromInline package var allTables: NumberSet {
    var all = tables
    for outcome in outcomes { all.formUnion(outcome.tables) }
    for entry in keyed { all.formUnion(entry.source.tables) }
    return all
  }

  mutating func insert(_ table: Int32) { tables.insert(table) }

  mutating func insert(_ outcome: QueryFollower) {
    if !outcomes.contains(where: { $0 === outcome }) { outcomes.append(outcome) }
  }

  mutating func insert(_ key: Int, of source: QueryFollower) {
    // A read of the whole table includes all keys.
    if tables.contains(source.tables) { return }
    for index in keyed.indices where keyed[index].source === source {
      keyed[index].keys.insert(key)
      return
    }
    keyed.append(KeyedReads(source: source, keys: KeySet(key)))
  }

  /// Removes the keys from the record and returns them.
  @usableFromInline
  mutating func takeKeyed() -> ContiguousArray<KeyedReads> {
    if keyed.isEmpty { return [] }
    defer { keyed = [] }
    return keyed
  }

  @usableFromInline
  mutating func remove(_ outcome: QueryFollower) { outcomes.removeAll { $0 === outcome } }

  @usableFromInline
  package mutating func formUnion(_ other: Reads) {
    tables.formUnion(other.tables)
    for outcome in other.outcomes { insert(outcome) }
    for entry in other.keyed {
      if let index = keyed.firstIndex(where: { $0.source === entry.source }) {
        // A mutation copies the array if a saved record shares it.
        if !keyed[index].keys.isSuperset(of: entry.keys) { keyed[index].keys.formUnion(entry.keys) }
      } else {
        keyed.append(entry)
      }
    }
  }
}

/// A follower of a record of reads, for code that runs again only after something that it read has changed.
package final class ReadsFollower {
  private let core: StoreCore
  private var reads = Reads()
  private var follower: QueryFollower?
  /// A Boolean value that indicates whether something has changed since ``begin(_:)``; `true` before.
  package private(set) var hasChanged = true
  private let onChange: () -> Void

  /// Creates a follower.
  ///
  /// - Parameters:
  ///   - store: the store of the values that are read.
  ///   - onChange: called at the first change since ``begin(_:)``. It must not read or write the store.
  package init(_ store: DataStore, onChange: @escaping () -> Void) {
    core = store.core
    self.onChange = onChange
    follower = QueryFollower { [weak self] in self?.follow($0) ?? true }
  }

  private func follow(_ follower: QueryFollower) -> Bool {
    if !hasChanged, core.hasChanged(reads, for: follower) {
      hasChanged = true
      onChange()
    }
    return true
  }

  package func begin(_ reads: Reads) {
    self.reads = reads
    hasChanged = false
    if let follower { core.follow(reads.allTables, by: follower) }
  }
}
