internal import StoreMemory

/// A value that is computed from the models of a live query, and updated by every transaction.
///
/// ```swift
/// let strength = army.liveSum { $0.hp }
/// let token = strength.observe { print("strength", $0) }
/// ```
///
/// The value changes together with its query: during delivery, both reflect the commit that is being delivered. The
/// value retains the query.
public final class LiveValue<Value: Equatable> {
  let core: StoreCore
  let source = ChangeSource()
  private var current: Value
  /// The live query from which the value is computed; `nil` if it is computed from any models.
  private let base: LiveValueBase?
  private let compute: (_ rows: ContiguousArray<Int32>?) -> Value
  /// The reads of `compute` since it was last called with `nil`.
  private var reads = Reads()
  private var follower: QueryFollower?

  /// Creates a value that is the result of `compute`, which receives the rows that a commit touched, or `nil` for all
  /// rows.
  ///
  /// The value processes a commit after its query, since it began to follow the store later.
  init(
    _ core: StoreCore, base: LiveValueBase?, _ compute: @escaping (_ rows: ContiguousArray<Int32>?) -> Value
  ) {
    self.core = core
    self.base = base
    self.compute = compute
    var reads = Reads()
    current = core.shared.evaluate(noting: &reads) { compute(nil) }
    self.reads = reads
    let follower = QueryFollower { [weak self] follower in self?.follow(follower) ?? true }
    self.follower = follower
    base?.add(follower)
    followTables(by: follower)
  }

  private func followTables(by follower: QueryFollower) {
    var tables = base?.tables() ?? NumberSet()
    tables.formUnion(reads.allTables)
    core.follow(tables, by: follower)
  }

  /// Processes the current commit.
  ///
  /// - Returns: whether the value changed.
  private func follow(_ follower: QueryFollower) -> Bool {
    base?.catchUp()
    let needsFullUpdate = core.hasChanged(reads, for: follower)
    let rows = needsFullUpdate ? nil : base?.touchedRows()
    var hasChanged = false
    if needsFullUpdate || base != nil && rows?.isEmpty != true {
      var reads = rows == nil ? Reads() : reads
      hasChanged = core.shared.evaluate(noting: &reads) { !replace(by: compute(rows)) }
      self.reads = reads
      if hasChanged { core.fire(source) }
    }
    followTables(by: follower)
    return hasChanged
  }

  /// Replaces the value, and returns whether the new value is equal to the previous one. Values that do not equal
  /// themselves, such as NaN, are equal here.
  private func replace(by new: Value) -> Bool {
    var value = new
    let isSame = value == current || value != value && current != current
    // The old value is released after the new one has been stored.
    swap(&value, &current)
    return isSame
  }

  /// The value as of the last commit.
  ///
  /// - Complexity: O(1).
  public var value: Value {
    if let follower, core.shared.isNoting {
      core.bringUpToDate(follower)
      core.shared.noteRead(of: follower)
    }
    return current
  }

  /// Returns a Boolean value that indicates whether the last computation of the value read a table.
  public func hasRead<Model: Storable>(_ table: Table<Model>) -> Bool {
    follower?.tables.contains(table.storage.number) ?? false
  }

  /// Calls `handler` with the value now, and once for each transaction that changes it.
  ///
  /// The live value is retained as long as the handler. The value does not retain the subscription.
  ///
  /// - Parameters:
  ///   - name: the name of the observer for a ``DeliveryTracer``.
  ///   - handler: receives the value; the store retains it until the subscription has ended and the store is used
  ///     again.
  public func observe(name: String = "", _ handler: @escaping (Value) -> Void) -> Subscription {
    let token = core.subscribe(to: [source], name: name) { [self] in handler(current) }
    core.shared.withCommittedReads { handler(current) }
    return token
  }
}

/// The operations of a query that a live value needs, independent of the query's type.
struct LiveValueBase {
  let tables: () -> NumberSet
  /// Updates the query with the current commit.
  let catchUp: () -> Void
  /// Returns the rows of the list that the current commit touched; `nil` if all may have changed.
  let touchedRows: () -> ContiguousArray<Int32>?
  let add: (QueryFollower) -> Void
}

