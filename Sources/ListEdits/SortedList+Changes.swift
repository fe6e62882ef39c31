public import StoreMemory

/// A row that is in the list before or after a group of changes.
@usableFromInline
package struct RowVisit<Key> {
  @usableFromInline let row: Int32
  /// Its key after the changes; `nil` if it is not in the list then.
  @usableFromInline let key: Key?
  /// Its position before the changes, or -1.
  @usableFromInline var old: Int = -1
  /// Its position after the changes, or -1.
  @usableFromInline var new: Int = -1
  /// A Boolean value that indicates whether the row kept its section and its order among the rows that did not move.
  @usableFromInline var isInPlace = false

  /// Creates a visit that sets the key of a row, or removes the row if `key` is `nil`.
  @inlinable
  package init(row: Int32, key: Key?) {
    self.row = row
    self.key = key
  }
}

extension SortedList {
  /// Applies changes, each of a different row.
  ///
  /// - Parameters:
  ///   - isListed: called once after the changes; returns whether the edits are needed.
  ///   - edit: receives the edits in order. It must not run user code.
  @inlinable
  package func set(
    _ changes: ContiguousArray<RowVisit<Order.Key>>, isListed: () -> Bool, _ edit: (ListEdit<Int32>) -> Void
  ) -> Ended {
    var ended = Ended()
    var visits = changes
    visits.removeAll { visit in !isInList(visit) }
    if visits.isEmpty { return ended }
    let oldCount = count
    for index in visits.indices {
      visits[index].old = rows.read { $0.position(of: visits[index].row) } ?? -1
    }
    ended.keys = replace(&visits)
    if isListed() || sectionKey != nil {
      var diff = takeDiff()
      let keys = listItems(visits, oldCount: oldCount, in: &diff)
      ended.runs = list(&diff, keys, edit)
    }
    return ended
  }

  /// Returns whether a row is in the list before or after the changes.
  @inlinable
  func isInList(_ visit: RowVisit<Order.Key>) -> Bool {
    if case .some = visit.key { return true }
    return rows.read { $0.contains(visit.row) }
  }

  /// Applies the changes, and records the positions after them.
  ///
  /// - Returns: the released keys.
  @inlinable
  func replace(
    _ visits: inout ContiguousArray<RowVisit<Order.Key>>
  ) -> ContiguousArray<SortedRows<Order>.EndedKeys> {
    var ended: ContiguousArray<SortedRows<Order>.EndedKeys> = []
    // A pass over sixteen rows costs about as much as a single change.
    if visits.count > 8, visits.count > rows.read({ $0.count }) / 16 {
      replaceAtOnce(visits)
    } else {
      for index in visits.indices {
        let visit = visits[index]
        let isInSection = isInSection(visit)
        guard let step = rows.read({ $0.step(for: visit.row, key: visit.key) }) else { continue }
        ended.append(rows.modify { $0.perform(step) })
        visits[index].isInPlace = step.stays && isInSection
      }
    }
    rows.read { rows in
      for index in visits.indices where visits[index].key != nil {
        visits[index].new = rows.position(of: visits[index].row) ?? -1
      }
    }
    return ended
  }

  /// Returns whether a row kept its section key.
  @inlinable
  func isInSection(_ visit: RowVisit<Order.Key>) -> Bool {
    guard let sectionKey else { return true }
    guard let key = visit.key, let old = rows.read({ $0.key(of: visit.row) }) else { return false }
    return KeyOrder().isSame(sectionKey(old), sectionKey(key))
  }

  /// Applies the changes in a single pass over the whole list.
  @inlinable
  func replaceAtOnce(_ visits: ContiguousArray<RowVisit<Order.Key>>) {
    var positions: ContiguousArray<Int> = []
    var entries: ContiguousArray<Entry> = []
    for visit in visits {
      if visit.old >= 0 { positions.append(visit.old) }
      if let key = visit.key { entries.append((visit.row, key)) }
    }
    positions.sort()
    let sorted = sorted(entries)
    exchange(with: rows.read { $0.replacing(positions, by: sorted) })
  }
}
