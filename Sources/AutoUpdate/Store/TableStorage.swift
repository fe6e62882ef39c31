public import StoreMemory

/// The models of one type in a store, in dense rows with an index of identities.
@usableFromInline
final class TableStorage<Model: Storable>: AnyTable {
  @usableFromInline let shared: TransactionState
  @usableFromInline let registry: SubscriptionRegistry
  @usableFromInline let state = Cell(TableState<Model>())

  @inlinable
  init(number: Int32, shared: TransactionState, registry: SubscriptionRegistry) {
    self.shared = shared
    self.registry = registry
    // A `switch` casts without reference counting, unlike `as?`.
    super.init(
      number: number, changeByteCount: MemoryLayout<LoggedChange<Model>>.stride,
      perform: { table, operation in
        switch table {
        case let table as TableStorage<Model>: table.carryOut(operation)
        default: break
        }
      },
      seal: { table, limit, isStep, calls in
        switch table {
        case let table as TableStorage<Model>:
          table.state.modify { $0.seal(before: limit, table: table.number, isStep: isStep, listing: &calls) }
        default: (0, 0)
        }
      },
      deliver: { table, calls, range in
        switch table {
        case let table as TableStorage<Model>: table.deliver(calls, range)
        default: range.upperBound
        }
      },
      observerName: { table, call in
        switch table {
        case let table as TableStorage<Model>:
          table.state.modify { $0.view(of: call) }.map { view in
            (view as? any NamedObserver)?.name ?? String(describing: Model.self)
          }
        default: nil
        }
      },
      list: { table, start, count, isCurrent, changes in
        switch table {
        case let table as TableStorage<Model>:
          let listed = table.state.read { $0.changes(from: start, count: count, isCurrent: isCurrent) }
          for index in listed.indices {
            changes.append(Change(before: listed[index].before, after: listed[index].after))
          }
        default: break
        }
      })
  }

  override var hasOpenChanges: Bool { state.read { $0.openStart < $0.log.end } }

  // MARK: Reading

  /// The number of rows, including free ones.
  @inlinable var rowCount: Int { state.read { $0.slots.count } }

  /// Returns the value of a row, including the writes of an open transaction.
  @inlinable
  func model(at row: Int32) -> Model? {
    state.read { $0.model(at: row) }
  }

  /// Returns the value of a row, without the writes of an open transaction.
  @inlinable
  func committedModel(at row: Int32) -> Model? {
    state.read { state in
      state.slots.indices.contains(Int(row)) ? state.committedModel(at: Int(row)) : nil
    }
  }

  /// Returns the value of a row for the running code: the committed value, or the value with the writes of an open
  /// transaction.
  @inlinable
  func readableModel(at row: Int32) -> Model? {
    shared.readsCommitted ? committedModel(at: row) : model(at: row)
  }

  /// The number of models as read by the running code.
  ///
  /// - Complexity: O(1); O(changes of the open transaction) for code that reads the committed state.
  @inlinable var readableCount: Int {
    let readsCommitted = shared.readsCommitted
    return state.read { state in
      guard readsCommitted else { return state.count }
      var count = state.count
      for position in state.openStart..<state.log.end {
        let (row, link) = (state.log[position].row, state.log[position].previous)
        if state.log.position(link) >= state.openStart { continue }
        if state.log[position].value.isPresent { count &+= 1 }
        if state.slots[Int(row)].model.isPresent { count &-= 1 }
      }
      return count
    }
  }

  /// Returns the identity to which a row belongs; `nil` if the row is free.
  @inlinable
  func identity(of row: Int32) -> Model.ID? {
    state.read { state in
      state.slots.indices.contains(Int(row)) ? state.slots[Int(row)].id : nil
    }
  }

  // MARK: Rows

  /// Returns the row of an identity, even if it only has observers and no model.
  @inlinable
  func find(_ id: Model.ID) -> Int32? { find(id, hash: RowIndex.hash(id)) }

  /// Returns the row of an identity with this hash.
  ///
  /// Identities are compared outside all accesses, since comparing may run user code. If that code changes the table,
  /// the search starts again. After 64 attempts, the identity is treated as unknown.
  @inlinable
  func find(_ id: Model.ID, hash: UInt64) -> Int32? {
    for _ in 0..<64 {
      let version = state.read { $0.index.version }
      var offset = state.read { $0.index.start(hash) }
      while true {
        let found = state.read { state -> (row: Int32, index: Int, id: Model.ID?)? in
          guard state.index.version == version, let next = state.index.next(hash, from: offset) else {
            return nil
          }
          return (next.row, next.index, state.slots[Int(next.row)].id)
        }
        guard let found else { break }
        if found.id == id {
          if state.read({ $0.index.version }) == version { return found.row }
          break
        }
        offset = found.index
      }
      if state.read({ $0.index.version }) == version { return nil }
    }
    return nil
  }

