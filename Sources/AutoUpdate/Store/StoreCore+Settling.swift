internal import StoreMemory

extension StoreCore {
  /// Lets go of what nobody needs any more, and tells of faults, when the store is idle.
  ///
  /// Code of a user that this runs may begin transactions: what they leave is let go by the same loop.
  func settle() {
    guard clock.isIdle, state.modify({ $0.beginSettling() }) else { return }
    repeat {
      if registry.hasCancelled { sweepCancelled() }
      while let commit = state.modify({ $0.litter.commits.popLast() }) { recycle(commit) }
      if !state.read({ $0.litter.isEmpty }) { dropLitter() }
      if clock.isUnsettled.hasLitter { sweepTables() }
      if clock.isUnsettled.hasFaults { tellFaults() }
    } while isUnsettled
    state.modify { $0.isSettling = false }
  }

  private var isUnsettled: Bool {
    let (hasLitter, hasFaults) = clock.isUnsettled
    return registry.hasCancelled || hasLitter
      || state.read { !$0.litter.isEmpty || (hasFaults && $0.onFault != nil) }
  }

  private func dropLitter() {
    let gone = state.modify { state in
      defer { state.litter = Litter() }
      return state.litter
    }
    withExtendedLifetime(gone) {}
  }

  private func sweepTables() {
    for number in clock.takeLittered().numbers { table(number).sweep() }
  }

  private func tellFaults() {
    guard let onFault = state.read({ $0.onFault }) else { return }
    for fault in clock.takeFaults() { onFault(fault) }
  }

  /// Keeps the memory of a commit that nobody else refers to.
  private func recycle(_ commit: consuming Commit) {
    guard isKnownUniquelyReferenced(&commit) else { return }
    while var part = commit.content.modify({ $0.popPart() }) {
      if isKnownUniquelyReferenced(&part) { table(part.table).recycle(consume part) }
    }
    let answers = commit.content.modify { $0.clear() }
    if !answers.isEmpty { state.modify { $0.litter.commits += answers } }
    var spare: Commit? = consume commit
    state.modify { swap(&$0.spare, &spare) }
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
