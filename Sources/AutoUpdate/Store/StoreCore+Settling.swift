internal import StoreMemory

extension StoreCore {
  /// Releases deferred values and reports pending faults, when the store is idle.
  ///
  /// Code of a user that this runs may begin transactions: what they leave is released by the same loop.
  func settle() {
    guard shared.content.modify({ $0.beginSettling(hasCancelled: registry.hasCancelled) }) else { return }
    // A function that is called with faults may cause others each time: the rest waits for the next transaction.
    var reportsLeft = 100
    while let work = shared.content.modify({
      $0.takeIdleWork(hasCancelled: registry.hasCancelled, reportsFaults: reportsLeft > 0)
    }) {
      switch work {
      case .cancelled: sweepCancelled()
      case .forgotten(let part):
        if part.count > 0 { perform(.forget(count: Int(part.count)), on: part.table) }
      case .tail(let tail): dropParts(from: tail)
      case .deferred: releaseDeferred()
      case .faults:
        reportsLeft -= 1
        reportFaults()
      }
    }
  }

  private func releaseDeferred() {
    let (gone, tables) = shared.content.modify { content in
      defer { (content.deferredReleases, content.tablesToSweep) = (DeferredReleases(), NumberSet()) }
      return (content.deferredReleases, content.tablesToSweep)
    }
    withExtendedLifetime(gone) {}
    tables.forEach { perform(.sweep, on: $0) }
  }

  private func reportFaults() {
    guard let onFault = shared.content.read({ $0.onFault }) else { return }
    for fault in shared.takeFaults() { onFault(fault) }
  }
}

extension StoreContent {
  /// Work that is left for when the store is idle.
  fileprivate enum IdleWork {
    /// Observations have ended.
    case cancelled
    /// The oldest part of the log, taken out as nobody needs it.
    case forgotten(CommitPart)
    /// Nobody needs the parts of the log behind this position.
    case tail(Int)
    /// Values are to be released.
    case deferred
    /// There are faults, and a function to be called with them.
    case faults
  }

  private var hasDeferred: Bool { !tablesToSweep.isEmpty || !deferredReleases.isEmpty }
  private var hasReport: Bool { !faults.isEmpty && onFault != nil }

  /// - Returns: whether there is something to do, nobody else is at it, and nothing will run before the store is idle.
  fileprivate mutating func beginSettling(hasCancelled: Bool) -> Bool {
    guard hasCancelled || log.hasForgotten || hasDeferred || hasReport else { return false }
    if isSettling || queue.isRunning || !isIdle { return false }
    isSettling = true
    return true
  }

  /// Returns what is to be done next; `nil` when all is done.
  fileprivate mutating func takeIdleWork(hasCancelled: Bool, reportsFaults: Bool) -> IdleWork? {
    if hasCancelled { return .cancelled }
    if let part = log.popForgotten() { return .forgotten(part) }
    if log.hasForgotten { return .tail(log.tail) }
    if hasDeferred { return .deferred }
    if reportsFaults, hasReport { return .faults }
    isSettling = false
    return nil
  }
}