extension LiveValue {
  /// Creates a value that a closure computes from any models. It is computed again when something that the closure read
  /// changes.
  ///
  /// ```swift
  /// let load = LiveValue(in: store) { cards.count > people.count ? "too much" : "" }
  /// ```
  ///
  /// The closure must not write. The store records what the closure reads at each call. Reads of other stores are not
  /// recorded, so a change of another store does not update the value.
  ///
  /// - Complexity: one call of the closure for each transaction that changes something that it read.
  public convenience init(in store: DataStore, _ compute: @escaping () -> Value) {
    self.init(store.core, base: nil) { _ in compute() }
  }

  /// Creates a value of a query, which the value retains.
  convenience init<Model: Storable>(
    of query: LiveQuery<Model>, _ compute: @escaping (_ rows: ContiguousArray<Int32>?) -> Value
  ) {
    let feed = query.feed
    let base = LiveValueBase(
      tables: { query.follower.tables }, catchUp: { query.core.bringUpToDate(query.follower) },
      touchedRows: { feed.touchedRows }, add: { feed.add($0) })
    self.init(query.core, base: base, compute)
  }
}

extension LiveQuery {
  /// Returns the number of models in the list as an observable value.
  public final func liveCount() -> LiveValue<Int> {
    LiveValue(of: self) { [operations] _ in operations.count() }
  }

  /// Returns the sum of whole numbers as an observable value; 0 if there are none.
  ///
  /// The sum is exact within the range of its type; otherwise it is the nearest bound of that range. For a type of more
  /// than 128 bits, a number or a sum outside the range of `Int128` counts as the nearest bound of `Int128`.
  ///
  /// - Complexity: a transaction costs O(k log n) for the k models that it touches in the list.
  public final func liveSum<Number: FixedWidthInteger>(
    of number: @escaping (Model) -> Number
  ) -> LiveValue<Number> {
    // A table has fewer than 2³² rows, so a sum of shorter numbers needs no more bits.
    if Number.bitWidth <= 64 {
      return liveTotal(of: { Int128(truncatingIfNeeded: number($0)) }, combine: &+) {
        Number(clamping: $0 ?? 0)
      }
    }
    return liveTotal(of: { WideSum(number($0)) }, combine: +) { $0?.number() ?? 0 }
  }

  /// Returns the sum of floating-point numbers as an observable value; 0 if there are none.
  ///
  /// The numbers are added in a tree, so that rounding errors do not accumulate, and an infinity or NaN disappears from
  /// the sum with its model. The last bits depend on the order in which models were added to the list.
  ///
  /// - Complexity: a transaction costs O(k log n) for the k models that it touches in the list.
  public final func liveSum<Number: BinaryFloatingPoint>(
    of number: @escaping (Model) -> Number
  ) -> LiveValue<Number> {
    liveTotal(of: number, combine: +) { $0 ?? 0 }
  }

  /// Returns the least of the models' values as an observable value; `nil` if there are none.
  ///
  /// Values that do not equal themselves, such as NaN, are ignored.
  ///
  /// - Complexity: a transaction costs O(k log n) for the k models that it touches in the list.
  public final func liveMin<Value: Comparable>(of value: @escaping (Model) -> Value) -> LiveValue<Value?> {
    liveTotal(of: { Self.ordinary(value($0)) }, combine: { $1 < $0 ? $1 : $0 }) { $0 }
  }

  /// Returns the greatest of the models' values as an observable value; `nil` if there are none.
  ///
  /// Values that do not equal themselves, such as NaN, are ignored.
  ///
  /// - Complexity: a transaction costs O(k log n) for the k models that it touches in the list.
  public final func liveMax<Value: Comparable>(of value: @escaping (Model) -> Value) -> LiveValue<Value?> {
    liveTotal(of: { Self.ordinary(value($0)) }, combine: { $0 < $1 ? $1 : $0 }) { $0 }
  }

  private static func ordinary<Value: Equatable>(_ value: Value) -> Value? { value == value ? value : nil }

  private func liveTotal<Part, Value: Equatable>(
    of part: @escaping (Model) -> Part?, combine: @escaping (Part, Part) -> Part,
    _ value: @escaping (Part?) -> Value
  ) -> LiveValue<Value> {
    var tree = CombiningTree(combine)
    return LiveValue(of: self) { [operations, storage] rows in
      if let rows {
        for row in rows {
          let isIn = operations.position(row) != nil
          tree.set(isIn ? storage.committedModel(at: row).flatMap(part) : nil, of: row)
        }
      } else {
        tree.fill(
          operations.rows(0..<operations.count()).compactMap { row in
            storage.committedModel(at: row).flatMap(part).map { (row, $0) }
          })
      }
      return value(tree.total)
    }
  }
}
