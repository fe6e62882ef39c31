public import StoreMemory

/// An object that updates derived data, such as an index of names, when a table changes.
///
/// It is called with each commit before any observer, and before live queries and values that were created later. So
/// the derived data that they read already includes the commit.
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

  /// Records that the live query or value that is being evaluated read one key of the derived data, such as an entry of
  /// an index.
  package func noteRead(ofKey key: Int) { table.core.shared.noteRead(ofKey: key, of: follower) }

  package func noteChange(ofKey key: Int) { table.core.noteChange(ofKey: key, of: follower) }

  package func noteChangeOfAllKeys() { table.core.noteChange(ofKey: nil, of: follower) }

  /// Processes the current commit, unless that has already been done.
  package func catchUp() { table.core.bringUpToDate(follower) }

  /// Sets the closure that returns the keys changed by the open transaction.
  package func setOpenKeys(_ openKeys: @escaping () -> Set<Int>) { follower.openKeys = openKeys }
}
