public import StoreMemory

/// The models of one type in a store, in dense rows behind their interned identities.
@usableFromInline
final class TableStorage<Model: Storable>: AnyTable {
  @usableFromInline let clock: StoreClock
  @usableFromInline let registry: SubscriptionRegistry
  @usableFromInline let state = Cell(TableState<Model>())

  @inlinable
  init(number: Int32, clock: StoreClock, registry: SubscriptionRegistry) {
    self.clock = clock
    self.registry = registry
    // A `switch` casts without counting a reference, which `as?` does.
    super.init(
      number: number,
      perform: { table, operation in
        switch table {
        case let table as TableStorage<Model>: table.carryOut(operation)
        default: break
        }
      },
      seal: { table, limit, calls, changeCount in
        switch table {
        case let table as TableStorage<Model>: table.seal(before: limit, listing: &calls, &changeCount)
        default: nil
        }
      },
      deliver: { table, part, calls, range in
        switch table {
        case let table as TableStorage<Model>: table.deliver(part, calls, range)
        default: range.upperBound
        }
      },
      isObserved: { table, call in
        switch table {
        case let table as TableStorage<Model>:
          table.view(of: call.observation) != nil
        default: false
        }
      },
      recycle: { table, part in
        switch table {
        case let table as TableStorage<Model>: table.recycle(part)
        default: break
        }
      })
  }

  @inlinable
  func carryOut(_ operation: Operation) {
    switch operation {
    case .merge(let depth): merge(depth: depth)
    case .revert(let depth): revert(depth: depth)
    case .leaveOutUnchanged: leaveOutUnchanged()
    case .sweep: sweep()
    case .apply(let part, let isInverted, let depth): apply(part, isInverted: isInverted, depth: depth)
    case .removeObserver(let observation): removeObserver(observation)
    }
  }

  override var modelName: String { String(describing: Model.self) }

  // MARK: Reading

  /// The number of rows, including free ones.
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
      let row = Int(row)
      guard state.slots.indices.contains(row) else { return nil }
      let last = Int(state.slots.span[row].change)
      guard last >= 0, let open = state.open else { return state.slots.span[row].model }
      return open.rowChanges.read { changes in
        var change = last
        while changes.span[change].previous >= 0 { change = Int(changes.span[change].previous) }
        return changes.span[change].before
      }
    }
  }

  /// The value of a row for whoever reads it now.
  @inlinable
  func readableModel(at row: Int32) -> Model? {
    clock.readsCommitted ? committedModel(at: row) : model(at: row)
  }

  /// Returns a Boolean value that indicates whether a row has a model for the current reader.
  @inlinable
  func isReadable(_ row: Int32) -> Bool {
    clock.readsCommitted
      ? committedModel(at: row).tally == 1
      : state.modify { $0.slots.indices.contains(Int(row)) && $0.slots.span[Int(row)].model.tally == 1 }
  }

  /// The number of models for the current reader.
  ///
  /// - Complexity: O(1); O(changes of the open transaction) for those who read what is committed.
  @inlinable var readableCount: Int {
    let readsCommitted = clock.readsCommitted
    return state.read { state in
      guard readsCommitted, let open = state.open else { return state.count }
      return open.rowChanges.read { changes in
        var count = state.count
        for index in changes.indices where changes.span[index].previous < 0 {
          let row = Int(changes.span[index].row.number)
          count &+= changes.span[index].before.tally &- state.slots.span[row].model.tally
        }
        return count
      }
    }
  }

  /// Returns the identity of a row; `nil` for a free one.
  @inlinable
  func identity(of row: Int32) -> Model.ID? {
    state.read { state in
      state.slots.indices.contains(Int(row)) ? state.slots.span[Int(row)].id : nil
    }
  }

  /// The changes of the table in the commit that is followed or delivered; `nil` if there are none.
  @inlinable var currentChanges: TableChanges<Model>? {
    currentPart.map { TableChanges($0.rowChanges.read { $0 }) }
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
