/// The engine of a store, shared by the store, its tables and its subscriptions.
///
/// A transaction runs through here in these steps:
/// 1. `begin` opens a level; writes put entries into their tables and touches into `touches`.
/// 2. `commit` seals the entries: a row that ends as it began is dropped. An inner transaction is
///    merged into the outer one instead. An error on the way reverts the level's entries.
/// 3. The history keeps a copy, and the commit joins `queue`.
/// 4. Unless a delivery is running, the queue is delivered: live queries first, then everyone who
///    observes something that changed, in the order of registration. What observers write becomes
///    further commits at the end of the queue.
@usableFromInline
final class StoreCore {
  @exclusivity(unchecked) @usableFromInline var tables = Slab<AnyTable>()
  @usableFromInline var tableNumbers: [ObjectIdentifier: Int] = [:]

  /// Every first touch of a row since the store was idle.
  @exclusivity(unchecked) @usableFromInline var touches = Slab<Touch>()
  /// The innermost open transaction, and those around it from the outermost on.
  @exclusivity(unchecked) private var level = Level()
  @exclusivity(unchecked) private var outerLevels: ContiguousArray<Level> = []
  @exclusivity(unchecked) @usableFromInline private(set) var isWriting = false

  @exclusivity(unchecked) var queue = Slab<Commit>()
  @exclusivity(unchecked) @usableFromInline var delivery = Slab<Delivery>()
  /// The place in `queue` of the commit in delivery.
  @exclusivity(unchecked) var delivering = 0
  @exclusivity(unchecked) var isDelivering = false
  @exclusivity(unchecked) var recipients = Recipients()
  /// The streams that are fed with change sets.
  var feeds: [ChangeFeed] = []
  let source = ChangeSource()
  @exclusivity(unchecked) var history = History()
  @exclusivity(unchecked) var tracer: (any DeliveryTracer)?

  @exclusivity(unchecked) @usableFromInline private(set) var commitCount: UInt64 = 0
  @exclusivity(unchecked) private var nextSequence: UInt64 = 1
  @exclusivity(unchecked) private var cascade: CascadeError?
  @exclusivity(unchecked) var cascadeLimit = 100

  private struct Level {
    var cause = ""
    var firstTouch = 0
    /// What each table's entries of the level began at, while a transaction within it is open.
    var starts: ContiguousArray<Int32> = []

    /// A table that was made within the inner transaction had no entries.
    func start(of table: Int32) -> Int32 {
      let number = Int(table)
      return starts.indices.contains(number) ? starts[number] : 0
    }
  }

  /// Whether no transaction is open and none waits to be delivered.
  @usableFromInline var isIdle: Bool { !isWriting && !isDelivering }

  @usableFromInline
  init() {}

  deinit {
    tables.destroy()
    touches.destroy()
    queue.destroy()
    delivery.destroy()
    history.steps.destroy()
    history.order.destroy()
  }

  @usableFromInline
  func takeSequence() -> UInt64 {
    defer { nextSequence &+= 1 }
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

  // MARK: Transactions

  /// Opens a transaction, within the open one if there is one.
  @usableFromInline
  func begin(_ cause: String) throws(CascadeError) {
    if isWriting {
      openLevel(cause)
    } else if isDelivering, queue[delivering].depth >= cascadeLimit {
      let error = CascadeError(causes: chain(to: delivering) + [cause], limit: cascadeLimit)
      cascade = cascade ?? error
      throw error
    }
    level.cause = cause
    level.firstTouch = touches.count
    isWriting = true
  }

  /// Closes the innermost transaction; the outermost one is recorded and delivered.
  ///
  /// - Throws: ``CascadeError`` when observers went past the bound; all else is delivered.
  @usableFromInline
  func commit() throws(CascadeError) {
    if !outerLevels.isEmpty { return merge() }
    isWriting = false
    let first = level.firstTouch
    var end = first
    for index in first..<touches.count {
      let touch = touches[index]
      let table = tables[touch.table]
      table.levelStart = table.entryCount
      if table.operations.seal(table, touch.entry) {
        touches[end] = touch
        end += 1
      }
    }
    touches.removeLast(touches.count - end)
    guard end > first else { return forgetIfIdle() }
    commitCount &+= 1
    queue.append(
      Commit(
        cause: level.cause, number: commitCount, touches: first..<end, sequenceLimit: nextSequence,
        parent: isDelivering ? Int32(truncatingIfNeeded: delivering) : -1,
        depth: isDelivering ? queue[delivering].depth &+ 1 : 0, isReplay: history.isReplaying))
    if history.isReplaying {
      history.isReplaying = false
    } else if history.limit.steps > 0 {
      record(queue.count - 1)
    }
    if !isDelivering { try deliver() }
  }

  /// Undoes the innermost transaction.
  @usableFromInline
  func rollBack() {
    for index in (level.firstTouch..<touches.count).reversed() {
      let table = tables[touches[index].table]
      table.operations.revert(table, touches[index].entry)
    }
    touches.removeLast(touches.count - level.firstTouch)
    for table in tables.elements where table.entryCount > table.levelStart {
      table.operations.dropLevel(table)
    }
    closeLevel()
    forgetIfIdle()
  }

  /// Makes a transaction within the open one, so that it can be undone alone.
  private func openLevel(_ cause: String) {
    level.starts.removeAll()
    for table in tables.elements {
      level.starts.append(table.levelStart)
      table.levelStart = table.entryCount
    }
    outerLevels.append(level)
  }

  private func merge() {
    let outer = outerLevels[outerLevels.count - 1]
    var end = level.firstTouch
    for index in level.firstTouch..<touches.count {
      let touch = touches[index]
      let table = tables[touch.table]
      if table.operations.merge(table, touch.entry, outer.start(of: touch.table)) {
        touches[end] = touch
        end += 1
      }
    }
    touches.removeLast(touches.count - end)
    closeLevel()
  }

  /// Goes on with the outer transaction, if there is one.
  private func closeLevel() {
    guard let outer = outerLevels.popLast() else {
      isWriting = false
      return
    }
    for table in tables.elements { table.levelStart = outer.start(of: table.number) }
    level = outer
  }

  private func deliver() throws(CascadeError) {
    deliverQueue()
    guard let error = cascade else { return }
    cascade = nil
    throw error
  }

  /// After a transaction without outcome: its entries are of no use to anyone.
  private func forgetIfIdle() {
    if isIdle { forgetEntries() }
  }

  func forgetEntries() {
    for table in tables.elements where table.entryCount > 0 { table.operations.forgetEntries(table) }
  }

  private func chain(to place: Int) -> [String] {
    var causes: [String] = []
    var next = place
    while next >= 0 {
      causes.append(queue[next].cause)
      next = Int(queue[next].parent)
    }
    return causes.reversed()
  }
}
