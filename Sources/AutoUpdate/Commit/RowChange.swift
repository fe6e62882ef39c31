/// The change of one row in a transaction: its value before and after.
public struct RowChange<Model: Storable>: Sendable {
  /// The row, as long as its identity has it.
  public let row: Row
  /// The value before the transaction; `nil` when the model was inserted.
  public let before: Model?
  /// The value after the transaction; `nil` when the model was removed.
  @inlinable public var after: Model? { outcome }

  @usableFromInline var outcome: Model?

  // While the transaction is open:
  /// The change of the same row by an outer transaction, or -1.
  @usableFromInline let previous: Int32
  /// The depth of the transaction that made it; 1 for the outermost.
  @usableFromInline var depth: Int32
  /// A Boolean value that indicates whether the row was written again, so that it may end as it began.
  @usableFromInline var isRewritten = false

  @inlinable
  init(row: Int32, before: consuming Model?, depth: Int32, previous: Int32) {
    self.row = Row(row)
    self.before = before
    self.depth = depth
    self.previous = previous
  }
}

/// The net changes of one table by a transaction, in the order of first touch.
///
/// It is a value of its own: it may be kept.
public struct TableChanges<Model: Storable>: RandomAccessCollection, Sendable {
  @usableFromInline let changes: ContiguousArray<RowChange<Model>>

  @inlinable
  init(_ changes: ContiguousArray<RowChange<Model>>) {
    self.changes = changes
  }

  /// The index of the first change: 0.
  @inlinable public var startIndex: Int { 0 }
  /// The index behind the last change.
  @inlinable public var endIndex: Int { changes.count }
  /// The change at an index.
  @inlinable public subscript(index: Int) -> RowChange<Model> { changes[index] }
}