  /// Returns the row of an identity. Adds a row if there is none.
  @inlinable
  func intern(_ id: Model.ID) -> Int32 {
    let hash = RowIndex.hash(id)
    return find(id, hash: hash) ?? state.modify { $0.addRow(for: id, hash: hash) }
  }

  /// Frees rows that are no longer used. Call only when the store is idle.
  @inlinable
  func freeRows() {
    let rows = state.modify { state in
      let rows = state.rowsToCheck
      if !rows.isEmpty { state.rowsToCheck.removeAll(keepingCapacity: true) }
      return rows
    }
    for row in rows {
      guard let id = state.read({ $0.isUnused(row) ? $0.slots[Int(row)].id : nil }) else { continue }
      let hash = RowIndex.hash(id)
      // Hashing may run user code, which may start to use the row again.
      let gone = state.modify { state -> Model.ID? in
        guard state.isUnused(row) else { return nil }
        state.index.remove(row, hash: hash)
        state.freeRows.append(row)
        let id = state.slots[Int(row)].id
        state.slots[Int(row)].id = nil
        return id
      }
      _ = gone
    }
  }
}

extension TableStorage {
  /// Saves a model. Saving an equal model writes nothing.
  ///
  /// - Parameter depth: the depth of the innermost open transaction.
  @inlinable
  func save(_ model: Model, depth: Int32) {
    let id = model.id
    let hash = RowIndex.hash(id)
    let row: Int32
    if let known = find(id, hash: hash) {
      row = known
      if let before = self.model(at: row), before == model { return }
    } else {
      row = state.modify { $0.addRow(for: id, hash: hash) }
    }
    write(row, model, depth: depth)
  }

  /// Changes the model in a row.
  ///
  /// The transaction is refused if `change` changes the identity, or also writes to the row through the transaction.
  ///
  /// - Returns: whether there is such a model.
  @inlinable
  func update<Failure: Error>(
    _ row: Int32, depth: Int32, _ change: (inout Model) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let (found, writeCount) = state.read { ($0.model(at: row), $0.writeCount) }
    guard let before = found else { return false }
    var model = before
    try change(&model)
    if state.read({ $0.writeCount }) != writeCount, self.model(at: row) != before {
      shared.refuse(.overlappingUpdate(model: String(describing: Model.self)))
      return true
    }
    if before == model { return true }
    guard model.id == before.id else {
      shared.refuse(.identityChanged(model: String(describing: Model.self)))
      return true
    }
    write(row, consume model, depth: depth)
    return true
  }

  /// Removes the model of an identity.
  ///
  /// - Returns: whether there was such a model.
  @inlinable
  func delete(_ id: Model.ID, depth: Int32) -> Bool {
    guard let row = find(id), model(at: row).isPresent else { return false }
    write(row, nil, depth: depth)
    return true
  }

  @inlinable
  @inline(__always)
  func write(_ row: Int32, _ model: consuming Model?, depth: Int32) {
    var value = consume model
    note(state.modify { $0.write(row, &value, depth: depth) })
  }

  /// Records the effects of a write.
  @inlinable
  @inline(__always)
  func note(_ done: (isFirst: Bool, hasDeferred: Bool)) {
    if done.isFirst { shared.touch(number) }
    if done.hasDeferred { shared.sweepLater(number) }
  }
}

extension TableStorage {
  @inlinable
  func carryOut(_ operation: Operation) {
    switch operation {
    case .merge(let depth): if state.modify({ $0.merge(depth: depth) }) { shared.sweepLater(number) }
    case .revert(let depth):
      state.modify { $0.revert(depth: depth) }
      shared.sweepLater(number)
    case .leaveOutUnchanged: leaveOutUnchanged()
    case .replay(let start, let count, let isBackward, let depth):
      note(state.modify { $0.replay(from: start, count: count, isBackward: isBackward, depth: depth) })
    case .dropOldest(let count): dropOldest(count)
    case .dropNewest(let count):
      state.modify { $0.dropNewest(count) }
      shared.sweepLater(number)
    case .sweep: sweep()
    case .keepInitialRows: state.modify { $0.initial = InitialRows(of: $0) }
    case .restoreInitialRows(let depth): restoreInitialRows(depth: depth)
    case .freeOtherRows:
      hasInitialRows = state.modify { state in
        state.freeOtherRows()
        return state.hasInitialRows
      }
    case .removeObserver(let observation):
      if state.modify({ $0.removeObserver(observation) }) { shared.sweepLater(number) }
    }
  }

