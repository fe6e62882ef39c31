extension ListEdit where Row: Hashable {
  /// Returns the edits that change one list into another, with as few moves as possible. The lists have no sections.
  ///
  /// - Parameters:
  ///   - old: the old list.
  ///   - new: the new list.
  ///   - isChanged: returns whether the value of a row, given by its old and new index, has changed. Such a row is
  ///     updated. If there is a choice of rows to move, changed rows are preferred.
  /// - Complexity: O(rows) where the lists agree, otherwise O(rows · log rows).
  public static func edits(
    from old: [Row], to new: [Row], isChanged: (_ old: Int, _ new: Int) -> Bool
  ) -> [ListEdit<Row>] {
    let shared = Swift.min(old.count, new.count)
    var (start, end) = (0, 0)
    var diff = ListDiff()
    func note(_ from: Int, _ to: Int) -> Bool {
      let isChanged = isChanged(from, to)
      if isChanged { diff.updates.append(Int32(truncatingIfNeeded: to)) }
      return isChanged
    }
    while start < shared, old[start] == new[start] {
      _ = note(start, start)
      start += 1
    }
    while end < shared - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
      _ = note(old.count - 1 - end, new.count - 1 - end)
      end += 1
    }
    diff.untouched = start + end
    var newIndices: [Row: Int] = [:]
    if start < old.count - end {
      for index in start..<new.count - end { newIndices[new[index]] = index }
    }
    var arriving = ContiguousArray(repeating: true, count: new.count)
    for index in start..<old.count - end {
      let target = newIndices.removeValue(forKey: old[index])
      var item = TouchedRow(row: Int32(truncatingIfNeeded: index), old: index, new: target ?? -1)
      if let target {
        arriving[target] = false
        item.isChanged = note(index, target)
      }
      diff.items.append(item)
    }
    for index in start..<new.count - end where arriving[index] {
      diff.items.append(TouchedRow(row: Int32(truncatingIfNeeded: index), old: -1, new: index))
    }
    return diff.edits().map { edit in
      if case .remove = edit { edit.map { old[Int($0)] } } else { edit.map { new[Int($0)] } }
    }
  }
}
