public import StoreMemory

/// Something that takes commits in before observers are told of them: a live query, a live value, a table's follower.
///
/// The store holds it weakly, whoever is kept up to date strongly.
@usableFromInline
final class QueryFollower {
  /// Takes in the current commit, and returns whether the outcome changed; it is handed the follower itself.
  let follow: (QueryFollower) -> Bool
  /// The sequence number of its first table; 0 before.
  fileprivate var sequence: UInt64 = 0
  /// The tables and sources that it follows, also through other followers.
  @usableFromInline fileprivate(set) var tables = NumberSet()
  /// The last pass that it has taken in.
  fileprivate var pass: UInt64 = 0
  /// The last pass that changed its outcome.
  fileprivate var changingPass: UInt64 = 0
  private var isFollowing = false
  /// The keys that the pass `keyPass` changed, and the pass before that changed any.
  private var changedKeys: ContiguousArray<Int> = []
  private var keyPass: UInt64 = 0
  private var earlierKeyPass: UInt64 = 0
  /// Returns the keys that the open transaction changes, where there are keys.
  var openKeys: (() -> Set<Int>)?

  @usableFromInline
  init(_ follow: @escaping (QueryFollower) -> Bool) {
    self.follow = follow
  }

  /// Notes that the pass that is being taken in changes a key, or any for `nil`.
  fileprivate func noteChange(ofKey key: Int?, in number: UInt64) {
    guard let key else {
      (earlierKeyPass, keyPass) = (.max, number)
      return
    }
    if keyPass != number {
      (earlierKeyPass, keyPass) = (keyPass, number)
      changedKeys.removeAll(keepingCapacity: true)
    }
    changedKeys.append(key)
  }

  /// Returns the keys that were changed since somebody took a pass in; `nil` when these are not known.
  fileprivate func changedKeys(since other: QueryFollower) -> ContiguousArray<Int>? {
    if keyPass <= other.pass { return [] }
    return earlierKeyPass <= other.pass ? changedKeys : nil
  }

  /// Takes in a pass. A follower that reads itself, through others, finds its outcome of before.
  fileprivate func take(_ number: UInt64, _ shared: TransactionState) {
    if isFollowing { return }
    isFollowing = true
    shared.beginEvaluating()
    if follow(self) { changingPass = number }
    shared.endEvaluating()
    pass = number
    isFollowing = false
  }
}

/// One round of bringing followers up to date.
struct Pass {
  /// The number of passes, this one included.
  var number: UInt64 = 0
  /// The tables and sources that changed; empty while no pass is running.
  var changed = NumberSet()
  /// A Boolean value that indicates whether it is of those followers that read sources.
  var isLate = false
}

/// The followers of each table, in the order in which they began to follow it.
struct Followers {
  private var lists: ContiguousArray<WeakList<QueryFollower>> = []
  /// Memory for those that are due, empty.
  var spare: ContiguousArray<QueryFollower> = []
  /// The number of entries.
  private(set) var count = 0

  mutating func reserveCapacity(_ count: Int) { lists.reserveCapacity(count) }

  mutating func addTable() { lists.append(WeakList<QueryFollower>()) }

  /// Changes the list of a table.
  mutating func modify(_ table: Int32, _ body: (inout WeakList<QueryFollower>) -> Void) {
    count -= lists[Int(table)].count
    body(&lists[Int(table)])
    count += lists[Int(table)].count
  }
}

extension StoreCore {
  /// Lets somebody follow what it read in place of what it followed before.
  @usableFromInline
  func follow(_ tables: NumberSet, by follower: QueryFollower) {
    if follower.sequence == 0 {
      follower.sequence = takeSequence()
      // It was made of what the running pass has left.
      follower.pass = shared.content.read { $0.pass.number }
    }
    let old = follower.tables
    if tables == old { return }
    shared.content.modify { state in
      old.forEach { table in
        if !tables.contains(table) { state.followers.modify(table) { $0.remove(follower) } }
      }
      tables.forEach { table in
        if !old.contains(table) { state.followers.modify(table) { $0.append(follower) } }
      }
    }
    follower.tables = tables
  }

  /// Returns whether the running pass is about a change of a table.
  @usableFromInline
  func hasChanged(_ table: Int32) -> Bool { shared.content.read { $0.pass.changed.contains(table) } }

  /// Returns whether something of a record has changed since a follower last took a pass in. Queries and values in it are
  /// brought up to date first.
  @usableFromInline
  func hasChanged(_ reads: Reads, for follower: QueryFollower) -> Bool {
    if reads.isEmpty { return false }
    if shared.content.read({ $0.pass.changed.intersects(reads.tables) }) { return true }
    var hasChanged = false
    for outcome in reads.outcomes {
      bringUpToDate(outcome)
      if outcome.changingPass > follower.pass { hasChanged = true }
    }
    for entry in reads.keyed {
      guard let keys = changedKeys(of: entry.source, for: follower) else { return true }
      if keys.contains(where: { entry.keys.contains($0) }) { hasChanged = true }
    }
    return hasChanged
  }

  /// Returns the keys of a source that changed since a follower last took a pass in; `nil` when these are not known. The source is
  /// brought up to date first.
  func changedKeys(of source: QueryFollower, for follower: QueryFollower) -> ContiguousArray<Int>? {
    bringUpToDate(source)
    return source.changedKeys(since: follower)
  }

  /// Notes that the running pass changes a key of a follower, or any for `nil`.
  func noteChange(ofKey key: Int?, of follower: QueryFollower) {
    follower.noteChange(ofKey: key, in: shared.content.read { $0.pass.number })
  }

  /// Returns whether a follower reads sources, also through others.
  func readsSources(_ follower: QueryFollower) -> Bool {
    shared.content.read { $0.sources.intersects(follower.tables) }
  }

  /// Lets a follower take in the running pass, if it is due and has not done so: one may be read by those before it.
  @usableFromInline
  func bringUpToDate(_ follower: QueryFollower) {
    let (number, isDue) = shared.content.read { state in
      let pass = state.pass
      return (
        pass.number,
        follower.pass < pass.number && pass.changed.intersects(follower.tables)
          && pass.isLate == state.sources.intersects(follower.tables)
      )
    }
    if isDue { follower.take(number, shared) }
  }

  /// Brings those up to date that follow something that changed, in the order in which they began to.
  ///
  /// - Parameter isLate: whether it is those that read sources, or the others.
  func follow(_ changed: NumberSet, isLate: Bool) {
    var due = shared.content.modify { state in
      var due: ContiguousArray<QueryFollower> = []
      swap(&due, &state.followers.spare)
      changed.forEach { table in state.followers.modify(table) { $0.append(to: &due) } }
      state.pass.changed = changed
      state.pass.isLate = isLate
      return due
    }
    // The last one is taken out first. One that was released meanwhile ends here, while nothing of the store is being
    // accessed.
    if due.count > 1 { due.sort { $0.sequence > $1.sequence } }
    while let follower = due.popLast() { bringUpToDate(follower) }
    shared.content.modify { state in
      state.pass.changed = NumberSet()
      swap(&state.followers.spare, &due)
    }
  }
}
