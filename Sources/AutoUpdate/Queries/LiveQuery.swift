public import ListEdits
public import StoreMemory

/// The models of a table that meet a condition, in an order, kept up to date with every transaction.
///
/// ```swift
/// let wounded = LiveQuery(store.table(of: Hero.self), where: { $0.status == .wounded }) {
///   SortKeys($0.hp, $0.id)
/// }
/// for hero in wounded { … }
/// let token = wounded.observe { update in … }
/// ```
///
/// A query stands at the last commit: while observers are told of one, all queries stand at that one, and
/// the writes of an open transaction are not in it. Iterating goes over the models as they are when it begins.
///
/// Condition and keys may read other models (`{ people[$0.owner]?.team == .red }`), live queries and live values. A query notes
/// what they read, and is asked again in full when one of those changes. They may write nothing.
///
/// - Complexity: a transaction costs O(k log n) for its k changes of the table, also when a query has
///   a limit; O(n log n) when it changes something else that the query reads.
public class LiveQuery<Model: Storable> {
  /// The news for an observer.
  @frozen
  public enum Update {
    /// The observer was registered: the list is as it stands.
    case initial
    /// The edits that a transaction made to the list.
    case edits([ListEdit<Model.ID>])
  }

  @usableFromInline final let core: StoreCore
  @usableFromInline final let storage: TableStorage<Model>
  @usableFromInline final let feed: QueryFeed<Model>
  @usableFromInline final let operations: QueryOperations
  @usableFromInline final let follower: QueryFollower
  /// The objects that are released with the query.
  package final var companions: [AnyObject] = []

  /// A query in a given order; the public ones come down to it.
  @inlinable
  init<Order: SortOrder, SectionKey: Comparable>(_ index: QueryIndex<Model, Order, SectionKey>) {
    core = index.core
    storage = index.storage
    feed = index.feed
    operations = QueryOperations(index.list)
    follower = index.makeFollower()
  }

  // MARK: Observing

  /// Calls `tell` now, and once for each transaction that changes the list.
  ///
  /// The subscription keeps the query alive; the query does not keep the subscription.
  ///
  /// - Parameters:
  ///   - name: what a ``DeliveryTracer`` calls the observer.
  ///   - tell: takes the list as it is, then the edits of each transaction; the subscription keeps it.
  @inlinable
  public final func observe(name: String = "", _ tell: @escaping (Update) -> Void) -> Subscription {
    let token = core.subscribe(to: [feed.source], name: name) { [self] in tell(.edits(feed.edits)) }
    core.shared.tellCommitted { tell(.initial) }
    return token
  }

  /// Calls `tell` with the edits of each transaction that changes the list, as long as the query lives.
  package final func observeWeakly(
    _ tell: @escaping (LiveQuery, [ListEdit<Model.ID>]) -> Void
  ) -> Subscription {
    core.subscribe(to: [feed.source], name: "") { [weak self] in
      if let self { tell(self, feed.edits) }
    }
  }

  /// The models of each section; of the whole list, when it has none.
  package func modelsBySection() -> [[Model]] { [models] }

  /// The index of the first model of each section.
  package func sectionStarts() -> [Int] { [0] }
}

/// The operations of a query on a list with any type of key, made where the key's type is known.
@usableFromInline
struct QueryOperations {
  @usableFromInline let count: () -> Int
  @usableFromInline let storedCount: () -> Int
  @usableFromInline let row: (Int) -> Int32
  @usableFromInline let rows: (Range<Int>) -> ContiguousArray<Int32>
  @usableFromInline let position: (Int32) -> Int?

  @inlinable
  init<Order: SortOrder, SectionKey: Comparable>(_ list: SortedList<Order, SectionKey>) {
    count = { list.count }
    storedCount = { list.storedCount }
    row = { list[$0] }
    rows = { list.rows(in: $0) }
    position = { list.position(of: $0) }
  }
}
