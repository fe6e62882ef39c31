internal import StoreMemory

/// The transactions that led to another one.
struct Origin {
  /// The causes of the transactions that led to it, from the first one on.
  var causes: [String] = []
  /// The step of the history that it is part of, if the history keeps it.
  var step: Int?

  mutating func clear() {
    if !causes.isEmpty { causes = [] }
    step = nil
  }
}

/// A transaction that waits until everyone has heard of the one that it answers.
struct QueuedTransaction {
  let cause: String
  let body: (Transaction) throws -> Void
  var origin: Origin
  /// The depth of the transaction that queued it, as long as that is open; 0 afterwards.
  var depth: Int32
}

/// The answers that wait, in the order in which they were given.
struct TransactionQueue {
  private var waiting = Deque<QueuedTransaction>()
  /// Those that the open transaction gave, which wait for its end.
  private var open: ContiguousArray<QueuedTransaction> = []
  /// The number of transactions queued since the outermost one began.
  private(set) var total = 0
  var isRunning = false {
    didSet { if !isRunning { total = 0 } }
  }

  var isEmpty: Bool { waiting.isEmpty }

  mutating func append(_ answer: QueuedTransaction) {
    total += 1
    if answer.depth > 0 { open.append(answer) } else { waiting.append(answer) }
  }

  mutating func popFirst() -> QueuedTransaction? { waiting.popFirst() }

  /// A Boolean value that indicates whether the open transaction gave answers.
  var hasOpen: Bool { !open.isEmpty }

  /// Takes the last answer out if the innermost transaction gave it.
  mutating func popLast(depth: Int32) -> QueuedTransaction? {
    guard open.last?.depth == depth else { return nil }
    total -= 1
    return open.popLast()
  }

  /// The innermost transaction became part of the one around it.
  mutating func merge(depth: Int32) {
    for index in open.indices where open[index].depth == depth { open[index].depth = depth - 1 }
  }

  /// The open transaction is closed: its answers wait like others.
  mutating func complete(_ origin: Origin) {
    for var answer in open {
      (answer.origin, answer.depth) = (origin, 0)
      waiting.append(answer)
    }
    open = []
  }
}

extension StoreCore {
  /// Queues an answer to the running transaction, or runs it when there is none.
  func respond(_ cause: String, _ body: @escaping (Transaction) throws -> Void) {
    let (refusal, isAlone) = shared.content.modify { $0.enqueue(cause, body) }
    if let refusal { return note(refusal) }
    if isAlone {
      runQueued()
      finishSink()
      settle()
    }
  }

  /// Runs the queued transactions and those that they lead to.
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
    if serial == 0 { return shared.note(refusal(of: .text(queued.cause))) }
    do {
      try queued.body(Transaction(core: self, serial: serial))
    } catch {
      rollBack()
      return shared.note(.answerFailed(cause: queued.cause, message: "\(error)"))
    }
    if let refusal = commit(.text(queued.cause)) {
      shared.note(
        refusal as? StoreError ?? .answerFailed(cause: queued.cause, message: "\(refusal)"))
    }
  }

  /// Tells the answers of the open transaction, which is closed now, what they answer.
  func completeQueued(by cause: String) {
    shared.content.modify { content in
      for refusal in content.completeQueued(by: cause) { content.note(refusal) }
    }
  }
}

extension StoreContent {
  /// Queues an answer to the running transaction.
  ///
  /// - Returns: why it is refused; and whether nothing runs that would run it.
  fileprivate mutating func enqueue(
    _ cause: String, _ body: @escaping (Transaction) throws -> Void
  ) -> (refusal: StoreError?, isAlone: Bool) {
    if evaluations > 0 { return (.evaluating(cause: cause), false) }
    // Responses to a step that was made elsewhere ran there, and are part of it.
    if source != .own { return (nil, false) }
    var origin = Origin()
    // While a transaction is open, its cause is known to nobody yet: its answers wait for that.
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

  /// - Returns: why the answers are refused, if the chain that led to the transaction is too long.
  fileprivate mutating func completeQueued(by cause: String) -> [StoreError] {
    let causes = origin.causes + [cause]
    if causes.count <= cascadeLimit {
      queue.complete(Origin(causes: causes, step: origin.step))
      return []
    }
    var refusals: [StoreError] = []
    while let dropped = queue.popLast(depth: 1) {
      refusals.append(.cascade(causes: causes + [dropped.cause], limit: cascadeLimit))
      deferredReleases.queued.append(dropped)
    }
    return refusals.reversed()
  }

  /// Returns why one more answer is refused: observers that each answer twice would double them up to the end of any
  /// chain, so that all of them are bounded as well as the chain.
  private func refusal(of cause: String, to origin: Origin) -> StoreError? {
    if origin.causes.count > cascadeLimit {
      return .cascade(causes: origin.causes + [cause], limit: cascadeLimit)
    }
    let (bound, isBoundless) = cascadeLimit.multipliedReportingOverflow(by: 100)
    if !isBoundless, queue.total >= max(bound, 1) {
      return .tooManyAnswers(cause: cause, limit: max(bound, 1))
    }
    return nil
  }
}
