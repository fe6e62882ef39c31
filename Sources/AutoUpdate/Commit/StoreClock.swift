public import StoreMemory

/// The current activity of a store, shared by the store and its tables.
///
/// A store is in one phase at a time. Beside the phases, user code may be running that may only read: a
/// condition, a sort key, a comparison.
@usableFromInline
final class StoreClock {
  enum Phase {
    case idle
    /// A transaction is open.
    case writing
    /// Observers are told of a commit; nothing can be written.
    case delivering
  }

  struct State {
    var phase = Phase.idle
    /// The depth of the innermost open transaction; 1 for the outermost.
    var depth: Int32 = 0
    /// A Boolean value that indicates whether a keeper is asked before an outermost transaction is opened.
    var isKept = false
    /// The number of running closures that may only read.
    var evaluations: Int32 = 0
    /// The number of the open outermost transaction; each one has a new number.
    var serial: UInt64 = 0
    /// The tables that the open transaction wrote to, in the order of first touch.
    var touched = NumberList()
    /// The commit that is followed or delivered.
    var current: Commit?
    /// The tables that hold values which end once the store is idle.
    var littered = NumberSet()
    /// The reasons why open transactions cannot be committed, with the depth of each.
    var refusals: [(error: StoreError, depth: Int32)] = []
    /// The record of what is read; `nil` where nobody keeps one.
    var reads: Reads?
    /// A Boolean value that indicates whether that is read as it is committed, and not as the open transaction has it.
    var readsCommitted = false
    /// The depth of the transaction in which an observer is called for its registration; 0 for none.
    var registeringDepth: Int32 = 0
    /// The errors that could not be thrown; no more than the first hundred are kept.
    var faults: [StoreError] = []
  }

  private let state = Cell(State())

  @usableFromInline
  init() {}

  var phase: Phase { state.read { $0.phase } }
  @usableFromInline var depth: Int32 { state.read { $0.depth } }
  @usableFromInline var serial: UInt64 { state.read { $0.serial } }
  var isEvaluating: Bool { state.read { $0.evaluations > 0 } }

  /// A Boolean value that indicates whether user code that writes may run.
  var isIdle: Bool { state.read { $0.phase == .idle && $0.evaluations == 0 } }

  // MARK: Transactions

  /// The result of trying to open a transaction.
  enum Opening {
    /// - Parameter isKept: whether a keeper is to be asked first.
    case outermost(serial: UInt64, isKept: Bool)
    case inner(serial: UInt64)
    case refused
  }

  func open() -> Opening {
    state.modify { state in
      if state.evaluations > 0 || state.phase == .delivering { return .refused }
      state.depth &+= 1
      if state.depth > 1 { return .inner(serial: state.serial) }
      state.serial &+= 1
      state.phase = .writing
      return .outermost(serial: state.serial, isKept: state.isKept)
    }
  }

  /// From now on a keeper is asked before outermost transactions are opened, or no more.
  func setKept(_ isKept: Bool) { state.modify { $0.isKept = isKept } }

  /// The number of tables that the open transaction wrote to.
  var touchedCount: Int { state.read { $0.touched.count } }

  /// A table that the open transaction wrote to, in the order of first touch.
  func touched(_ index: Int) -> Int32 { state.read { $0.touched[index] } }

  /// The tables that the open transaction wrote to.
  @usableFromInline var touchedTables: NumberSet {
    state.read { state in
      var tables = NumberSet()
      for index in 0..<state.touched.count { tables.insert(state.touched[index]) }
      return tables
    }
  }

  /// An inner transaction has ended.
  func closeInner() { state.modify { $0.depth &-= 1 } }

  /// The open transaction became a commit; nothing is written from now on.
  func beginDelivering(_ commit: consuming Commit) {
    var commit: Commit? = consume commit
    state.modify { state in
      state.phase = .delivering
      state.depth = 0
      swap(&state.current, &commit)
    }
  }

  /// The outermost transaction has ended; returns its commit, if it has one.
  func rest() -> Commit? {
    state.modify { state in
      state.phase = .idle
      state.depth = 0
      state.touched.removeAll()
      return state.current.take()
    }
  }

  /// The commit that is followed or delivered.
  var current: Commit? { state.read { $0.current } }

  /// Returns the changes of a table in the commit that is followed or delivered; `nil` if there are none.
  @usableFromInline
  func currentPart(of table: Int32) -> Commit? {
    state.read { $0.current?.part(of: table) }
  }

