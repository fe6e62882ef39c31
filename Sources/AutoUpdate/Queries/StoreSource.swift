internal import StoreMemory

/// Something outside of the tables that live queries and values read, such as what the screens show.
///
/// ```swift
/// let weather = StoreSource(in: store)
/// let outside = LiveQuery(store.table(of: Hero.self), where: { _ in weather.noteRead(); return isDry }, by: \.id)
/// isDry = false
/// weather.noteChange()
/// ```
///
/// Observers may change it. So a query or value that reads a source follows a commit, and the source, once all others are told of
/// the commit; its observers are called then. What they change in a source is followed in turn, at most ``DataStore/cascadeLimit``
/// times for a commit.
public final class StoreSource {
  private unowned let core: StoreCore
  private let number: Int32

  /// The identity of nothing: a source has the number of a table without rows.
  private struct NoRow: Storable {
    let id: Int
  }

  /// A source of a store.
  public init(in store: DataStore) {
    core = store.core
    number = core.tableCount
    core.add(
      TableStorage<NoRow>(number: number, shared: core.shared, registry: core.registry),
      of: ObjectIdentifier(NoRow.self))
    core.shared.content.modify { $0.sources.insert(number) }
  }

  /// Tells the live query or value that is being evaluated that it read the source.
  public func noteRead() { core.shared.noteRead(of: number) }

  /// Evaluates again what read the source: at once when the store is idle, else at the end of the present delivery.
  public func noteChange() {
    core.shared.content.modify { $0.changedSources.insert(number) }
    core.deliverSources()
  }

  /// Returns a Boolean value that indicates whether the source was read.
  package func isRead(in reads: Reads) -> Bool { reads.allTables.contains(number) }
}
