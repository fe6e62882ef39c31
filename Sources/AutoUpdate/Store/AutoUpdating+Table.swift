extension AutoUpdating {
  /// Shows the model with this identity now, and again whenever a transaction changes it.
  ///
  /// This ends the view's previous observation. The model need not exist yet. Within a transaction, the view first
  /// shows the committed state, and is called again when the transaction commits.
  ///
  /// - Complexity: O(1), independent of other observers.
  @inlinable
  public func autoUpdate(_ id: Model.ID, from store: DataStore) {
    autoUpdate(id, from: store.table(of: Model.self))
  }

  /// Shows the model with this identity now, and again whenever a transaction changes it.
  @inlinable
  public func autoUpdate(_ id: Model.ID, from table: Table<Model>) {
    subscription = nil
    let storage = table.storage
    table.core.sweepCancelled()
    let row = storage.intern(id)
    let sequence = table.core.takeSequence()
    let index = storage.addObserver(self, at: row, sequence: sequence)
    subscription = Subscription(
      Observation(sequence: sequence, table: storage.number, row: row, index: index), in: storage.registry)
    table.core.shared.withCommittedReads { prepare(with: storage.committedModel(at: row)) }
  }
}
