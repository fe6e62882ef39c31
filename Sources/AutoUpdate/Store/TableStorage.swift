public import StoreMemory

/// The models of one type in a store, in dense rows behind their interned identities.
@usableFromInline
final class TableStorage<Model: Storable>: AnyTable {
  @usableFromInline let shared: TransactionState
  @usableFromInline let registry: SubscriptionRegistry
  @usableFromInline let state = Cell(TableState<Model>())

  @inlinable
  init(number: Int32, shared: TransactionState, registry: SubscriptionRegistry) {
    self.shared = shared
    self.registry = registry
    // A `switch` casts without counting a reference, which `as?` does.
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
      isObserved: { table, call in
        switch table {
        case let table as TableStorage<Model>: table.state.modify { $0.view(of: call) } != nil
        default: false
        }
      })
  }

  override var modelName: String { String(describing: Model.self) }
  override var hasOpenChanges: Bool { state.read { $0.openStart < $0.log.end } }
  override var hasInitialRows: Bool { state.modify { $0.hasInitialRows } }

  override func list(from start: Int32, count: Int, isCurrent: Bool, in changes: inout [any AnyChange]) {
    for change in state.read({ $0.changes(from: start, count: count, isCurrent: isCurrent) }) {
      changes.append(Change(before: change.before, after: change.after))
    }
  }

  // MARK: Reading

  /// How many rows there are, free ones included.
  @inlinable var rowCount: Int { state.read { $0.slots.count } }

  /// The value of a row as it stands, with the writes of an open transaction.
  @inlinable
  func model(at row: Int32) -> Model? {
    // To be read, a large state is lent as a copy of its bits; to be changed, it is lent where it stands.
    state.modify { state in
      let row = Int(row)
      return state.slots.indices.contains(row) ? state.slots.span[row].model : nil
    }
  }

  /// The value of a row without the writes of an open transaction.
  @inlinable
  func committedModel(at row: Int32) -> Model? {
    state.read { state in
      state.slots.indices.contains(Int(row)) ? state.committedModel(at: Int(row)) : nil
    }
  }

  /// The value of a row for whoever reads it now.
  @inlinable
  func readableModel(at row: Int32) -> Model? {
    shared.readsCommitted ? committedModel(at: row) : model(at: row)
  }

  /// Returns whether a row has a model for whoever reads it now.
  @inlinable
  func isReadable(_ row: Int32) -> Bool {
    shared.readsCommitted
      ? committedModel(at: row).isPresent
      : state.modify { $0.slots.indices.contains(Int(row)) && $0.slots.span[Int(row)].model.isPresent }
  }

  /// How many models there are for whoever reads now.
  ///
  /// - Complexity: O(1); O(changes of the open transaction) for those who read what is committed.
  @inlinable var readableCount: Int {
    let readsCommitted = shared.readsCommitted
    return state.read { state in
      guard readsCommitted else { return state.count }
      var count = state.count
      for position in state.openStart..<state.log.end {
        let (row, link) = state.log.read(position) { ($0.row, $0.previous) }
        if state.log.position(link) >= state.openStart { continue }
        if state.log.read(position, { $0.value.isPresent }) { count &+= 1 }
        if state.slots.span[Int(row)].model.isPresent { count &-= 1 }
      }
      return count
    }
  }

  /// Whose row it is; `nil` for a free one.
  @inlinable
  func identity(of row: Int32) -> Model.ID? {
    state.read { state in
      state.slots.indices.contains(Int(row)) ? state.slots.span[Int(row)].id : nil
    }
  }

  // MARK: Rows

  /// The row of an identity, also of one that is there for observers alone.
  @inlinable
  func find(_ id: Model.ID) -> Int32? { find(id, hash: RowIndex.hash(id)) }

  /// Identities are compared outside of the table, as that may be code of a user. Should it change the table,
  /// the search begins anew; after some dozens of times the identity counts as unknown.
  @inlinable
  func find(_ id: Model.ID, hash: UInt64) -> Int32? {
    for _ in 0..<64 {
      let version = state.read { $0.index.version }
      var place = state.read { $0.index.start(hash) }
      while true {
        let found = state.read { state -> (row: Int32, place: Int, id: Model.ID?)? in
          guard state.index.version == version, let next = state.index.next(hash, from: place) else {
            return nil
          }
          return (next.row, next.place, state.slots.span[Int(next.row)].id)
        }
        guard let found else { break }
        if found.id == id {
          if state.read({ $0.index.version }) == version { return found.row }
          break
        }
        place = found.place
      }
      if state.read({ $0.index.version }) == version { return nil }
    }
    return nil
  }

  /// The row of an identity, a new one when it has none.
  @inlinable
  func intern(_ id: Model.ID) -> Int32 {
    let hash = RowIndex.hash(id)
    return find(id, hash: hash) ?? state.modify { $0.addRow(for: id, hash: hash) }
  }

  /// Gives rows back that neither a value nor an observer needs. The store is idle.
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
      // Hashing may be code of a user, who may have come to need the row.
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
