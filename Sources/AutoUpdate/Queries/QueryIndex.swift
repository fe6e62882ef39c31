public import StoreMemory

/// What a live query knows of its rows: which are in it, in which order and which sections.
///
/// Conditions, keys and comparisons are code of a user, which may read the query. So it runs only while the
/// index is being read; what it found is then written in one go.
@usableFromInline
final class QueryIndex<Model: Storable, Order: SortOrder, SectionKey: Comparable> {
  @usableFromInline let core: StoreCore
  @usableFromInline let storage: TableStorage<Model>
  @usableFromInline let condition: (Model) -> Bool
  @usableFromInline let key: (Model) -> Order.Key
  /// What the rows of a section have in common; `nil` for a list without sections.
  @usableFromInline let sectionKey: ((Order.Key) -> SectionKey)?
  /// How many rows are shown at most.
  @usableFromInline let limit: Int
  @usableFromInline let feed: QueryFeed<Model>

  /// All rows that meet the condition, also those past the limit.
  @usableFromInline let rows: Cell<SortedRows<Order>>
  @usableFromInline let sections = Cell<ContiguousArray<SectionRun<SectionKey>>>([])
  /// Works out the edits of several changes; its memory is kept.
  @usableFromInline let diff = Cell(ListDiff())
  /// The tables that condition, keys and sections read beside the model; its own one, if they read other models.
  @usableFromInline let joined = Cell(TableSet())

  @inlinable
  init(
    _ table: Table<Model>, order: Order, limit: Int?, condition: @escaping (Model) -> Bool,
    key: @escaping (Model) -> Order.Key, sectionKey: ((Order.Key) -> SectionKey)?
  ) {
    core = table.core
    storage = table.storage
    feed = QueryFeed(table: table.storage.number)
    self.condition = condition
    self.key = key
    self.sectionKey = sectionKey
    self.limit = max(0, limit ?? Int.max)
    rows = Cell(SortedRows(order: order))
    var reads = TableSet()
    let entries = core.evaluating(noting: &reads) { sortedEntries() }
    rows.modify { $0 = SortedRows(order: order, sorted: entries) }
    sections.modify { $0 = core.evaluating { runs(of: entries.prefix(self.limit)) } }
    joined.modify { $0 = reads }
  }

  /// How many rows are shown.
  @inlinable var count: Int { min(limit, rows.read { $0.count }) }

  /// The rows that meet the condition as the last commit left them, in order.
  @inlinable
  func sortedEntries() -> ContiguousArray<(row: Int32, key: Order.Key)> {
    var entries: ContiguousArray<(row: Int32, key: Order.Key)> = []
    for row in 0..<Int32(truncatingIfNeeded: storage.rowCount) {
      if let model = storage.committedModel(at: row), condition(model) { entries.append((row, key(model))) }
    }
    rows.read { rows in entries.sort { rows.precedes($0.key, $0.row, $1.key, $1.row) } }
    return entries
  }

  /// The sections of some entries.
  @inlinable
  func runs(
    of entries: ArraySlice<(row: Int32, key: Order.Key)>
  ) -> ContiguousArray<SectionRun<SectionKey>> {
    var runs: ContiguousArray<SectionRun<SectionKey>> = []
    guard let sectionKey else { return runs }
    for entry in entries {
      let key = sectionKey(entry.key)
      if let last = runs.last, KeyOrder().isSame(last.key, key) {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(SectionRun(key: key, count: 1))
      }
    }
    return runs
  }

  // MARK: Following

  /// Begins to follow the store; whoever owns the follower ends it.
  @inlinable
  func makeFollower() -> QueryFollower {
    let follower = QueryFollower { self.follow() }
    feed.begin(follower, joining: joined.read { $0 }, in: core)
    return follower
  }

  /// Takes in the current commit.
  @inlinable
  func follow() {
    var reads = TableSet()
    let isJoined = core.hasChanged(anyOf: joined.read { $0 })
    core.evaluating(noting: &reads) {
      if isJoined {
        refill()
      } else if let changes = storage.currentChanges {
        if sectionKey == nil, changes.count == 1 { followOne(changes) } else { followMany(changes) }
      }
    }
    if isJoined || !reads.isEmpty {
      joined.modify { if isJoined { $0 = reads } else { $0.formUnion(reads) } }
      feed.follow(joining: joined.read { $0 }, in: core)
    }
    if feed.hasDependents { feed.tellDependents(in: core) }
  }

  /// Takes in the change of a single row, without sections.
  @inlinable
  func followOne(_ changes: TableChanges<Model>) {
    let row = changes.changes[0].row.number
    var newKey: Order.Key?
    if let after = changes.changes[0].outcome, condition(after) { newKey = key(after) }
    let isListed = feed.isListed
    var from: Int?
    let step = rows.read { rows in
      let step = rows.step(for: row, key: newKey)
      if isListed, let old = step?.old { from = rows.position(of: old) }
      return step
    }
    guard let step else { return }
    let oldCount = rows.read { $0.count }
    let ended = rows.modify { $0.perform(step) }
    if isListed {
      let to = step.key == nil ? nil : step.stays ? from : rows.read { $0.position(of: row) }
      list(row, from: from, to: to, oldCount: oldCount)
    }
    withExtendedLifetime(ended) {}
  }

  /// Tells the edits of a single row's way through the window.
  @inlinable
  func list(_ row: Int32, from: Int?, to: Int?, oldCount: Int) {
    let from = from.flatMap { $0 < limit ? $0 : nil }
    let to = to.flatMap { $0 < limit ? $0 : nil }
    feed.begin()
    if let from, let to {
      if from != to { feed.append(.move(from: ListPosition(row: from), to: ListPosition(row: to))) }
      feed.append(.update(at: ListPosition(row: to)))
      if feed.hasDependents { feed.touch(row) }
    } else if from != nil || to != nil {
      // The first row past the window comes in, or the last row of a full one goes out.
      if let from { remove(row, at: from) }
      if from == nil, oldCount >= limit { remove(rows.read { $0[limit] }, at: limit - 1) }
      if from != nil, oldCount > limit { insert(rows.read { $0[limit - 1] }, at: limit - 1) }
      if let to { insert(row, at: to) }
    }
    feed.fire(core)
  }

  @inlinable
  func remove(_ row: Int32, at position: Int) {
    if feed.hasDependents { feed.touch(row) }
    guard let id = storage.identity(of: row) else { return }
    feed.append(.remove(id, at: ListPosition(row: position)))
  }

  @inlinable
  func insert(_ row: Int32, at position: Int) {
    if feed.hasDependents { feed.touch(row) }
    guard let id = storage.identity(of: row) else { return }
    feed.append(.insert(id, at: ListPosition(row: position)))
  }
}
