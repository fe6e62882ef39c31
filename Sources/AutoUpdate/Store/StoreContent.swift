internal import StoreMemory

/// The contents of a store besides its tables: the open transaction, the log and the observers. No user code runs
/// during an access.
struct StoreContent: ~Copyable {
  enum Phase {
    case idle
    /// A transaction is open.
    case writing
    /// Observers are being called with a commit; nothing can be written.
    case delivering
  }

  // MARK: The transaction
  var phase = Phase.idle
  /// The depth of the innermost open transaction; 1 for the outermost.
  var depth: Int32 = 0
  /// The number of nested evaluations. Code in an evaluation may only read.
  var evaluations: Int32 = 0
  /// The number of the latest outermost transaction.
  var serial: UInt64 = 0
  /// The tables that the open transaction wrote to, in the order of their first write.
  var touched = NumberList()
  /// The reasons for which open transactions cannot be committed, each with the depth of its transaction.
  var refusals: [(error: StoreError, depth: Int32)] = []
  /// The origin of the changes of the open transaction.
  var source = CommitSource.own
  /// A Boolean value that indicates whether the open transaction moves through the history.
  var isMove = false
  /// A Boolean value that indicates whether the steps that the move undoes are dropped.
  var dropsUndone = false
  var validator: Validator?
  /// Called before a move through the history commits.
  var moveObserver: (() -> Void)?
  /// The receiver of commits, which stores them elsewhere.
  var sink: (any CommitSink)?
  /// A Boolean value that indicates whether a sink was set. It remains `true` if the sink has been released with the
  /// store.
  var hasSink = false
  /// The reason why the sink refused a transaction.
  var sinkRefusal: StoreError?
  /// A Boolean value that indicates whether there is an initial state to which a reset returns.
  var hasInitialState = false

  // MARK: The log
  var log = ChangeLog()
  /// The parts of the commit that is being delivered.
  var current: Range<Int>?
  /// A Boolean value that indicates whether that commit is not a step, and is removed from the log after its delivery.
  var isCurrentTransient = false
  var commitCount: UInt64 = 0
  /// The ``serial`` of the last transaction that was committed.
  var committedSerial: UInt64 = 0
  var pastStates = WeakList<PastState>()

  // MARK: Queued transactions
  /// The transactions that led to the current one.
  var origin = Origin()
  /// The root of the last queued transaction with a root that began a step, and the number of that step; `nil` as the
  /// number if the history does not retain the step.
  var stepOfRoot: (root: UInt64, step: Int?)?
  var queue = TransactionQueue()
  var cascadeLimit = 100

  // MARK: Reading
  /// The current record of reads; `nil` if reads are not recorded.
  var reads: Reads?
  /// A Boolean value that indicates whether reads return the committed state, without the writes of the open
  /// transaction.
  var readsCommitted = false
  /// The depth of the transaction in which an observer is being registered and called; 0 if there is none.
  var registeringDepth: Int32 = 0

  // MARK: Observing
  var followers = Followers()
  /// The current or latest pass over the followers.
  var pass = Pass()
  /// The numbers of all sources.
  var sources = NumberSet()
  var sourceNumbers = SourceNumbers()
  /// The changed sources whose readers have not been updated yet.
  var changedSources = NumberSet()
  /// The changed sources whose readers were not updated because the limit of passes was reached. The next delivery
  /// updates these readers.
  var postponedSources = NumberSet()
  var closures = ClosureObservers()
  /// The number of calls of observers since the store was created.
  var callCount = 0
  /// The remaining calls for the current commit.
  var calls = Slab<Observation>()
  private(set) var nextSequence: UInt64 = 1
  var tracer: (any DeliveryTracer)?

