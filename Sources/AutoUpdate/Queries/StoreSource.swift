internal import StoreMemory

/// A source of state outside the tables that live queries and values read, such as the contents of screens.
///
/// ```swift
/// let weather = StoreSource(in: store)
/// let outside = LiveQuery(store.table(of: Hero.self), where: { _ in weather.noteRead(); return isDry }, by: \.id)
/// isDry = false
/// weather.noteChange()
/// ```
///
/// Observers may change a source. So a query or value that reads a source is updated, and its observers are called,
/// after all other observers have been called with a commit. These observers may change sources again, at most
/// ``DataStore/cascadeLimit`` times per commit.
public final class StoreSource {
  private unowned let core: StoreCore
  private let number: Int32

  /// The model of the empty table whose number identifies a source.
  private struct NoRow: Storable {
    let id: Int
  }

  /// Creates a source in a store.
  public init(in store: DataStore) {
    core = store.core
    number = core.tableCount
    core.add(
      TableStorage<NoRow>(number: number, shared: core.shared, registry: core.registry),
      of: ObjectIdentifier(NoRow.self))
    core.shared.content.modify { $0.sources.insert(number) }
  }

  /// Records that the live query or value that is being evaluated read the source.
  public func noteRead() { core.shared.noteRead(of: number) }

  /// Updates the queries and values that read the source: immediately if the store is idle, otherwise at the end of the
  /// current delivery.
  public func noteChange() {
    core.shared.content.modify { $0.changedSources.insert(number) }
    core.deliverSources()
  }

  package func isRead(in reads: Reads) -> Bool { reads.allTables.contains(number) }
}
