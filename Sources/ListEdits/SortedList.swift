public import StoreMemory

/// Rows in the order of their keys, optionally with sections and a limit. The list reports the edits of its visible
/// rows, which are the rows within the limit.
///
/// Computing keys and sections and comparing keys runs user code, which may read the list. So this only happens during
/// reads of the list, and the results are then written in a single access.
@usableFromInline
package final class SortedList<Order: SortOrder, SectionKey: Comparable> {
  @usableFromInline package typealias Entry = SortedRows<Order>.Entry

  /// Values that the list no longer needs. Releasing them may run user code, so the caller releases them.
  @usableFromInline
  package struct Ended {
    @usableFromInline var keys: ContiguousArray<SortedRows<Order>.EndedKeys> = []
    @usableFromInline var runs: ContiguousArray<SectionRun<SectionKey>> = []

    @inlinable
    init() {}
  }

  @usableFromInline let maxVisibleCount: Cell<Int>
  /// Returns the section key of a row's key; `nil` for a list without sections.
  @usableFromInline package let sectionKey: ((Order.Key) -> SectionKey)?
  /// All rows, including those beyond the limit.
  @usableFromInline let rows: Cell<SortedRows<Order>>
  @usableFromInline let runs = Cell<ContiguousArray<SectionRun<SectionKey>>>([])
  /// The computation of the edits of several changes. Its memory is reused.
  @usableFromInline let diff = Cell(ListDiff())

  @inlinable
  package init(order: Order, limit: Int?, sectionKey: ((Order.Key) -> SectionKey)?) {
    maxVisibleCount = Cell(max(0, limit ?? .max))
    self.sectionKey = sectionKey
    rows = Cell(SortedRows(order: order))
  }

  // MARK: Reading

  @inlinable package var limit: Int { maxVisibleCount.read { $0 } }

  @inlinable package var count: Int { min(limit, storedCount) }

  /// The number of rows, including those beyond the limit.
  @inlinable package var storedCount: Int { rows.read { $0.count } }

  /// The row at a position.
  ///
  /// - Precondition: the position is in `0..<count`.
  @inlinable
  package subscript(position: Int) -> Int32 { rows.read { $0[position] } }

  @inlinable
  package func rows(in range: Range<Int>) -> ContiguousArray<Int32> { rows.read { $0.rows(in: range) } }

  /// Returns the position of a visible row; `nil` for any other row.
  @inlinable
  package func position(of row: Int32) -> Int? {
    rows.read { $0.position(of: row) }.flatMap { $0 < limit ? $0 : nil }
  }

  @inlinable package var sections: ContiguousArray<SectionRun<SectionKey>> { runs.read { $0 } }

  // MARK: Filling

  /// Inserts the first entries, in any order.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  package func fill(_ new: consuming ContiguousArray<Entry>) {
    let entries = sorted(new)
    let runs = sections(of: entries.prefix(limit))
    exchange(with: SortedRows(order: rows.read { $0.order }, sorted: entries))
    self.runs.modify { $0 = runs }
  }

  @inlinable
  func sorted(_ entries: consuming ContiguousArray<Entry>) -> ContiguousArray<Entry> {
    rows.read { rows in entries.sort { rows.precedes($0.key, $0.row, $1.key, $1.row) } }
    return entries
  }

  @inlinable
  func sections(of entries: ArraySlice<Entry>) -> ContiguousArray<SectionRun<SectionKey>> {
    var runs: ContiguousArray<SectionRun<SectionKey>> = []
    guard let sectionKey else { return runs }
    for entry in entries {
      let key = sectionKey(entry.key)
      if let last = runs.last, KeyOrder().isSame(last.key, key) {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(SectionRun(key: key, count: 1))
      }
    }
    return runs
  }

  /// Replaces the rows, and releases the old ones outside the access.
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

extension SortedList {
  /// Sets the key of a row in a list without sections, or removes the row if `key` is `nil`.
  ///
  /// - Parameters:
  ///   - isListed: called once; returns whether the edits are needed.
  ///   - edit: receives the edits in order. It must not run user code.
  /// - Returns: the released keys; `nil` if nothing changed.
  @inlinable
  @inline(__always)
  package func set(
    _ row: Int32, key: Order.Key?, isListed: () -> Bool, _ edit: (ListEdit<Int32>) -> Void
  ) -> SortedRows<Order>.EndedKeys? {
    let isListed = isListed()
    var from: Int?
    let step = rows.read { rows in
      let step = rows.step(for: row, key: key)
      if isListed, let old = step?.old { from = rows.position(of: old) }
      return step
    }
    guard let step else { return nil }
    let oldCount = rows.read { $0.count }
    let ended = rows.modify { $0.perform(step) }
    if isListed {
      let to = step.key == nil ? nil : step.stays ? from : rows.read { $0.position(of: row) }
      list(row, from: from, to: to, oldCount: oldCount, edit)
    }
    return ended
  }

  /// Reports the edits for a change of a single row, given its positions before and after it.
  @inlinable
  func list(_ row: Int32, from: Int?, to: Int?, oldCount: Int, _ edit: (ListEdit<Int32>) -> Void) {
    let from = from.flatMap { $0 < limit ? $0 : nil }
    let to = to.flatMap { $0 < limit ? $0 : nil }
    if let from, let to {
      if from != to { edit(.move(from: ListPosition(row: from), to: ListPosition(row: to))) }
      edit(.update(at: ListPosition(row: to)))
    } else if from != nil || to != nil {
      // The first row beyond the limit becomes visible, or the last visible row leaves.
      if let from { edit(.remove(row, at: ListPosition(row: from))) }
      if from == nil, oldCount >= limit { edit(.remove(self[limit], at: ListPosition(row: limit - 1))) }
      if from != nil, oldCount > limit { edit(.insert(self[limit - 1], at: ListPosition(row: limit - 1))) }
      if let to { edit(.insert(row, at: ListPosition(row: to))) }
    }
  }
}
