public import StoreMemory

extension TableStorage {
  @inlinable
  func carryOut(_ operation: Operation) {
    switch operation {
    case .merge(let depth): if state.modify({ $0.merge(depth: depth) }) { shared.sweepLater(number) }
    case .revert(let depth):
      state.modify { $0.revert(depth: depth) }
      shared.sweepLater(number)
    case .leaveOutUnchanged: leaveOutUnchanged()
    case .replay(let start, let count, let isBackward, let depth):
      note(state.modify { $0.replay(from: start, count: count, isBackward: isBackward, depth: depth) })
    case .forget(let count): forget(count)
    case .drop(let count):
      state.modify { $0.drop(count) }
      shared.sweepLater(number)
    case .sweep: sweep()
    case .keepInitialRows: state.modify { $0.initial = InitialRows(of: $0) }
    case .restoreInitialRows(let depth): restoreInitialRows(depth: depth)
    case .freeOtherRows: state.modify { $0.freeOtherRows() }
    case .removeObserver(let observation): removeObserver(observation)
    }
  }

  /// Takes the rows out of the open transaction's changes that are as they were before it.
  ///
  /// Comparing is code of a user, which may read and register, and write nothing.
  @inlinable
  func leaveOutUnchanged() {
    var unchanged: ContiguousArray<Int> = []
    for position in state.read({ $0.openStart..<$0.log.end }) {
      let change = state.read { $0.log.read(position) { $0.isRewritten } ? $0.log[position] : nil }
      if let change, change.value == model(at: change.row) { unchanged.append(position) }
    }
    if unchanged.isEmpty { return }
    state.modify { $0.leaveOut(unchanged) }
    shared.sweepLater(number)
  }

  /// What the commit that is followed or delivered changed in the table; `nil` when it changed nothing.
  @inlinable var currentChanges: TableChanges<Model>? {
    shared.currentChanges(of: number).map { part in
      state.read { $0.changes(from: part.start, count: part.count, isCurrent: true) }
    }
  }

  /// Makes some of a delivery's calls, up to the first before which an observation has ended.
  ///
  /// - Returns: the index of the first call that is still to be made.
  @inlinable
  @inline(__always)
  func deliver(_ calls: borrowing ContiguousArray<Observation>, _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      if registry.hasCancelled { return index }
      let call = calls[index]
      index &+= 1
      let shown = state.modify { state -> (view: any AutoUpdating<Model>, model: Model?)? in
        guard let view = state.view(of: call) else { return nil }
        return (view, state.slots.span[Int(call.row)].model)
      }
      if let shown { shown.view.prepare(with: shown.model) }
    }
    return index
  }

  /// Takes the oldest changes out of the log; the store is idle. Their values end here, outside of any access.
  @inlinable
  func forget(_ count: Int) {
    var hasFreeRow = false
    for _ in 0..<count {
      let (value, isRowFree) = state.modify { $0.forgetOldest() }
      if isRowFree { hasFreeRow = true }
      withExtendedLifetime(value) {}
    }
    if hasFreeRow { shared.sweepLater(number) }
  }

  /// Releases values that nobody needs any more, and rows that became useless. The store is idle.
  @inlinable
  func sweep() {
    var values: ContiguousArray<Model?> = []
    state.modify { swap(&values, &$0.deferredReleases) }
    values.removeAll()
    freeRows()
  }
}
