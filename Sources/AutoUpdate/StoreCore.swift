/// The engine of a store, shared by the store, its tables and its subscriptions.
///
/// A transaction runs through here in these steps:
/// 1. `begin` opens a level; writes put entries into their tables and runs of them into `runs`.
/// 2. `commit` seals the entries: a row that ends as it began is void. An inner transaction is
///    merged into the outer one instead. An error on the way reverts the level's entries.
/// 3. The history takes note of a step, and the commit joins `queue`.
/// 4. Unless a delivery is running, the queue is delivered: live queries first, then everyone who
///    observes something that changed, in the order of registration. What observers write becomes
///    further commits at the end of the queue.
/// 5. The entries are settled: their values move into the past, or are dropped.
///
/// Exclusivity is not checked where a transaction passes: the properties are private to the store,
/// none is passed on as `inout`, and no code of a user runs while one is written.
@usableFromInline
final class StoreCore {
  @exclusivity(unchecked) @usableFromInline var tables: ContiguousArray<AnyTable> = []
  @usableFromInline var tableNumbers: [ObjectIdentifier: Int] = [:]

  /// Every first touch of a row since the store was idle.
  @exclusivity(unchecked) @usableFromInline var runs = Slab<Run>()
  /// The first run of the innermost open transaction.
  @exclusivity(unchecked) @usableFromInline var firstRun = 0
  /// The transactions around the innermost one, from the outermost on.
  @exclusivity(unchecked) private var outerLevels: ContiguousArray<Level> = []
  @exclusivity(unchecked) @usableFromInline var isWriting = false
  /// Whether a row may have been written more than once since the store was idle.
  @exclusivity(unchecked) @usableFromInline var isRewritten = false

