public import StoreMemory

/// Rows in the order of their keys, of which the first ones are shown, in sections if they have any; it says what each
/// change does to the rows that are shown.
///
/// Keys, their comparisons and the sections that they make are code of a user, which may read the list. So it runs only
/// while the list is being read; what it found is then written in one go.
@usableFromInline
package final class SortedList<Order: SortOrder, SectionKey: Comparable> {
  @usableFromInline package typealias Entry = SortedRows<Order>.Entry

  /// Values that a list no longer needs. Releasing them may run user code, so the caller does it.
  @usableFromInline
  package struct Ended {
    @usableFromInline var keys: ContiguousArray<SortedRows<Order>.EndedKeys> = []
    @usableFromInline var runs: ContiguousArray<SectionRun<SectionKey>> = []

    @inlinable
    init() {}
  }

  @usableFromInline let mostShown: Cell<Int>
  /// The key that the rows of a section share; `nil` for a list without sections.
  @usableFromInline package let sectionKey: ((Order.Key) -> SectionKey)?
  /// All rows, also those past the limit.
  @usableFromInline let rows: Cell<SortedRows<Order>>
  @usableFromInline let runs = Cell<ContiguousArray<SectionRun<SectionKey>>>([])
  /// Works out the edits of several changes; its memory is kept.
  @usableFromInline let diff = Cell(ListDiff())

  /// A list without rows.
  @inlinable
  package init(order: Order, limit: Int?, sectionKey: ((Order.Key) -> SectionKey)?) {
    mostShown = Cell(max(0, limit ?? .max))
    self.sectionKey = sectionKey
    rows = Cell(SortedRows(order: order))
  }

  // MARK: Reading

  /// The most rows that are shown.
  @inlinable package var limit: Int { mostShown.read { $0 } }

  /// The number of rows shown.
  @inlinable package var count: Int { min(limit, storedCount) }

  /// The number of rows, those past the limit included.
  @inlinable package var storedCount: Int { rows.read { $0.count } }

  /// The row at a position.
  ///
  /// - Precondition: the position is in `0..<count`.
  @inlinable
  package subscript(position: Int) -> Int32 { rows.read { $0[position] } }

  /// The rows at some positions, in order.
  @inlinable
  package func rows(in range: Range<Int>) -> ContiguousArray<Int32> { rows.read { $0.rows(in: range) } }

  /// The position of a row that is shown; `nil` for any other.
  @inlinable
  package func position(of row: Int32) -> Int? {
    rows.read { $0.position(of: row) }.flatMap { $0 < limit ? $0 : nil }
  }

  /// The sections of the rows that are shown.
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

  /// The sections of some entries.
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

extension SortedList {
  /// Gives a row of a list without sections a key, or takes it out when it has none.
  ///
  /// - Parameters:
  ///   - isListed: asked once whether anybody wants the edits.
  ///   - edit: takes them in their order; it runs no code of a user.
  /// - Returns: keys that end; `nil` when there was nothing to do.
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

  /// Lists the edits of a single row's way through the rows that are shown.
  @inlinable
  func list(_ row: Int32, from: Int?, to: Int?, oldCount: Int, _ edit: (ListEdit<Int32>) -> Void) {
    let from = from.flatMap { $0 < limit ? $0 : nil }
    let to = to.flatMap { $0 < limit ? $0 : nil }
    if let from, let to {
      if from != to { edit(.move(from: ListPosition(row: from), to: ListPosition(row: to))) }
      edit(.update(at: ListPosition(row: to)))
    } else if from != nil || to != nil {
      // The first row past the limit comes in, or the last row of a full list goes out.
      if let from { edit(.remove(row, at: ListPosition(row: from))) }
      if from == nil, oldCount >= limit { edit(.remove(self[limit], at: ListPosition(row: limit - 1))) }
      if from != nil, oldCount > limit { edit(.insert(self[limit - 1], at: ListPosition(row: limit - 1))) }
      if let to { edit(.insert(row, at: ListPosition(row: to))) }
    }
  }
}
