// A transaction of one write, as nearly all are. It takes the steps that `StoreCore` describes, but
// with one call into its table for all that the table does: sealing, telling and settling the entry.

extension StoreCore {
  /// Whether the transaction wrote one row, once, and the store is idle.
  @inline(__always)
  var isOneWrite: Bool {
    runs.count == 1 && !isDelivering && !isRewritten && runs[0].end &- runs[0].first == 1
  }

  /// The steps of `commit` and of the delivery after it.
  @inline(__always)
  func commitOneWrite(_ cause: consuming Cause) throws(CascadeError) {
    runs[0].changeCount = 1
    commitCount &+= 1
    queue.append(
      Commit(
        cause: cause, number: commitCount, runs: Range(uncheckedBounds: (0, 1)), changeCount: 1,
        sequenceLimit: nextSequence, parent: -1, depth: 0, isReplay: history.isReplaying))
    var replacesOldest = false
    if history.isReplaying {
      history.isReplaying = false
    } else if history.limit.steps > 0 {
      replacesOldest = noteOneWrite()
    }
    isDelivering = true
    delivering = 0
    let isSettled = runs[0].table._withUnsafeGuaranteedRef { table in
      let isWatched =
        table.followerCount > 0 || !table.source.recipients.isEmpty || !source.recipients.isEmpty
        || tracer != nil
      return table.operations.commitOneWrite(table, isWatched, replacesOldest)
    }
    guard isSettled else { return try finishDelivery(from: 1) }
    endOneWrite(replacesOldest)
    // Where no answer is allowed at all, the refused one is in no queue.
    try refuseCascade()
  }

  /// Ends the queue of one commit, whose entry is settled.
  @inline(__always)
  private func endOneWrite(_ replacesOldest: Bool) {
    let step = queue[0].step
    let cause = withUnsafeMutablePointer(to: &queue[0].cause) { $0.move() }
    queue.forgetAll()
    runs.forgetAll()
    if step >= 0 { history.steps[step].begin(cause) }
    if replacesOldest, step >= 0 {
      history.steps.popFirst().destroy()
      history.changeCount &-= 1
    } else if history.isOverLimit {
      forgetOldest()
    }
    if hasRowsToCheck { checkRows() }
  }

  /// Takes note of a commit of one write, the only one in the queue, as a step.
  ///
  /// - Returns: whether the oldest step has to go for it and is such a one, too, of the same table.
  @inline(__always)
  func noteOneWrite() -> Bool {
    if history.undone > 0 { forgetRedo() }
    let table = runs[0].table
    queue[0].step = history.steps.endIndex
    queue[0].beginsStep = true
    history.steps.append(StepRecord(HistoryRun(table: table, changeCount: 1)))
    history.changeCount &+= 1
    history.present &+= 1
    guard history.isOverLimit, history.steps.count > 1 else { return false }
    let oldest = history.steps[history.steps.startIndex].firstRun.table
    return history.steps[history.steps.startIndex].changeCount == 1 && oldest.toOpaque() == table.toOpaque()
  }
}

extension Table {
  /// Commits the only entry that there is, the one of a transaction of one write.
  ///
  /// - Parameters:
  ///   - isWatched: whether more than the row's observers may have to be told.
  ///   - replacesOldest: whether the oldest change of the past goes when this one joins it.
  /// - Returns: whether the entry is settled; it is not when an observer answered.
  @inlinable
  @inline(__always)
  func commitOneWrite(isWatched: Bool, replacesOldest: Bool) -> Bool {
    levelStart = 1
    let row = entries.base.pointee.row
    let slot = slots.base + Int(row)
    slot.pointee.entry = -1
    placeOfAfter(0).initialize(to: slot.pointee.model)
    if isWatched || slot.pointee.observer.next >= 0 {
      gather(0, of: row, before: .max)
      core.deliverCommit()
    } else if slot.pointee.observer.sequence != 0 {
      tell(0, withUnsafeMutablePointer(to: &slot.pointee.observer) { $0 })
    }
    if core.queue.count > 1 { return false }
    core.isDelivering = false
    if slots[row].isEmpty { releaseIfUnused(row) }
    // It has no step when it was no step to begin with, or when someone has read the history since.
    if core.queue[0].step >= 0 {
      if replacesOldest { Self.end(past.popFirst()) }
      past.append(movedFrom: entries.base)
    } else {
      Self.end(entries.base)
    }
    entries.forgetAll()
    entryCount = 0
    levelStart = 0
    return true
  }
}
