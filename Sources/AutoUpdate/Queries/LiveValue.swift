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
  private let noteQueryRead: () -> Void
  /// The query, if it is made of one, and what is followed in it.
  private let query: AnyObject?
  private var dependent: QueryDependent?
  /// What follows the tables that it is made of, if it is made of no query.
  var follower: QueryFollower?
  var reads = TableSet()

  /// A value that `take` computes: of the rows that a commit touched, or of all at first and when told `nil`.
  init<Model: Storable>(
    of query: LiveQuery<Model>, _ take: @escaping (_ rows: ContiguousArray<Int32>?) -> Value
  ) {
    self.query = query
    core = query.core
    // The query is held already, and its other parts do not lead here.
    noteQueryRead = { [unowned query] in query.noteRead() }
    var reads = TableSet()
    current = query.core.evaluating(noting: &reads) { take(nil) }
    let dependent = QueryDependent { [weak self] rows in self?.follow(rows, take) }
    dependent.reads = reads
    self.dependent = dependent
    query.feed.add(dependent, in: query.core)
  }

  /// A value that whoever makes it keeps up to date.
  init(_ core: StoreCore, _ value: Value) {
    self.core = core
    current = value
    query = nil
    noteQueryRead = {}
  }

  private func follow(
    _ rows: ContiguousArray<Int32>?, _ take: (_ rows: ContiguousArray<Int32>?) -> Value
  ) {
    var reads = rows == nil ? TableSet() : dependent?.reads ?? TableSet()
    let isSame = core.evaluating(noting: &reads) {
      replace(by: take(rows))
    }
    dependent?.reads = reads
    if !isSame { core.fire(source) }
  }

  /// Returns whether the new value is the one that was there.
  func replace(by new: Value) -> Bool {
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
    noteQueryRead()
    for table in reads.numbers { core.clock.noteRead(of: table) }
    return current
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
    core.clock.tellCommitted { tell(current) }
    return token
  }
}
