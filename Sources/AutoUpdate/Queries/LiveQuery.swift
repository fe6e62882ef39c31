public import ListEdits
public import StoreMemory

/// A sorted list of the models of a table that meet a condition, which is updated by every transaction.
///
/// ```swift
/// let wounded = LiveQuery(store.table(of: Hero.self), where: { $0.status == .wounded }) {
///   SortKeys($0.hp, $0.id)
/// }
/// for hero in wounded { … }
/// let token = wounded.observe { update in … }
/// ```
///
/// A query reflects the last commit. During delivery, all queries reflect the commit that is being delivered. A query
/// never includes the writes of an open transaction. Changes during an iteration do not affect the iteration.
///
/// The condition and the keys may read other models (`{ people[$0.owner]?.team == .red }`), live queries and live
/// values of the same store, but must not write. The query records these reads, and is evaluated again when their
/// results change. Changes of other stores do not update it.
///
/// - Complexity: a transaction costs O(k log n) for k changes of the table, even if the query has a limit, and
///   O(n log n) if it changes other data that the query reads.
public class LiveQuery<Model: Storable> {
  /// An update that an observer of a live query receives.
  @frozen
  public enum Update {
    /// The observer was registered. The query has its initial list.
    case initial
    /// The edits that a transaction made to the list.
    case edits([ListEdit<Model.ID>])
  }

  @usableFromInline final let core: StoreCore
  @usableFromInline final let storage: TableStorage<Model>
  @usableFromInline final let feed: QueryFeed<Model>
  @usableFromInline final let operations: QueryOperations
  @usableFromInline final let follower: QueryFollower
  /// Objects that are released together with the query.
  package final var companions: [AnyObject] = []

  /// Creates a query of an index. All public initialisers call this one.
  @inlinable
  init<Order: SortOrder, SectionKey: Comparable>(_ index: QueryIndex<Model, Order, SectionKey>) {
    core = index.core
    storage = index.storage
    feed = index.feed
    operations = QueryOperations(index.list)
    follower = index.makeFollower()
  }

  // MARK: Observing

  /// Calls `handler` now, and once for each transaction that changes the list.
  ///
  /// The query is retained as long as the handler. The query does not retain the subscription.
  ///
  /// - Parameters:
  ///   - name: the name of the observer for a ``DeliveryTracer``.
  ///   - handler: receives `initial`, then the edits of each transaction; the store retains it until the subscription
  ///     has ended and the store is used again.
  @inlinable
  public final func observe(name: String = "", _ handler: @escaping (Update) -> Void) -> Subscription {
    let token = core.subscribe(to: [feed.source], name: name) { [self] in handler(.edits(feed.edits)) }
    core.shared.withCommittedReads { handler(.initial) }
    return token
  }

  /// Calls `handler` with the edits of each transaction that changes the list, until the query is released.
  package final func observeWeakly(
    _ handler: @escaping (LiveQuery, [ListEdit<Model.ID>]) -> Void
  ) -> Subscription {
    core.subscribe(to: [feed.source], name: "") { [weak self] in
      if let self { handler(self, feed.edits) }
    }
  }

  /// Returns the models of each section; all models if there are no sections.
  package func modelsBySection() -> [[Model]] { [models] }

  package func sectionStarts() -> [Int] { [0] }
}

/// A query's operations on its list, as closures that hide the type of the key.
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

extension LiveQuery {
  /// Creates a list of the models that meet a condition, in the order of a key.
  ///
  /// Models with equal keys are in the order of their rows. If the last key is the identity, the order does not depend
  /// on earlier transactions. Keys that do not equal themselves, such as NaN, come last.
  ///
  /// - Parameters:
  ///   - table: the table of the models.
  ///   - condition: returns whether a model is in the list; by default, all are.
  ///   - limit: the maximum number of models; if there are more, the list contains the first ones.
  ///   - key: the key to sort by: a `Comparable`, ``Descending`` or several ``SortKeys``.
  @inlinable
  public convenience init<Key: Comparable>(
    _ table: Table<Model>, where condition: @escaping (Model) -> Bool = { _ in true }, limit: Int? = nil,
    by key: @escaping (Model) -> Key
  ) {
    self.init(
      QueryIndex<Model, KeyOrder<Key>, Never>(
        table, order: KeyOrder(), limit: { limit }, condition: condition, key: key, sectionKey: nil))
  }

