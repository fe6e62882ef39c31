internal import StoreMemory

/// The transactions that led to a queued one.
struct Origin {
  /// The causes of these transactions, oldest first.
  var causes: [String] = []
  /// The step to which the queued transaction belongs; `nil` if the history does not retain the step.
  var step: Int?
  /// The ``StoreContent/serial`` of the first of these transactions if none of them changed anything. The transactions
  /// that they queued become one step.
  var root: UInt64?

  mutating func clear() {
    if !causes.isEmpty { causes = [] }
    (step, root) = (nil, nil)
  }
}

/// A transaction that waits until all observers have been called with the current commit.
struct QueuedTransaction {
  let cause: String
  let body: (Transaction) throws -> Void
  var origin: Origin
  /// The depth of the open transaction within which it was queued; 0 if that transaction has ended.
  var depth: Int32
}

/// The queued transactions, in the order in which they were queued.
struct TransactionQueue {
  private var waiting = Deque<QueuedTransaction>()
  /// Transactions that were queued within the open transaction.
  private var open: ContiguousArray<QueuedTransaction> = []
  /// The number of transactions queued since the outermost one began.
  private(set) var total = 0
  var isRunning = false {
    didSet { if !isRunning { total = 0 } }
  }

  var isEmpty: Bool { waiting.isEmpty }

  mutating func append(_ transaction: QueuedTransaction) {
    total += 1
    if transaction.depth > 0 { open.append(transaction) } else { waiting.append(transaction) }
  }

  mutating func popFirst() -> QueuedTransaction? { waiting.popFirst() }

  var hasOpen: Bool { !open.isEmpty }

  /// Removes and returns the last transaction if it was queued within the innermost one.
  mutating func popLast(depth: Int32) -> QueuedTransaction? {
    guard open.last?.depth == depth else { return nil }
    total -= 1
    return open.popLast()
  }

  /// Records that the innermost transaction became part of the enclosing one.
  mutating func merge(depth: Int32) {
    for index in open.indices where open[index].depth == depth { open[index].depth = depth - 1 }
  }

  /// Appends the transactions that were queued within the open one, which has committed.
  mutating func complete(_ origin: Origin) {
    for var transaction in open {
      (transaction.origin, transaction.depth) = (origin, 0)
      waiting.append(transaction)
    }
    open = []
  }
}

extension StoreCore {
  /// Queues a transaction, and runs it if the store is idle.
  func respond(_ cause: String, _ body: @escaping (Transaction) throws -> Void) {
    let (refusal, isAlone) = shared.content.modify { $0.enqueue(cause, body) }
    if let refusal { return note(refusal) }
    if isAlone {
      runQueued()
      finishSink()
      settle()
    }
  }

  func runQueued() {
    shared.content.modify { $0.queue.isRunning = true }
    while let next = shared.content.modify({ $0.takeQueued() }) {
      run(next)
      shared.content.modify { $0.deferredReleases.queued.append(next) }
    }
    shared.content.modify { content in
      content.queue.isRunning = false
      content.origin = Origin()
    }
  }

  private func run(_ queued: QueuedTransaction) {
    let serial = begin()
    if serial == 0 { return shared.note(refusal(of: queued.cause.utf8.span)) }
    do {
      try queued.body(Transaction(core: self, serial: serial))
    } catch {
      rollBack()
      return shared.note(.responseFailed(cause: queued.cause, message: "\(error)"))
    }
    if let refusal = commit(queued.cause.utf8.span) {
      shared.note(
        refusal as? StoreError ?? .responseFailed(cause: queued.cause, message: "\(refusal)"))
    }
  }

  /// Adds the transactions that were queued within the open one to the queue, after the open one has been committed
  /// with this cause.
  ///
  /// - Parameter isEmpty: whether the open transaction changed nothing.
  func completeQueued(by cause: String, isEmpty: Bool) {
    shared.content.modify { content in
      for refusal in content.completeQueued(by: cause, isEmpty: isEmpty) { content.note(refusal) }
    }
  }
}

extension StoreContent {
  /// Queues a transaction.
  ///
  /// - Returns: an error if the transaction is refused, and whether the caller must run the queue.
  fileprivate mutating func enqueue(
    _ cause: String, _ body: @escaping (Transaction) throws -> Void
  ) -> (refusal: StoreError?, isAlone: Bool) {
    if evaluations > 0 { return (.evaluating(cause: cause), false) }
    // Responses to a step from elsewhere have run there and are part of it.
    if source != .own { return (nil, false) }
    var origin = Origin()
    // The cause of the open transaction is not known yet, so its responses get their origin when it commits.
    if let current = currentCause {
      origin = Origin(causes: self.origin.causes + [current], step: self.origin.step)
    }
    if let refusal = refusal(of: cause, to: origin) { return (refusal, false) }
    let depth = phase == .writing ? depth : 0
    queue.append(QueuedTransaction(cause: cause, body: body, origin: origin, depth: depth))
    return (nil, phase == .idle && !queue.isRunning)
  }

  fileprivate mutating func takeQueued() -> QueuedTransaction? {
    guard let next = queue.popFirst() else { return nil }
    origin = next.origin
    return next
  }

  /// - Returns: an error for each dropped transaction, if the chain that led to it is too long.
  fileprivate mutating func completeQueued(by cause: String, isEmpty: Bool) -> [StoreError] {
    let causes = origin.causes + [cause]
    if causes.count <= cascadeLimit {
      let root = isEmpty && origin.step == nil ? origin.root ?? serial : nil
      queue.complete(Origin(causes: causes, step: origin.step, root: root))
      return []
    }
    var refusals: [StoreError] = []
    while let dropped = queue.popLast(depth: 1) {
      refusals.append(.cascade(causes: causes + [dropped.cause], limit: cascadeLimit))
      deferredReleases.queued.append(dropped)
    }
    return refusals.reversed()
  }

  /// Returns an error if another transaction must not be queued.
  ///
  /// Limiting the length of a chain is not enough: if each transaction queues two others, their number doubles with
  /// each link. So the total is limited too.
  private func refusal(of cause: String, to origin: Origin) -> StoreError? {
    if origin.causes.count > cascadeLimit {
      return .cascade(causes: origin.causes + [cause], limit: cascadeLimit)
    }
    let (bound, isBoundless) = cascadeLimit.multipliedReportingOverflow(by: 100)
    if !isBoundless, queue.total >= max(bound, 1) {
      return .tooManyResponses(cause: cause, limit: max(bound, 1))
    }
    return nil
  }
}
