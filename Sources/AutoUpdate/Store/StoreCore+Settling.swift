internal import StoreMemory

extension StoreCore {
  /// Lets go of what nobody needs any more, and tells of faults, when the store is idle.
  ///
  /// Code of a user that this runs may begin transactions: what they leave is let go by the same loop.
  func settle() {
    // Whoever hears of faults may cause others each time: the rest waits for the next transaction.
    var tellingsLeft = 100
    guard isUnsettled(tellingsLeft), clock.isIdle, state.modify({ $0.beginSettling() }) else { return }
    repeat {
      if registry.hasCancelled { sweepCancelled() }
      while let commit = state.modify({ $0.popForgotten() }) { recycle(commit) }
      if !state.read({ $0.litter.isEmpty }) { dropLitter() }
      if clock.hasLitter { sweepTables() }
      if clock.hasFaults, tellingsLeft > 0 {
        tellFaults()
        tellingsLeft -= 1
      }
    } while isUnsettled(tellingsLeft)
    state.modify { $0.isSettling = false }
  }

  private func isUnsettled(_ tellingsLeft: Int) -> Bool {
    registry.hasCancelled || clock.hasLitter
      || state.read { $0.history.forgottenCount > 0 || !$0.litter.isEmpty }
      || (clock.hasFaults && tellingsLeft > 0 && state.read { $0.onFault != nil })
  }

  private func dropLitter() {
    let gone = state.modify { state in
      defer { state.litter = Litter() }
      return state.litter
    }
    withExtendedLifetime(gone) {}
  }

  private func sweepTables() {
    clock.takeLittered().forEach { perform(.sweep, on: $0) }
  }

  private func tellFaults() {
    guard let onFault = state.read({ $0.onFault }) else { return }
    for fault in clock.takeFaults() { onFault(fault) }
  }

  /// Gives the memory of a commit that nobody else refers to back to its table. The parts of other tables and
  /// the answers go the same way.
  private func recycle(_ commit: consuming Commit) {
    guard isKnownUniquelyReferenced(&commit) else { return }
    state.modify { commit.clear(&$0.litter.commits) }
    guard commit.table >= 0 else { return }
    let table = table(commit.table)
    table.recycle(table, commit)
  }
}

extension CoreState {
  /// - Returns: whether nobody else is settling, and nothing will run before the store is idle.
  fileprivate mutating func beginSettling() -> Bool {
    if isSettling || answers.isRunning { return false }
    isSettling = true
    return true
  }
}
