/// The models of a table that meet a condition, in an order, kept up to date with every transaction.
///
/// ```swift
/// let wounded = LiveQuery(store.table(of: Hero.self), where: { $0.status == .wounded }) {
///   SortKeys($0.hp, $0.id)
/// }
/// let token = wounded.observe { update in … }
/// ```
///
/// A query shows the state that is being told: when observers answer a transaction with another one,
/// it moves on with the delivery of that one, and the models that it gives are of its own state.
/// Condition and keys are functions of the model alone.
///
/// - Complexity: a transaction costs O(k log n) for its k changes of the table, also when a query has
///   a limit; with sections, O(sections) more.
public final class LiveQuery<Model: Storable>: TableFollower<Model> {
  /// What an observer is told.
  @frozen
  public enum Update {
    /// The observer was registered: the list is as it stands.
    case initial
    /// What a transaction did to the list.
    case edits([ListEdit<Model.ID>])
  }

  /// A run of models with the same section key.
  public struct Section: Equatable, Sendable {
    /// The section's key as text.
    public let name: String
    /// The indices of its models.
    public let range: Range<Int>

    @inlinable
    init(name: String, range: Range<Int>) {
      self.name = name
      self.range = range
    }
  }

  @usableFromInline let source = ChangeSource()
  @usableFromInline let operations: QueryOperations<Model>
  @exclusivity(unchecked) @usableFromInline final var currentCount: Int
  /// The edits of the last transaction that changed the list while someone observed it.
  @exclusivity(unchecked) @usableFromInline final var edits: [ListEdit<Model.ID>] = []

  /// A query in a given order; the public ones come down to it.
  @inlinable
  init<Order: SortOrder, Group: Comparable>(_ index: QueryIndex<Model, Order, Group>) {
    index.fill()
    operations = QueryOperations(index)
    currentCount = index.count
    super.init(table: index.table) { follower, changes in
      index.follow(changes, for: unsafeDowncast(follower, to: LiveQuery.self))
    }
  }

  /// Tells observers of `edits` when the commit in delivery is told.
  @usableFromInline
  final func fire() { table.core.fireQuery(source) }

  /// Whether anyone wants to know the edits.
  @inlinable final var isObserved: Bool { source.hasRecipients }

  // MARK: Observing

  /// Calls `tell` now, and once for each transaction that changes the list.
  ///
  /// The subscription keeps the query alive; the query does not keep the subscription.
  public func observe(_ tell: @escaping (Update) -> Void) -> Subscription {
    let token = SourceSubscription([source], core: table.core) { [self] in tell(.edits(edits)) }
    tell(.initial)
    return token
  }

  // MARK: Sections

  /// The sections in their order, none of them empty; one without a name for a query without sections.
  public var sections: [Section] { operations.sections() }
}

extension LiveQuery: RandomAccessCollection {
  /// How many models the list holds, at most the limit.
  @inlinable public var count: Int { currentCount }
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { currentCount }

  /// The model at an index of the list.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public subscript(index: Int) -> Model {
    precondition(index >= 0 && index < count, "index out of the list")
    guard let model = table.model(at: operations.row(index), after: since) else {
      preconditionFailure("a row of the list has no model")
    }
    return model
  }

  /// The identity of the model at an index of the list.
  @inlinable
  public func id(at index: Int) -> Model.ID {
    precondition(index >= 0 && index < count, "index out of the list")
    return table.identity(of: operations.row(index))
  }

  /// The index of the model with an identity; `nil` when it is not in the list.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public func index(of id: Model.ID) -> Int? {
    guard let row = table.find(id), let position = operations.position(row), position < count else {
      return nil
    }
    return position
  }

  /// The identities of the list, in its order.
  @inlinable public var ids: [Model.ID] {
    var ids: [Model.ID] = []
    ids.reserveCapacity(count)
    operations.forEach(0..<count) { ids.append(table.identity(of: $0)) }
    return ids
  }
}

/// What a query does with an index of whatever key, made where the key's type is known.
@usableFromInline
struct QueryOperations<Model: Storable> {
  @usableFromInline let row: (Int) -> Int32
  @usableFromInline let position: (Int32) -> Int?
  @usableFromInline let forEach: (Range<Int>, (Int32) -> Void) -> Void
  @usableFromInline let sections: () -> [LiveQuery<Model>.Section]

  @inlinable
  init<Order: SortOrder, Group: Comparable>(_ index: QueryIndex<Model, Order, Group>) {
    row = { index.rows[$0] }
    position = { index.rows.position(of: $0) }
    forEach = { index.rows.forEach(in: $0, $1) }
    sections = { index.sections }
  }
}
