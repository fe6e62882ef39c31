extension LiveQuery {
  /// The number of models in the list, at most the limit.
  @inlinable public final var count: Int {
    noteRead()
    return operations.count()
  }

  /// The number of models that meet the condition, those past the limit included: an entry is stored for each.
  @inlinable public final var storedCount: Int { operations.storedCount() }

  /// A Boolean value that indicates whether the list is empty.
  @inlinable public final var isEmpty: Bool { count == 0 }

  /// The first model of the list.
  @inlinable public final var first: Model? { isEmpty ? nil : self[0] }

  /// The last model of the list.
  @inlinable public final var last: Model? { isEmpty ? nil : self[count - 1] }

  /// The model at an index of the list.
  ///
  /// - Precondition: the index is in `0..<count`.
  /// - Complexity: O(log n).
  @inlinable
  public final subscript(index: Int) -> Model {
    precondition(index >= 0 && index < count, "index out of the list")
    guard let model = model(at: operations.row(index)) else {
      preconditionFailure("a row of the list has no model")
    }
    return model
  }

  /// The identity of the model at an index of the list.
  ///
  /// - Precondition: the index is in `0..<count`.
  /// - Complexity: O(log n).
  @inlinable
  public final func id(at index: Int) -> Model.ID { self[index].id }

  /// The index of the model with an identity; `nil` when it is not in the list.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public final func index(of id: Model.ID) -> Int? {
    noteRead()
    return storage.find(id).flatMap { operations.position($0) }
  }

  /// The models at some indices, in order; those outside the list are left out.
  ///
  /// - Complexity: O(log n + models).
  @inlinable
  public final func models(in range: Range<Int>) -> [Model] {
    let rows = operations.rows(range.clamped(to: 0..<count))
    var models: [Model] = []
    models.reserveCapacity(rows.count)
    for row in rows {
      if let model = model(at: row) { models.append(model) }
    }
    return models
  }

  /// The models, in order.
  @inlinable public final var models: [Model] { models(in: 0..<count) }

  /// The identities of the models, in order.
  @inlinable public final var ids: [Model.ID] { models.map { $0.id } }

  /// The model of a row of the list.
  ///
  /// One that the current commit removed is in the list until the query has taken the commit in.
  @inlinable
  final func model(at row: Int32) -> Model? {
    if let model = storage.committedModel(at: row) { return model }
    return storage.currentChanges?.first { $0.row.number == row }?.before
  }

  /// A Boolean value that indicates whether the query reads a ``StoreSource``, and so follows behind other observers.
  package final var readsSources: Bool { core.readsSources(follower) }

  /// Tells whoever notes it that the query was read, and brings it up to the commit that is followed.
  @inlinable
  final func noteRead() {
    guard core.shared.isNoting else { return }
    core.bringUpToDate(follower)
    core.shared.noteRead(of: follower)
  }
}

extension LiveQuery: Sequence {
  /// Goes over the models as they are now, whatever becomes of the list meanwhile.
  @inlinable
  public final func makeIterator() -> IndexingIterator<[Model]> { models.makeIterator() }

  /// The number of models in an iteration that begins now.
  @inlinable public final var underestimatedCount: Int { count }
}
