/// A change of one row by a transaction: its value before and after.
public struct RowChange<Model: Storable>: Sendable {
  /// The row, as long as its identity has it.
  public let row: Row
  /// The value before the transaction; `nil` when the model was inserted.
  public let before: Model?
  /// The value after the transaction; `nil` when the model was removed.
  public let after: Model?

  @inlinable
  init(row: Int32, before: consuming Model?, after: consuming Model?) {
    self.row = Row(row)
    self.before = before
    self.after = after
  }
}

/// The net changes of one table by a transaction, in the order of first touch.
///
/// It is a value of its own: it may be kept.
public struct TableChanges<Model: Storable>: RandomAccessCollection, Sendable {
  // Most transactions change one row of a table, which needs no list.
  @usableFromInline var first: RowChange<Model>?
  @usableFromInline var others: ContiguousArray<RowChange<Model>> = []

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ change: consuming RowChange<Model>) {
    if case .none = first { first = change } else { others.append(change) }
  }

  /// The index of the first change: 0.
  @inlinable public var startIndex: Int { 0 }
  /// The index behind the last change.
  @inlinable public var endIndex: Int {
    if case .none = first { 0 } else { others.count &+ 1 }
  }
  /// The change at an index.
  @inlinable public subscript(index: Int) -> RowChange<Model> {
    if index > 0 { return others[index &- 1] }
    guard index == 0, let first else { preconditionFailure("index out of the changes") }
    return first
  }
}
