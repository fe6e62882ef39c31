internal import StoreMemory

/// The engine of a store, shared by the store and its tables.
///
/// A transaction consists of these steps:
/// 1. `begin` opens it. Writes go to the tables, which log the previous values.
/// 2. `commit` ends it. An inner transaction becomes part of the outer one. An error reverts the changes. Changes of
///    rows that end with their initial values are removed.
/// 3. The changes become a range of the log: a commit, which is added to the history. The views to call are listed.
///    Live queries process the commit.
/// 4. The observers of all changes are called in the order of registration. In the meantime nothing can be written;
///    `respond` queues transactions. Then live queries that read sources are updated, and their observers are called.
/// 5. The queued transactions run one after another, each in the same steps.
/// 6. The store is idle. Only then are unneeded values released, since that may run user code, which may begin a
///    transaction.
@usableFromInline
final class StoreCore {
  @usableFromInline let shared = TransactionState()
  @usableFromInline let registry = SubscriptionRegistry()
  let source = ChangeSource()
  let tables = Cell(TableList())

  @usableFromInline
  init() {}

  /// Releases the closures and objects that the store retains, since they may refer to parts of the store.
  func close() {
    registry.close()
    // They are released after the access has ended.
    let gone = shared.content.modify { content in
      content.isClosed = true
      defer {
        content.tracer = nil
        content.onFault = nil
        content.validator = nil
        content.moveObserver = nil
        content.sink = nil
      }
      return (
        content.closures.removeAll(), content.tracer, content.onFault, content.validator,
        content.moveObserver, content.sink
      )
    }
    withExtendedLifetime(gone) {}
  }

  // MARK: Tables

  @inlinable
  func table<Model: Storable>(of type: Model.Type) -> Table<Model> {
    if let storage = storage(of: ObjectIdentifier(type)) as? TableStorage<Model> {
      return Table(core: self, storage: storage)
    }
    let storage = TableStorage<Model>(number: tableCount, shared: shared, registry: registry)
    add(storage, of: ObjectIdentifier(type))
    return Table(core: self, storage: storage)
  }

  @usableFromInline
  func storage(of type: ObjectIdentifier) -> AnyTable? {
    tables.read { $0.table(of: type) }
  }

  @usableFromInline var tableCount: Int32 { Int32(truncatingIfNeeded: tables.read { $0.all.count }) }

  @usableFromInline
  func add(_ table: AnyTable, of type: ObjectIdentifier) {
    tables.modify { $0.add(table, of: type) }
    shared.content.modify { $0.followers.addTable() }
  }

  func table(_ number: Int32) -> AnyTable { tables.read { $0.all[Int(number)] } }

  func perform(_ operation: AnyTable.Operation, on number: Int32) {
    let table = table(number)
    table.perform(table, operation)
  }

  // MARK: Transactions

