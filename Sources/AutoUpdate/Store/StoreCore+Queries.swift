public import StoreMemory

/// The part of a live query, a live value or a table follower that processes commits before observers are called.
///
/// The store holds it weakly; its owner holds it strongly.
@usableFromInline
final class QueryFollower {
  /// Processes the current commit, and returns whether the result changed. The argument is the follower itself.
  let follow: (QueryFollower) -> Bool
  /// The sequence number that the follower received when it first followed a table or source; 0 before.
  fileprivate var sequence: UInt64 = 0
  /// The tables and sources that the follower follows, directly or through other followers.
  @usableFromInline fileprivate(set) var tables = NumberSet()
  /// The last pass that the follower processed.
  fileprivate var pass: UInt64 = 0
  /// The last pass that changed the follower's result.
  fileprivate var changingPass: UInt64 = 0
  private var isFollowing = false
  /// The keys that the pass `keyPass` changed. `earlierKeyPass` is the last pass before it that changed keys.
  private var changedKeys: ContiguousArray<Int> = []
  private var keyPass: UInt64 = 0
  private var earlierKeyPass: UInt64 = 0
  /// Returns the keys that the open transaction changes; `nil` for a follower without keys.
  var openKeys: (() -> Set<Int>)?

  @usableFromInline
  init(_ follow: @escaping (QueryFollower) -> Bool) {
    self.follow = follow
  }

  /// Records that the current pass changes a key; `nil` stands for any key.
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

  /// Returns the keys that have changed since another follower's last pass; `nil` if they are not known.
  fileprivate func changedKeys(since other: QueryFollower) -> ContiguousArray<Int>? {
    if keyPass <= other.pass { return [] }
    return earlierKeyPass <= other.pass ? changedKeys : nil
  }

  /// Processes a pass. If the follower reads itself through others, it reads its previous result.
  fileprivate func run(_ number: UInt64, _ shared: TransactionState) {
    if isFollowing { return }
    isFollowing = true
    shared.beginEvaluating()
    if follow(self) { changingPass = number }
    shared.endEvaluating()
    pass = number
    isFollowing = false
  }
}

/// A pass in which the followers of changed tables and sources are updated.
struct Pass {
  /// The number of passes so far, including this one.
  var number: UInt64 = 0
  /// The tables and sources that changed; empty while no pass is running.
  var changed = NumberSet()
  /// A Boolean value that indicates whether the pass is for the followers that read sources.
  var isLate = false
}

/// The followers of each table, in the order in which they began to follow.
struct Followers {
  private var lists: ContiguousArray<WeakList<QueryFollower>> = []
  /// An empty array whose memory is reused for the followers to update.
  var spare: ContiguousArray<QueryFollower> = []
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
  /// Sets the tables and sources that a follower follows.
  @usableFromInline
  func follow(_ tables: NumberSet, by follower: QueryFollower) {
    if follower.sequence == 0 {
      follower.sequence = takeSequence()
      // The initial result of the follower includes the effect of the current pass.
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

  /// Returns whether a table changed in the current pass.
  @usableFromInline
  func hasChanged(_ table: Int32) -> Bool { shared.content.read { $0.pass.changed.contains(table) } }

  /// Returns whether anything in a record of reads has changed since a follower's last pass. Updates the queries and
  /// values in the record first.
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

  /// Returns the keys of a source that have changed since a follower's last pass; `nil` if they are not known. Updates
  /// the source first.
  func changedKeys(of source: QueryFollower, for follower: QueryFollower) -> ContiguousArray<Int>? {
    bringUpToDate(source)
    return source.changedKeys(since: follower)
  }

  /// Records that the current pass changes a key of a follower; `nil` stands for any key.
  func noteChange(ofKey key: Int?, of follower: QueryFollower) {
    follower.noteChange(ofKey: key, in: shared.content.read { $0.pass.number })
  }

  /// Returns whether a follower reads sources, directly or through others.
  func readsSources(_ follower: QueryFollower) -> Bool {
    shared.content.read { $0.sources.intersects(follower.tables) }
  }

  /// Updates a follower if it has not processed the current pass yet and follows a changed table or source. A follower
  /// that reads another one calls this method first, so the other one may have been created later.
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
    if isDue { follower.run(number, shared) }
  }

  /// Updates the followers of the changed tables and sources, in the order in which they began to follow.
  ///
  /// - Parameter isLate: `true` to update the followers that read sources, `false` to update the others.
  func follow(_ changed: NumberSet, isLate: Bool) {
    var due = shared.content.modify { state in
      var due: ContiguousArray<QueryFollower> = []
      swap(&due, &state.followers.spare)
      changed.forEach { table in state.followers.modify(table) { $0.append(to: &due) } }
      state.pass.changed = changed
      state.pass.isLate = isLate
      return due
    }
    // The array is sorted from last to first. A follower that has been released in the meantime is destroyed here,
    // outside all accesses.
    if due.count > 1 { due.sort { $0.sequence > $1.sequence } }
    while let follower = due.popLast() { bringUpToDate(follower) }
    shared.content.modify { state in
      state.pass.changed = NumberSet()
      swap(&state.followers.spare, &due)
    }
  }
}
