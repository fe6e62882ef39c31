/// A change of one row by a transaction: its value before and after.
public struct RowChange<Model: Storable>: Sendable {
  /// The row, which belongs to the model's identity as long as the table or an observer needs it.
  public let row: Row
  /// The value before the transaction; `nil` if the model was inserted.
  public let before: Model?
  /// The value after the transaction; `nil` if the model was removed.
  public let after: Model?

  @inlinable
  init(row: Int32, before: consuming Model?, after: consuming Model?) {
    self.row = Row(row)
    self.before = before
    self.after = after
  }
}

/// The net changes of one table by a transaction, in the order of the first writes.
///
/// The value is independent of the store, and may be stored.
public struct TableChanges<Model: Storable>: RandomAccessCollection, Sendable {
  @usableFromInline var all: ContiguousArray<RowChange<Model>> = []

  @inlinable
  init() {}

  @inlinable
  mutating func reserveCapacity(_ count: Int) { all.reserveCapacity(count) }

  @inlinable
  mutating func append(_ change: consuming RowChange<Model>) { all.append(change) }

  /// The index of the first change: 0.
  @inlinable public var startIndex: Int { 0 }
  /// The index after the last change.
  @inlinable public var endIndex: Int { all.count }
  /// The change at an index.
  @inlinable public subscript(index: Int) -> RowChange<Model> { all[index] }
}
