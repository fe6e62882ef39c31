internal import StoreMemory

/// The state of a store except for its tables' contents. No user code runs while it is accessed.
struct CoreState {
  var tables: ContiguousArray<AnyTable> = []
  /// The tables' numbers by their types of models.
  private var numbers = TypeIndex()

  /// A Boolean value that indicates whether the history keeps the current commit.
  private var isCurrentKept = false
  var commitCount: UInt64 = 0
  /// The transaction that the running one responds to.
  var origin = Origin()
  var answers = AnswerQueue()
  var cascadeLimit = 100

  var history = StepLog()
  /// The point of the history that the open transaction moves to.
  var replayTarget: Int?
  /// A Boolean value that indicates whether the steps after it are then dropped.
  var forgetsUndone = false
  var pastReaders = WeakList<PastReader>()
  /// Keeps what is committed outside of the store.
  var keeper: (any CommitKeeper)?
  /// The origin of the open transaction's changes.
  var source = CommitSource.own
  /// The reason why the keeper refused a transaction.
  var keeperRefusal: StoreError?

  var followers = Followers()
  /// The pass over the followers that runs, or ran last.
  var pass = Pass()
  /// The numbers of the sources.
  var sources = NumberSet()
  /// Those that changed, and have yet to be followed.
  var changedSources = NumberSet()
  var recipients = Recipients()
  /// The number of calls since the store was made.
  var callCount = 0
  var calls: ContiguousArray<Call> = []
  private(set) var nextSequence: UInt64 = 1
  var tracer: (any DeliveryTracer)?
  var onFault: ((StoreError) -> Void)?
  var validator: Validator?

  /// The values to release when the store is idle.
  var litter = Litter()
  var isSettling = false
  /// A Boolean value that indicates whether the store is released, so that no observer is called any more.
  var isClosed = false

  init() {
    // What a session of a small world has, at once and not in five steps.
    tables.reserveCapacity(16)
    numbers.reserveCapacity(16)
    followers.reserveCapacity(16)
    recipients.reserveCapacity(16)
  }

  /// The table of a type of models; `nil` when there is none yet.
  @inline(__always)
  func table(of type: ObjectIdentifier) -> AnyTable? { numbers[type].map { tables[$0] } }

  mutating func add(_ table: AnyTable, of type: ObjectIdentifier) {
    tables.append(table)
    numbers.append(type)
    followers.addTable()
  }

  mutating func takeSequence() -> UInt64 {
    defer { nextSequence &+= 1 }
    return nextSequence
  }

  /// Makes the changes of the open transaction a commit, and lists the views to be told of it.
  ///
  /// - Parameter cause: is taken if there is a commit.
  /// - Returns: `nil` when nothing changed; to move to another point is a commit without changes then.
  mutating func seal(_ cause: inout CompactText, _ touchedCount: Int, _ clock: StoreClock) -> Commit? {
    var head: Commit?
    var changeCount = 0
    for index in 0..<touchedCount {
      let table = tables[Int(clock.touched(index))]
      guard let part = table.seal(table, nextSequence, &calls, &changeCount) else { continue }
      if let head { head.append(part: part) } else { head = part }
    }
    if head == nil, replayTarget != nil { head = Commit(table: -1) }
    guard let commit = head.take() else { return nil }
    commitCount &+= 1
    commit.complete(&cause, number: commitCount, changeCount: changeCount)
    return commit
  }

  /// Takes note of the current commit in the history, and of a fault if its step alone exceeds the limit.
  mutating func keep(_ commit: consuming Commit, _ clock: StoreClock) -> CommitRole {
    if history.limit.steps <= 0 || replayTarget != nil || source == .restored {
      let role: CommitRole =
        replayTarget != nil
        ? (forgetsUndone ? .takeBack : .move) : origin.causes.isEmpty ? .step(number: nil) : .answer
      (isCurrentKept, origin.step) = (false, nil)
      if let target = replayTarget.take() {
        history.move(to: target)
        if forgetsUndone { history.dropUndone(&litter.commits) }
      }
      return role
    }
    // An answer to what is no step is one itself.
    let isAnswer = origin.step.map { $0 < history.end } ?? false
    let noted = history.append(commit, to: origin.step, undone: &litter.commits)
    (isCurrentKept, origin.step) = (noted.isKept, noted.step)
    if let tooLarge = noted.tooLarge { clock.note(tooLarge) }
    return isAnswer ? .answer : .step(number: noted.step)
  }

  /// Takes a commit out that nobody needs any more.
  mutating func popForgotten() -> Commit? { history.popForgotten() ?? litter.commits.popLast() }

  /// The current commit is delivered.
  mutating func drop(_ commit: consuming Commit) {
    if !isCurrentKept { litter.commits.append(commit) }
  }

  /// Drops the answers that the innermost transaction gave.
  mutating func dropAnswers(depth: Int32) {
    while let answer = answers.popLast(depth: depth) { litter.answers.append(answer) }
  }
}

/// The check at the end of each transaction. In a type of its own, the closure is not wrapped by a cell's generic
/// code.
struct Validator {
  let check: () throws -> Void
}

/// The values to release. Releasing them may run user code, so it happens when the store is idle.
struct Litter {
  var commits: ContiguousArray<Commit> = []
  var recipients: ContiguousArray<Recipients.Recipient> = []
  var answers: ContiguousArray<Answer> = []

  var isEmpty: Bool { commits.isEmpty && recipients.isEmpty && answers.isEmpty }
}
