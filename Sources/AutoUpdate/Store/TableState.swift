public import StoreMemory

/// The data of one row, stored together so that a write touches one area of memory.
@usableFromInline
struct Slot<Model: Storable> {
  /// The identity to which the row belongs; `nil` if the row is free. It does not change while the row is in use.
  @usableFromInline var id: Model.ID?
  @usableFromInline var model: Model?
  /// The packed position of the row's last change in the table's log; -1 for none.
  @usableFromInline var change: Int32 = -1
  /// The row's observers, in the order of registration.
  @usableFromInline var observers = PooledList(RowObserver<Model>())

  @inlinable
  init(id: Model.ID) {
    self.id = id
  }

  // These are methods so that one access to the row does everything, without copies.

  /// Exchanges the row's value and sets its last change.
  @inlinable
  mutating func exchange(_ value: inout Model?, change: Int32) {
    swap(&model, &value)
    self.change = change
  }

  /// Returns the sequence number of the first observer (0 if there is none) and the slot of the next one.
  @inlinable
  mutating func firstObserver() -> (sequence: UInt64, next: Int32) {
    (observers.first.sequence, observers.next)
  }

  @inlinable var isObserved: Bool { observers.first.sequence != 0 || observers.next >= 0 }
}

extension Optional {
  /// A Boolean value that indicates whether the row has a value. A comparison with `nil` would copy the value, or call
  /// the user's `==`.
  @inlinable
  var isPresent: Bool {
    if case .none = self { false } else { true }
  }
}

/// The state of a table. No user code runs during an access.
@usableFromInline
struct TableState<Model: Storable>: ~Copyable {
  @usableFromInline var slots: Slab<Slot<Model>>
  @usableFromInline var index: RowIndex
  @usableFromInline var freeRows: ContiguousArray<Int32>
  /// The number of models.
  @usableFromInline var count: Int

  /// The changes that the store's log needs, followed by those of the open transaction.
  @usableFromInline var log: ChunkedLog<LoggedChange<Model>>
  /// The position of the first undone change in the log; `openStart` if none is undone.
  @usableFromInline var undoneStart: Int
  /// The position of the open transaction's first change in the log; the end of the log if there is none.
  @usableFromInline var openStart: Int
  @usableFromInline var writeCount: Int

  /// The observers of rows, except for the first one of each row.
  @usableFromInline var pool: ListPool<RowObserver<Model>>
  @usableFromInline var observerCount: Int

  /// Values that are no longer needed. They are released when the store is idle, since that may run user code.
  @usableFromInline var deferredReleases: ContiguousArray<Model?>
  /// Rows that may be freed when the store is idle.
  @usableFromInline var rowsToCheck: ContiguousArray<Int32>
  /// The rows to which a reset returns; `nil` for a table that was created later, which a reset empties.
  @usableFromInline var initial: InitialRows<Model>?

  /// Creates a table without rows.
  // Default values of properties would be compiled in this module, as unspecialised code.
  @inlinable
  init() {
    slots = Slab()
    index = RowIndex()
    freeRows = []
    count = 0
    log = ChunkedLog()
    undoneStart = 0
    openStart = 0
    writeCount = 0
    pool = ListPool()
    observerCount = 0
    deferredReleases = []
    rowsToCheck = []
  }

  // MARK: Rows

  @inlinable
  mutating func addRow(for id: Model.ID, hash: UInt64) -> Int32 {
    let row: Int32
    if let free = freeRows.popLast() {
      row = free
      slots[Int(row)].id = id
    } else {
      row = Int32(truncatingIfNeeded: slots.count)
      // Doubling a large table could leave half of it empty for good, so it grows by an eighth.
      if slots.isFull, slots.count >= 4_096 {
        slots.reserveCapacity(slots.count &+ slots.count / 8)
      }
      slots.append(Slot(id: id))
    }
    index.insert(row, hash: hash)
    return row
  }

  /// Returns whether a row is unused: it has no value, no observer and no change in the log, and is not in the initial
  /// state.
  @inlinable
  func isUnused(_ row: Int32) -> Bool {
    let slot = Int(row)
    return !slots[slot].model.isPresent && slots[slot].change < 0 && !slots[slot].isObserved
      && slots[slot].id.isPresent && !isInitial(row)
  }

  // MARK: Reading

  /// Returns the value of a row, including the writes of the open transaction; `nil` if there is no such row.
  @inlinable
  @inline(__always)
  func model(at row: Int32) -> Model? {
    slots.indices.contains(Int(row)) ? slots[Int(row)].model : nil
  }