  // MARK: Ending
  /// The tables with values to release when the store is idle.
  var tablesToSweep = NumberSet()
  /// Other objects to release when the store is idle.
  var deferredReleases = DeferredReleases()
  /// The errors that could not be thrown; at most the first hundred.
  var faults: [StoreError] = []
  var onFault: ((StoreError) -> Void)?
  var isSettling = false
  /// A Boolean value that indicates whether the store has been released, so that no observer is called.
  var isClosed = false

  init() {
    // This is enough for a small program, and avoids repeated growth.
    followers.reserveCapacity(16)
    closures.reserveCapacity(16)
  }

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
  /// - Returns: its number, or 0 if it must not begin now; whether it is the outermost one; and, for the outermost one,
  ///   whether the store has a sink.
  mutating func open() -> (serial: UInt64, isOutermost: Bool, hasSink: Bool) {
    if evaluations > 0 || phase == .delivering { return (0, false, false) }
    depth &+= 1
    if depth > 1 { return (serial, false, false) }
    serial &+= 1
    phase = .writing
    return (serial, true, hasSink)
  }

  mutating func closeInner(isMerged: Bool) {
    if isMerged { queue.merge(depth: depth) }
    depth &-= 1
  }

  /// Removes and returns the reason why the innermost transaction cannot be committed.
  mutating func takeRefusal() -> StoreError? {
    refusals.last?.depth == depth ? refusals.popLast()?.error : nil
  }

  /// A Boolean value that indicates whether there is anything to do before the changes of the innermost transaction are
  /// recorded as a commit.
  // A call of a getter that is not inlined would copy the contents.
  @inline(__always) var needsPreparation: Bool {
    depth > 1 || !refusals.isEmpty || !tablesToSweep.isEmpty || isMove || validator != nil || sink != nil
      || log.hasUndone || !pastStates.isEmpty
  }

  /// The facts that determine the delivery of a commit that has been recorded in the log.
  struct Recorded {
    /// The sequence number of the next observer. Observers that register later receive the new state at registration.
    let limit: UInt64
    let role: CommitRole
    let receivers: Receivers
  }

  /// The kinds of receivers of commits, besides views of single rows.
  struct Receivers: OptionSet {
    let rawValue: UInt8

    static let sink = Receivers(rawValue: 1 << 0)
    static let pastStates = Receivers(rawValue: 1 << 1)
    static let followers = Receivers(rawValue: 1 << 2)
    static let closures = Receivers(rawValue: 1 << 3)
    /// The queries that read sources.
    static let sources = Receivers(rawValue: 1 << 4)
  }

  @inline(__always) private var receivers: Receivers {
    var receivers: Receivers = []
    if hasSink { receivers.insert(.sink) }
    if !pastStates.isEmpty { receivers.insert(.pastStates) }
    if followers.count > 0 { receivers.insert(.followers) }
    if closures.count > 0 { receivers.insert(.closures) }
    if !sources.isEmpty { receivers.insert(.sources) }
    return receivers
  }

  /// Records the changes of the open transaction as a commit: a new step or, for a response, a part of the last step.
  /// Lists the views to call.
  ///
  /// - Returns: `nil` if nothing changed, except for a move through the history, which is always a commit.
  mutating func record(
    _ cause: Span<UInt8>, _ tables: borrowing ContiguousArray<AnyTable>
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
    committedSerial = serial
    let role = keep(from: first)
    beginDelivering(first..<log.parts.end, isTransient: role.isMove)
    return Recorded(limit: nextSequence, role: role, receivers: receivers)
  }

