public import StoreMemory

/// A touched row that is in the list before or after a commit, at any position.
@usableFromInline
struct RowVisit<Key> {
  @usableFromInline let row: Int32
  /// Its key after the commit, if it meets the condition then.
  @usableFromInline let key: Key?
  /// Its position before the commit, or -1.
  @usableFromInline var old: Int = -1
  /// Its position after the commit, or -1.
  @usableFromInline var new: Int = -1
  /// Whether its place among all rows that did not move, and its section, are as they were.
  @usableFromInline var isInPlace = false

  @inlinable
  init(row: Int32, key: Key?) {
    self.row = row
    self.key = key
  }
}

extension QueryIndex {
  /// Takes in several changes.
  @inlinable
  func followMany(_ changes: TableChanges<Model>) {
    var visits = visits(changes)
    if visits.isEmpty { return }
    let oldCount = count
    let ended = replace(&visits)
    if feed.isListed || sectionKey != nil { tellEdits(visits, oldCount: oldCount) }
    withExtendedLifetime(ended) {}
  }

  /// The touched rows that are in the list or will be.
  @inlinable
  func visits(_ changes: TableChanges<Model>) -> ContiguousArray<RowVisit<Order.Key>> {
    var visits: ContiguousArray<RowVisit<Order.Key>> = []
    for change in changes.changes {
      let row = change.row.number
      var newKey: Order.Key?
      if let after = change.outcome, condition(after) { newKey = key(after) }
      let old = rows.read { $0.position(of: row) }
      if newKey == nil, old == nil { continue }
      var visit = RowVisit(row: row, key: newKey)
      visit.old = old ?? -1
      visits.append(visit)
    }
    return visits
  }

  /// Makes the changes, and notes the positions after them.
  ///
  /// - Returns: keys that end.
  @inlinable
  func replace(
    _ visits: inout ContiguousArray<RowVisit<Order.Key>>
  ) -> ContiguousArray<SortedRows<Order>.EndedKeys> {
    var ended: ContiguousArray<SortedRows<Order>.EndedKeys> = []
    // A walk over the list costs about as much for sixteen rows as one of them would alone.
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

  /// Whether a row has the section key that it had.
  @inlinable
  func isInSection(_ visit: RowVisit<Order.Key>) -> Bool {
    guard let sectionKey else { return true }
    guard let key = visit.key, let old = rows.read({ $0.key(of: visit.row) }) else { return false }
    return KeyOrder().isSame(sectionKey(old), sectionKey(key))
  }

  /// Makes the changes in a walk over the whole list.
  @inlinable
  func replaceAtOnce(_ visits: ContiguousArray<RowVisit<Order.Key>>) {
    var positions: ContiguousArray<Int> = []
    var entries: ContiguousArray<(row: Int32, key: Order.Key)> = []
    for visit in visits {
      if visit.old >= 0 { positions.append(visit.old) }
      if let key = visit.key { entries.append((visit.row, key)) }
    }
    positions.sort()
    exchange(
      with: rows.read { rows in
        entries.sort { rows.precedes($0.key, $0.row, $1.key, $1.row) }
        return rows.replacing(positions, by: entries)
      })
  }

  /// Puts another list in the place of the present one, which ends.
  @inlinable
  func exchange(with list: consuming SortedRows<Order>) {
    var list = Optional(list)
    rows.modify { rows in
      guard var new = list.take() else { return }
      swap(&rows, &new)
      list = consume new
    }
  }
}
