public import StoreMemory

/// The engine of a store, shared by the store and its tables.
///
/// A transaction runs through here in these steps:
/// 1. `begin` opens it; writes go into the tables, whose logs keep what was before.
/// 2. `commit` ends it. An inner transaction becomes part of the outer one; an error on the way reverts the changes. A row
///    that ends as it began is left out.
/// 3. The changes become a range of the log: a commit, which the history takes note of. The views to be called are listed on
///    the way. Live queries follow.
/// 4. Everyone who observes something that changed is called, in the order of registration. Nothing can be
///    written meanwhile; answers are queued. Then live queries follow that read sources, and their observers are called.
/// 5. The queued transactions run in turn, each through the same steps.
/// 6. The store is idle, and only now values end that nobody needs any more: that may run code of a user, who
///    may begin a transaction.
@usableFromInline
final class StoreCore {
  @usableFromInline let shared = TransactionState()
  @usableFromInline let registry = SubscriptionRegistry()
  let source = ChangeSource()
  let tables = Cell(TableList())

  @usableFromInline
  init() {}

  /// Ends what the store keeps for others, who may keep parts of the store.
  func close() {
    registry.close()
    // They end once nothing is being changed here.
    let gone = shared.content.modify { content in
      content.isClosed = true
      defer {
        content.tracer = nil
        content.onFault = nil
        content.validator = nil
        content.sink = nil
      }
      return (
        content.closures.removeAll(), content.tracer, content.onFault, content.validator, content.sink
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
    var (serial, isOutermost, hasSink) = shared.content.modify { $0.open() }
    if !isOutermost { return serial }
    if hasSink {
      serial = beginWithSink()
      if serial == 0 { return 0 }
    }
    if registry.hasCancelled { sweepCancelled() }
    return serial
  }

  /// The reason why no transaction can begin now.
  @usableFromInline
  func refusal(of cause: borrowing CompactText) -> StoreError {
    let (refusal, isEvaluating, current) = shared.content.modify { content in
      (content.sinkRefusal.take(), content.evaluations > 0, content.currentCause)
    }
    if let refusal { return refusal }
    return isEvaluating
      ? .evaluating(cause: cause.text) : .delivering(cause: cause.text, of: current ?? "")
  }

  /// Closes the innermost transaction; the outermost one is recorded and delivered.
  ///
  /// - Returns: why it is refused, and was rolled back.
  @usableFromInline
  func commit(_ cause: consuming CompactText) -> (any Error)? {
    let start = shared.content.modify { $0.beginCommit() }
    if start.isRefused {
      let refusal = shared.takeRefusal()
      rollBack()
      return refusal
    }
    if start.depth > 1 {
      forEachTouched(start.touchedCount) { perform(.merge(depth: start.depth), on: $0) }
      shared.content.modify { $0.closeInner(isMerged: true) }
      return nil
    }
    if start.needsComparison { leaveOutUnchanged(start.touchedCount) }
    if start.isValidated, let error = validate() {
      rollBack()
      return error
    }
    if start.hasReaders { handOverHistory() }
    if start.hasUndone { dropUndone(start.touchedCount) }
    let recorded = tables.read { tables in
      shared.content.modify { $0.record(cause, tables.all) }
    }
    if start.hasQueued { completeQueued(by: cause.text) }
    if let recorded { deliver(recorded) }
    end()
    return nil
  }

  /// Undoes the innermost transaction.
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

  /// Takes the rows out of the changes that end as they began. Comparing values is code of a user.
  private func leaveOutUnchanged(_ touchedCount: Int) {
    shared.evaluate {
      forEachTouched(touchedCount) { perform(.leaveOutUnchanged, on: $0) }
    }
    if let refusal = shared.takeRefusal() { shared.note(refusal) }
  }

  /// Asks the validator and the sink about the open transaction; what leads through the history was valid when it was
  /// made.
  private func validate() -> (any Error)? {
    let (validator, sink) = shared.content.read { ($0.validator, $0.sink) }
    let error = shared.evaluate { () -> (any Error)? in
      do {
        try validator?.check()
        try sink?.validate()
      } catch {
        return error
      }
      return nil
    }
    return error ?? shared.takeRefusal()
  }

  /// Drops the steps that are undone, if the open transaction changes anything: it takes their place.
  private func dropUndone(_ touchedCount: Int) {
    var isChanged = false
    forEachTouched(touchedCount) { if table($0).hasOpenChanges { isChanged = true } }
    guard isChanged else { return }
    let present = shared.content.modify { content in
      content.log.forgetUndone()
      return content.log.tail
    }
    dropParts(from: present)
  }

  /// The end of an outermost transaction: the transactions that it queued run, and then the store is idle.
  private func end() {
    let end = shared.content.modify { $0.endTransaction() }
    if end.isPassing { dropCurrent() }
    if end.isQueued { return }
    if end.hasQueued { runQueued() }
    if end.hasSink { finishSink() }
    if end.hasChangedSources || end.hasQueued || end.hasSink { deliverSources() }
    settle()
  }

  /// Takes the delivered commit out of the log, and ends its transaction.
  func dropCurrent() {
    if let current = shared.content.read({ $0.current }) { dropParts(from: current.lowerBound) }
    shared.content.modify { $0.becomeIdle() }
  }

  /// Takes the last parts out of the log that are not the open transaction's.
  func dropParts(from position: Int) {
    while let part = shared.content.modify({ $0.log.popLast(from: position) }) {
      if part.count > 0 { perform(.drop(count: Int(part.count)), on: part.table) }
    }
  }

  // MARK: Reading

  var commitCount: UInt64 { shared.content.read { $0.commitCount } }

  /// The changes of some parts of the log, in their order.
  func changes(in parts: Range<Int>) -> [any AnyChange] {
    var changes: [any AnyChange] = []
    for index in parts {
      let (part, isCurrent) = shared.content.read { content in
        (content.log.parts[index], content.isCurrentPassing && content.current?.contains(index) == true)
      }
      if part.table >= 0 {
        table(part.table).list(
          from: part.start, count: Int(part.count), isCurrent: isCurrent, in: &changes)
      }
    }
    return changes
  }

  /// The changes of the commit that is delivered.
  var currentChangeSet: ChangeSet? {
    let (parts, cause) = shared.content.read { ($0.current, $0.currentCause) }
    guard let parts, let cause else { return nil }
    return ChangeSet(cause: cause, changes: changes(in: parts))
  }

  /// The number of closures that observe something.
  var closureCount: Int { shared.content.read { $0.closures.count } }
  /// The number of tables that live queries follow, each counted for each query; some may be gone.
  var followerCount: Int { shared.content.read { $0.followers.count } }
}

extension StoreCore {
  /// A number that says when an observer was registered: higher than all that were taken before.
  @usableFromInline
  func takeSequence() -> UInt64 { shared.content.modify { $0.takeSequence() } }

  /// Calls `tell` once for each commit in which one of the sources changed, until the subscription ends.
  @usableFromInline
  func subscribe(to sources: [ChangeSource], name: String, _ tell: @escaping () -> Void) -> Subscription {
    sweepCancelled()
    let observation = shared.content.modify { content in
      let sequence = content.takeSequence()
      // Nothing is called any more, and nothing would take the closure out.
      if content.isClosed { return Observation(sequence: sequence, place: -1) }
      let place = content.closures.add(tell, to: sources, name: name, sequence: sequence)
      for source in sources { source.append(place, sequence) }
      return Observation(sequence: sequence, place: place)
    }
    return Subscription(observation, in: registry)
  }

  /// Takes out the observations that have ended.
  @usableFromInline
  func sweepCancelled() {
    guard registry.hasCancelled else { return }
    for observation in registry.take() {
      if observation.table >= 0 {
        perform(.removeObserver(observation), on: observation.table)
      } else {
        shared.content.modify { content in
          if let gone = content.closures.remove(observation.place, sequence: observation.sequence) {
            content.deferredReleases.closures.append(gone)
          }
        }
      }
    }
    settle()
  }

  /// Notes a fault that could not be thrown.
  @usableFromInline
  func note(_ fault: StoreError) {
    shared.note(fault)
    settle()
  }

  /// Sets a part whose former value may run code of a user at its end.
  ///
  /// - Parameter exchange: swaps the part and the value.
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
  /// Asks the sink before the transaction that was just opened: it is closed meanwhile, as the sink may run
  /// others.
  ///
  /// - Returns: the number of the transaction that is open then; 0 when the sink refuses it.
  func beginWithSink() -> UInt64 {
    let sink = shared.content.modify { content in
      content.becomeIdle()
      return content.sink
    }
    guard let sink else {
      // The transaction is refused: the sink that would keep it has been released.
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

  /// Tells a sink that a transaction has ended with its answers.
  func finish(_ sink: any CommitSink) {
    do throws(StoreError) { try sink.finish() } catch { shared.note(error) }
  }

  /// Tells the sink, if there is one, that a transaction has ended with its answers.
  func finishSink() {
    if let sink = shared.content.read({ $0.sink }) { finish(sink) }
  }

  /// Calls `body` once others' steps are applied, which decide what it means.
  func upToDate<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let sink = shared.content.read { $0.isIdle ? $0.sink : nil }
    guard let sink else { return try body() }
    try sink.prepare()
    defer { finish(sink) }
    return try body()
  }
}