  /// Adds the commit that begins with the part `first` to the history. Reports a fault if its step alone exceeds the
  /// limit.
  private mutating func keep(from first: Int) -> CommitRole {
    if isMove {
      isMove = false
      origin.step = nil
      if dropsUndone { log.dropUndone() }
      return dropsUndone ? .takeBack : .move
    }
    if log.limit.steps <= 0 || source == .restored {
      log.dropAll()
      origin.step = nil
      if let root = origin.root, root != stepOfRoot?.root {
        stepOfRoot = (root, nil)
        return .step(number: nil)
      }
      return origin.causes.isEmpty ? .step(number: nil) : .response
    }
    // A response to a commit that is not a step is a new step. All responses to a transaction that changed nothing are
    // one step.
    if let root = origin.root, origin.step == nil, root == stepOfRoot?.root { origin.step = stepOfRoot?.step }
    let isResponse = origin.step.map { $0 < log.end } ?? false
    if isResponse, let step = origin.step, step < log.start {
      // A response cannot be undone if the beginning of its step has been dropped.
      log.dropAll()
      return .response
    }
    // Other queued transactions may have begun a new step in the meantime.
    let number = isResponse ? log.end - 1 : log.end
    origin.step = number
    if let root = origin.root, !isResponse { stepOfRoot = (root, number) }
    log.keep(from: first, inLastStep: isResponse)
    if log.exceedsLimits {
      if log.changeCount > log.limit.changes, let error = log.excess { note(error) }
      log.trim()
    }
    return isResponse ? .response : .step(number: number)
  }

  /// Enters the delivering phase, in which nothing can be written.
  mutating func beginDelivering(_ parts: Range<Int>, isTransient: Bool) {
    phase = .delivering
    depth = 0
    current = parts
    isCurrentTransient = isTransient
  }

  /// Ends an outermost transaction, and returns the work that remains.
  ///
  /// - Returns: `isComplete`: whether nothing remains to be done; `isTransient`: whether the commit must be removed from
  ///   the log before the store is idle; `isQueued`: whether the transaction was queued, so that its caller continues
  ///   with the queue; `hasQueued`: whether other transactions are queued.
  mutating func endTransaction(
    hasCancelled: Bool
  ) -> (isComplete: Bool, isTransient: Bool, isQueued: Bool, hasQueued: Bool) {
    let (isTransient, isQueued, hasQueued) = (isCurrentTransient, queue.isRunning, !queue.isEmpty)
    isMove = false
    if !isTransient { becomeIdle() }
    if !isQueued, !hasQueued { origin.clear() }
    let isComplete =
      !isTransient && !isQueued && !hasQueued && sink == nil && changedSources.isEmpty
      && !hasIdleWork(hasCancelled: hasCancelled)
    return (isComplete, isTransient, isQueued, hasQueued)
  }

  /// Ends the outermost transaction and clears the current commit.
  mutating func becomeIdle() {
    phase = .idle
    depth = 0
    touched.removeAll()
    current = nil
    isCurrentTransient = false
  }

  var currentCause: String? { current.map { log.cause(of: $0.lowerBound) } }

  /// Drops the transactions that were queued within the innermost transaction.
  mutating func dropQueued(depth: Int32) {
    while let dropped = queue.popLast(depth: depth) { deferredReleases.queued.append(dropped) }
  }
}

/// The check before each commit. It is a struct, since generic code would wrap a bare closure.
struct Validator {
  let check: () throws -> Void
}

/// Objects that are no longer needed. Releasing them may run user code, so they are released when the store is idle.
struct DeferredReleases {
  var closures: ContiguousArray<ClosureObservers.Entry> = []
  var queued: ContiguousArray<QueuedTransaction> = []

  var isEmpty: Bool { closures.isEmpty && queued.isEmpty }
}

/// The tables of a store, by number and by model type.
struct TableList {
  private(set) var all: ContiguousArray<AnyTable> = []
  private var numbers = TypeIndex()

  init() {
    all.reserveCapacity(16)
    numbers.reserveCapacity(16)
  }

  /// Returns the table of a model type; `nil` if it does not exist yet.
  @inline(__always)
  func table(of type: ObjectIdentifier) -> AnyTable? { numbers[type].map { all[$0] } }

  mutating func add(_ table: AnyTable, of type: ObjectIdentifier) {
    all.append(table)
    numbers.append(type)
  }
}
