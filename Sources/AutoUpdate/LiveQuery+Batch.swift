/// What a live query notes while it takes in a commit of several changes.
@usableFromInline
enum QueryBatch<Key, Group: Comparable> {
  /// A touched row that is in the list before or after the commit, at any position.
  @usableFromInline
  struct Visit {
    @usableFromInline let row: Int32
    /// Its key after the commit, if it meets the condition then.
    @usableFromInline let key: Key?
    /// Its position before the commit, or -1.
    @usableFromInline var old: Int = -1
    /// Its position after the commit, or -1.
    @usableFromInline var new: Int = -1
    /// Whether its place among all rows that did not move is as it was.
    @usableFromInline var keptPlace = false
    @usableFromInline var oldGroup: Group?
    @usableFromInline var newGroup: Group?

    @inlinable
    init(row: Int32, key: Key?) {
      self.row = row
      self.key = key
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
}

extension QueryIndex {
  /// Takes in several changes.
  @inlinable
  func followMany(_ changes: TableChanges<Model>, for query: LiveQuery<Model>) {
    let oldCount = count
    listVisits(changes)
    if visits.isEmpty { return }
    // A walk over the list costs about as much for sixteen rows as one of them would alone.
    if visits.count > 8, visits.count > rows.count / 16 {
      replaceAtOnce()
    } else {
      replaceSingly()
    }
    let isListed = query.isObserved || group != nil
    if isListed { listItems(oldCount: oldCount) }
    visits.removeAll(keepingCapacity: true)
    query.currentCount = count
    guard isListed else { return }
    let edits = diff.edits()
    guard !edits.isEmpty, query.isObserved else { return }
    query.edits.removeAll(keepingCapacity: true)
    query.edits.reserveCapacity(edits.count)
    for edit in edits { query.edits.append(edit.map { table.identity(of: $0) }) }
    query.fire()
  }

  /// Lists the touched rows that are in the list or will be.
  @inlinable
  func listVisits(_ changes: TableChanges<Model>) {
    changes.forEachEntry { entry in
      let row = entry.pointee.row
      var newKey: Order.Key?
      if let after = entry.pointee.after, condition(after) { newKey = key(after) }
      if newKey == nil, !rows.contains(row) { return }
      var visit = QueryBatch<Order.Key, Group>.Visit(row: row, key: newKey)
      if let group, let newKey { visit.newGroup = group(newKey) }
      visits.append(visit)
    }
  }

  /// Makes the changes one after the other: all old positions, the changes, all new positions.
  @inlinable
  func replaceSingly() {
    for index in visits.indices {
      let row = visits[index].row
      guard let position = rows.position(of: row) else { continue }
      visits[index].old = position
      if let group { visits[index].oldGroup = rows.key(of: row).map(group) }
    }
    for index in visits.indices {
      let row = visits[index].row
      guard let key = visits[index].key else {
        rows.remove(row)
        continue
      }
      if visits[index].old >= 0, visits[index].oldGroup == visits[index].newGroup,
        rows.replaceKey(of: row, with: key)
      {
        visits[index].keptPlace = true
      } else {
        rows.insert(row, key: key)
      }
    }
    for index in visits.indices where visits[index].key != nil {
      visits[index].new = rows.position(of: visits[index].row) ?? -1
    }
  }

  /// Makes the changes in two walks over the whole list.
  @inlinable
  func replaceAtOnce() {
    for (number, visit) in visits.enumerated() {
      marks.mark(visit.row, number: number)
      if let key = visit.key { entries.append((visit.row, key)) }
    }
    rows.takeOut(marks) { number, position, key in
      visits[number].old = position
      if let group { visits[number].oldGroup = group(key) }
    }
    entries.sort { rows.precedes($0.key, $0.row, $1.key, $1.row) }
    rows.putIn(entries) { index, position in
      guard let number = marks.number(of: entries[index].row) else { return }
      visits[number].new = position
    }
    for visit in visits { marks.unmark(visit.row) }
    entries.removeAll(keepingCapacity: true)
  }

  /// Gives the window's share of the changes to the diff.
  @inlinable
  func listItems(oldCount: Int) {
    var (oldItems, newItems) = (0, 0)
    for visit in visits {
      let old = visit.old < limit ? visit.old : -1
      let new = visit.new < limit ? visit.new : -1
      if old >= 0, new >= 0 { diff.updates.append(Int32(truncatingIfNeeded: new)) }
      if visit.keptPlace || (old < 0 && new < 0) { continue }
      if old >= 0 { oldItems += 1 }
      if new >= 0 { newItems += 1 }
      diff.items.append(ListDiff.Item(row: visit.row, old: old, new: new))
      if group != nil { itemGroups.append((visit.oldGroup, visit.newGroup)) }
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
    let taken = visits.filter { !$0.keptPlace }.map(\.new).sorted()
    for position in free(number, of: taken, below: count) {
      let row = rows[position]
      diff.items.append(ListDiff.Item(row: row, old: -1, new: position))
      if let group { itemGroups.append((nil, rows.key(of: row).map(group))) }
    }
  }

  /// Lists rows that did not move and are out of the window because others came into it.
  @inlinable
  func listLeaving(_ number: Int, oldCount: Int) {
    let taken = visits.filter { !$0.keptPlace }.map(\.old).sorted()
    let arrived = Set(visits.filter { !$0.keptPlace && $0.new >= limit }.map(\.new))
    var after = limit
    for position in free(number, of: taken, below: oldCount).reversed() {
      while arrived.contains(after) { after += 1 }
      let row = rows[after]
      after += 1
      diff.items.append(ListDiff.Item(row: row, old: position, new: -1))
      if let group { itemGroups.append((rows.key(of: row).map(group), nil)) }
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
    var spans = groups.map { QueryBatch<Order.Key, Group>.Span(key: $0.key, old: $0.count, new: $0.count) }
    for index in diff.items.indices where diff.items[index].new >= 0 {
      guard let key = itemGroups[index].new else { continue }
      let place = self.place(of: key, in: spans)
      if place == spans.count || spans[place].key != key {
        spans.insert(QueryBatch<Order.Key, Group>.Span(key: key, old: 0, new: 0), at: place)
      }
    }
    for index in diff.items.indices {
      if diff.items[index].old >= 0, let key = itemGroups[index].old {
        let place = self.place(of: key, in: spans)
        spans[place].new -= 1
        diff.items[index].oldSection = Int32(truncatingIfNeeded: place)
      }
      if diff.items[index].new >= 0, let key = itemGroups[index].new {
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
    itemGroups.removeAll(keepingCapacity: true)
  }

  /// The first section that does not come before the key.
  @inlinable
  func place(of key: Group, in spans: [QueryBatch<Order.Key, Group>.Span]) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
