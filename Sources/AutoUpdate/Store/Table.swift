public import StoreMemory

/// The models of one type in a store.
///
/// Reading is O(1). All writes go through a ``Transaction``. Outside of a transaction, and while observers are
/// told, a table stands at the last commit; within one, it has the transaction's writes, but for the conditions and
/// keys of live queries and for observers who are told that they are registered: they read what is committed.
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

  /// The number of views that observe single models of the table.
  public var observerCount: Int {
    core.sweepCancelled()
    return storage.observerCount
  }

  /// The table's place among those of its store, in the order of their making.
  public var number: Int { Int(storage.number) }

  // MARK: Reading

  /// The model with this identity.
  @inlinable
  public subscript(id: Model.ID) -> Model? {
    storage.shared.noteRead(of: storage.number)
    return storage.find(id).flatMap { storage.readableModel(at: $0) }
  }

  /// The model with this identity, for those who note themselves what they read.
  @inlinable
  package func unnoted(_ id: Model.ID) -> Model? {
    storage.find(id).flatMap { storage.readableModel(at: $0) }
  }

  /// The model with this identity without the writes of an open transaction.
  @inlinable
  public func committed(_ id: Model.ID) -> Model? {
    storage.shared.noteRead(of: storage.number)
    return storage.find(id).flatMap { storage.committedModel(at: $0) }
  }

  /// The model in a row.
  @inlinable
  public subscript(row: Row) -> Model? {
    storage.shared.noteRead(of: storage.number)
    return storage.readableModel(at: row.number)
  }

  /// The row of a model's identity, to read and write it again without looking it up; `nil` when the table has
  /// no such model.
  @inlinable
  public func row(of id: Model.ID) -> Row? {
    storage.shared.noteRead(of: storage.number)
    guard let row = storage.find(id), storage.isReadable(row) else { return nil }
    return Row(row)
  }

  /// Calls `body` with every model, in the order of rows; what `body` writes may be seen or not.
  ///
  /// The order is the same in every run with the same writes; it is not the order of insertion.
  @inlinable
  public func forEach<Failure: Error>(_ body: (Row, Model) throws(Failure) -> Void) throws(Failure) {
    storage.shared.noteRead(of: storage.number)
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

  /// Calls `body` with each model that the open transaction changed, as it was before and as it is now.
  ///
  /// It is for ``DataStore/validator``, and calls nobody within an inner transaction.
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

  /// The news for an observer of a table.
  public enum Update {
    /// The observer was registered: the table is as it stands.
    case initial
    /// The changes of a transaction.
    case changes(TableChanges<Model>)
  }

  /// Calls `tell` now, and once for each transaction that changes the table.
  ///
  /// - Parameters:
  ///   - name: what a ``DeliveryTracer`` calls the observer.
  ///   - tell: kept by the store until the subscription ends.
  @inlinable
  public func observe(name: String = "", _ tell: @escaping (Update) -> Void) -> Subscription {
    let token = core.subscribe(to: [storage.source], name: name) { [storage] in
      if let changes = storage.currentChanges { tell(.changes(changes)) }
    }
    core.shared.tellCommitted { tell(.initial) }
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
