public import StoreMemory

/// All that belongs to one row, side by side: one write touches one place in memory.
@usableFromInline
struct Slot<Model: Storable> {
  /// The identity of the row; `nil` for a free one. It stays the same while the row is in use, whatever a model
  /// returns later.
  @usableFromInline var id: Model.ID?
  @usableFromInline var model: Model?
  /// The index of the row's change in the open transaction, or -1.
  @usableFromInline var change: Int32 = -1
  /// The row's observers, in the order of registration.
  @usableFromInline var observers = PooledList(RowObserver<Model>())

  @inlinable
  init(id: Model.ID) {
    self.id = id
  }

  // These are methods so that one visit to the row does all, and copies none of it.

  /// Takes a value in place of the one that it had, and knows the row's open change.
  @inlinable
  mutating func exchange(_ value: inout Model?, change: Int32) {
    swap(&model, &value)
    self.change = change
  }

  /// The row has no open change any more; its value is the outcome.
  ///
  /// - Returns: its first observer, and whether its model is gone.
  @inlinable
  mutating func seal(to outcome: inout Model?) -> (sequence: UInt64, next: Int32, isGone: Bool) {
    change = -1
    outcome = model
    return (observers.first.sequence, observers.next, model.tally == 0)
  }

  /// A Boolean value that indicates whether the row has an observer.
  @inlinable var isObserved: Bool { observers.first.sequence != 0 || observers.next >= 0 }
}

extension Optional {
  /// 1 for a value, 0 for none; a comparison with `nil` would copy the value, or call the user's `==`.
  @inlinable
  var tally: Int {
    if case .none = self { 0 } else { 1 }
  }
}

/// The state of a table. No user code runs while it is accessed.
@usableFromInline
struct TableState<Model: Storable> {
  @usableFromInline var slots: ContiguousArray<Slot<Model>>
  @usableFromInline var index: RowIndex
  @usableFromInline var freeRows: ContiguousArray<Int32>
  /// The number of models.
  @usableFromInline var count: Int

  /// The changes of the open transaction, or of the one that is being delivered.
  @usableFromInline var open: TableCommit<Model>?
  /// Changes of a transaction that nobody needs any more, to be filled again.
  @usableFromInline var spare: TableCommit<Model>?

  /// The further observers of rows that have several.
  @usableFromInline var pool: ListPool<RowObserver<Model>>
  @usableFromInline var observerCount: Int

  /// Values that nobody needs any more; they end when the store is idle, as that may run code of a user.
  @usableFromInline var litter: ContiguousArray<Model?>
  /// Rows that may be of no use once the store is idle.
  @usableFromInline var rowsToCheck: ContiguousArray<Int32>

  /// A table without rows.
  // Initial values beside the properties would be compiled here, for models of all types at once.
  @inlinable
  init() {
    slots = []
    index = RowIndex()
    freeRows = []
    count = 0
    pool = ListPool()
    observerCount = 0
    litter = []
    rowsToCheck = []
  }

  // MARK: Rows

  /// Gives a row to an identity that has none.
  @inlinable
  mutating func addRow(for id: Model.ID, hash: UInt64) -> Int32 {
    let row: Int32
    if let free = freeRows.popLast() {
      row = free
      slots[Int(row)].id = id
    } else {
      row = Int32(truncatingIfNeeded: slots.count)
      // A large table, which may stay half empty for ever, grows by a quarter.
      if slots.count == slots.capacity, slots.count >= 4_096 {
        slots.reserveCapacity(slots.count &+ slots.count / 4)
      }
      slots.append(Slot(id: id))
    }
    index.insert(row, hash: hash)
    return row
  }

  /// Returns a Boolean value that indicates whether the row is unused: it has no value, no observer and no open
  /// change.
  @inlinable
  func isUnused(_ row: Int32) -> Bool {
    let slot = Int(row)
    let slots = slots.span
    return slots[slot].model.tally == 0 && slots[slot].change < 0 && !slots[slot].isObserved
      && slots[slot].id.tally == 1
  }

  // MARK: Writing

  /// Puts a value into a row and keeps the one that was there, the first time at this depth as what was before.
  ///
  /// - Parameter value: is taken.
  /// - Returns: whether this is the table's first change in the transaction, and whether a value became litter.
  @inlinable
  @inline(__always)
  mutating func write(
    _ row: Int32, _ value: inout Model?, depth: Int32, table: Int32
  ) -> (isFirst: Bool, hasLitter: Bool) {
    let slot = Int(row)
    let isFirst = open.tally == 0
    // Taken and put back, the reference need not be counted.
    let open = self.open.take() ?? spare.take() ?? TableCommit(table: table)
    let change = slots.span[slot].change
    count &+= value.tally
    func made() -> RowChange<Model> {
      RowChange(row: row, before: value.take(), depth: depth, previous: change)
    }
    let isKnown = open.rowChanges.modify { changes in
      if change >= 0, changes.span[Int(change)].depth == depth {
        changes[Int(change)].isRewritten = true
        slots[slot].exchange(&value, change: change)
        count &-= value.tally
        return true
      }
      slots[slot].exchange(&value, change: Int32(truncatingIfNeeded: changes.count))
      count &-= value.tally
      // A list is made of its first element in two thirds of the time that it takes to grow for it.
      if changes.capacity == 0 { changes = [made()] } else { changes.append(made()) }
      return false
    }
    self.open = consume open
    if isKnown { litter.append(value.take()) }
    return (isFirst, isKnown)
  }
}