  /// The depth at which a transaction may write now; `nil`, and a reason, when it may not.
  @usableFromInline
  func depth(forWritingBy transaction: UInt64) -> Int32? {
    let (isRight, isEvaluating, depth) = state.read { state in
      (state.phase == .writing && state.serial == transaction, state.evaluations > 0, state.depth)
    }
    if isRight, !isEvaluating { return depth }
    // The whole transaction was refused, which has been said.
    if transaction == 0 { return nil }
    refuse(isRight ? .evaluating(cause: "a write") : .transactionEnded)
    return nil
  }

  /// Makes the innermost open transaction fail; without one, notes the fault.
  @usableFromInline
  func refuse(_ error: StoreError) {
    if phase != .writing { return note(error) }
    state.modify { state in
      if state.refusals.last?.depth != state.depth { state.refusals.append((error, state.depth)) }
    }
  }

  /// Returns the reason why the innermost open transaction cannot be committed, once.
  func takeRefusal() -> StoreError? {
    if state.read({ $0.refusals.isEmpty }) { return nil }
    return state.modify { state in
      state.refusals.last?.depth == state.depth ? state.refusals.popLast()?.error : nil
    }
  }

  @usableFromInline
  func touch(_ table: Int32) { state.modify { $0.touched.append(table) } }

  @usableFromInline
  func litter(_ table: Int32) { state.modify { $0.littered.insert(table) } }

  /// A Boolean value that indicates whether tables hold values that are still to be released.
  var hasLitter: Bool { state.read { !$0.littered.isEmpty } }

  /// A Boolean value that indicates whether faults are to be reported.
  var hasFaults: Bool { state.read { !$0.faults.isEmpty } }

  func takeLittered() -> NumberSet {
    state.modify { state in
      defer { state.littered = NumberSet() }
      return state.littered
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
  func beginEvaluating() { state.modify { $0.evaluations &+= 1 } }

  @usableFromInline
  func endEvaluating() { state.modify { $0.evaluations &-= 1 } }

  /// Runs code that may only read, and reads what is committed; adds what it reads to `reads`.
  @inlinable
  func evaluate<Result>(noting reads: inout Reads, _ body: () -> Result) -> Result {
    let outer = exchange(Noting(reads: Reads(), isCommitted: true))
    let result = evaluate(body)
    if let noted = exchange(outer).reads { reads.formUnion(noted) }
    return result
  }

  /// Runs code that reads the tables as they stand, and adds what it reads to `reads`.
  func note<Result, Failure: Error>(
    _ reads: inout Reads, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = exchange(Noting(reads: Reads(), isCommitted: false))
    defer {
      if let noted = exchange(outer).reads { reads.formUnion(noted) }
    }
    return try body()
  }

  /// The record of reads that is being kept.
  @usableFromInline
  struct Noting {
    @usableFromInline var reads: Reads?
    var isCommitted: Bool

    @usableFromInline
    init(reads: Reads?, isCommitted: Bool) {
      self.reads = reads
      self.isCommitted = isCommitted
    }
  }

  @usableFromInline
  func exchange(_ noting: Noting) -> Noting {
    var noting = noting
    state.modify { state in
      swap(&state.reads, &noting.reads)
      swap(&state.readsCommitted, &noting.isCommitted)
    }
    return noting
  }

  /// A Boolean value that indicates whether reads are recorded.
  @usableFromInline var isNoting: Bool { state.read { $0.reads != nil } }

  @usableFromInline
  func noteRead(of table: Int32) {
    if isNoting { state.modify { $0.reads?.insert(table) } }
  }

  @usableFromInline
  func noteRead(of outcome: QueryFollower) {
    if isNoting { state.modify { $0.reads?.insert(outcome) } }
  }

  func noteReads(_ reads: Reads) {
    if isNoting { state.modify { $0.reads?.formUnion(reads) } }
  }

  // MARK: Committed reads

  /// A Boolean value that indicates whether reads see committed values: those of conditions and keys, and those of an
  /// observer that is called for its registration within a transaction.
  @usableFromInline var readsCommitted: Bool {
    state.read { state in
      state.readsCommitted || (state.registeringDepth > 0 && state.registeringDepth == state.depth)
    }
  }

  /// Calls `tell`, which reads what is committed, but for what it writes in transactions of its own.
  @usableFromInline
  func tellCommitted(_ tell: () -> Void) {
    let outer = state.modify { state in
      defer { state.registeringDepth = state.depth }
      return state.registeringDepth
    }
    tell()
    state.modify { $0.registeringDepth = outer }
  }

  // MARK: Faults

  var faults: [StoreError] { state.read { $0.faults } }

  func note(_ fault: StoreError) {
    state.modify { state in
      if state.faults.count < 100 { state.faults.append(fault) }
    }
  }

  func takeFaults() -> [StoreError] {
    state.modify { state in
      defer { state.faults = [] }
      return state.faults
    }
  }
}
