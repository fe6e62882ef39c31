public import StoreMemory

/// The models of one type in a store.
///
/// Reading is O(1). All writes are made by a ``Transaction``. Outside a transaction, and during delivery, reads return
/// the state after the last commit. Within a transaction, they include its writes. The conditions and keys of live
/// queries, and observers that are called at their registration, always read the committed state.
public struct Table<Model: Storable> {
  @usableFromInline let core: StoreCore
  @usableFromInline let storage: TableStorage<Model>

  @inlinable
  init(core: StoreCore, storage: TableStorage<Model>) {
    self.core = core
    self.storage = storage
  }

  /// The number of models in the table.
  @inlinable public var count: Int {
    storage.shared.noteRead(of: storage.number)
    return storage.readableCount
  }

  /// The number of views and delegates of state centers that observe single rows of the table.
  public var observerCount: Int {
    core.sweepCancelled()
    return storage.observerCount
  }

  /// The table's number in its store, in the order of creation.
  public var number: Int { Int(storage.number) }

  // MARK: Reading

  /// The model with this identity; `nil` if there is none.
  @inlinable
  public subscript(id: Model.ID) -> Model? {
    storage.shared.noteRead(of: storage.number)
    return storage.find(id).flatMap { storage.readableModel(at: $0) }
  }

  /// Returns the model with this identity without recording the read, for callers that record it themselves.
  @inlinable
  package func unnoted(_ id: Model.ID) -> Model? {
    storage.find(id).flatMap { storage.readableModel(at: $0) }
  }

  /// Returns the model with this identity, without the writes of an open transaction.
  @inlinable
  public func committed(_ id: Model.ID) -> Model? {
    storage.shared.noteRead(of: storage.number)
    return storage.find(id).flatMap { storage.committedModel(at: $0) }
  }

  /// The model in a row; `nil` if there is none.
  @inlinable
  public subscript(row: Row) -> Model? {
    storage.shared.noteRead(of: storage.number)
    return storage.readableModel(at: row.number)
  }

  /// Returns the row of a model, which can be read and written without looking up its identity; `nil` if the table has
  /// no such model.
  @inlinable
  public func row(of id: Model.ID) -> Row? {
    storage.shared.noteRead(of: storage.number)
    guard let row = storage.find(id), storage.readableModel(at: row).isPresent else { return nil }
    return Row(row)
  }

  /// Calls `body` with every model, in the order of rows. It is unspecified whether models that `body` writes are
  /// included.
  ///
  /// The order is the same in every run with the same writes. It is not the order of insertion.
  @inlinable
  public func forEach<Failure: Error>(_ body: (Row, Model) throws(Failure) -> Void) throws(Failure) {
    storage.shared.noteRead(of: storage.number)
    try forEachUnnoted(body)
  }

  /// Calls `body` with every model like ``forEach(_:)``, without recording the read, for callers that record it
  /// themselves.
  @inlinable
  package func forEachUnnoted<Failure: Error>(
    _ body: (Row, Model) throws(Failure) -> Void
  ) throws(Failure) {
    for row in 0..<Int32(truncatingIfNeeded: storage.rowCount) {
      if let model = storage.readableModel(at: row) { try body(Row(row), model) }
    }
  }

  /// The models in the order of rows.
  @inlinable public var models: [Model] {
    var models: [Model] = []
    models.reserveCapacity(count)
    forEach { models.append($1) }
    return models
  }

  /// Calls `body` with the values of each model that the open transaction changed: before the transaction, and now.
  ///
  /// Use this method in a ``DataStore/validator``. Within an inner transaction, it does nothing.
  @inlinable
  public func forEachOpenChange<Failure: Error>(
    _ body: (_ before: Model?, _ after: Model?) throws(Failure) -> Void
  ) throws(Failure) {
    guard storage.shared.isOutermost else { return }
    for position in storage.state.read({ $0.openStart..<$0.log.end }) {
      let change = storage.state.read { $0.log[position] }
      try body(change.value, storage.model(at: change.row))
    }
  }

  // MARK: Observing

  /// An update that an observer of a table receives.
  public enum Update {
    /// The observer was registered. The table has its initial contents.
    case initial
    /// The changes of a transaction.
    case changes(TableChanges<Model>)
  }

  /// Calls `handler` now, and once for each transaction that changes the table.
  ///
  /// - Parameters:
  ///   - name: the name of the observer for a ``DeliveryTracer``.
  ///   - handler: receives the updates; the store retains it until the subscription has ended and the store is used
  ///     again.
  @inlinable
  public func observe(name: String = "", _ handler: @escaping (Update) -> Void) -> Subscription {
    let token = core.subscribe(to: [storage.source], name: name) { [storage] in
      if let changes = storage.currentChanges { handler(.changes(changes)) }
    }
    core.shared.withCommittedReads { handler(.initial) }
    return token
  }
}

extension Table: Equatable {
  /// Returns a Boolean value that indicates whether both are the same table of the same store.
  public static func == (left: Table, right: Table) -> Bool { left.storage === right.storage }
}

extension TableStorage {
  @inlinable var observerCount: Int { state.read { $0.observerCount } }
}
