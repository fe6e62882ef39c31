/// The right to write to a store, lent to the closure of ``DataStore/transaction(_:_:)``.
///
/// Reading needs no transaction; within one, reads see its writes.
///
/// - Precondition: it is used within that closure only.
public struct Transaction {
  @usableFromInline let core: StoreCore

  @inlinable
  init(core: StoreCore) {
    self.core = core
  }

  /// Inserts the model, or replaces the one with its identity. An equal one changes nothing.
  @inlinable
  public func save<Model: Storable>(_ model: Model) {
    core.table(of: Model.self).save(model)
  }

  /// Inserts the model into its table, or replaces the one with its identity.
  @inlinable
  public func save<Model: Storable>(_ model: Model, in table: Table<Model>) {
    table.save(model)
  }

  /// Changes a copy of the model and saves it.
  ///
  /// - Returns: whether the store has a model with this identity.
  /// - Throws: what `change` throws; then nothing is written.
  /// - Precondition: `change` leaves the identity as it is.
  @inlinable
  @discardableResult
  public func update<Model: Storable, Failure: Error>(
    _ id: Model.ID, in table: Table<Model>, _ change: (inout Model) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let row = table.row(of: id) else { return false }
    return try table.update(row, change)
  }

  /// Changes a copy of the model in a row and saves it, with no look-up of its identity.
  @inlinable
  @discardableResult
  public func update<Model: Storable, Failure: Error>(
    _ row: Row, in table: Table<Model>, _ change: (inout Model) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    try table.update(row, change)
  }

  /// Removes the model with this identity.
  ///
  /// - Returns: whether there was one.
  @inlinable
  @discardableResult
  public func delete<Model: Storable>(_ id: Model.ID, from table: Table<Model>) -> Bool {
    table.delete(id)
  }

  /// Writes every value that a change set leads to.
  public func apply(_ changes: ChangeSet) {
    for change in changes.changes { change.write(in: core) }
  }
}

extension DataStore {
  /// The transaction that is open, for code that its closure calls; `nil` outside of one.
  @inlinable
  public var openTransaction: Transaction? {
    core.isWriting ? Transaction(core: core) : nil
  }
}
