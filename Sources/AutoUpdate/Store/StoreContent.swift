internal import StoreMemory

/// The parts of a store beside its tables: the open transaction, the log and the observers. No code of a user runs while it
/// is accessed.
struct StoreContent: ~Copyable {
  enum Phase {
    case idle
    /// A transaction is open.
    case writing
    /// Observers are called with a commit; nothing can be written.
    case delivering
  }

  // MARK: The transaction
  var phase = Phase.idle
  /// The depth of the innermost open transaction; 1 for the outermost.
  var depth: Int32 = 0
  /// The number of running pieces of code that may only read.
  var evaluations: Int32 = 0
  /// The number of the outermost transaction that is open, or was open last.
  var serial: UInt64 = 0
  /// The tables that the open transaction wrote to, in the order of first touch.
  var touched = NumberList()
  /// The reasons for which open transactions cannot be committed, with the depth of each.
  var refusals: [(error: StoreError, depth: Int32)] = []
  /// The origin of the changes of the open transaction.
  var source = CommitSource.own
  /// A Boolean value that indicates whether the open transaction moves through the history.
  var isMove = false
  /// A Boolean value that indicates whether the steps that it undoes are forgotten.
  var forgetsUndone = false
  var validator: Validator?
  /// Keeps what is committed outside of the store.
  var sink: (any CommitSink)?
  /// A Boolean value that indicates whether there is a sink, or was one that ended with the store.
  var hasSink = false
  /// The reason for which the sink refused a transaction.
  var sinkRefusal: StoreError?
  /// A Boolean value that indicates whether there is an initial state to which a reset returns.
  var hasInitialState = false

  // MARK: The log
  var log = ChangeLog()
  /// The parts of the commit that is followed or delivered.
  var current: Range<Int>?
  /// A Boolean value that indicates whether that commit leaves the log when it is delivered, as it is no step.
  var isCurrentPassing = false
  var commitCount: UInt64 = 0
  var pastReaders = WeakList<PastReader>()

  // MARK: Queued transactions
  /// The transactions that the running one answers.
  var origin = Origin()
  var queue = TransactionQueue()
  var cascadeLimit = 100

  // MARK: Reading
  /// The record of what is read; `nil` where nobody keeps one.
  var reads: Reads?
  /// A Boolean value that indicates whether that is read as it is committed, and not as the open transaction has it.
  var readsCommitted = false
  /// The depth of the transaction within which an observer is called as it registers; 0 for none.
  var registeringDepth: Int32 = 0

  // MARK: Observing
  var followers = Followers()
  /// The pass over the followers that runs, or ran last.
  var pass = Pass()
  /// The numbers of the sources.
  var sources = NumberSet()
  /// Those that changed, and have yet to be followed.
  var changedSources = NumberSet()
  var closures = ClosureObservers()
  /// The number of calls since the store was made.
  var callCount = 0
  /// The calls that the commit needs, and have yet to be made.
  var calls = Slab<Observation>()
  private(set) var nextSequence: UInt64 = 1
  var tracer: (any DeliveryTracer)?

  // MARK: Ending
  /// The tables that hold values to be released once the store is idle.
  var tablesToSweep = NumberSet()
  /// The other things that are released then.
  var deferredReleases = DeferredReleases()
  /// The errors that could not be thrown; no more than the first hundred are kept.
  var faults: [StoreError] = []
  var onFault: ((StoreError) -> Void)?
  var isSettling = false
  /// A Boolean value that indicates whether the store itself is gone, and nobody is called any more.
  var isClosed = false

  init() {
    // Enough for a session of a small world, in one step and not in five.
    followers.reserveCapacity(16)
    closures.reserveCapacity(16)
  }

  /// A Boolean value that indicates whether code of a user that wants to write may run.
  var isIdle: Bool { phase == .idle && evaluations == 0 }

  mutating func takeSequence() -> UInt64 {
    defer { nextSequence &+= 1 }
    return nextSequence
  }

  mutating func note(_ fault: StoreError) {
    if faults.count < 100 { faults.append(fault) }
  }

  // MARK: Committing

  /// Opens a transaction, within the open one if there is one.
  ///
  /// - Returns: its number, 0 when it may not be opened now; and whether it is the outermost one.
  mutating func open() -> (serial: UInt64, isOutermost: Bool, hasSink: Bool) {
    if evaluations > 0 || phase == .delivering { return (0, false, false) }
    depth &+= 1
    if depth > 1 { return (serial, false, false) }
    serial &+= 1
    phase = .writing
    return (serial, true, hasSink)
  }

  /// The facts from which a commit begins.
  struct CommitStart {
    var isRefused: Bool
    var depth: Int32
    var touchedCount: Int
    /// A Boolean value that indicates whether a changed row may end as it began: a value was replaced twice.
    var needsComparison: Bool
    var isValidated: Bool
    /// A Boolean value that indicates whether undone steps are in the log, whose place a step takes.
    var hasUndone: Bool
    var hasReaders: Bool
    var hasQueued: Bool
  }

  mutating func beginCommit() -> CommitStart {
    CommitStart(
      isRefused: refusals.last?.depth == depth, depth: depth, touchedCount: touched.count,
      needsComparison: !tablesToSweep.isEmpty,
      isValidated: !isMove && source == .own && (validator != nil || sink != nil),
      hasUndone: !isMove && log.hasUndone, hasReaders: !pastReaders.isEmpty, hasQueued: queue.hasOpen)
  }

  /// Ends an inner transaction.
  mutating func closeInner(isMerged: Bool) {
    if isMerged { queue.merge(depth: depth) }
    depth &-= 1
  }