  /// Creates a list of the models that meet a condition, in an order that is determined at run time.
  ///
  /// An inconsistent order results in an unspecified sequence that contains every model once.
  ///
  /// - Parameters:
  ///   - table: the table of the models.
  ///   - condition: returns whether a model is in the list; by default, all are.
  ///   - limit: returns the maximum number of models, or `nil` for no limit; if there are more, the list contains the
  ///     first ones. The closure may read the same data as the condition.
  ///   - key: returns the part of a model that `isBefore` compares.
  ///   - isBefore: returns whether the first key is before the second: a strict weak order.
  @inlinable
  public convenience init<Key>(
    _ table: Table<Model>, where condition: @escaping (Model) -> Bool = { _ in true },
    limit: @escaping () -> Int? = { nil }, by key: @escaping (Model) -> Key,
    inOrder isBefore: @escaping (Key, Key) -> Bool
  ) {
    self.init(
      QueryIndex<Model, RuntimeOrder<Key>, Never>(
        table, order: RuntimeOrder(isBefore), limit: limit, condition: condition, key: key, sectionKey: nil))
  }

  /// Creates a list in an order that is determined at run time. The condition and the key may read single keys of other
  /// data. When such a key changes, only the rows that read it are evaluated again.
  @inlinable
  package convenience init<Key>(
    _ table: Table<Model>, readers: KeyReaders, where condition: @escaping (Model) -> Bool,
    limit: @escaping () -> Int?, by key: @escaping (Model) -> Key,
    inOrder isBefore: @escaping (Key, Key) -> Bool
  ) {
    self.init(
      QueryIndex<Model, RuntimeOrder<Key>, Never>(
        table, order: RuntimeOrder(isBefore), limit: limit, condition: condition, key: key, sectionKey: nil,
        readers: readers))
  }
}

extension LiveQuery {
  /// The number of models in the list, which does not exceed the limit.
  @inlinable public final var count: Int {
    noteRead()
    return operations.count()
  }

  /// The number of models that meet the condition, including those beyond the limit. An entry is stored for each of
  /// them.
  @inlinable public final var storedCount: Int { operations.storedCount() }

  /// A Boolean value that indicates whether the list is empty.
  @inlinable public final var isEmpty: Bool { count == 0 }

  /// The first model of the list; `nil` if the list is empty.
  @inlinable public final var first: Model? { isEmpty ? nil : self[0] }

  /// The last model of the list; `nil` if the list is empty.
  @inlinable public final var last: Model? { isEmpty ? nil : self[count - 1] }

  /// The model at an index of the list.
  ///
  /// - Precondition: the index is in `0..<count`.
  /// - Complexity: O(log n).
  @inlinable
  public final subscript(index: Int) -> Model {
    precondition(index >= 0 && index < count, "index out of the list")
    guard let model = model(at: operations.row(index)) else {
      preconditionFailure("a row of the list has no model")
    }
    return model
  }

  /// Returns the index of the model with an identity; `nil` if it is not in the list.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public final func index(of id: Model.ID) -> Int? {
    noteRead()
    return storage.find(id).flatMap { operations.position($0) }
  }

  /// Returns the models at a range of indices, in order. Indices outside the list are ignored.
  ///
  /// - Complexity: O(log n + models).
  @inlinable
  public final func models(in range: Range<Int>) -> [Model] {
    let rows = operations.rows(range.clamped(to: 0..<count))
    var models: [Model] = []
    models.reserveCapacity(rows.count)
    for row in rows {
      if let model = model(at: row) { models.append(model) }
    }
    return models
  }

  /// The models, in order.
  @inlinable public final var models: [Model] { models(in: 0..<count) }

  /// The identities of the models, in order.
  @inlinable public final var ids: [Model.ID] { models.map { $0.id } }

  /// Returns the model in a row of the list.
  ///
  /// A model that the current commit removed is in the list until the query has processed the commit.
  @inlinable
  final func model(at row: Int32) -> Model? {
    if let model = storage.committedModel(at: row) { return model }
    return storage.currentChanges?.first { $0.row.number == row }?.before
  }

  /// A Boolean value that indicates whether the query reads a ``StoreSource``, and so is updated after other observers.
  package final var readsSources: Bool { core.readsSources(follower) }

  /// Updates the query and records a read of it, if reads are being recorded.
  @inlinable
  final func noteRead() {
    guard core.shared.isNoting else { return }
    core.bringUpToDate(follower)
    core.shared.noteRead(of: follower)
  }
}

extension LiveQuery: Sequence {
  /// Returns an iterator over the current models. Later changes do not affect it.
  @inlinable
  public final func makeIterator() -> IndexingIterator<[Model]> { models.makeIterator() }

  /// The number of models in an iteration that begins now.
  @inlinable public final var underestimatedCount: Int { count }
}
