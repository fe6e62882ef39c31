public import StoreMemory

/// The state of a store's transactions, shared by the store and its tables.
///
/// A store is in one phase at a time. In any phase, it may call user code that may only read: a condition, a sort key
/// or a comparison.
@usableFromInline
final class TransactionState {
  let content = Cell(StoreContent())

  @usableFromInline
  init() {}

  @usableFromInline var depth: Int32 { content.read { $0.depth } }

  /// A Boolean value that indicates whether a transaction is open and has no inner one.
  @usableFromInline var isOutermost: Bool { depth == 1 }

  // MARK: Transactions

  /// Returns the depth at which a transaction may write now; `nil` if it may not, in which case the reason is recorded.
  @usableFromInline
  func depth(forWritingBy transaction: UInt64) -> Int32? {
    let (isRight, isEvaluating, depth) = content.read { content in
      (content.phase == .writing && content.serial == transaction, content.evaluations > 0, content.depth)
    }
    if isRight, !isEvaluating { return depth }
    // The error of a refused transaction has been reported already.
    if transaction == 0 { return nil }
    refuse(isRight ? .evaluating(cause: "a write") : .transactionEnded)
    return nil
  }

  /// Makes the innermost open transaction fail. If there is none, records a fault.
  @usableFromInline
  func refuse(_ error: StoreError) {
    content.modify { content in
      if content.phase != .writing { return content.note(error) }
      if content.refusals.last?.depth != content.depth { content.refusals.append((error, content.depth)) }
    }
  }

  func takeRefusal() -> StoreError? { content.modify { $0.takeRefusal() } }

  @usableFromInline
  func touch(_ table: Int32) { content.modify { $0.touched.append(table) } }

  /// Records that a table has values or rows to release when the store is idle.
  @usableFromInline
  func sweepLater(_ table: Int32) { content.modify { $0.tablesToSweep.insert(table) } }

  @usableFromInline var touchedTables: NumberSet {
    content.read { content in
      var tables = NumberSet()
      for index in 0..<content.touched.count { tables.insert(content.touched[index]) }
      return tables
    }
  }

  /// Returns the range of a table's log that the current commit wrote; `nil` if it did not change the table.
  @usableFromInline
  func currentChanges(of table: Int32) -> (start: Int32, count: Int)? {
    content.read { content in
      guard let current = content.current, let part = content.log.part(of: table, in: current) else {
        return nil
      }
      return (part.start, Int(part.count))
    }
  }

  // MARK: Evaluating

  /// Runs code that may only read.
  @inlinable
  func evaluate<Result>(_ body: () -> Result) -> Result {
    beginEvaluating()
    defer { endEvaluating() }
    return body()
  }

  @usableFromInline
  func beginEvaluating() { content.modify { $0.evaluations &+= 1 } }

  @usableFromInline
  func endEvaluating() { content.modify { $0.evaluations &-= 1 } }

  /// Runs code that may only read, with reads of the committed state, and adds its reads to `reads`.
  @inlinable
  func evaluate<Result>(noting reads: inout Reads, _ body: () -> Result) -> Result {
    let outer = exchange(Reads(), isCommitted: true)
    let result = evaluate(body)
    if let noted = exchange(outer.reads, isCommitted: outer.isCommitted).reads { reads.formUnion(noted) }
    return result
  }

  /// Runs code that reads the same state as the calling code, and adds its reads to `reads`.
  @inlinable
  func note<Result, Failure: Error>(
    _ reads: inout Reads, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = exchange(Reads(), isCommitted: nil)
    defer {
      if let noted = exchange(outer.reads, isCommitted: outer.isCommitted).reads { reads.formUnion(noted) }
    }
    return try body()
  }

  /// Replaces the record of reads and, if `isCommitted` is not `nil`, the state that reads return. Returns the previous
  /// record and state.
  @usableFromInline
  func exchange(_ reads: Reads?, isCommitted: Bool?) -> (reads: Reads?, isCommitted: Bool) {
    content.modify { content in
      defer {
        content.reads = reads
        if let isCommitted { content.readsCommitted = isCommitted }
      }
      return (content.reads, content.readsCommitted)
    }
  }

  @usableFromInline var isNoting: Bool { content.read { $0.reads != nil } }

  var hasNoted: Bool { content.read { $0.reads.map { !$0.isEmpty } ?? false } }

  /// Removes and returns the reads of the current record, which continues.
  func takeNoted() -> Reads {
    content.modify { content in
      guard let reads = content.reads else { return Reads() }
      content.reads = Reads()
      return reads
    }
  }

  @usableFromInline
  func noteRead(of table: Int32) {
    if isNoting { content.modify { $0.reads?.insert(table) } }
  }

  @usableFromInline
  func noteRead(of outcome: QueryFollower) {
    if isNoting { content.modify { $0.reads?.insert(outcome) } }
  }

  func noteRead(ofKey key: Int, of source: QueryFollower) {
    if isNoting { content.modify { $0.reads?.insert(key, of: source) } }
  }

  @usableFromInline
  func noteReads(_ reads: Reads) {
    if isNoting { content.modify { $0.reads?.formUnion(reads) } }
  }

  // MARK: Committed reads

  /// A Boolean value that indicates whether reads return the committed state. This is the case in conditions and keys,
  /// and in an observer that is registered and called within a transaction.
  @usableFromInline var readsCommitted: Bool {
    content.read { content in
      content.readsCommitted || (content.registeringDepth > 0 && content.registeringDepth == content.depth)
    }
  }

  /// Calls `handler`, in which reads return the committed state with the writes of transactions that `handler` itself
  /// begins.
  @usableFromInline
  func withCommittedReads(_ handler: () -> Void) {
    let outer = content.modify { content in
      defer { content.registeringDepth = content.depth }
      return content.registeringDepth
    }
    handler()
    content.modify { $0.registeringDepth = outer }
  }

  // MARK: Faults

  func note(_ fault: StoreError) { content.modify { $0.note(fault) } }

  func takeFaults() -> [StoreError] {
    content.modify { content in
      defer { content.faults = [] }
      return content.faults
    }
  }
}
