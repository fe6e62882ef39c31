public import StoreMemory

/// A record of what code read while it ran: it says when the code has to be run again.
///
/// Live queries, live values and the conditions that are checked before a commit all know by it when to be evaluated again. A
/// table counts as changed when a commit changes it, and a ``StoreSource`` when its owner says so. A live query or a live value counts as
/// changed when its outcome changed, whatever it is made of. Of a ``TableFollower`` single keys may be read, such as the entries of an
/// index, which count one by one.
@usableFromInline
package struct Reads {
  /// The tables and sources that were read themselves.
  @usableFromInline private(set) var tables = NumberSet()
  /// The live queries and values that were read, each once.
  @usableFromInline private(set) var outcomes: ContiguousArray<QueryFollower> = []
  /// The keys that were read one by one, by the followers that have them.
  @usableFromInline private(set) var keyed: ContiguousArray<KeyedReads> = []

  /// The keys of one follower that were read.
  @usableFromInline
  struct KeyedReads {
    @usableFromInline let source: QueryFollower
    @usableFromInline var keys: Set<Int>
  }

  /// An empty record.
  @usableFromInline
  package init() {}

  /// A Boolean value that indicates whether nothing was read.
  @usableFromInline var isEmpty: Bool {
    tables.isEmpty && outcomes.isEmpty && keyed.isEmpty
  }

  /// The tables and sources that were read, also through live queries and values.
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
    // Whoever read a whole table is asked again with every change of it.
    if tables.contains(source.tables) { return }
    for index in keyed.indices where keyed[index].source === source {
      keyed[index].keys.insert(key)
      return
    }
    keyed.append(KeyedReads(source: source, keys: [key]))
  }

  /// Takes the keys out of the record and returns them.
  @usableFromInline
  mutating func takeKeyed() -> ContiguousArray<KeyedReads> {
    if keyed.isEmpty { return [] }
    defer { keyed = [] }
    return keyed
  }

  /// Takes a live query or value out of the record.
  @usableFromInline
  mutating func remove(_ outcome: QueryFollower) { outcomes.removeAll { $0 === outcome } }

  /// Adds what another record has.
  @usableFromInline
  package mutating func formUnion(_ other: Reads) {
    tables.formUnion(other.tables)
    for outcome in other.outcomes { insert(outcome) }
    for entry in other.keyed {
      if let index = keyed.firstIndex(where: { $0.source === entry.source }) {
        keyed[index].keys.formUnion(entry.keys)
      } else {
        keyed.append(entry)
      }
    }
  }
}