  @inlinable
  func transaction<Result, Failure: Error>(
    _ cause: Span<UInt8>, _ body: (Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let serial = begin()
    if serial == 0 {
      let refusal = refusal(of: cause)
      if let error = refusal as? Failure { throw error }
      note(refusal)
      // The body must return a result. All its writes are refused.
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
      let fault = refusal as? StoreError ?? .invalid(message: "\(refusal)")
      if let error = fault as? Failure { throw error }
      note(fault)
    }
    return result
  }

  /// Opens a transaction, within the open one if there is one.
  ///
  /// - Returns: its number; 0 if it must not begin now.
  @usableFromInline
  func begin() -> UInt64 {
    var (serial, isOutermost, hasSink) = shared.content.modify { $0.open() }
    if !isOutermost { return serial }
    if hasSink {
      serial = beginWithSink()
      if serial == 0 { return 0 }
    }
    if registry.hasCancelled { sweepCancelled() }
    return serial
  }

  /// Returns the reason why no transaction can begin now.
  @usableFromInline
  func refusal(of cause: Span<UInt8>) -> StoreError {
    let (refusal, isEvaluating, current) = shared.content.modify { content in
      (content.sinkRefusal.take(), content.evaluations > 0, content.currentCause)
    }
    if let refusal { return refusal }
    return isEvaluating
      ? .evaluating(cause: String(cause)) : .delivering(cause: String(cause), of: current ?? "")
  }

  /// Ends the innermost transaction. An outermost transaction is recorded and delivered.
  ///
  /// - Returns: an error if the transaction was refused and rolled back.
  @usableFromInline
  func commit(_ cause: Span<UInt8>) -> (any Error)? {
    if shared.content.read({ $0.needsPreparation }) {
      do {
        guard try prepareCommit() else { return nil }
      } catch {
        rollBack()
        return error
      }
    }
    let (commit, hasQueued) = tables.read { tables in
      shared.content.modify { ($0.record(cause, tables.all), $0.queue.hasOpen) }
    }
    if hasQueued { completeQueued(by: String(cause), isEmpty: commit == nil) }
    if let commit { deliver(commit) }
    end()
    return nil
  }

  /// Does everything that must happen before the changes of the innermost transaction are recorded.
  ///
  /// - Returns: `false` if it was an inner transaction, which is now part of the enclosing one.
  /// - Throws: the reason why the transaction cannot be committed.
  private func prepareCommit() throws -> Bool {
    if let refusal = shared.takeRefusal() { throw refusal }
    // `needsComparison`: a row may have been written more than once, so that it may end with its initial value.
    // `hasUndone`: the log has undone steps, which a new step replaces.
    let start = shared.content.read { content in
      (
        depth: content.depth, touchedCount: content.touched.count,
        needsComparison: !content.tablesToSweep.isEmpty, isMove: content.isMove,
        isValidated: !content.isMove && content.source == .own, hasUndone: content.log.hasUndone,
        hasReaders: !content.pastStates.isEmpty
      )
    }
    if start.depth > 1 {
      forEachTouched(start.touchedCount) { perform(.merge(depth: start.depth), on: $0) }
      shared.content.modify { $0.closeInner(isMerged: true) }
      return false
    }
    if start.needsComparison { leaveOutUnchanged(start.touchedCount) }
    if start.isValidated { try validate() }
    if start.isMove {
      // The move has passed the history to past states before it exchanged any values.
      observeMove()
    } else {
      if start.hasReaders { handOverHistory() }
      if start.hasUndone { dropUndone(start.touchedCount) }
    }
    return true
  }

  @usableFromInline
  func rollBack() {
    let (depth, touchedCount) = shared.content.modify { content in
      _ = content.takeRefusal()
      return (content.depth, content.touched.count)
    }
    for index in (0..<touchedCount).reversed() {
      perform(.revert(depth: depth), on: shared.content.read { $0.touched[index] })
    }
    shared.content.modify { content in
      content.dropQueued(depth: depth)
      if depth > 1 { content.closeInner(isMerged: false) }
    }
    if depth == 1 { end() }
  }

  private func forEachTouched(_ count: Int, _ body: (Int32) -> Void) {
    for index in 0..<count { body(shared.content.read { $0.touched[index] }) }
  }

  /// Removes the changes of rows that end with their initial values. Comparing values runs user code.
  private func leaveOutUnchanged(_ touchedCount: Int) {
    shared.evaluate {
      forEachTouched(touchedCount) { perform(.leaveOutUnchanged, on: $0) }
    }
    if let refusal = shared.takeRefusal() { shared.note(refusal) }
  }

  /// Calls the validator and the sink for the open transaction. Moves through the history need no validation, since
  /// their steps were valid.
  private func validate() throws {
    let (validator, sink) = shared.content.read { ($0.validator, $0.sink) }
    if validator == nil, sink == nil { return }
    let result = shared.evaluate {
      Result {
        try validator?.check()
        try sink?.validate()
      }
    }
    let refusal = shared.takeRefusal()
    try result.get()
    if let refusal { throw refusal }
  }

  private func observeMove() {
    guard let observer = shared.content.read({ $0.moveObserver }) else { return }
    shared.evaluate { observer() }
    if let refusal = shared.takeRefusal() { shared.note(refusal) }
  }

  /// Drops the undone steps if the open transaction changes anything, since its step replaces them.
  private func dropUndone(_ touchedCount: Int) {
    var isChanged = false
    forEachTouched(touchedCount) { if table($0).hasOpenChanges { isChanged = true } }
    guard isChanged else { return }
    let present = shared.content.modify { content in
      content.log.dropUndone()
      return content.log.tail
    }
    dropParts(from: present)
  }

  /// Ends an outermost transaction and runs the queued transactions. Afterwards the store is idle.
  private func end() {
    let end = shared.content.modify { $0.endTransaction(hasCancelled: registry.hasCancelled) }
    if end.isComplete { return }
    if end.isTransient { dropCurrent() }
    if end.isQueued { return }
    if end.hasQueued { runQueued() }
    finishSink()
    deliverSources()
    settle()
  }

  /// Removes the delivered commit from the log, and ends its transaction.
  func dropCurrent() {
    if let current = shared.content.read({ $0.current }) { dropParts(from: current.lowerBound) }
    shared.content.modify { $0.becomeIdle() }
  }

  /// Removes the parts from `position` on from the log. They do not belong to the open transaction.
  func dropParts(from position: Int) {
    while let part = shared.content.modify({ $0.log.popLast(from: position) }) {
      if part.count > 0 { perform(.dropNewest(count: Int(part.count)), on: part.table) }
    }
  }

  // MARK: Reading

  func changes(in parts: Range<Int>) -> [any AnyChange] {
    var changes: [any AnyChange] = []
    for index in parts {
      let (part, isCurrent) = shared.content.read { content in
        (content.log.parts[index], content.isCurrentTransient && content.current?.contains(index) == true)
      }
      if part.table >= 0 {
        let table = table(part.table)
        table.list(table, part.start, Int(part.count), isCurrent, &changes)
      }
    }
    return changes
  }

  var currentChangeSet: ChangeSet? {
    let (parts, cause) = shared.content.read { ($0.current, $0.currentCause) }
    guard let parts, let cause else { return nil }
    return ChangeSet(cause: cause, changes: changes(in: parts))
  }

  var closureCount: Int { shared.content.read { $0.closures.count } }
  /// The number of pairs of a table and a follower of it. Some followers may have been released already.
  var followerCount: Int { shared.content.read { $0.followers.count } }
}

extension StoreCore {
  /// Returns a sequence number that is higher than all earlier ones.
  @usableFromInline
  func takeSequence() -> UInt64 { shared.content.modify { $0.takeSequence() } }

