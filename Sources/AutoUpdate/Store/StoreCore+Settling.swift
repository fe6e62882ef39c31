internal import StoreMemory

extension StoreCore {
  /// Releases deferred values and reports pending faults, when the store is idle.
  ///
  /// Code of a user that this runs may begin transactions: what they leave is released by the same loop.
  func settle() {
    let hasCancelled = registry.hasCancelled
    guard shared.content.modify({ $0.beginSettling(hasCancelled: hasCancelled) }) else { return }
    // A function that is called with faults may cause others each time: the rest waits for the next transaction.
    var reportsLeft = 100
    repeat {
      if registry.hasCancelled { sweepCancelled() }
      while let part = shared.content.modify({ $0.log.popForgotten() }) {
        if part.count > 0 { perform(.forget(count: Int(part.count)), on: part.table) }
      }
      let (tail, rest) = shared.content.read { content in
        (content.log.hasForgotten ? content.log.tail : nil, content.hasRest)
      }
      if let tail, shared.content.read({ $0.isIdle }) { dropParts(from: tail) }
      if rest { releaseDeferred() }
      if reportsLeft > 0, reportFaults() { reportsLeft -= 1 }
    } while !shared.content.modify({
      $0.endSettling(hasCancelled: registry.hasCancelled, reportsFaults: reportsLeft > 0)
    })
  }

  private func releaseDeferred() {
    let (gone, tables) = shared.content.modify { content in
      defer { (content.deferredReleases, content.tablesToSweep) = (DeferredReleases(), NumberSet()) }
      return (content.deferredReleases, content.tablesToSweep)
    }
    withExtendedLifetime(gone) {}
    tables.forEach { perform(.sweep, on: $0) }
  }

  /// - Returns: whether there were faults, and somebody to be called with them.
  private func reportFaults() -> Bool {
    guard let onFault = shared.content.read({ $0.faults.isEmpty ? nil : $0.onFault }) else { return false }
    for fault in shared.takeFaults() { onFault(fault) }
    return true
  }
}

extension StoreContent {
  /// A Boolean value that indicates whether values are to be released.
  fileprivate var hasRest: Bool { !tablesToSweep.isEmpty || !deferredReleases.isEmpty }

  private func isSettled(hasCancelled: Bool, reportsFaults: Bool) -> Bool {
    !hasCancelled && !hasRest && !log.hasForgotten && (!reportsFaults || faults.isEmpty || onFault == nil)
  }

  /// - Returns: whether there is something to do, nobody else is at it, and nothing will run before the store is idle.
  fileprivate mutating func beginSettling(hasCancelled: Bool) -> Bool {
    if isSettled(hasCancelled: hasCancelled, reportsFaults: true) || isSettling || queue.isRunning || !isIdle
    {
      return false
    }
    isSettling = true
    return true
  }

  /// - Returns: whether all is done.
  fileprivate mutating func endSettling(hasCancelled: Bool, reportsFaults: Bool) -> Bool {
    guard isSettled(hasCancelled: hasCancelled, reportsFaults: reportsFaults) else { return false }
    isSettling = false
    return true
  }
}
