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
      shared.refuse(.identityChanged(model: String(describing: Model.self)))
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

  /// Notes what a write left to be done.
  @inlinable
  @inline(__always)
  func note(_ done: (isFirst: Bool, hasDeferred: Bool)) {
    if done.isFirst { shared.touch(number) }
    if done.hasDeferred { shared.sweepLater(number) }
  }
}
