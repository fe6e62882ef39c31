public import StoreMemory

/// An object that keeps derived data, such as an index of names, up to date with a table.
///
/// It is called with each commit before any observer, and before live queries and values that were created later. So these
/// can read the derived data, and find it at the same commit.
public final class TableFollower<Model: Storable> {
  @usableFromInline let table: Table<Model>
  @usableFromInline let follower: QueryFollower

  /// Creates a follower that calls `follow` with the changes of each commit, until it is released.
  ///
  /// - Parameters:
  ///   - table: the table to follow.
  ///   - follow: receives the changes. It may read the store and must not write to it.
  @inlinable
  public init(_ table: Table<Model>, _ follow: @escaping (TableChanges<Model>) -> Void) {
    self.table = table
    let storage = table.storage
    // The store holds the follower weakly.
    follower = QueryFollower { _ in
      if let changes = storage.currentChanges { follow(changes) }
      return true
    }
    table.core.follow(NumberSet(storage.number), by: follower)
  }

  /// Records that the live query or value that is being evaluated read the table. Call it when the derived data is read
  /// instead of the table.
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
