public import StoreMemory

/// The engine of a store, shared by the store and its tables.
///
/// A transaction runs through here in these steps:
/// 1. `begin` opens it; writes go into the tables, which keep what was before.
/// 2. `commit` seals the changes: a row that ends as it began is none. An inner transaction becomes part of the
///    outer one instead; an error on the way reverts the changes. The views to be told are listed on the way.
/// 3. The changes become a `Commit`, which the history takes note of. Live queries take it in.
/// 4. Everyone who observes something that changed is told, in the order of registration. Nothing can be
///    written meanwhile; answers are queued. Then live queries take it in that read sources, and their observers are told.
/// 5. The answers run in turn, each through the same steps.
/// 6. The store is idle, and only now values end that nobody needs any more: that may run code of a user, who
///    may begin a transaction.
@usableFromInline
final class StoreCore {
  @usableFromInline let clock = StoreClock()
  @usableFromInline let registry = SubscriptionRegistry()
  let source = ChangeSource()
  let state = Cell(CoreState())

  @usableFromInline
  init() {}

  /// Ends what the store keeps for others, who may keep parts of the store.
  func close() {
    registry.close()
    // They end once nothing is being changed here.
    let gone = state.modify { state in
      state.isClosed = true
      defer {
        state.tracer = nil
        state.onFault = nil
        state.validator = nil
        state.keeper = nil
      }
      return (state.recipients.removeAll(), state.tracer, state.onFault, state.validator, state.keeper)
    }
    withExtendedLifetime(gone) {}
  }

  // MARK: Tables

  @inlinable
  func table<Model: Storable>(of type: Model.Type) -> Table<Model> {
    if let storage = storage(of: ObjectIdentifier(type)) as? TableStorage<Model> {
      return Table(core: self, storage: storage)
    }
    let storage = TableStorage<Model>(number: tableCount, clock: clock, registry: registry)
    add(storage, of: ObjectIdentifier(type))
    return Table(core: self, storage: storage)
  }

  @usableFromInline
  func storage(of type: ObjectIdentifier) -> AnyTable? {
    state.read { $0.table(of: type) }
  }

  @usableFromInline var tableCount: Int32 { Int32(truncatingIfNeeded: state.read { $0.tables.count }) }

  @usableFromInline
  func add(_ table: AnyTable, of type: ObjectIdentifier) {
    state.modify { $0.add(table, of: type) }
  }

  func table(_ number: Int32) -> AnyTable { state.read { $0.tables[Int(number)] } }

  func perform(_ operation: AnyTable.Operation, on number: Int32) {
    let table = table(number)
    table.perform(table, operation)
  }

  // MARK: Transactions