  /// Returns why the innermost open transaction cannot be committed, once.
  mutating func takeRefusal() -> StoreError? {
    refusals.last?.depth == depth ? refusals.popLast()?.error : nil
  }

  /// A commit that is in the log, and what it has yet to do.
  struct Recorded {
    /// The sequence of the next observer: those who register from now on see the outcome at once.
    var limit: UInt64
    var role: CommitRole
    var hasFollowers: Bool
    var hasClosures: Bool
    var hasSources: Bool
    var hasReaders: Bool
    var hasSink: Bool
  }

  /// Makes the changes of the open transaction a commit, lists the views to be called, and takes note of it as a step, or as
  /// part of the step that it answers.
  ///
  /// - Returns: `nil` when nothing changed; to move to another point is a commit without changes then.
  mutating func record(
    _ cause: borrowing CompactText, _ tables: borrowing ContiguousArray<AnyTable>
  ) -> Recorded? {
    var first = -1
    for index in 0..<touched.count {
      let number = touched[index]
      let table = tables[Int(number)]
      let (start, count) = table.seal(table, nextSequence, !isMove, &calls)
      if count == 0 { continue }
      if first < 0 { first = log.begin(cause) }
      log.append(table: number, start: start, count: count)
    }
    if first < 0 {
      guard isMove else { return nil }
      first = log.begin(cause)
      log.append(table: -1, start: 0, count: 0)
    }
    commitCount &+= 1
    let role = keep(from: first)
    beginDelivering(first..<log.parts.end, isPassing: role.isMove)
    return Recorded(
      limit: nextSequence, role: role, hasFollowers: followers.count > 0, hasClosures: closures.count > 0,
      hasSources: !sources.isEmpty, hasReaders: !pastReaders.isEmpty, hasSink: hasSink)
  }

  /// Takes note in the history of the commit that begins with a part, and of a fault if its step alone exceeds the limit.
  private mutating func keep(from first: Int) -> CommitRole {
    if isMove {
      isMove = false
      origin.step = nil
      if forgetsUndone { log.forgetUndone() }
      return forgetsUndone ? .takeBack : .move
    }
    if log.limit.steps <= 0 || source == .restored {
      log.forgetAll()
      origin.step = nil
      return origin.causes.isEmpty ? .step(number: nil) : .answer
    }
    // An answer to what is no step is one itself.
    let isAnswer = origin.step.map { $0 < log.end } ?? false
    if isAnswer, let step = origin.step, step < log.start {
      // Without the beginning of its step an answer leads nowhere.
      log.forgetAll()
      return .answer
    }
    // The queue may have begun another step since then.
    let number = isAnswer ? log.end - 1 : log.end
    origin.step = number
    if let error = log.keep(from: first, inLastStep: isAnswer) { note(error) }
    return isAnswer ? .answer : .step(number: number)
  }

  /// Nothing is written from now on.
  mutating func beginDelivering(_ parts: Range<Int>, isPassing: Bool) {
    phase = .delivering
    depth = 0
    current = parts
    isCurrentPassing = isPassing
  }

  /// The work that is left at the end of an outermost transaction.
  struct End {
    /// A Boolean value that indicates whether the commit is to be taken out of the log, and the transaction ends then.
    var isPassing: Bool
    /// A Boolean value that indicates whether the transaction is a queued one, whose end is not the end of all.
    var isQueued: Bool
    var hasQueued: Bool
    var hasSink: Bool
    var hasChangedSources: Bool
  }

  mutating func endTransaction() -> End {
    isMove = false
    let end = End(
      isPassing: isCurrentPassing, isQueued: queue.isRunning, hasQueued: !queue.isEmpty, hasSink: hasSink,
      hasChangedSources: !changedSources.isEmpty)
    if !end.isPassing { becomeIdle() }
    if !end.isQueued, !end.hasQueued { origin.clear() }
    return end
  }

  /// The outermost transaction has ended, and its commit is not the current one any more.
  mutating func becomeIdle() {
    phase = .idle
    depth = 0
    touched.removeAll()
    current = nil
    isCurrentPassing = false
  }

  /// The cause of the commit that is followed or delivered.
  var currentCause: String? { current.map { log.cause(of: $0.lowerBound) } }

  /// Drops the transactions that the innermost transaction queued.
  mutating func dropQueued(depth: Int32) {
    while let dropped = queue.popLast(depth: depth) { deferredReleases.queued.append(dropped) }
  }
}

/// The check at the end of each transaction: in a type of its own, a cell's generic code does not wrap the closure.
struct Validator {
  let check: () throws -> Void
}

/// Things that nobody needs any more. Their end may run code of a user, and so comes when the store is idle.
struct DeferredReleases {
  var closures: ContiguousArray<ClosureObservers.Entry> = []
  var queued: ContiguousArray<QueuedTransaction> = []

  var isEmpty: Bool { closures.isEmpty && queued.isEmpty }
}

/// The tables of a store, by their numbers and by their types of models.
struct TableList {
  private(set) var all: ContiguousArray<AnyTable> = []
  private var numbers = TypeIndex()

  init() {
    all.reserveCapacity(16)
    numbers.reserveCapacity(16)
  }

  /// The table of a type of models; `nil` when there is none yet.
  @inline(__always)
  func table(of type: ObjectIdentifier) -> AnyTable? { numbers[type].map { all[$0] } }

  mutating func add(_ table: AnyTable, of type: ObjectIdentifier) {
    all.append(table)
    numbers.append(type)
  }
}