  @exclusivity(unchecked) @usableFromInline var queue = Slab<Commit>()
  @exclusivity(unchecked) @usableFromInline var delivery = Slab<Delivery>()
  /// The place in `queue` of the commit in delivery.
  @exclusivity(unchecked) var delivering = 0
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) var recipients = Recipients()
  /// The streams that are fed with change sets.
  var feeds: [ChangeFeed] = []
  let source = ChangeSource()
  @exclusivity(unchecked) var history = History()
  @exclusivity(unchecked) var tracer: (any DeliveryTracer)?
  /// Whether some table has rows that may be of no use once the store is idle.
  @exclusivity(unchecked) @usableFromInline var hasRowsToCheck = false

  @exclusivity(unchecked) @usableFromInline var commitCount: UInt64 = 0
  @exclusivity(unchecked) private(set) var nextSequence = ViewKindNumber.limit
  @exclusivity(unchecked) private var cascade: CascadeError?
  @exclusivity(unchecked) var cascadeLimit = 100

  private struct Level {
    let firstRun: Int
    /// Where the entries of each table began for the level.
    let starts: ContiguousArray<Int32>
  }

  /// Whether no transaction is open and none waits to be delivered.
  @usableFromInline var isIdle: Bool { !isWriting && !isDelivering }

  @usableFromInline
  init() {}

  deinit {
    runs.destroy()
    queue.destroy()
    delivery.destroy()
    history.steps.destroy()
    history.runs.destroy()
  }

  /// A number that says when an observer was registered: higher than all that were taken before.
  @usableFromInline
  func takeSequence() -> UInt64 {
    defer { nextSequence &+= ViewKindNumber.limit }
    return nextSequence
  }

  @inlinable
  func table<Model: Storable>(of type: Model.Type) -> Table<Model> {
    let key = ObjectIdentifier(type)
    if let number = tableNumbers[key] {
      return unsafeDowncast(tables[number], to: Table<Model>.self)
    }
    let table = Table<Model>(core: self, number: Int32(tables.count))
    tableNumbers[key] = tables.count
    tables.append(table)
    return table
  }

  /// Ends the circles through the tables and the streams, which may outlive the store.
  func close() {
    feeds.removeAll()
    history.steps.removeFirst(history.steps.count)
    history.runs.removeFirst(history.runs.count)
    tables.removeAll()
  }

  // MARK: Transactions

  /// Opens a transaction, within the open one if there is one.
  @inlinable
  func begin(_ cause: borrowing Cause) throws(CascadeError) {
    if isIdle { isRewritten = false } else { try beginWithin(cause) }
    firstRun = runs.count
    isWriting = true
  }

  @usableFromInline
  func beginWithin(_ cause: borrowing Cause) throws(CascadeError) {
    if isWriting {
      openLevel()
    } else {
      try checkCascade(cause)
    }
  }

  /// Takes note that a table has one more entry.
  @inlinable
  @inline(__always)
  func touch(_ table: AnyTable, entry: Int32) {
    let last = runs.count &- 1
    if last >= firstRun, runs[last].isOf(table) {
      runs[last].end = entry &+ 1
    } else {
      runs.append(Run(table: table, first: entry))
    }
  }

  /// Refuses an answer that would make the chain too long, or the answers to one transaction too many:
  /// observers that each write twice would otherwise double them up to the end of any chain.
  private func checkCascade(_ cause: borrowing Cause) throws(CascadeError) {
    var limit = cascadeLimit
    if queue[delivering].depth < limit {
      let (answers, isTooMany) = limit.multipliedReportingOverflow(by: CascadeError.breadth)
      limit = isTooMany ? .max : answers
      if queue.count <= limit { return }
    }
    let error = CascadeError(causes: chain(to: delivering) + [cause.text], limit: limit)
    cascade = cascade ?? error
    throw error
  }

  /// Closes the innermost transaction; the outermost one is recorded and delivered.
  ///
  /// - Throws: ``CascadeError`` when observers went past the bound; all else is delivered.
  @usableFromInline
  func commit(_ cause: consuming Cause) throws(CascadeError) {
    if !outerLevels.isEmpty { return merge() }
    isWriting = false
    if isOneWrite { return try commitOneWrite(cause) }
    // What is told at once is gathered on the way; what waits for its turn, when it comes.
    let limit = isDelivering ? 0 : nextSequence
    var changeCount = 0
    var run = firstRun
    while run < runs.count {
      changeCount &+= runs[run].table._withUnsafeGuaranteedRef { $0.operations.seal($0, run, limit) }
      run &+= 1
    }
    guard changeCount > 0 else { return dropLevel() }
    commitCount &+= 1
    queue.append(
      Commit(
        cause: cause, number: commitCount, runs: firstRun..<runs.count, changeCount: changeCount,
        sequenceLimit: nextSequence, parent: isDelivering ? Int32(truncatingIfNeeded: delivering) : -1,
        depth: isDelivering ? queue[delivering].depth &+ 1 : 0, isReplay: history.isReplaying))
    if history.isReplaying {
      history.isReplaying = false
    } else if history.limit.steps > 0 {
      note(queue.count &- 1)
    }
    if isDelivering { return }
    isDelivering = true
    try finishDelivery(from: 0)
  }

  /// Delivers the queue from a place on, and ends it.
  func finishDelivery(from place: Int) throws(CascadeError) {
    deliverQueue(from: place)
    try refuseCascade()
  }

  /// Throws the error of the first answer that was refused, if one was.
  @inline(__always)
  func refuseCascade() throws(CascadeError) {
    if let error = cascade {
      cascade = nil
      throw error
    }
  }

  /// Undoes the innermost transaction.
  @usableFromInline
  func rollBack() {
    for run in (firstRun..<runs.count).reversed() {
      runs[run].table._withUnsafeGuaranteedRef { $0.operations.revert($0, run) }
    }
    if outerLevels.isEmpty { isWriting = false }
    dropLevel()
    closeLevel()
  }

  /// Drops the innermost transaction's entries, the newest of their tables.
  private func dropLevel() {
    while runs.count > firstRun {
      let run = runs.count &- 1
      runs[run].table._withUnsafeGuaranteedRef { $0.operations.drop($0, run) }
      runs.removeLast(1)
    }
    if hasRowsToCheck, isIdle { checkRows() }
  }

  /// Makes a transaction within the open one, so that it can be undone alone.
  private func openLevel() {
    var starts: ContiguousArray<Int32> = []
    for table in tables {
      starts.append(table.levelStart)
      table.levelStart = table.entryCount
    }
    outerLevels.append(Level(firstRun: firstRun, starts: starts))
  }

  private func merge() {
    let outer = outerLevels[outerLevels.count - 1]
    for run in firstRun..<runs.count {
      let table = runs[run].table._withUnsafeGuaranteedRef { Int($0.number) }
      // A table that was made within the inner transaction had no entries.
      let start = outer.starts.indices.contains(table) ? outer.starts[table] : 0
      runs[run].table._withUnsafeGuaranteedRef { $0.operations.merge($0, run, start) }
    }
    closeLevel()
  }

  /// Goes on with the outer transaction, if there is one.
  private func closeLevel() {
    guard let outer = outerLevels.popLast() else { return }
    for table in tables {
      table.levelStart =
        outer.starts.indices.contains(Int(table.number)) ? outer.starts[Int(table.number)] : 0
    }
    firstRun = outer.firstRun
  }

  /// Gives back the rows that became useless while the store was busy.
  func checkRows() {
    hasRowsToCheck = false
    for table in tables { table.operations.checkRows(table) }
  }

  private func chain(to place: Int) -> [String] {
    var causes: [String] = []
    var next = place
    while next >= 0 {
      causes.append(queue[next].cause.text)
      next = Int(queue[next].parent)
    }
    return causes.reversed()
  }
}

/// Entries of one table that follow each other; a store keeps its runs in the order of first touch,
/// across tables.
@usableFromInline
struct Run {
  /// Unmanaged, so that reaching the table counts no reference; the store keeps it.
  @usableFromInline let table: Unmanaged<AnyTable>
  @usableFromInline let first: Int32
  @usableFromInline var end: Int32
  /// How many of the entries are changes, once they are sealed.
  @usableFromInline var changeCount: Int32 = 0

  @inlinable
  init(table: AnyTable, first: Int32) {
    self.table = .passUnretained(table)
    self.first = first
    end = first &+ 1
  }

  @inlinable
  func isOf(_ table: AnyTable) -> Bool {
    self.table.toOpaque() == Unmanaged.passUnretained(table).toOpaque()
  }

  @inlinable var entries: Range<Int> { Int(first)..<Int(end) }
}
