public import ListEdits
public import StoreMemory

/// The part of a live query that maintains its list.
///
/// It calls the condition and the key, which are user code, and records the edits of the list.
@usableFromInline
final class QueryIndex<Model: Storable, Order: SortOrder, SectionKey: Comparable> {
  @usableFromInline let core: StoreCore
  @usableFromInline let storage: TableStorage<Model>
  @usableFromInline let condition: (Model) -> Bool
  @usableFromInline let key: (Model) -> Order.Key
  @usableFromInline let feed = QueryFeed<Model>()
  /// Returns the maximum number of rows in the list.
  @usableFromInline let limit: () -> Int?
  /// All rows that meet the condition.
  @usableFromInline let list: SortedList<Order, SectionKey>
  /// The reads of the condition, keys, sections and limit besides the model itself. They include the query's own table
  /// if other models of it are read.
  @usableFromInline let extraReads = Cell(Reads())
  /// The rows whose condition or key reads single keys; `nil` for a query that treats such reads as reads of all rows.
  @usableFromInline let readers: KeyReaders?

  @inlinable
  init(
    _ table: Table<Model>, order: Order, limit: @escaping () -> Int?, condition: @escaping (Model) -> Bool,
    key: @escaping (Model) -> Order.Key, sectionKey: ((Order.Key) -> SectionKey)?, readers: KeyReaders? = nil
  ) {
    self.readers = readers
    core = table.core
    storage = table.storage
    self.condition = condition
    self.key = key
    self.limit = limit
    var reads = Reads()
    list = core.shared.evaluate(noting: &reads) {
      SortedList(order: order, limit: limit(), sectionKey: sectionKey)
    }
    core.shared.evaluate(noting: &reads) { list.fill(entries()) }
    extraReads.modify { $0 = reads }
  }

  /// Returns the rows whose committed models meet the condition.
  @inlinable
  func entries() -> ContiguousArray<SortedList<Order, SectionKey>.Entry> {
    var entries: ContiguousArray<SortedList<Order, SectionKey>.Entry> = []
    readers?.removeAll()
    for row in 0..<Int32(truncatingIfNeeded: storage.rowCount) {
      if let key = listKey(ofRow: row) { entries.append((row, key)) }
    }
    readers?.noteComplete()
    return entries
  }

  /// Returns the key of the model in a row; `nil` if it does not meet the condition.
  @inlinable
  func listKey(ofRow row: Int32) -> Order.Key? {
    guard let model = storage.committedModel(at: row) else { return nil }
    guard let readers else { return condition(model) ? key(model) : nil }
    var reads = Reads()
    let listKey: Order.Key? = core.shared.note(&reads) { condition(model) ? key(model) : nil }
    readers.take(&reads, of: Int(row))
    if !reads.isEmpty { core.shared.noteReads(reads) }
    return listKey
  }

  // MARK: Following

  /// Returns a follower of the store, which ends when the caller releases it.
  @inlinable
  func makeFollower() -> QueryFollower {
    let follower = QueryFollower { self.follow($0) }
    followTables(by: follower)
    return follower
  }

  @inlinable
  func followTables(by follower: QueryFollower) {
    var tables = extraReads.read { $0.allTables }
    if let readers { tables.formUnion(readers.tables) }
    tables.insert(storage.number)
    core.follow(tables, by: follower)
  }

  /// Processes the current commit.
  ///
  /// - Returns: whether the list, or a model in it, changed.
  @inlinable
  func follow(_ follower: QueryFollower) -> Bool {
    var reads = Reads()
    let known = extraReads.read { $0 }
    var needsRefill = core.hasChanged(known, for: follower)
    let changes = core.hasChanged(storage.number) ? storage.currentPositions : nil
    var due: Set<Int> = []
    if !needsRefill, let readers {
      if let known = readers.due(for: follower, in: core) { due = known } else { needsRefill = true }
    }
    let hasChanged = core.shared.evaluate(noting: &reads) {
      if needsRefill {
        refill(changes)
        return true
      }
      if !due.isEmpty { return apply(rows(changes, and: due)) }
      return changes.map { apply($0) } ?? false
    }
    // A query that reads itself reads its previous list. It must not retain itself.
    if !reads.isEmpty { reads.remove(follower) }
    if needsRefill || !reads.isEmpty {
      extraReads.modify { if needsRefill { $0 = reads } else { $0.formUnion(reads) } }
    }
    // The queries that are read may follow other tables now.
    if needsRefill || !known.isEmpty || !reads.isEmpty || readers != nil { followTables(by: follower) }
    return hasChanged
  }

  /// Returns the rows that a commit changed and other rows to evaluate again, without duplicates.
  @inlinable
  func rows(_ changes: Range<Int>?, and others: Set<Int>) -> ContiguousArray<Int32> {
    var others = others
    var rows: ContiguousArray<Int32> = []
    for position in changes ?? 0..<0 {
      let row = storage.changedRow(at: position)
      rows.append(row)
      others.remove(Int(row))
    }
    for row in others.sorted() { rows.append(Int32(truncatingIfNeeded: row)) }
    return rows
  }

  /// Applies a commit's changes to the query's own table.
  ///
  /// - Returns: `true` if a changed model is, or was, in the list.
  @inlinable
  func apply(_ changes: Range<Int>) -> Bool {
    guard changes.count == 1, list.sectionKey == nil else { return apply(rows(changes, and: [])) }
    var isListed = false
    let row = storage.changedRow(at: changes.lowerBound)
    let ended = list.set(row, key: listKey(ofRow: row), isListed: { begin(&isListed) }, note)
    if isListed {
      if feed.hasDependents { feed.touch(row) }
      feed.fire(core)
    }
    defer { withExtendedLifetime(ended) {} }
    return ended != nil
  }

  /// Evaluates rows again. `rows` must not contain duplicates.
  ///
  /// - Returns: `true` if one of the models is, or was, in the list.
  @inlinable
  func apply(_ rows: ContiguousArray<Int32>) -> Bool {
    var isListed = false
    var isInList = false
    var visits: ContiguousArray<RowVisit<Order.Key>> = []
    visits.reserveCapacity(rows.count)
    for row in rows { visits.append(RowVisit(row: row, key: listKey(ofRow: row))) }
    let ended = list.set(
      visits,
      isListed: {
        isInList = true
        return begin(&isListed)
      }, note)
    if isListed {
      if feed.hasDependents { for row in rows { feed.touch(row) } }
      feed.fire(core)
    }
    withExtendedLifetime(ended) {}
    return isInList
  }

  /// Evaluates every row again, after other data that the condition, keys, sections or limit read has changed.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  func refill(_ changes: Range<Int>?) {
    let limit = limit()
    let entries = entries()
    var changed: ContiguousArray<Int32> = []
    if let changes { for position in changes { changed.append(storage.changedRow(at: position)) } }
    var isListed = false
    let ended = list.refill(
      entries, limit: limit, changed: changed, isListed: { begin(&isListed) }, note)
    feed.noteRefill()
    if isListed { feed.fire(core) }
    withExtendedLifetime(ended) {}
  }

  @inlinable
  func begin(_ isListed: inout Bool) -> Bool {
    isListed = feed.begin()
    return isListed
  }

  /// Records an edit of the list for observers and dependents.
  @inlinable
  func note(_ edit: ListEdit<Int32>) {
    switch edit {
    case .remove(let row, _), .insert(let row, _):
      if feed.hasDependents { feed.touch(row) }
    default: break
    }
    if let edit = edit.compactMap({ storage.identity(of: $0) }) { feed.append(edit) }
  }
}
