public import StoreMemory

extension TableStorage {
  /// Saves a model; an equal one writes nothing.
  ///
  /// - Parameter depth: of the innermost open transaction.
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
  /// - Returns: whether there was one.
  @inlinable
  func update<Failure: Error>(
    _ row: Int32, depth: Int32, _ change: (inout Model) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard var model = model(at: row) else { return false }
    try change(&model)
    // The change itself, and the comparison, may have written: what counts is what is there now.
    guard let before = self.model(at: row) else {
      save(model, depth: depth)
      return true
    }
    if before == model { return true }
    guard model.id == before.id else {
      clock.refuse(.identityChanged(model: String(describing: Model.self)))
      return false
    }
    write(row, consume model, depth: depth)
    return true
  }

  /// Removes the model of an identity.
  ///
  /// - Returns: whether there was one.
  @inlinable
  func delete(_ id: Model.ID, depth: Int32) -> Bool {
    guard let row = find(id), model(at: row).tally == 1 else { return false }
    write(row, nil, depth: depth)
    return true
  }

  @inlinable
  @inline(__always)
  func write(_ row: Int32, _ model: consuming Model?, depth: Int32) {
    var value = consume model
    let number = number
    let done = state.modify { $0.write(row, &value, depth: depth, table: number) }
    if done.isFirst { clock.touch(number) }
    if done.hasLitter { clock.litter(number) }
  }

  // MARK: Transactions within transactions

  /// Makes the changes of the innermost transaction part of the one around it.
  @inlinable
  func merge(depth: Int32) {
    let hasLitter = state.modify { state in
      guard let open = state.open else { return false }
      return open.rowChanges.modify { changes in state.merge(&changes, depth: depth) }
    }
    if hasLitter { clock.litter(number) }
  }

  /// Takes back what the innermost transaction wrote.
  @inlinable
  func revert(depth: Int32) {
    state.modify { state in
      guard let open = state.open else { return }
      open.rowChanges.modify { changes in state.revert(&changes, depth: depth) }
      if depth == 1 {
        state.spare = open
        state.open = nil
      }
    }
    clock.litter(number)
  }
}

extension TableState {
  /// - Returns: whether values became litter.
  @inlinable
  mutating func merge(_ changes: inout ContiguousArray<RowChange<Model>>, depth: Int32) -> Bool {
    var kept = changes.count
    while kept > 0, changes[kept &- 1].depth == depth { kept &-= 1 }
    let litterCount = litter.count
    for index in kept..<changes.count {
      var change = changes[index]
      let row = Int(change.row.number)
      if change.previous >= 0, changes[Int(change.previous)].depth == depth &- 1 {
        // The outer transaction knows already what was before.
        changes[Int(change.previous)].isRewritten = true
        slots[row].change = change.previous
        litter.append(change.before)
      } else {
        change.depth = depth &- 1
        slots[row].change = Int32(truncatingIfNeeded: kept)
        changes[kept] = change
        kept &+= 1
      }
    }
    changes.removeLast(changes.count &- kept)
    return litter.count > litterCount
  }

  @inlinable
  mutating func revert(_ changes: inout ContiguousArray<RowChange<Model>>, depth: Int32) {
    while let change = changes.last, change.depth == depth {
      let row = Int(change.row.number)
      var value = change.before
      count &+= value.tally &- slots[row].model.tally
      swap(&slots[row].model, &value)
      litter.append(value)
      slots[row].change = change.previous
      rowsToCheck.append(change.row.number)
      changes.removeLast()
    }
  }
}
