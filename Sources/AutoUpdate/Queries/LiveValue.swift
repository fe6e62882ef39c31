internal import StoreMemory

/// A value that is made of the models of a live query, kept up to date with every transaction.
///
/// ```swift
/// let strength = army.liveSum { $0.hp }
/// let token = strength.observe { print("strength", $0) }
/// ```
///
/// It changes together with its query: while observers are told of a commit, both stand at that one. It keeps
/// the query alive.
public final class LiveValue<Value: Equatable> {
  let core: StoreCore
  let source = ChangeSource()
  private var current: Value
  /// The live query that it is made of.
  private let base: LiveValueBase?
  private let compute: (_ rows: ContiguousArray<Int32>?) -> Value
  /// The reads of its own code since it last computed the whole.
  private var reads = Reads()
  private var follower: QueryFollower?

  /// A value that `compute` makes of the rows that a commit touched, or of all at first and when told `nil`.
  ///
  /// It takes commits in behind its query, as it began to follow later.
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

  /// Takes in the current commit.
  ///
  /// - Returns: whether the value changed.
  private func follow(_ follower: QueryFollower) -> Bool {
    base?.catchUp()
    let isJoined = core.hasChanged(reads, for: follower)
    let rows = isJoined ? nil : base?.touchedRows()
    var hasChanged = false
    if isJoined || base != nil && rows?.isEmpty != true {
      var reads = rows == nil ? Reads() : reads
      hasChanged = core.shared.evaluate(noting: &reads) { !replace(by: compute(rows)) }
      self.reads = reads
      if hasChanged { core.fire(source) }
    }
    followTables(by: follower)
    return hasChanged
  }

  /// Returns whether the new value is the one that was there.
  private func replace(by new: Value) -> Bool {
    var value = new
    let isSame = value == current
    // What was there before ends only when the new value is.
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

  /// Calls `tell` with the value now, and once for each transaction that changes it.
  ///
  /// The subscription keeps the live value; the live value does not keep the subscription.
  ///
  /// - Parameters:
  ///   - name: what a ``DeliveryTracer`` calls the observer.
  ///   - tell: takes the value; the subscription keeps it.
  public func observe(name: String = "", _ tell: @escaping (Value) -> Void) -> Subscription {
    let token = core.subscribe(to: [source], name: name) { [self] in tell(current) }
    core.shared.tellCommitted { tell(current) }
    return token
  }
}

/// The operations of a query that a live value uses, for any type of query.
struct LiveValueBase {
  let tables: () -> NumberSet
  /// Lets the query take in the commit that is followed.
  let catchUp: () -> Void
  /// The rows that the current commit touched in the list; `nil` when all may have changed.
  let touchedRows: () -> ContiguousArray<Int32>?
  let add: (QueryFollower) -> Void
}

extension LiveValue {
  /// A value that is computed of whatever models a closure reads, and computed again when one of their tables changes.
  ///
  /// ```swift
  /// let load = LiveValue(in: store) { cards.count > people.count ? "too much" : "" }
  /// ```
  ///
  /// The closure may write nothing. What it reads is found by running it, each time anew.
  ///
  /// - Complexity: a transaction that changes what the closure read costs one call of it; others nothing.
  public convenience init(in store: DataStore, _ compute: @escaping () -> Value) {
    self.init(store.core, base: nil) { _ in compute() }
  }

  /// A value of a query, which it keeps alive.
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
