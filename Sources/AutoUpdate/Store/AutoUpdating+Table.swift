extension AutoUpdating {
  /// Shows the model with this identity now, and again whenever a transaction changes it.
  ///
  /// This ends the view's previous observation. The model need not exist yet. Within a transaction, the view first
  /// shows the committed state, and is called again if the transaction commits a change of the model.
  ///
  /// - Complexity: O(1), independent of other observers.
  @inlinable
  public func autoUpdate(_ id: Model.ID, from store: DataStore) {
    autoUpdate(id, from: store.table(of: Model.self))
  }

  /// Shows the model with this identity now, and again whenever a transaction changes it.
  @inlinable
  public func autoUpdate(_ id: Model.ID, from table: Table<Model>) {
    let row = table.register(self, of: id)
    table.core.shared.withCommittedReads { prepare(with: table.storage.committedModel(at: row)) }
  }
}

extension Table {
  /// Makes a view observe the model with this identity, without calling the view. Ends the view's previous observation.
  ///
  /// - Returns: the row of the identity.
  @inlinable
  @inline(__always)
  func register(_ view: some AutoUpdating<Model>, of id: Model.ID) -> Int32 {
    view.subscription = nil
    core.sweepCancelled()
    let row = storage.intern(id)
    let sequence = core.takeSequence()
    let index = storage.addObserver(view, at: row, sequence: sequence)
    view.subscription = Subscription(
      Observation(sequence: sequence, table: storage.number, row: row, index: index), in: storage.registry)
    return row
  }
}