  /// Calls `handler` once for each commit in which one of the sources changed, until the subscription ends.
  @usableFromInline
  func subscribe(to sources: [ChangeSource], name: String, _ handler: @escaping () -> Void) -> Subscription {
    sweepCancelled()
    let observation = shared.content.modify { content in
      let sequence = content.takeSequence()
      // If the store has been released, the closure would never be called or removed.
      if content.isClosed { return Observation(sequence: sequence, index: -1) }
      let offset = content.closures.add(handler, to: sources, name: name, sequence: sequence)
      for source in sources { source.append(offset, sequence) }
      return Observation(sequence: sequence, index: offset)
    }
    return Subscription(observation, in: registry)
  }

  @usableFromInline
  func sweepCancelled() {
    guard registry.hasCancelled else { return }
    for observation in registry.take() {
      if observation.table >= 0 {
        perform(.removeObserver(observation), on: observation.table)
      } else {
        shared.content.modify { content in
          if let gone = content.closures.remove(observation.index, sequence: observation.sequence) {
            content.deferredReleases.closures.append(gone)
          }
        }
      }
    }
    settle()
  }

  /// Records a fault that could not be thrown.
  @usableFromInline
  func note(_ fault: StoreError) {
    shared.note(fault)
    settle()
  }

  /// Sets a property, and releases its old value outside the access, since that may run user code.
  ///
  /// - Parameter exchange: swaps the property and the value.
  func set<Value>(_ value: Value, _ exchange: (inout StoreContent, inout Value) -> Void) {
    let old = shared.content.modify { content in
      var value = value
      exchange(&content, &value)
      return value
    }
    withExtendedLifetime(old) {}
  }
}

extension StoreCore {
  /// Calls the sink before the transaction that was just opened. The transaction is closed in the meantime, since the
  /// sink may run others.
  ///
  /// - Returns: the number of the reopened transaction; 0 if the sink refuses it.
  func beginWithSink() -> UInt64 {
    let sink = shared.content.modify { content in
      content.becomeIdle()
      return content.sink
    }
    guard let sink else {
      // The transaction is refused, since its sink has been released.
      shared.content.modify {
        $0.sinkRefusal = .journal(message: "the store has ended, and its journal with it")
      }
      return 0
    }
    do throws(StoreError) {
      try sink.prepare()
    } catch {
      shared.content.modify { $0.sinkRefusal = error }
      return 0
    }
    return shared.content.modify { $0.open() }.serial
  }

  /// Notifies a sink that a transaction and all responses to it have ended.
  func finish(_ sink: any CommitSink) {
    do throws(StoreError) { try sink.finish() } catch { shared.note(error) }
  }

  func finishSink() {
    if let sink = shared.content.read({ $0.sink }) { finish(sink) }
  }

  /// Calls `body` after the sink has applied the steps of other programs, which may affect the result.
  func upToDate<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let sink = shared.content.read { $0.isIdle ? $0.sink : nil }
    guard let sink else { return try body() }
    try sink.prepare()
    defer { finish(sink) }
    return try body()
  }
}