  /// Returns the position of a row's last change in the log; -1 for none.
  @inlinable
  @inline(__always)
  func lastChange(of row: Int) -> Int { log.position(slots[row].change) }

  /// Returns the value of a row without the writes of the open transaction.
  @inlinable
  func committedModel(at row: Int) -> Model? {
    var change = openStart == log.end ? -1 : lastChange(of: row)
    if change < openStart { return slots[row].model }
    while true {
      let previous = log.position(log[change].previous)
      if previous < openStart { return log[change].value }
      change = previous
    }
  }

  /// Returns the values before and after a logged change.
  ///
  /// - Parameters:
  ///   - position: the position of the change in the log.
  ///   - isCurrent: whether the change belongs to the commit that is being delivered.
  @inlinable
  func rowChange(at position: Int, isCurrent: Bool) -> RowChange<Model> {
    let row = log[position].row
    if position >= undoneStart, !isCurrent {
      let previous = log.position(log[position].previous)
      let before = previous >= undoneStart ? log[previous].value : committedModel(at: Int(row))
      return RowChange(row: row, before: before, after: log[position].value)
    }
    let next = log.position(log[position].next)
    let after = next >= 0 && next < undoneStart ? log[next].value : committedModel(at: Int(row))
    return RowChange(row: row, before: log[position].value, after: after)
  }

  /// Returns the changes of a commit, which are a range of the log.
  @inlinable
  func changes(from start: Int32, count: Int, isCurrent: Bool) -> TableChanges<Model> {
    var changes = TableChanges<Model>()
    changes.reserveCapacity(count)
    let first = log.position(start)
    for position in first..<first &+ count {
      changes.append(rowChange(at: position, isCurrent: isCurrent))
    }
    return changes
  }

  // MARK: Writing

  /// Sets the value of a row. The first write at a depth logs the old value. A later write does not log the value that
  /// it replaces, but defers its release.
  ///
  /// - Parameter value: the new value, which is moved into the row.
  /// - Returns: whether this is the table's first change in the transaction, and whether a release was deferred.
  @inlinable
  @inline(__always)
  mutating func write(_ row: Int32, _ value: inout Model?, depth: Int32) -> (isFirst: Bool, hasDeferred: Bool)
  {
    let slot = Int(row)
    let isFirst = log.end == openStart
    writeCount &+= 1
    let last = slots[slot].change
    let change = isFirst ? -1 : log.position(last)
    if value.isPresent { count &+= 1 }
    if change >= openStart, log[change].depth == depth {
      log[change].setRewritten()
      slots[slot].exchange(&value, change: last)
      if value.isPresent { count &-= 1 }
      deferredReleases.append(value.take())
      return (isFirst, true)
    }
    slots[slot].exchange(&value, change: ChunkedLog<LoggedChange<Model>>.packed(log.end))
    if value.isPresent { count &-= 1 }
    log.append(LoggedChange(row: row, before: value.take(), depth: depth, previous: last))
    return (isFirst, false)
  }

  /// Exchanges the values of logged changes with those of their rows, as writes of the open transaction.
  ///
  /// - Returns: whether these are the table's first changes in the transaction, and whether releases were deferred.
  @inlinable
  mutating func replay(
    from start: Int32, count: Int, isBackward: Bool, depth: Int32
  ) -> (isFirst: Bool, hasDeferred: Bool) {
    var done = (isFirst: false, hasDeferred: false)
    let first = log.position(start)
    for index in 0..<count {
      let position = isBackward ? first &+ count &- 1 &- index : first &+ index
      let row = log[position].row
      var value = slots[Int(row)].model
      swap(&value, &log[position].value)
      let (isFirst, hasDeferred) = write(row, &value, depth: depth)
      done = (done.isFirst || isFirst, done.hasDeferred || hasDeferred)
    }
    undoneStart = isBackward ? first : first &+ count
    return done
  }

  // MARK: Ending

  /// Commits the open transaction's changes to the log, and lists the views of changed rows that were registered before
  /// `limit`.
  ///
  /// - Parameter isStep: `false` for a move through the history, whose changes do not become a step.
  /// - Returns: the position of the first change, and the number of changes.
  @inlinable
  mutating func seal(
    before limit: UInt64, table: Int32, isStep: Bool, listing calls: inout Slab<Observation>
  ) -> (start: Int, count: Int) {
    let start = openStart
    for position in start..<log.end {
      let (row, link) = log[position].seal()
      let previous = log.position(link)
      if isStep, previous >= 0 {
        log[previous].next = ChunkedLog<LoggedChange<Model>>.packed(position)
      }
      var (sequence, next) = slots[Int(row)].firstObserver()
      var offset: Int32 = 0
      while true {
        if sequence != 0, sequence < limit {
          calls.append(Observation(sequence: sequence, table: table, row: row, index: offset))
        }
        if next < 0 { break }
        offset = next
        let index = ListPool<RowObserver<Model>>.index(offset)
        (sequence, next) = (pool.nodes.span[index].element.sequence, pool.nodes.span[index].next)
      }
    }
    openStart = log.end
    // Without a change, the undone steps remain.
    if isStep, openStart > start { undoneStart = openStart }
    return (start, openStart &- start)
  }

