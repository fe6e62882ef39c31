internal import StoreMemory

extension StoreCore {
  /// Releases deferred values and reports pending faults, if the store is idle.
  ///
  /// This runs user code, which may begin transactions. The same loop processes the work that results.
  func settle() {
    guard shared.content.modify({ $0.beginSettling(hasCancelled: registry.hasCancelled) }) else { return }
    // The fault handler may cause further faults, so the number of rounds is limited.
    var reportsLeft = 100
    while let work = shared.content.modify({
      $0.takeIdleWork(hasCancelled: registry.hasCancelled, reportsFaults: reportsLeft > 0)
    }) {
      switch work {
      case .cancelled: sweepCancelled()
      case .unneeded(let table, let count):
        if count > 0 { perform(.dropOldest(count: count), on: table) }
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
  /// Work to do while the store is idle.
  fileprivate enum IdleWork {
    /// Remove cancelled observations.
    case cancelled
    /// Drop the oldest changes of a table. Their parts have been removed from the log.
    case unneeded(table: Int32, count: Int)
    /// Drop the parts of the log from this position on.
    case tail(Int)
    /// Release values.
    case deferred
    /// Report faults.
    case faults
  }

  private var hasDeferred: Bool { !tablesToSweep.isEmpty || !deferredReleases.isEmpty }
  private var hasReport: Bool { !faults.isEmpty && onFault != nil }

  /// A Boolean value that indicates whether there is work to do when the store is idle.
  // A call that is not inlined would copy the contents.
  @inline(__always)
  func hasIdleWork(hasCancelled: Bool) -> Bool { hasCancelled || log.hasUnneeded || hasDeferred || hasReport }

  /// - Returns: whether there is work to do, the store is idle, and the work is not already being done.
  fileprivate mutating func beginSettling(hasCancelled: Bool) -> Bool {
    guard hasIdleWork(hasCancelled: hasCancelled) else { return false }
    if isSettling || queue.isRunning || !isIdle { return false }
    isSettling = true
    return true
  }

  fileprivate mutating func takeIdleWork(hasCancelled: Bool, reportsFaults: Bool) -> IdleWork? {
    if hasCancelled { return .cancelled }
    if let (table, count) = log.popUnneeded() { return .unneeded(table: table, count: count) }
    if log.hasUnneededTail { return .tail(log.tail) }
    if hasDeferred { return .deferred }
    if reportsFaults, hasReport { return .faults }
    isSettling = false
    return nil
  }
}
