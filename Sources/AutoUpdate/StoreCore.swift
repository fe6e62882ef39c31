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
  @exclusivity(unchecked) @usableFromInline var tables: ContiguousArray<AnyTable> = []
  @usableFromInline var tableNumbers: [ObjectIdentifier: Int] = [:]

  /// Every first touch of a row since the store was idle.
  @exclusivity(unchecked) @usableFromInline var touches = Slab<Touch>()
  /// The open transactions, the innermost last.
  @exclusivity(unchecked) private var levels: ContiguousArray<Level> = []
  @exclusivity(unchecked) @usableFromInline private(set) var isWriting = false

  @exclusivity(unchecked) var queue: ContiguousArray<Commit> = []
  @exclusivity(unchecked) @usableFromInline var delivery = Slab<Delivery>()
  /// The place in `queue` of the commit in delivery.
  @exclusivity(unchecked) var delivering = 0
  @exclusivity(unchecked) var isDelivering = false
  @exclusivity(unchecked) var recipients = Recipients()
  let source = ChangeSource()
  @exclusivity(unchecked) var history = History()

  @exclusivity(unchecked) @usableFromInline private(set) var commitCount: UInt64 = 0
  @exclusivity(unchecked) private var nextSequence: UInt64 = 1
  @exclusivity(unchecked) private var cascade: CascadeError?
  @exclusivity(unchecked) var cascadeLimit = 100

  private struct Level {
    let cause: String
    let firstTouch: Int
    /// For an inner transaction, what each table's level started at.
    let outerStarts: ContiguousArray<Int32>
  }

  /// Whether no transaction is open and none waits to be delivered.
  @usableFromInline var isIdle: Bool { !isWriting && !isDelivering }

  @usableFromInline
  init() {}

  deinit {
    touches.destroy()
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
    var outerStarts: ContiguousArray<Int32> = []
    if isWriting {
      for table in tables {
        outerStarts.append(table.levelStart)
        table.levelStart = table.entryCount
      }
    } else if isDelivering, queue[delivering].depth >= cascadeLimit {
      let error = CascadeError(causes: chain(to: delivering) + [cause], limit: cascadeLimit)
      cascade = cascade ?? error
      throw error
    }
    levels.append(Level(cause: cause, firstTouch: touches.count, outerStarts: outerStarts))
    isWriting = true
  }

  /// Closes the innermost transaction; the outermost one is recorded and delivered.
  ///
  /// - Throws: ``CascadeError`` when observers went past the bound; all else is delivered.
  @usableFromInline
  func commit() throws(CascadeError) {
    guard let level = levels.popLast() else { return }
    guard levels.isEmpty else { return merge(level) }
    isWriting = false
    var end = level.firstTouch
    for index in level.firstTouch..<touches.count {
      let touch = touches[index]
      let table = tables[Int(touch.table)]
      table.levelStart = table.entryCount
      if table.operations.seal(table, touch.entry) {
        touches[end] = touch
        end += 1
      }
    }
    touches.removeLast(touches.count - end)
    guard end > level.firstTouch else { return forgetIfIdle() }
    commitCount &+= 1
    let commit = Commit(
      cause: level.cause, number: commitCount, touches: level.firstTouch..<end, sequenceLimit: nextSequence,
      parent: isDelivering ? delivering : nil, depth: isDelivering ? queue[delivering].depth + 1 : 0,
      isReplay: history.isReplaying)
    queue.append(commit)
    if history.isReplaying {
      history.isReplaying = false
    } else {
      record(commit)
    }
    if !isDelivering { try deliver() }
  }

  /// Undoes the innermost transaction.
  @usableFromInline
  func rollBack() {
    guard let level = levels.popLast() else { return }
    isWriting = !levels.isEmpty
    for index in (level.firstTouch..<touches.count).reversed() {
      let table = tables[Int(touches[index].table)]
      table.operations.revert(table, touches[index].entry)
    }
    touches.removeLast(touches.count - level.firstTouch)
    for table in tables where table.entryCount > table.levelStart { table.operations.dropLevel(table) }
    restoreLevels(level)
    forgetIfIdle()
  }

  private func merge(_ level: Level) {
    var end = level.firstTouch
    for index in level.firstTouch..<touches.count {
      let touch = touches[index]
      let table = tables[Int(touch.table)]
      if table.operations.merge(table, touch.entry, outerStart(level, touch.table)) {
        touches[end] = touch
        end += 1
      }
    }
    touches.removeLast(touches.count - end)
    restoreLevels(level)
  }

  /// Where a table's outer level started; a table made within the inner transaction had nothing.
  private func outerStart(_ level: Level, _ table: Int32) -> Int32 {
    let number = Int(table)
    return level.outerStarts.indices.contains(number) ? level.outerStarts[number] : 0
  }

  private func restoreLevels(_ level: Level) {
    guard !levels.isEmpty else { return }
    for table in tables { table.levelStart = outerStart(level, table.number) }
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
    for table in tables where table.entryCount > 0 { table.operations.forgetEntries(table) }
  }

  private func chain(to place: Int) -> [String] {
    var causes: [String] = []
    var next: Int? = place
    while let index = next {
      causes.append(queue[index].cause)
      next = queue[index].parent
    }
    return causes.reversed()
  }
}
