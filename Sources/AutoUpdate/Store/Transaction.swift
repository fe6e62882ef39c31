/// A group of writes to a store, which are committed together or not at all.
///
/// Use a transaction only within the closure of ``DataStore/transaction(_:_:)``. Writes after the end of the outermost
/// transaction are refused, and so are writes to tables of other stores. A write after the end of an inner transaction
/// is a write of the innermost transaction that is open.
public struct Transaction {
  @usableFromInline let core: StoreCore
  @usableFromInline let serial: UInt64

  @inlinable
  init(core: StoreCore, serial: UInt64) {
    self.core = core
    self.serial = serial
  }

  /// Returns the depth at which the transaction may write to a table; `nil` if the write is refused.
  @inlinable
  func depth<Model>(for table: borrowing Table<Model>) -> Int32? {
    if table.storage.shared === core.shared { return core.shared.depth(forWritingBy: serial) }
    // The writes of a refused transaction are refused without further errors.
    if serial > 0 { core.shared.refuse(.foreignTable(model: String(describing: Model.self))) }
    return nil
  }

  /// Inserts a model, or replaces the model with the same identity. Saving an equal model changes nothing.
  @inlinable
  public func save<Model: Storable>(_ model: Model) {
    save(model, in: core.table(of: Model.self))
  }

  /// Saves a model in a table, without looking up the table.
  @inlinable
  public func save<Model: Storable>(_ model: Model, in table: Table<Model>) {
    guard let depth = depth(for: table) else { return }
    table.storage.save(model, depth: depth)
  }

  /// Changes the model with this identity.
  ///
  /// - Parameters:
  ///   - id: the model's identity.
  ///   - table: the table that holds the model.
  ///   - change: changes the model. It must not change the identity, nor write to the same model through the
  ///     transaction; otherwise the transaction is refused.
  /// - Returns: `true` if there is such a model.
  @inlinable
  @discardableResult
  public func update<Model: Storable, Failure: Error>(
    _ id: Model.ID, in table: Table<Model>, _ change: (inout Model) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let depth = depth(for: table), let row = table.storage.find(id) else { return false }
    return try table.storage.update(row, depth: depth, change)
  }

  /// Changes the model in a row, without looking up its identity.
  ///
  /// - Returns: `true` if there is a model in the row.
  @inlinable
  @discardableResult
  public func update<Model: Storable, Failure: Error>(
    _ row: Row, in table: Table<Model>, _ change: (inout Model) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let depth = depth(for: table) else { return false }
    return try table.storage.update(row.number, depth: depth, change)
  }

  /// Removes the model with this identity.
  ///
  /// - Returns: `true` if there was such a model.
  @inlinable
  @discardableResult
  public func delete<Model: Storable>(_ id: Model.ID, from table: Table<Model>) -> Bool {
    guard let depth = depth(for: table) else { return false }
    return table.storage.delete(id, depth: depth)
  }

  /// Writes the resulting values of a change set.
  public func apply(_ changes: ChangeSet) {
    for change in changes.changes { apply(change) }
  }

  private func apply<Change: AnyChange>(_ change: Change) {
    if let after = change.after {
      save(after)
    } else if let before = change.before {
      delete(before.id, from: core.table(of: Change.Model.self))
    }
  }
}
