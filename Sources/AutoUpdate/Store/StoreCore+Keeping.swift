internal import StoreMemory

extension StoreCore {
  /// Asks the keeper before the transaction that was just opened: it is closed meanwhile, as the keeper may run
  /// others.
  ///
  /// - Returns: the number of the transaction that is open then; 0 when the keeper refuses it.
  func beginKept() -> UInt64 {
    _ = clock.rest()
    guard let keeper = state.read({ $0.keeper }) else { return 0 }
    do throws(StoreError) {
      try keeper.prepare()
    } catch {
      state.modify { $0.keeperRefusal = error }
      return 0
    }
    guard case .outermost(let serial, _) = clock.open() else { return 0 }
    return serial
  }

  /// Lets somebody keep what is committed from now on, or nobody.
  func setKeeper(_ keeper: (any CommitKeeper)?) {
    set(keeper) { swap(&$0.keeper, &$1) }
    clock.setKept(keeper != nil)
  }

  /// Calls `body` once others' steps are taken in, which decide what it means.
  func upToDate<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard clock.isIdle, let keeper = state.read({ $0.keeper }) else { return try body() }
    try keeper.prepare()
    defer { keeper.finish() }
    return try body()
  }

  /// Runs a transaction with changes that are not the program's own.
  func transaction(
    from source: CommitSource, _ cause: String, _ body: (Transaction) throws -> Void
  ) throws {
    state.modify { $0.source = source }
    defer { state.modify { $0.source = .own } }
    try transaction(.text(cause)) { try body($0) }
  }

  /// Puts steps into the history, which is empty and where nothing was undone, and says where in them the store
  /// stands. That point is kept, whatever the limits forget.
  func restore(_ steps: [Commit], present: Int) {
    state.modify { state in
      let limit = state.history.limit
      // What is beyond it is found from the present.
      state.history.limit = HistoryLimit(steps: .max, changes: .max)
      for step in steps { _ = state.history.append(step, to: nil, undone: &state.litter.commits) }
      state.history.move(to: state.history.end - steps.count + present)
      state.history.limit = limit
      state.history.trim(&state.litter.commits)
    }
    settle()
  }

  /// Forgets the whole history.
  func forgetHistory() {
    state.modify { state in
      let limit = state.history.limit
      state.history.limit = .none
      state.history.trim(&state.litter.commits)
      state.history.limit = limit
    }
    settle()
  }
}
