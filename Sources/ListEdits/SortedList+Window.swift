public import StoreMemory

extension SortedList {
  /// Moves the diff out of its cell. ``list(_:_:_:)`` moves it back.
  @inlinable
  func takeDiff() -> ListDiff {
    var taken = ListDiff()
    diff.modify { swap(&$0, &taken) }
    return taken
  }

  /// Reports the edits of a diff, and updates the sections.
  ///
  /// - Parameter keys: the section key of each item that is visible afterwards.
  /// - Returns: the released sections.
  @inlinable
  func list(
    _ diff: inout ListDiff, _ keys: ContiguousArray<SectionKey?>, _ edit: (ListEdit<Int32>) -> Void
  ) -> ContiguousArray<SectionRun<SectionKey>> {
    var ended: ContiguousArray<SectionRun<SectionKey>> = []
    if sectionKey != nil, diff.items.isEmpty {
      runs.read { diff.setSections(keeping: $0) }
    } else if sectionKey != nil {
      let merge = SectionMerge(runs.read { $0 }, items: &diff.items, keys: keys)
      diff.setSections(merge.spans)
      ended = merge.spans.filter { $0.count > 0 }
      runs.modify { swap(&$0, &ended) }
    }
    for step in diff.edits() { edit(step) }
    let kept = diff
    self.diff.modify { $0 = kept }
    return ended
  }

  /// Fills the diff with the visible part of the changes.
  ///
  /// - Returns: the section key of each item that is visible afterwards.
  @inlinable
  func listItems(
    _ visits: ContiguousArray<RowVisit<Order.Key>>, oldCount: Int, in diff: inout ListDiff
  ) -> ContiguousArray<SectionKey?> {
    var keys: ContiguousArray<SectionKey?> = []
    var (oldItems, newItems) = (0, 0)
    for visit in visits {
      let old = visit.old < limit ? visit.old : -1
      let new = visit.new < limit ? visit.new : -1
      if old >= 0, new >= 0 { diff.updates.append(Int32(truncatingIfNeeded: new)) }
      if visit.isInPlace || (old < 0 && new < 0) { continue }
      if old >= 0 { oldItems += 1 }
      if new >= 0 { newItems += 1 }
      diff.items.append(TouchedRow(row: visit.row, old: old, new: new))
      if let sectionKey { keys.append(new < 0 ? nil : visit.key.map(sectionKey)) }
    }
    let (untouchedOld, untouchedNew) = (oldCount - oldItems, count - newItems)
    diff.untouched = min(untouchedOld, untouchedNew)
    if untouchedNew > untouchedOld {
      // The visible rows at the end did not move. They became visible because others left.
      let taken = visits.filter { !$0.isInPlace }.map(\.new).sorted()
      for position in Self.free(untouchedNew - untouchedOld, of: taken, below: count) {
        let entry = rows.read { $0.entry(at: position) }
        diff.items.append(TouchedRow(row: entry.row, old: -1, new: position))
        if let sectionKey { keys.append(sectionKey(entry.key)) }
      }
    } else if untouchedNew < untouchedOld {
      listLeaving(untouchedOld - untouchedNew, visits, oldCount: oldCount, in: &diff)
      if sectionKey != nil { while keys.count < diff.items.count { keys.append(nil) } }
    }
    return keys
  }

  /// Lists rows that did not move and are no longer visible because others were added.
  @inlinable
  func listLeaving(
    _ number: Int, _ visits: ContiguousArray<RowVisit<Order.Key>>, oldCount: Int, in diff: inout ListDiff
  ) {
    let taken = visits.filter { !$0.isInPlace }.map(\.old).sorted()
    let arrived = visits.filter { !$0.isInPlace && $0.new >= limit }.map(\.new).sorted()
    var (after, next) = (limit, 0)
    for position in Self.free(number, of: taken, below: oldCount).reversed() {
      while next < arrived.count, arrived[next] == after { (after, next) = (after + 1, next + 1) }
      diff.items.append(TouchedRow(row: self[after], old: position, new: -1))
      after += 1
    }
  }

  /// Returns the last `number` free positions below a bound, from the end.
  @inlinable
  static func free(_ number: Int, of taken: [Int], below end: Int) -> [Int] {
    var free: [Int] = []
    var (position, next) = (end - 1, taken.count - 1)
    while free.count < number, position >= 0 {
      while next >= 0, taken[next] > position { next -= 1 }
      if next < 0 || taken[next] < position { free.append(position) }
      position -= 1
    }
    return free
  }
}
