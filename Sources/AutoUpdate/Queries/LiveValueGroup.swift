import StoreMemory

/// Values that are computed from any models, such as the contents of the visible rows of a list.
///
/// A commit computes only the values that read something that has changed, however many values the group has. Values
/// can join and leave while the group is observed. Its observers keep their position in the order of delivery, so that
/// this order does not depend on when a value joined.
package final class LiveValueGroup<Value: Equatable> {
  private struct Member {
    let compute: () -> Value
    var value: Value
  }

  private let core: StoreCore
  private let source = ChangeSource()
  private var members: [Int: Member] = [:]
  /// The number of the next member. Numbers are not reused, since ``readers`` may list members that have left.
  private var nextNumber = 0
  /// The members that read each key.
  private let readers = KeyReaders()
  /// The other reads of all members. When one of them changes, all members are computed again.
  private var sharedReads = Reads()
  /// The numbers of the values that the latest change affected, in ascending order.
  private var changed: [Int] = []
  private var follower: QueryFollower?

  package init(in store: DataStore) {
    core = store.core
    follower = QueryFollower { [unowned self] in follow($0) }
  }

  // MARK: Members

  /// Adds a value, and returns its number. `compute` must not write.
  package func insert(_ compute: @escaping () -> Value) -> Int {
    let number = nextNumber
    nextNumber += 1
    members[number] = Member(compute: compute, value: value(of: compute, for: number))
    followTables()
    return number
  }

  package func remove(_ number: Int) {
    // The closure is released after the access has ended.
    let gone = members.removeValue(forKey: number)
    withExtendedLifetime(gone) {}
  }

  /// The value with a number as of the last commit; `nil` if it was removed.
  package subscript(number: Int) -> Value? { members[number]?.value }

  /// Calls `handler` once for each transaction that changes any value, after all have been updated.
  ///
  /// - Parameters:
  ///   - name: the name of the observer for a ``DeliveryTracer``.
  ///   - handler: receives the numbers of the changed values in ascending order. The store retains it and the group
  ///     until the subscription has ended and the store is used again.
  package func observe(name: String, _ handler: @escaping (_ changed: [Int]) -> Void) -> Subscription {
    core.subscribe(to: [source], name: name) { [self] in handler(changed) }
  }

  // MARK: Following

  private func value(of compute: () -> Value, for number: Int) -> Value {
    var reads = Reads()
    let value = core.shared.evaluate(noting: &reads, compute)
    // `take` removes the reads of single keys from the record.
    readers.take(&reads, of: number)
    if !reads.isEmpty { sharedReads.formUnion(reads) }
    return value
  }

  private func followTables() {
    var tables = readers.tables
    tables.formUnion(sharedReads.allTables)
    if let follower { core.follow(tables, by: follower) }
  }

  /// Processes the current commit, and returns whether a value changed.
  private func follow(_ follower: QueryFollower) -> Bool {
    var due: [Int]?
    if !core.hasChanged(sharedReads, for: follower) { due = readers.due(for: follower, in: core)?.sorted() }
    if due == nil {
      readers.removeAll()
      sharedReads = Reads()
    }
    var changed: [Int] = []
    for number in due ?? members.keys.sorted() {
      guard let member = members[number] else { continue }
      let value = value(of: member.compute, for: number)
      if value == member.value { continue }
      members[number]?.value = value
      changed.append(number)
    }
    if due == nil { readers.noteComplete() }
    if due?.isEmpty != true { followTables() }
    if changed.isEmpty { return false }
    self.changed = changed
    core.fire(source)
    return true
  }
}
