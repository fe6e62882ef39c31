internal import StoreMemory

/// A value computed from the models of a live query, which every transaction keeps up to date.
///
/// ```swift
/// let strength = army.liveSum { $0.hp }
/// let token = strength.observe { print("strength", $0) }
/// ```
///
/// The value changes together with its query: during delivery, both stand at the commit that is being delivered. It keeps
/// the query alive.
public final class LiveValue<Value: Equatable> {
  let core: StoreCore
  let source = ChangeSource()
  private var current: Value
  /// The live query that the value is computed from.
  private let base: LiveValueBase?
  private let compute: (_ rows: ContiguousArray<Int32>?) -> Value
  /// The reads of `compute` since its last call with `nil`.
  private var reads = Reads()
  private var follower: QueryFollower?

  /// Creates a value that `compute` returns, given the rows that a commit touched, or `nil` for all rows.
  ///
  /// It processes a commit after its query does, since it follows the store for a shorter time.
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

  /// Replaces the value, and returns whether the new one is equal to it.
  private func replace(by new: Value) -> Bool {
    var value = new
    let isSame = value == current
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
  /// The subscription keeps the live value; the live value does not keep the subscription.
  ///
  /// - Parameters:
  ///   - name: the name of the observer for a ``DeliveryTracer``.
  ///   - handler: receives the value; the subscription keeps it.
  public func observe(name: String = "", _ handler: @escaping (Value) -> Void) -> Subscription {
    let token = core.subscribe(to: [source], name: name) { [self] in handler(current) }
    core.shared.withCommittedReads { handler(current) }
    return token
  }
}

/// The operations of a query that a live value needs, for a query of any type.
struct LiveValueBase {
  let tables: () -> NumberSet
  /// Brings the query up to date with the current commit.
  let catchUp: () -> Void
  /// The rows that the current commit touched in the list; `nil` if all may have changed.
  let touchedRows: () -> ContiguousArray<Int32>?
  let add: (QueryFollower) -> Void
}

extension LiveValue {
  /// Creates a value that a closure computes from any models, and computes again when one of their tables changes.
  ///
  /// ```swift
  /// let load = LiveValue(in: store) { cards.count > people.count ? "too much" : "" }
  /// ```
  ///
  /// The closure must not write. The store records what the closure reads at each call.
  ///
  /// - Complexity: a transaction that changes a table that the closure read costs one call of the closure.
  public convenience init(in store: DataStore, _ compute: @escaping () -> Value) {
    self.init(store.core, base: nil) { _ in compute() }
  }

  /// Creates a value of a query, which it keeps alive.
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
  /// The sum is exact while it is in the range of its type, and otherwise the nearest bound of that range. Numbers outside the
  /// range of `Int128` count as the nearest bound of that range.
  ///
  /// - Complexity: a transaction costs O(k log n) for the k models that it touches in the list.
  public final func liveSum<Number: FixedWidthInteger>(
    of number: @escaping (Model) -> Number
  ) -> LiveValue<Number> {
    liveTotal(of: { Int128(clamping: number($0)) }, combine: Self.saturatingSum) { Number(clamping: $0 ?? 0) }
  }

  /// Returns the sum of floating-point numbers as an observable value; 0 if there are none.
  ///
  /// The numbers are added as a tree, so rounding errors do not accumulate, and infinity or NaN disappear from the sum with
  /// their models. The last bits depend on the order in which models were added to the list.
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

  private static func saturatingSum(_ left: Int128, _ right: Int128) -> Int128 {
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? (left < 0 ? .min : .max) : sum
  }

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
