public import StoreMemory

/// Something that takes commits in before observers are told of them: a live query, a live value, a table's follower.
///
/// The store holds it weakly, whoever is kept up to date strongly.
@usableFromInline
final class QueryFollower {
  /// Takes in the current commit; it is handed the follower itself.
  let follow: (QueryFollower) -> Void
  /// When it began to follow a table; 0 before.
  fileprivate var sequence: UInt64 = 0
  /// The tables that it follows.
  @usableFromInline fileprivate(set) var tables = NumberSet()

  @usableFromInline
  init(_ follow: @escaping (QueryFollower) -> Void) {
    self.follow = follow
  }
}

/// Who follows each table, in the order in which they began to.
struct Followers {
  private var lists: ContiguousArray<WeakList<QueryFollower>> = []
  /// Memory for those that are due, empty.
  var spare: ContiguousArray<QueryFollower> = []
  /// How many entries there are in all.
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
  /// Lets somebody follow some tables in place of those that it followed before.
  @usableFromInline
  func follow(_ tables: NumberSet, by follower: QueryFollower) {
    if follower.sequence == 0 { follower.sequence = takeSequence() }
    let old = follower.tables
    if tables == old { return }
    state.modify { state in
      old.forEach { table in
        if !tables.contains(table) { state.followers.modify(table) { $0.remove(follower) } }
      }
      tables.forEach { table in
        if !old.contains(table) { state.followers.modify(table) { $0.append(follower) } }
      }
    }
    follower.tables = tables
  }

  /// Whether the current commit changed one of the tables.
  @usableFromInline
  func hasChanged(anyOf tables: NumberSet) -> Bool {
    guard !tables.isEmpty, let current else { return false }
    var hasChanged = false
    current.forEachTable { if tables.contains($0) { hasChanged = true } }
    return hasChanged
  }

  /// Asks each that follows a changed table to take in the current commit, in the order in which they began to: one
  /// may read those before it.
  func follow(_ commit: Commit) {
    var due = state.modify { state in
      var due: ContiguousArray<QueryFollower> = []
      swap(&due, &state.followers.spare)
      commit.forEachTable { table in state.followers.modify(table) { $0.append(to: &due) } }
      return due
    }
    // The last one is taken out first. One that was released meanwhile ends here, while nothing of the store is being
    // accessed.
    if due.count > 1 { due.sort { $0.sequence > $1.sequence } }
    var last: UInt64 = 0
    while let follower = due.popLast() {
      if follower.sequence == last { continue }
      last = follower.sequence
      clock.beginEvaluating()
      follower.follow(follower)
      clock.endEvaluating()
    }
    state.modify { swap(&$0.followers.spare, &due) }
  }
}
