public import StoreMemory

extension TableStorage {
  /// Takes the rows out of the open transaction's changes that are what they were before it.
  ///
  /// Comparing is code of a user, which may read and register, and write nothing.
  @inlinable
  func leaveOutUnchanged() {
    guard let open = state.read({ $0.open }) else { return }
    var rewritten: ContiguousArray<Int> = []
    open.rowChanges.read { changes in
      for index in changes.indices where changes[index].isRewritten { rewritten.append(index) }
    }
    var unchanged: ContiguousArray<Int> = []
    for index in rewritten {
      let (row, before) = open.rowChanges.read { ($0[index].row.number, $0[index].before) }
      if before == model(at: row) { unchanged.append(index) }
    }
    if unchanged.isEmpty { return }
    state.modify { state in open.rowChanges.modify { changes in state.leaveOut(unchanged, of: &changes) } }
    clock.litter(number)
  }

  /// Fixes the outcome of the transaction's changes, and lists the views that show a changed row and were
  /// registered before `limit`.
  ///
  /// - Parameter changeCount: the changes are added to it.
  /// - Returns: `nil` when nothing changed.
  @inlinable
  func seal(
    before limit: UInt64, listing calls: inout ContiguousArray<Call>, _ changeCount: inout Int
  ) -> Commit? {
    let number = number
    let sealed = state.modify { state -> (open: TableCommit<Model>, count: Int, hasGone: Bool)? in
      guard let open = state.open.take() else { return nil }
      let (count, hasGone) = open.rowChanges.modify {
        state.seal(&$0, before: limit, table: number, listing: &calls)
      }
      if count == 0 { state.spare = open }
      return (open, count, hasGone)
    }
    guard let sealed else { return nil }
    if sealed.hasGone { clock.litter(number) }
    changeCount &+= sealed.count
    return sealed.count == 0 ? nil : sealed.open
  }

  /// The changes of the table in the commit that is followed or delivered; `nil` if there are none.
  @inlinable var currentPart: TableCommit<Model>? { clock.currentPart(of: number) as? TableCommit<Model> }

  /// Makes some of a delivery's calls, up to the first before which an observation has ended.
  ///
  /// - Parameter part: of the commit that is delivered, the part of this table.
  /// - Returns: the index of the first call that is still to be made.
  @inlinable
  func deliver(_ part: Commit, _ calls: borrowing ContiguousArray<Call>, _ range: Range<Int>) -> Int {
    switch part {
    case let part as TableCommit<Model>: deliverRows(of: part, calls, range)
    default: range.upperBound
    }
  }

  @inlinable
  @inline(__always)
  func deliverRows(
    of part: TableCommit<Model>, _ calls: borrowing ContiguousArray<Call>, _ range: Range<Int>
  ) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      if registry.hasCancelled { return index }
      let call = calls[index]
      index &+= 1
      guard let view = view(of: call.observation) else { continue }
      view.prepare(with: part.rowChanges.read { $0.span[Int(call.change)].outcome })
    }
    return index
  }

  /// Lets the values of a commit end that nobody else refers to, and keeps its memory.
  ///
  /// Whatever code of a user that runs finds the store idle.
  @inlinable
  func recycle(_ part: consuming Commit) {
    var spare = (consume part) as? TableCommit<Model>
    spare?.clear()
    state.modify { swap(&spare, &$0.spare) }
  }

  /// Lets go of the values that nobody needs any more, and of rows that became useless. The store is idle.
  @inlinable
  func sweep() {
    var litter = state.modify { state in
      let litter = state.litter
      state.litter = []
      return litter
    }
    litter.removeAll()
    freeRows()
  }
}

extension TableState {
  /// Takes out changes that are none in the end, by index.
  @inlinable
  mutating func leaveOut(
    _ unchanged: ContiguousArray<Int>, of changes: inout ContiguousArray<RowChange<Model>>
  ) {
    var (kept, next) = (0, 0)
    for index in changes.indices {
      let row = changes[index].row.number
      if next < unchanged.count, unchanged[next] == index {
        next &+= 1
        litter.append(changes[index].before)
        rowsToCheck.append(row)
        slots[Int(row)].change = -1
      } else {
        if kept != index { changes.swapAt(kept, index) }
        slots[Int(row)].change = Int32(truncatingIfNeeded: kept)
        kept &+= 1
      }
    }
    changes.removeLast(changes.count &- kept)
  }

  /// - Returns: how many changes there are, and whether rows lost their models.
  @inlinable
  mutating func seal(
    _ changes: inout ContiguousArray<RowChange<Model>>, before limit: UInt64, table: Int32,
    listing calls: inout ContiguousArray<Call>
  ) -> (count: Int, hasGone: Bool) {
    let goneCount = rowsToCheck.count
    for index in changes.indices {
      let row = changes[index].row.number
      var (sequence, next, isGone) = slots[Int(row)].seal(to: &changes[index].outcome)
      if isGone { rowsToCheck.append(row) }
      var place: Int32 = 0
      while true {
        if sequence != 0, sequence < limit {
          calls.append(
            Call(
              Observation(sequence: sequence, table: table, row: row, place: place),
              change: Int32(truncatingIfNeeded: index)))
        }
        if next < 0 { break }
        place = next
        let index = ListPool<RowObserver<Model>>.index(place)
        (sequence, next) = (pool.nodes.span[index].element.sequence, pool.nodes.span[index].next)
      }
    }
    return (changes.count, rowsToCheck.count > goneCount)
  }
}

extension TableStorage {
  /// Writes what stood after the changes of a commit, or before them.
  @inlinable
  func apply(_ part: Commit, isInverted: Bool, depth: Int32) {
    guard let part = part as? TableCommit<Model> else { return }
    let changes = part.rowChanges.read { $0 }
    for step in changes.indices {
      let change = changes[isInverted ? changes.count &- 1 &- step : step]
      if let model = isInverted ? change.before : change.after {
        save(model, depth: depth)
      } else if let gone = isInverted ? change.after : change.before {
        _ = delete(gone.id, depth: depth)
      }
    }
  }
}
