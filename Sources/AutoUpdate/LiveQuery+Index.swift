/// What a live query knows of its rows: which are in it, in which order and which sections.
@usableFromInline
final class QueryIndex<Model: Storable, Order: SortOrder, Group: Comparable> {
  @usableFromInline let table: Table<Model>
  @usableFromInline let condition: (Model) -> Bool
  @usableFromInline let key: (Model) -> Order.Key
  @usableFromInline let group: ((Order.Key) -> Group)?
  /// How many rows are shown at most.
  @usableFromInline let limit: Int

  /// All rows that meet the condition, also those past the limit.
  @exclusivity(unchecked) @usableFromInline var rows: SortedRows<Order>
  @exclusivity(unchecked) @usableFromInline var groups: [(key: Group, count: Int)] = []
  @exclusivity(unchecked) @usableFromInline var diff = ListDiff()

  // What is noted while a commit of several changes is taken in.
  @exclusivity(unchecked) @usableFromInline
  var visits: ContiguousArray<QueryBatch<Order.Key, Group>.Visit> = []
  @exclusivity(unchecked) @usableFromInline var marks = RowMarks()
  /// The rows that are put in, in order, when many are replaced at once.
  @exclusivity(unchecked) @usableFromInline var entries: ContiguousArray<(row: Int32, key: Order.Key)> = []
  /// For each item of the diff, the section it comes from and the one it goes to.
  @exclusivity(unchecked) @usableFromInline var itemGroups: ContiguousArray<(old: Group?, new: Group?)> = []

  @inlinable
  init(
    _ table: Table<Model>, order: Order, limit: Int?, condition: @escaping (Model) -> Bool,
    key: @escaping (Model) -> Order.Key, group: ((Order.Key) -> Group)?
  ) {
    self.table = table
    self.condition = condition
    self.key = key
    self.group = group
    self.limit = max(0, limit ?? Int.max)
    self.rows = SortedRows(order: order)
  }

  @inlinable var count: Int { min(limit, rows.count) }

  /// Reads the table as the last commit left it.
  @inlinable
  func fill() {
    var entries: ContiguousArray<(row: Int32, key: Order.Key)> = []
    for number in 0..<table.slots.count {
      let row = Int32(truncatingIfNeeded: number)
      if let model = table.committedModel(at: row), condition(model) { entries.append((row, key(model))) }
    }
    entries.sort { rows.precedes($0.key, $0.row, $1.key, $1.row) }
    rows.fill(entries)
    guard let group else { return }
    for entry in entries.prefix(limit) {
      let key = group(entry.key)
      if let last = groups.last, last.key == key {
        groups[groups.count - 1].count += 1
      } else {
        groups.append((key, 1))
      }
    }
  }

  @inlinable var sections: [LiveQuery<Model>.Section] {
    if group == nil { return [LiveQuery<Model>.Section(name: "", range: 0..<count)] }
    var start = 0
    return groups.map { group in
      defer { start += group.count }
      return LiveQuery<Model>.Section(name: String(describing: group.key), range: start..<start + group.count)
    }
  }

  /// Takes in the changes of a commit and lists the edits they make.
  @inlinable
  func follow(_ changes: TableChanges<Model>, for query: LiveQuery<Model>) {
    if group == nil, let entry = changes.single {
      followOne(entry, for: query)
    } else {
      followMany(changes, for: query)
    }
  }

  /// Takes in the change of a single row, without sections.
  @inlinable
  func followOne(_ entry: UnsafeMutablePointer<Table<Model>.Entry>, for query: LiveQuery<Model>) {
    // Read in place: a copy of the whole entry would cost more than the rest for most changes.
    let row = entry.pointee.row
    let isIn = rows.contains(row)
    var newKey: Order.Key?
    if let after = entry.pointee.after, condition(after) { newKey = key(after) }
    if newKey == nil, !isIn { return }
    let oldCount = rows.count
    var (from, to): (Int?, Int?)
    if isIn, let newKey {
      (from, to) = rows.update(row, key: newKey) ?? (nil, nil)
    } else {
      if isIn { from = rows.remove(row)?.position }
      if let newKey { to = rows.insert(row, key: newKey) }
      query.currentCount = count
    }
    guard query.isObserved else { return }
    query.edits.removeAll(keepingCapacity: true)
    list(row, from: from, to: to, oldCount: oldCount, in: &query.edits)
    if !query.edits.isEmpty { query.fire() }
  }

  /// Lists the edits of a single row's way through the window.
  @inlinable
  func list(
    _ row: Int32, from: Int?, to: Int?, oldCount: Int, in edits: inout [ListEdit<Model.ID>]
  ) {
    let from = from.flatMap { $0 < limit ? $0 : nil }
    let to = to.flatMap { $0 < limit ? $0 : nil }
    if let from, let to {
      if from != to { edits.append(.move(from: ListPosition(row: from), to: ListPosition(row: to))) }
      edits.append(.update(at: ListPosition(row: to)))
    } else if let from {
      edits.append(.remove(table.identity(of: row), at: ListPosition(row: from)))
      // The first row past the window comes in.
      if oldCount > limit {
        edits.append(.insert(table.identity(of: rows[limit - 1]), at: ListPosition(row: limit - 1)))
      }
    } else if let to {
      // The last row of a full window goes out.
      if oldCount >= limit {
        edits.append(.remove(table.identity(of: rows[limit]), at: ListPosition(row: limit - 1)))
      }
      edits.append(.insert(table.identity(of: row), at: ListPosition(row: to)))
    }
  }
}
