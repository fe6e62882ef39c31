public import StoreMemory

extension QueryIndex {
  /// Asks about every row again: something that condition, keys or sections read beside the model has changed.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  func refill() {
    feed.noteRefill()
    let entries = sortedEntries()
    let new = SortedRows(order: rows.read { $0.order }, sorted: entries)
    let runs = runs(of: entries.prefix(limit))
    guard feed.isListed else {
      exchange(with: new)
      var ended = runs
      return sections.modify { swap(&$0, &ended) }
    }
    feed.begin()
    let old = rows.read { rows in
      (0..<min(limit, rows.count)).map { rows.entry(at: $0) }
    }
    var diff = takeDiff()
    var keys: ContiguousArray<SectionKey?> = []
    let (start, end) = unchanged(old, entries.prefix(limit))
    let (oldEnd, newEnd) = (old.count - end, min(limit, entries.count) - end)
    diff.untouched = start + end
    for position in start..<oldEnd {
      let to = new.position(of: old[position].row).flatMap { $0 < limit ? $0 : nil }
      diff.items.append(TouchedRow(row: old[position].row, old: position, new: to ?? -1))
      if let sectionKey { keys.append(to.map { sectionKey(entries[$0].key) }) }
    }
    rows.read { rows in
      for position in start..<newEnd {
        let row = entries[position].row
        if let from = rows.position(of: row), from < limit { continue }
        diff.items.append(TouchedRow(row: row, old: -1, new: position))
      }
      for change in storage.currentChanges?.changes ?? [] {
        let row = change.row.number
        guard let from = rows.position(of: row), let to = new.position(of: row) else { continue }
        if from < limit, to < limit { diff.updates.append(Int32(truncatingIfNeeded: to)) }
      }
    }
    if let sectionKey {
      for item in diff.items[keys.count...] { keys.append(sectionKey(entries[Int(item.new)].key)) }
    }
    exchange(with: new)
    tell(&diff, keys)
  }

  /// How many rows at the beginning and at the end of two lists are the same, in the same sections.
  @inlinable
  func unchanged(
    _ old: [(row: Int32, key: Order.Key)], _ new: ArraySlice<(row: Int32, key: Order.Key)>
  ) -> (start: Int, end: Int) {
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
