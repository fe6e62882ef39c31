internal import StoreMemory

extension StoreCore {
  /// Asks the keeper before the transaction that was just opened: it is closed meanwhile, as the keeper may run
  /// others.
  ///
  /// - Returns: the number of the transaction that is open then; 0 when the keeper refuses it.
  func beginKept() -> UInt64 {
    _ = clock.rest()
    guard let keeper = state.read({ $0.keeper }) else {
      // What would not be kept is not done: whoever was to keep it has been let go of.
      state.modify { $0.keeperRefusal = .journal(message: "the store has ended, and its journal with it") }
      return 0
    }
    do throws(StoreError) {
      try keeper.prepare()
    } catch {
      state.modify { $0.keeperRefusal = error }
      return 0
    }
    guard case .outermost(let serial, _) = clock.open() else { return 0 }
    return serial
  }

  /// Tells a keeper that a transaction has ended with its answers.
  func finish(_ keeper: any CommitKeeper) {
    do throws(StoreError) { try keeper.finish() } catch { clock.note(error) }
  }

  /// Calls `body` once others' steps are taken in, which decide what it means.
  func upToDate<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard clock.isIdle, let keeper = state.read({ $0.keeper }) else { return try body() }
    try keeper.prepare()
    defer { finish(keeper) }
    return try body()
  }
}
