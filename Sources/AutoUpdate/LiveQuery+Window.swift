extension QueryIndex {
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