  /// Removes the changes of rows that end with their initial values from the open transaction.
  ///
  /// Comparing runs user code, which may read and register observers, but must not write.
  @inlinable
  func leaveOutUnchanged() {
    var unchanged: ContiguousArray<Int> = []
    for position in state.read({ $0.openStart..<$0.log.end }) {
      let change = state.read { $0.log[position].isRewritten ? $0.log[position] : nil }
      if let change, change.value == model(at: change.row) { unchanged.append(position) }
    }
    if unchanged.isEmpty { return }
    state.modify { $0.leaveOut(unchanged) }
    shared.sweepLater(number)
  }

  /// The changes of the table in the commit that is being delivered; `nil` if there are none.
  @inlinable var currentChanges: TableChanges<Model>? {
    shared.currentChanges(of: number).map { part in
      state.read { $0.changes(from: part.start, count: part.count, isCurrent: true) }
    }
  }

  /// The positions of ``currentChanges`` in the table's log; `nil` if there are none.
  @inlinable var currentPositions: Range<Int>? {
    guard let part = shared.currentChanges(of: number) else { return nil }
    let first = state.read { $0.log.position(part.start) }
    return first..<first &+ part.count
  }

  @inlinable
  func changedRow(at position: Int) -> Int32 { state.read { $0.log[position].row } }

  /// Makes a range of a delivery's calls. Stops before a call of an observer that is not a view of this table, and if
  /// cancelled observations must be removed first.
  ///
  /// - Returns: the index of the first call that has not been made.
  @inlinable
  @inline(__always)
  func deliver(_ calls: borrowing Slab<Observation>, _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      let call = calls[index]
      if call.table != number || registry.hasCancelled { return index }
      index &+= 1
      if let (view, model) = state.modify({ $0.viewAndModel(of: call) }) { view.prepare(with: model) }
    }
    return index
  }

  /// Removes the oldest changes from the log and releases their values outside all accesses. Call only when the store
  /// is idle.
  @inlinable
  func dropOldest(_ count: Int) {
    var hasFreeRow = false
    for _ in 0..<count {
      let (value, isRowFree) = state.modify { $0.dropOldest() }
      if isRowFree { hasFreeRow = true }
      withExtendedLifetime(value) {}
    }
    if hasFreeRow { shared.sweepLater(number) }
  }

  /// Releases values and rows that are no longer needed. Call only when the store is idle.
  @inlinable
  func sweep() {
    var values: ContiguousArray<Model?> = []
    state.modify { swap(&values, &$0.deferredReleases) }
    values.removeAll()
    freeRows()
  }
}

extension TableStorage {
  /// Registers a view as an observer of a row.
  ///
  /// - Returns: its slot in the row's list.
  @inlinable
  func addObserver(_ view: any AutoUpdating<Model>, at row: Int32, sequence: UInt64) -> Int32 {
    let observer = RowObserver(view, sequence: sequence)
    return state.modify { state in
      let row = Int(row)
      state.observerCount &+= 1
      if state.slots[row].isObserved {
        return state.pool.append(observer, to: &state.slots[row].observers)
      }
      state.slots[row].observers.first = observer
      return 0
    }
  }
}

extension TableState {
  /// Returns the view of an observation, and the value that it shows; `nil` if the observation has ended.
  @inlinable
  @inline(__always)
  mutating func viewAndModel(of observation: Observation) -> (any AutoUpdating<Model>, Model?)? {
    guard let view = view(of: observation) else { return nil }
    return (view, slots[Int(observation.row)].model)
  }

  /// Returns the view of an observation; `nil` if the observation has ended.
  @inlinable
  @inline(__always)
  mutating func view(of observation: Observation) -> (any AutoUpdating<Model>)? {
    let (offset, sequence) = (observation.index, observation.sequence)
    return offset == 0
      ? slots[Int(observation.row)].observers.first.view(registeredAs: sequence)
      : pool.nodes[ListPool<RowObserver<Model>>.index(offset)].element.view(registeredAs: sequence)
  }

  /// Removes an observation. Does nothing if it has been removed already.
  ///
  /// - Returns: whether the row may be free now.
  @usableFromInline
  mutating func removeObserver(_ observation: Observation) -> Bool {
    let (row, offset) = (Int(observation.row), observation.index)
    guard slots.indices.contains(row), offset <= pool.nodes.count else { return false }
    if offset == 0 {
      guard slots[row].observers.first.sequence == observation.sequence else { return false }
      slots[row].observers.first = RowObserver()
    } else {
      let index = ListPool<RowObserver<Model>>.index(offset)
      guard pool.nodes[index].element.sequence == observation.sequence else { return false }
      pool.remove(offset, from: &slots[row].observers, leaving: RowObserver())
    }
    observerCount -= 1
    guard isUnused(observation.row) else { return false }
    rowsToCheck.append(observation.row)
    return true
  }
}