  /// Removes changes without an effect from the open transaction, given their positions in ascending order.
  @inlinable
  mutating func leaveOut(_ unchanged: ContiguousArray<Int>) {
    var (kept, next) = (openStart, 0)
    for position in openStart..<log.end {
      var change = log[position].take()
      if next < unchanged.count, unchanged[next] == position {
        next &+= 1
        deferredReleases.append(change.value.take())
        rowsToCheck.append(change.row)
        slots[Int(change.row)].change = change.previous
      } else {
        slots[Int(change.row)].change = ChunkedLog<LoggedChange<Model>>.packed(kept)
        log[kept] = change
        kept &+= 1
      }
    }
    removeChanges(from: kept)
  }

  /// Moves the changes of the innermost transaction to the enclosing one.
  ///
  /// - Returns: whether releases were deferred.
  @inlinable
  mutating func merge(depth: Int32) -> Bool {
    var first = log.end
    while first > openStart, log[first &- 1].depth == depth { first &-= 1 }
    var kept = first
    for position in first..<log.end {
      var change = log[position].take()
      let row = Int(change.row)
      let previous = log.position(change.previous)
      if previous >= openStart, log[previous].depth == depth &- 1 {
        // The enclosing transaction has already logged the value.
        log[previous].setRewritten()
        slots[row].change = change.previous
        deferredReleases.append(change.value.take())
      } else {
        change.leaveDepth()
        slots[row].change = ChunkedLog<LoggedChange<Model>>.packed(kept)
        log[kept] = change
        kept &+= 1
      }
    }
    let hasDeferred = kept < log.end
    removeChanges(from: kept)
    return hasDeferred
  }

  @inlinable
  mutating func revert(depth: Int32) {
    while log.end > openStart, log[log.end &- 1].depth == depth {
      var change = log.removeLast()
      let row = Int(change.row)
      if change.value.isPresent { count &+= 1 }
      if slots[row].model.isPresent { count &-= 1 }
      slots[row].exchange(&change.value, change: change.previous)
      deferredReleases.append(change.value.take())
      rowsToCheck.append(change.row)
    }
  }

  /// Removes the oldest change from the log.
  ///
  /// - Returns: its value, which the caller must release since that may run user code, and whether its row may be free.
  @inlinable
  mutating func dropOldest() -> (value: Model?, isRowFree: Bool) {
    let change = log[log.start].take()
    log.dropFirst()
    // If the row has a later change, its link does not lead to this one.
    if change.next >= 0 { return (change.value, false) }
    slots[Int(change.row)].change = -1
    if slots[Int(change.row)].model.isPresent { return (change.value, false) }
    rowsToCheck.append(change.row)
    return (change.value, true)
  }

  /// Removes the newest changes before the open transaction from the log. The changes of the open transaction take
  /// their place.
  @inlinable
  mutating func dropNewest(_ count: Int) {
    let first = openStart &- count
    for position in openStart..<log.end {
      var previous = log.position(log[position].previous)
      while previous >= first { previous = log.position(log[previous].previous) }
      log[position].previous = previous < 0 ? -1 : ChunkedLog<LoggedChange<Model>>.packed(previous)
    }
    for position in (first..<openStart).reversed() {
      var change = log[position].take()
      let row = Int(change.row)
      deferredReleases.append(change.value.take())
      let link = ChunkedLog<LoggedChange<Model>>.packed(position)
      let previous = log.position(change.previous)
      if previous >= 0, log[previous].next == link { log[previous].next = -1 }
      guard slots[row].change == link else { continue }
      slots[row].change = previous < 0 ? -1 : change.previous
      rowsToCheck.append(change.row)
    }
    for position in openStart..<log.end {
      let change = log[position].take()
      let new = position &- count
      slots[Int(change.row)].change = ChunkedLog<LoggedChange<Model>>.packed(new)
      log[new] = change
    }
    removeChanges(from: log.end &- count)
    openStart = first
    undoneStart = min(undoneStart, first)
  }

  /// Removes changes without values at the end of the log.
  @inlinable
  mutating func removeChanges(from position: Int) {
    while log.end > position { _ = log.removeLast() }
  }
}
