public import StoreMemory

/// A record of what code read while it ran, which determines when the code must run again.
///
/// Live queries, live values and the conditions that are checked before a commit use it. A table counts as changed when a
/// commit changes it, and a ``StoreSource`` when its owner says so. A live query or live value counts as changed only if its
/// result changed.
@usableFromInline
package struct Reads {
  /// The tables and sources that were read directly.
  @usableFromInline private(set) var tables = NumberSet()
  /// The live queries and values that were read, each once.
  @usableFromInline private(set) var outcomes: ContiguousArray<QueryFollower> = []

  /// An empty record.
  @usableFromInline
  package init() {}

  /// A Boolean value that indicates whether nothing was read.
  @usableFromInline var isEmpty: Bool { tables.isEmpty && outcomes.isEmpty }

  /// The tables and sources that were read, including those read by live queries and values.
  @usableFromInline package var allTables: NumberSet {
    var all = tables
    for outcome in outcomes { all.formUnion(outcome.tables) }
    return all
  }

  mutating func insert(_ table: Int32) { tables.insert(table) }

  mutating func insert(_ outcome: QueryFollower) {
    if !outcomes.contains(where: { $0 === outcome }) { outcomes.append(outcome) }
  }

  /// Removes a live query or value from the record.
  @usableFromInline
  mutating func remove(_ outcome: QueryFollower) { outcomes.removeAll { $0 === outcome } }

  /// Adds the contents of another record.
  @usableFromInline
  package mutating func formUnion(_ other: Reads) {
    tables.formUnion(other.tables)
    for outcome in other.outcomes { insert(outcome) }
  }
}