  @inlinable
  func transaction<Result, Failure: Error>(
    _ cause: consuming CompactText, _ body: (Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let serial = begin()
    if serial == 0 {
      let refusal = refusal(of: cause)
      if let error = refusal as? Failure { throw error }
      note(refusal)
      // The body has to give a result; whatever it writes is refused.
      return try body(Transaction(core: self, serial: 0))
    }
    let result: Result
    do throws(Failure) {
      result = try body(Transaction(core: self, serial: serial))
    } catch {
      rollBack()
      throw error
    }
    if let refusal = commit(cause) {
      if let error = refusal as? Failure { throw error }
      note(refusal as? StoreError ?? .invalid(message: "\(refusal)"))
    }
    return result
  }

  /// Opens a transaction, within the open one if there is one.
  ///
  /// - Returns: its number; 0 when it may not be opened now.
  @usableFromInline
  func begin() -> UInt64 {
    switch clock.open() {
    case .refused: return 0
    case .inner(let serial): return serial
    case .outermost(var serial, let isKept):
      if isKept {
        serial = beginKept()
        if serial == 0 { return 0 }
      }
      if registry.hasCancelled { sweepCancelled() }
      return serial
    }
  }

  /// Returns the reason why a transaction cannot begin now.
  @usableFromInline
  func refusal(of cause: borrowing CompactText) -> StoreError {
    if let refusal = state.read({ $0.keeperRefusal }) {
      state.modify { $0.keeperRefusal = nil }
      return refusal
    }
    if clock.isEvaluating { return .evaluating(cause: cause.text) }
    return .delivering(cause: cause.text, of: current?.cause ?? "")
  }

  /// Closes the innermost transaction; the outermost one is recorded and delivered.
  ///
  /// - Returns: why it is refused, and was rolled back.
  @usableFromInline
  func commit(_ cause: consuming CompactText) -> (any Error)? {
    if let refusal = clock.takeRefusal() {
      rollBack()
      return refusal
    }
    let (depth, touchedCount) = (clock.depth, clock.touchedCount)
    if depth > 1 {
      for index in 0..<touchedCount { perform(.merge(depth: depth), on: clock.touched(index)) }
      state.modify { $0.answers.merge(depth: depth) }
      clock.closeInner()
      return nil
    }
    // What a transaction replaced twice is litter: without any, no row can end as it began.
    if clock.hasLitter { leaveOutUnchanged(touchedCount) }
    if let error = validate() {
      rollBack()
      return error
    }
    if let limit = record(cause, touchedCount) { deliver(before: limit) }
    end()
    return nil
  }

  /// Undoes the innermost transaction.
  @usableFromInline
  func rollBack() {
    _ = clock.takeRefusal()
    let depth = clock.depth
    for index in (0..<clock.touchedCount).reversed() {
      perform(.revert(depth: depth), on: clock.touched(index))
    }
    state.modify { $0.dropAnswers(depth: depth) }
    if depth > 1 { return clock.closeInner() }
    state.modify { $0.replayTarget = nil }
    end()
  }

  /// Takes the rows out of the changes that end as they began. Comparing values is code of a user.
  private func leaveOutUnchanged(_ touchedCount: Int) {
    clock.evaluate {
      for index in 0..<touchedCount { perform(.leaveOutUnchanged, on: clock.touched(index)) }
    }
    if let refusal = clock.takeRefusal() { clock.note(refusal) }
  }

  /// Asks the validator and the keeper about the open transaction; what leads through the history was valid when it was
  /// made.
  private func validate() -> (any Error)? {
    let (validator, keeper) = state.read { state in
      state.replayTarget == nil && state.source == .own ? (state.validator, state.keeper) : (nil, nil)
    }
    if validator == nil, keeper == nil { return nil }
    let error = clock.evaluate { () -> (any Error)? in
      do {
        try validator?.check()
        try keeper?.validate()
      } catch {
        return error
      }
      return nil
    }
    return error ?? clock.takeRefusal()
  }

  /// Makes the changes of the open transaction a commit and takes note of it as a step, or as part of the step
  /// that it answers. Whoever registers from then on sees the outcome at once.
  ///
  /// - Returns: the sequence of the next observer; `nil` when nothing changed.
  private func record(_ cause: consuming CompactText, _ touchedCount: Int) -> UInt64? {
    var cause = cause
    let answered = state.read { $0.answers.hasOpen } ? cause.text : nil
    let recorded = state.modify { state -> (limit: UInt64, role: CommitRole)? in
      guard let commit = state.seal(&cause, touchedCount, clock) else { return nil }
      let role = state.keep(commit, clock)
      clock.beginDelivering(consume commit)
      return (state.nextSequence, role)
    }
    if let recorded, let keeper = state.read({ $0.keeper }), let commit = current {
      keeper.keep(KeptCommit(commit: commit), as: recorded.role)
    }
    if let answered {
      for refusal in state.modify({ $0.completeAnswers(to: answered) }) { clock.note(refusal) }
    }
    if recorded != nil, state.read({ !$0.pastReaders.isEmpty }) { notePast() }
    return recorded?.limit
  }

  /// Tells those who read the past of the current commit. They hash identities, which is code of a user.
  private func notePast() {
    var readers: ContiguousArray<PastReader> = []
    state.modify { $0.pastReaders.append(to: &readers) }
    guard let commit = current else { return }
    for reader in readers { reader.note(commit) }
  }

  /// The end of an outermost transaction: its answers run, and then the store is idle.
  private func end() {
    dropCurrent()
    let (isRunning, hasAnswers, keeper) = state.read {
      ($0.answers.isRunning, !$0.answers.isEmpty, $0.keeper)
    }
    if isRunning { return }
    if hasAnswers { runAnswers() } else { state.modify { $0.origin.clear() } }
    if let keeper { finish(keeper) }
    deliverSources()
    settle()
  }

  /// The current commit is delivered. Nobody here refers to it afterwards, as its values end while settling.
  private func dropCurrent() {
    if let commit = clock.rest() { state.modify { $0.drop(commit) } }
  }

  // MARK: Reading

  /// The commit that is being followed or delivered.
  var current: Commit? { clock.current }
  var commitCount: UInt64 { state.read { $0.commitCount } }
  var history: StepLog { state.read { $0.history } }
  /// The number of observing closures.
  var recipientCount: Int { state.read { $0.recipients.count } }
  /// The number of tables that live queries follow, counted for each query, including released ones.
  var followerCount: Int { state.read { $0.followers.count } }
}
