public import StoreMemory

extension SortedList {
  /// Replaces all entries and the limit, after the data from which they are computed has changed.
  ///
  /// - Parameters:
  ///   - fresh: the entries, in any order.
  ///   - newLimit: the new maximum number of visible rows; `nil` for all.
  ///   - changed: the rows whose values have changed.
  ///   - isListed: called once; returns whether the edits are needed.
  ///   - edit: receives the edits in order. It must not run user code.
  /// - Complexity: O(n log n).
  @inlinable
  package func refill(
    _ fresh: consuming ContiguousArray<Entry>, limit newLimit: Int?, changed: ContiguousArray<Int32>,
    isListed: () -> Bool, _ edit: (ListEdit<Int32>) -> Void
  ) -> Ended {
    var ended = Ended()
    let newLimit = max(0, newLimit ?? .max)
    let entries = sorted(fresh)
    let new = SortedRows(order: rows.read { $0.order }, sorted: entries)
    let runs = sections(of: entries.prefix(newLimit))
    guard isListed() else {
      exchange(with: new)
      maxVisibleCount.modify { $0 = newLimit }
      ended.runs = runs
      self.runs.modify { swap(&$0, &ended.runs) }
      return ended
    }
    let old = rows.read { rows in
      (0..<min(limit, rows.count)).map { rows.entry(at: $0) }
    }
    var diff = takeDiff()
    var keys: ContiguousArray<SectionKey?> = []
    let (start, end) = unchanged(old, entries.prefix(newLimit))
    let (oldEnd, newEnd) = (old.count - end, min(newLimit, entries.count) - end)
    diff.untouched = start + end
    let changedRows = start < oldEnd ? Set(changed) : []
    for position in start..<oldEnd {
      let row = old[position].row
      let to = new.position(of: row).flatMap { $0 < newLimit ? $0 : nil }
      diff.items.append(
        TouchedRow(row: row, old: position, new: to ?? -1, isChanged: changedRows.contains(row)))
      if let sectionKey { keys.append(to.map { sectionKey(entries[$0].key) }) }
    }
    for position in start..<newEnd where self.position(of: entries[position].row) == nil {
      diff.items.append(TouchedRow(row: entries[position].row, old: -1, new: position))
      if let sectionKey { keys.append(sectionKey(entries[position].key)) }
    }
    for row in changed where position(of: row) != nil {
      guard let to = new.position(of: row), to < newLimit else { continue }
      diff.updates.append(Int32(truncatingIfNeeded: to))
    }
    exchange(with: new)
    maxVisibleCount.modify { $0 = newLimit }
    ended.runs = list(&diff, keys, edit)
    return ended
  }

  /// Returns the number of equal rows in the same sections at the beginning and at the end of two lists.
  @inlinable
  func unchanged(_ old: [Entry], _ new: ArraySlice<Entry>) -> (start: Int, end: Int) {
    func isSame(_ left: Int, _ right: Int) -> Bool {
      guard old[left].row == new[right].row else { return false }
      guard let sectionKey else { return true }
      return KeyOrder().isSame(sectionKey(old[left].key), sectionKey(new[right].key))
    }
    let shared = min(old.count, new.count)
    var (start, end) = (0, 0)
    while start < shared, isSame(start, start) { start += 1 }
    while end < shared - start, isSame(old.count - 1 - end, new.count - 1 - end) { end += 1 }
    return (start, end)
  }
}
