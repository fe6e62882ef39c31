internal import StoreMemory

/// A live query as its store sees it: who is asked to take in a commit.
///
/// The store holds it weakly, the query strongly.
@usableFromInline
final class QueryFollower {
  /// Takes in the current commit.
  let follow: () -> Void
  /// When it began to follow a table; 0 before.
  fileprivate var sequence: UInt64 = 0

  @usableFromInline
  init(_ follow: @escaping () -> Void) {
    self.follow = follow
  }
}

/// The live queries that follow each table, in the order in which they began to.
struct Followers {
  private struct Entry {
    weak var follower: QueryFollower?
  }

  private var lists: ContiguousArray<ContiguousArray<Entry>> = []
  var spare: ContiguousArray<QueryFollower> = []
  /// How many entries there are in all.
  private(set) var count = 0

  mutating func addTable() { lists.append([]) }

  mutating func add(_ follower: QueryFollower, to table: Int32) {
    lists[Int(table)].append(Entry(follower: follower))
    count += 1
  }

  mutating func remove(_ follower: QueryFollower, from table: Int32) {
    removeAll(from: table) { $0.follower === follower || $0.follower == nil }
  }

  private mutating func removeAll(from table: Int32, where isGone: (Entry) -> Bool) {
    count -= lists[Int(table)].count
    lists[Int(table)].removeAll(where: isGone)
    count += lists[Int(table)].count
  }

  /// Adds the queries that follow a table; those that are gone are taken out.
  mutating func list(_ table: Int32, in due: inout ContiguousArray<QueryFollower>) {
    var isOneGone = false
    // By index, as to copy an entry is to register another weak reference.
    for index in lists[Int(table)].indices {
      if let follower = lists[Int(table)][index].follower {
        due.append(follower)
      } else {
        isOneGone = true
      }
    }
    if isOneGone { removeAll(from: table) { $0.follower == nil } }
  }

  /// Memory for those that are due, to be given back empty.
  mutating func takeSpare() -> ContiguousArray<QueryFollower> {
    defer { spare = [] }
    return spare
  }
}

extension StoreCore {
  /// Lets a live query follow some tables in place of those that it followed before.
  @usableFromInline
  func follow(_ tables: TableSet, insteadOf old: TableSet, by follower: QueryFollower) {
    if follower.sequence == 0 { follower.sequence = takeSequence() }
    state.modify { state in
      for table in old.numbers where !tables.contains(table) { state.followers.remove(follower, from: table) }
      for table in tables.numbers where !old.contains(table) { state.followers.add(follower, to: table) }
    }
  }

  /// Runs code of a query's user, which may only read.
  @inlinable
  func evaluating<Result>(_ body: () -> Result) -> Result {
    clock.beginEvaluating()
    defer { clock.endEvaluating() }
    return body()
  }

  /// Runs code of a query's user, and adds the tables that it reads to `reads`.
  @inlinable
  func evaluating<Result>(noting reads: inout TableSet, _ body: () -> Result) -> Result {
    let outer = clock.beginNoting()
    let result = evaluating(body)
    reads.formUnion(clock.endNoting(outer))
    return result
  }

  /// Asks each query that follows a changed table to take in the current commit, in the order of their making:
  /// one may read those before it.
  func follow(_ commit: Commit) {
    var due = state.modify { state in
      var due = state.followers.takeSpare()
      commit.forEachTable { state.followers.list($0, in: &due) }
      return due
    }
    if due.count > 1 { due.sort { $0.sequence < $1.sequence } }
    for index in due.indices where index == 0 || due[index] !== due[index - 1] {
      clock.evaluate { due[index].follow() }
    }
    // A query that was released meanwhile ends here, while nothing of the store is being accessed.
    due.clear()
    state.modify { swap(&$0.followers.spare, &due) }
  }
}
