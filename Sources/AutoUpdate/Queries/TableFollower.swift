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

  // MARK: Keys

  /// Tells the live query or value that asks now that it read one key of what is kept here, such as an entry of an index.
  package func noteRead(ofKey key: Int) { table.core.shared.noteRead(ofKey: key, of: follower) }

  /// Notes that the commit that is being followed changes a key.
  package func noteChange(ofKey key: Int) { table.core.noteChange(ofKey: key, of: follower) }

  /// Notes that the commit that is being followed may change any key.
  package func noteChangeOfAllKeys() { table.core.noteChange(ofKey: nil, of: follower) }

  /// Takes in the commit that is being followed, if that has not been done.
  package func catchUp() { table.core.bringUpToDate(follower) }

  /// Sets the closure that returns the keys that the open transaction changes.
  package func setOpenKeys(_ openKeys: @escaping () -> Set<Int>) { follower.openKeys = openKeys }
}
