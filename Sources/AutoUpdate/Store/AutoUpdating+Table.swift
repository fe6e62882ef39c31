extension AutoUpdating {
  /// Shows the model with this identity now, and whenever a transaction changes it.
  ///
  /// What the view showed before is observed no more. The identity need not be in the store yet. Within a
  /// transaction, the view shows what is committed, and hears of the transaction when it is.
  ///
  /// - Complexity: O(1), whatever else is observed.
  @inlinable
  public func autoUpdate(_ id: Model.ID, from store: DataStore) {
    autoUpdate(id, from: store.table(of: Model.self))
  }

  /// Shows the model with this identity now, and whenever a transaction changes it.
  @inlinable
  public func autoUpdate(_ id: Model.ID, from table: Table<Model>) {
    subscription = nil
    let storage = table.storage
    table.core.sweepCancelled()
    let row = storage.intern(id)
    let sequence = table.core.takeSequence()
    let place = storage.addObserver(self, at: row, sequence: sequence)
    subscription = Subscription(
      Observation(sequence: sequence, table: storage.number, row: row, place: place), in: storage.registry)
    table.core.shared.tellCommitted { prepare(with: storage.committedModel(at: row)) }
  }
}
