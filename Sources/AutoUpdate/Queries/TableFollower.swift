public import StoreMemory

/// Keeps something of one's own, such as an index of names, up to date with a table as live queries are.
///
/// It is told of each commit before any observer is, and before the live queries and values that were made later: so these
/// may read what it keeps, and find it at the same commit.
public final class TableFollower<Model: Storable> {
  @usableFromInline let table: Table<Model>
  @usableFromInline let follower: QueryFollower

  /// Calls `follow` with what each commit changes in the table, as long as the follower lives.
  ///
  /// - Parameters:
  ///   - table: the table to follow.
  ///   - follow: may read, and write nothing to the store.
  @inlinable
  public init(_ table: Table<Model>, _ follow: @escaping (TableChanges<Model>) -> Void) {
    self.table = table
    let storage = table.storage
    // Neither the store nor the table keeps the follower.
    follower = QueryFollower { _ in
      if let changes = storage.currentChanges { follow(changes) }
      return true
    }
    table.core.follow(NumberSet(storage.number), by: follower)
  }

  /// Tells the live query or value that asks now that it read the table, where what is kept here answered in its place.
  @inlinable
  public func noteRead() { table.core.shared.noteRead(of: table.storage.number) }
}
