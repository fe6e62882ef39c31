internal import StoreMemory

/// The transactions that led to a response.
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
struct Answer {
  let cause: String
  let body: (Transaction) throws -> Void
  var origin: Origin
  /// The depth of the transaction that queued it, while that is open; 0 afterwards.
  var depth: Int32
}

/// The answers that wait, in the order in which they were given.
struct AnswerQueue {
  private var waiting = Deque<Answer>()
  /// Those that the open transaction gave, which wait for its end.
  private var open: ContiguousArray<Answer> = []
  /// The number of transactions queued since the outermost one began.
  private(set) var total = 0
  var isRunning = false {
    didSet { if !isRunning { total = 0 } }
  }

  var isEmpty: Bool { waiting.isEmpty }

  mutating func append(_ answer: Answer) {
    total += 1
    if answer.depth > 0 { open.append(answer) } else { waiting.append(answer) }
  }

  mutating func popFirst() -> Answer? { waiting.popFirst() }

  /// A Boolean value that indicates whether the open transaction queued responses.
  var hasOpen: Bool { !open.isEmpty }

  /// Takes the last answer out if the innermost transaction gave it.
  mutating func popLast(depth: Int32) -> Answer? {
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
    if clock.isEvaluating { return note(.evaluating(cause: cause)) }
    // What is answered to a step that was made elsewhere was answered there, and is part of it.
    if state.read({ $0.source != .own }) { return }
    let (phase, current) = (clock.phase, clock.current)
    let (isAlone, refusal) = state.modify { state -> (Bool, StoreError?) in
      let isAlone = phase == .idle && !state.answers.isRunning
      var origin = Origin()
      // While a transaction is open, its cause is known to nobody yet: its answers wait for that.
      if let current {
        origin = Origin(causes: state.origin.causes + [current.cause], step: state.origin.step)
      }
      if let refusal = state.refusal(of: cause, to: origin) { return (isAlone, refusal) }
      let depth = phase == .writing ? clock.depth : 0
      state.answers.append(Answer(cause: cause, body: body, origin: origin, depth: depth))
      return (isAlone, nil)
    }
    if let refusal { return note(refusal) }
    if isAlone {
      runAnswers()
      if let keeper = state.read({ $0.keeper }) { finish(keeper) }
      settle()
    }
  }

  /// Runs the answers that wait and those that they lead to.
  func runAnswers() {
    state.modify { $0.answers.isRunning = true }
    while let answer = state.modify({ $0.answers.popFirst() }) {
      state.modify { $0.origin = answer.origin }
      run(answer)
      state.modify { $0.litter.answers.append(answer) }
    }
    state.modify { state in
      state.answers.isRunning = false
      state.origin = Origin()
    }
  }

  private func run(_ answer: Answer) {
    let serial = begin()
    if serial == 0 { return clock.note(refusal(of: .text(answer.cause))) }
    do {
      try answer.body(Transaction(core: self, serial: serial))
    } catch {
      rollBack()
      return clock.note(.answerFailed(cause: answer.cause, message: "\(error)"))
    }
    if let refusal = commit(.text(answer.cause)) {
      clock.note(
        refusal as? StoreError ?? .answerFailed(cause: answer.cause, message: "\(refusal)"))
    }
  }
}

extension CoreState {
  /// Tells the answers of the open transaction, which is closed now, what they answer.
  ///
  /// - Returns: why they are refused, if the chain that led to the transaction is too long.
  mutating func completeAnswers(to cause: String) -> [StoreError] {
    let causes = origin.causes + [cause]
    if causes.count <= cascadeLimit {
      answers.complete(Origin(causes: causes, step: origin.step))
      return []
    }
    var refusals: [StoreError] = []
    while let answer = answers.popLast(depth: 1) {
      refusals.append(.cascade(causes: causes + [answer.cause], limit: cascadeLimit))
      litter.answers.append(answer)
    }
    return refusals.reversed()
  }

  /// Returns the reason why one more response is refused. The total is bounded as well as the chain, since observers
  /// that each respond twice would double their number up to the end of any chain.
  func refusal(of cause: String, to origin: Origin) -> StoreError? {
    if origin.causes.count > cascadeLimit {
      return .cascade(causes: origin.causes + [cause], limit: cascadeLimit)
    }
    let (bound, isBoundless) = cascadeLimit.multipliedReportingOverflow(by: 100)
    if !isBoundless, answers.total >= max(bound, 1) {
      return .tooManyAnswers(cause: cause, limit: max(bound, 1))
    }
    return nil
  }
}
