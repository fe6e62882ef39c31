public import StoreMemory

extension DataStore {
  /// Saves the current contents as the initial state, to which ``reset(changing:)`` returns.
  ///
  /// The current rows are never assigned to other identities. If the history has steps, no initial state is saved.
  ///
  /// - Complexity: O(rows).
  package func keepInitialState() { core.keepInitialState() }

  /// Returns the store to its initial state: the saved models in their rows, and an empty history whose next step has
  /// the number 0.
  ///
  /// Observers are called with the differences, as for a commit. Transactions that they queue are dropped, since the
  /// initial state includes their effects. The validator is not called.
  ///
  /// - Parameter change: changes models within the same transaction.
  /// - Returns: `true` if the store is in its initial state. `false` if the store is not idle, has a sink or no initial
  ///   state, if a row that was added later is still observed, or if the tables have grown so much that a new store is
  ///   cheaper. In this case, the contents are unspecified.
  /// - Complexity: O(rows + changes in the history).
  package func reset(changing change: (Transaction) -> Void = { _ in }) -> Bool {
    core.reset(changing: change)
  }
}

extension StoreCore {
  fileprivate func keepInitialState() {
    let isBeginning = shared.content.modify { content in
      content.hasInitialState = content.isIdle && content.log.steps.isEmpty && content.log.present == 0
      return content.hasInitialState
    }
    guard isBeginning else { return }
    for number in 0..<tableCount { perform(.keepInitialRows, on: number) }
  }

  fileprivate func reset(changing change: (Transaction) -> Void) -> Bool {
    let canReset = shared.content.read { content in
      content.hasInitialState && content.isIdle && !content.queue.isRunning && content.sink == nil
    }
    guard canReset else { return false }
    // When the history has no changes, unused rows become free.
    handOverHistory()
    shared.content.modify { $0.log.dropAll() }
    settle()
    _ = shared.takeFaults()
    shared.content.modify { $0.source = .restored }
    transaction("reset".utf8.span) { transaction in
      for number in 0..<tableCount { perform(.restoreInitialRows(depth: 1), on: number) }
      change(transaction)
    }
    shared.content.modify { $0.source = .own }
    settle()
    var isInitial = shared.content.modify { $0.log.restart() && $0.faults.isEmpty }
    for number in 0..<tableCount where isInitial {
      perform(.freeOtherRows, on: number)
      isInitial = table(number).hasInitialRows
    }
    return isInitial
  }
}

/// The rows of a table in the initial state.
@usableFromInline
struct InitialRows<Model: Storable> {
  @usableFromInline let models: ContiguousArray<Model?>
  /// For each row, whether it belonged to an identity.
  @usableFromInline let areUsed: ContiguousArray<Bool>
  @usableFromInline let freeRows: ContiguousArray<Int32>

  @inlinable
  init(of state: borrowing TableState<Model>) {
    var models: ContiguousArray<Model?> = []
    var areUsed: ContiguousArray<Bool> = []
    models.reserveCapacity(state.slots.count)
    areUsed.reserveCapacity(state.slots.count)
    for row in state.slots.indices {
      models.append(state.slots[row].model)
      areUsed.append(state.slots[row].id.isPresent)
    }
    self.models = models
    self.areUsed = areUsed
    freeRows = state.freeRows
  }
}

extension TableState {
  @inlinable
  func isInitial(_ row: Int32) -> Bool {
    guard let initial else { return false }
    return Int(row) < initial.areUsed.count && initial.areUsed.span[Int(row)]
  }

  @inlinable
  func initialModel(at row: Int) -> Model? {
    guard let initial, row < initial.models.count else { return nil }
    return initial.models.span[row]
  }

  /// Removes the rows that were added since the initial state, if all of them are free.
  @inlinable
  mutating func freeOtherRows() {
    let count = initial?.models.count ?? 0
    var row = slots.count
    while row > count {
      row &-= 1
      if slots[row].id.isPresent { return }
    }
    while slots.count > count { _ = slots.removeLast() }
    freeRows = initial?.freeRows ?? []
  }

  /// A Boolean value that indicates whether the used and free rows are the same as in the initial state.
  @inlinable var hasInitialRows: Bool {
    guard slots.count == initial?.models.count ?? 0, slots.capacity <= 4_096 &+ slots.count &* 2 else {
      return false
    }
    for row in freeRows { if slots[Int(row)].id.isPresent { return false } }
    return log.start == log.end && deferredReleases.isEmpty
  }
}

extension TableStorage {
  /// Restores the rows of the initial state, as writes of the open transaction.
  ///
  /// Comparing models runs user code, so it happens outside all accesses.
  @inlinable
  func restoreInitialRows(depth: Int32) {
    for row in 0..<rowCount {
      let (initial, present) = state.modify { ($0.initialModel(at: row), $0.slots[row].model) }
      switch (initial, present) {
      case (nil, nil): continue
      case (let initial?, let present?) where initial == present: continue
      default: write(Int32(truncatingIfNeeded: row), initial, depth: depth)
      }
    }
  }
}
