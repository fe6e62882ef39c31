/// What a live query notes while it takes in a commit of several changes.
@usableFromInline
struct QueryBatch<Group: Comparable> {
  /// A touched row that is in the list before or after the commit, at any position.
  @usableFromInline
  struct Visit {
    @usableFromInline let row: Int32
    /// Its position before the commit, or -1.
    @usableFromInline let old: Int
    /// Its position after the commit, or -1.
    @usableFromInline var new: Int = -1
    /// Whether its place among all rows that did not move is as it was.
    @usableFromInline var keptPlace = false
    @usableFromInline var oldGroup: Group?
    @usableFromInline var newGroup: Group?

    @inlinable
    init(row: Int32, old: Int) {
      self.row = row
      self.old = old
    }
  }

  /// A section of the list before the commit, after it or both.
  @usableFromInline
  struct Span {
    @usableFromInline let key: Group
    @usableFromInline let old: Int
    @usableFromInline var new: Int

    @inlinable
    init(key: Group, old: Int, new: Int) {
      self.key = key
      self.old = old
      self.new = new
    }
  }

  @usableFromInline var visits: ContiguousArray<Visit> = []
  /// For each item of the diff, the section it comes from and the one it goes to.
  @usableFromInline var itemGroups: ContiguousArray<(old: Group?, new: Group?)> = []

  @inlinable
  init() {}
}

extension QueryIndex {
  /// Takes in several changes: all old positions, then the changes, then all new positions.
  @inlinable
  func followMany(_ changes: TableChanges<Model>, for query: LiveQuery<Model>) {
    let oldCount = count
    noteOldPositions(changes)
    if batch.visits.isEmpty { return }
    makeChanges(changes)
    for index in batch.visits.indices where batch.visits[index].new >= 0 {
      batch.visits[index].new = rows.position(of: batch.visits[index].row) ?? -1
    }
    let isListed = query.isObserved || group != nil
    if isListed { listItems(oldCount: oldCount) }
    batch.visits.removeAll(keepingCapacity: true)
    query.currentCount = count
    guard isListed else { return }
    let edits = diff.edits()
    guard !edits.isEmpty, query.isObserved else { return }
    query.edits.removeAll(keepingCapacity: true)
    for edit in edits { query.edits.append(edit.map { table.identity(of: $0) }) }
    query.fire()
  }

  /// Lists the touched rows that are in the list or will be; `new` is 0 for the latter.
  @inlinable
  func noteOldPositions(_ changes: TableChanges<Model>) {
    changes.forEach { row, _, after in
      let belongs = after.map(condition) ?? false
      let old = rows.position(of: row.number) ?? -1
      guard belongs || old >= 0 else { return }
      var visit = QueryBatch<Group>.Visit(row: row.number, old: old)
      if belongs { visit.new = 0 }
      if let group, old >= 0 { visit.oldGroup = rows.key(of: row.number).map(group) }
      batch.visits.append(visit)
    }
  }

  @inlinable
  func makeChanges(_ changes: TableChanges<Model>) {
    var index = 0
    changes.forEach { row, _, after in
      guard index < batch.visits.count, batch.visits[index].row == row.number else { return }
      defer { index += 1 }
      guard batch.visits[index].new >= 0, let after else {
        rows.remove(row.number)
        return
      }
      let key = self.key(after)
      let newGroup = group.map { $0(key) }
      batch.visits[index].newGroup = newGroup
      if batch.visits[index].old >= 0 {
        if batch.visits[index].oldGroup == newGroup, rows.replaceKey(of: row.number, with: key) {
          batch.visits[index].keptPlace = true
          return
        }
        rows.remove(row.number)
      }
      rows.insert(row.number, key: key)
    }
  }

