/// A change of a row in its table's log.
///
/// It stores one value: the value before the change or, while the change is undone, the value after it. The other value
/// is in the row's next change, or in the row itself. So undo and redo are the same operation: the change and the row
/// exchange their values.
@usableFromInline
struct LoggedChange<Model: Storable> {
  @usableFromInline let row: Int32
  /// The packed position of the row's previous change; -1 for none.
  @usableFromInline var previous: Int32
  /// The packed position of the row's next change; -1 for none. While the transaction is open, it holds `depth` and
  /// `isRewritten` instead.
  @usableFromInline var next: Int32
  @usableFromInline var value: Model?

  @inlinable
  init(row: Int32, before: consuming Model?, depth: Int32, previous: Int32) {
    self.row = row
    self.previous = previous
    next = depth &<< 1
    value = before
  }

  /// The depth of the open transaction that made the change; 1 for the outermost.
  @inlinable var depth: Int32 { next &>> 1 }

  /// A Boolean value that indicates whether the open transaction wrote the row more than once, so that the row may end
  /// with its initial value.
  @inlinable var isRewritten: Bool { next & 1 == 1 }

  @inlinable
  mutating func setRewritten() { next |= 1 }

  /// Moves the change to the enclosing transaction.
  @inlinable
  mutating func leaveDepth() { next &-= 2 }

  /// Marks the change as committed.
  @inlinable
  mutating func seal() -> (row: Int32, previous: Int32) {
    next = -1
    return (row, previous)
  }

  /// Removes the value from the change, and returns the change with the value.
  @inlinable
  mutating func take() -> LoggedChange {
    let taken = self
    value = nil
    return taken
  }
}