  /// Gives the window's share of the changes to the diff.
  @inlinable
  func listItems(oldCount: Int) {
    var (oldItems, newItems) = (0, 0)
    for visit in batch.visits {
      let old = visit.old < limit ? visit.old : -1
      let new = visit.new < limit ? visit.new : -1
      if old >= 0, new >= 0 { diff.updates.append(Int32(truncatingIfNeeded: new)) }
      if visit.keptPlace || (old < 0 && new < 0) { continue }
      if old >= 0 { oldItems += 1 }
      if new >= 0 { newItems += 1 }
      diff.items.append(ListDiff.Item(row: visit.row, old: old, new: new))
      if group != nil { batch.itemGroups.append((visit.oldGroup, visit.newGroup)) }
    }
    let (untouchedOld, untouchedNew) = (oldCount - oldItems, count - newItems)
    diff.untouched = min(untouchedOld, untouchedNew)
    if untouchedNew > untouchedOld { listEntering(untouchedNew - untouchedOld) }
    if untouchedNew < untouchedOld { listLeaving(untouchedOld - untouchedNew, oldCount: oldCount) }
    if group != nil { listGroups() }
  }

  /// Lists rows that did not move and are in the window because others left it: its last ones.
  @inlinable
  func listEntering(_ number: Int) {
    let taken = batch.visits.filter { !$0.keptPlace }.map(\.new).sorted()
    for position in free(number, of: taken, below: count) {
      let row = rows[position]
      diff.items.append(ListDiff.Item(row: row, old: -1, new: position))
      if let group { batch.itemGroups.append((nil, rows.key(of: row).map(group))) }
    }
  }

  /// Lists rows that did not move and are out of the window because others came into it.
  @inlinable
  func listLeaving(_ number: Int, oldCount: Int) {
    let taken = batch.visits.filter { !$0.keptPlace }.map(\.old).sorted()
    let arrived = Set(batch.visits.filter { !$0.keptPlace && $0.new >= limit }.map(\.new))
    var after = limit
    for position in free(number, of: taken, below: oldCount).reversed() {
      while arrived.contains(after) { after += 1 }
      let row = rows[after]
      after += 1
      diff.items.append(ListDiff.Item(row: row, old: position, new: -1))
      if let group { batch.itemGroups.append((rows.key(of: row).map(group), nil)) }
    }
  }

  /// The last `number` positions below a bound that are not taken, from the end.
  @inlinable
  func free(_ number: Int, of taken: [Int], below end: Int) -> [Int] {
    var free: [Int] = []
    var (position, next) = (end - 1, taken.count - 1)
    while free.count < number, position >= 0 {
      while next >= 0, taken[next] > position { next -= 1 }
      if next < 0 || taken[next] < position { free.append(position) }
      position -= 1
    }
    return free
  }

  /// Brings the sections up to date and gives them to the diff.
  @inlinable
  func listGroups() {
    var spans = groups.map { QueryBatch<Group>.Span(key: $0.key, old: $0.count, new: $0.count) }
    for index in diff.items.indices where diff.items[index].new >= 0 {
      guard let key = batch.itemGroups[index].new else { continue }
      let place = self.place(of: key, in: spans)
      if place == spans.count || spans[place].key != key {
        spans.insert(QueryBatch<Group>.Span(key: key, old: 0, new: 0), at: place)
      }
    }
    for index in diff.items.indices {
      if diff.items[index].old >= 0, let key = batch.itemGroups[index].old {
        let place = self.place(of: key, in: spans)
        spans[place].new -= 1
        diff.items[index].oldSection = Int32(truncatingIfNeeded: place)
      }
      if diff.items[index].new >= 0, let key = batch.itemGroups[index].new {
        let place = self.place(of: key, in: spans)
        spans[place].new += 1
        diff.items[index].newSection = Int32(truncatingIfNeeded: place)
      }
    }
    var (oldStart, newStart) = (0, 0)
    for span in spans {
      diff.sections.append(
        ListDiff.Section(
          isOld: span.old > 0, isNew: span.new > 0, oldStart: Int32(truncatingIfNeeded: oldStart),
          newStart: Int32(truncatingIfNeeded: newStart)))
      oldStart += span.old
      newStart += span.new
    }
    groups = spans.compactMap { $0.new > 0 ? ($0.key, $0.new) : nil }
    batch.itemGroups.removeAll(keepingCapacity: true)
  }

  /// The first section that does not come before the key.
  @inlinable
  func place(of key: Group, in spans: [QueryBatch<Group>.Span]) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
