/// A change of a row, as its table's log keeps it.
///
/// It has one value: the row's value before while the change is done, and its value after while the change is undone. The
/// other one is the value of the row's next change, or of the row itself. So to undo a change and to do it again is the
/// same: the change and the row exchange their values.
@usableFromInline
struct LoggedChange<Model: Storable> {
  @usableFromInline let row: Int32
  /// The packed position of the row's change before this one; -1 for none.
  @usableFromInline var previous: Int32
  /// The packed position of the row's next step, or -1; while the transaction is open, see `depth` and `isRewritten`.
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

  /// A Boolean value that indicates whether the open transaction wrote the row again, so that it may end as it began.
  @inlinable var isRewritten: Bool { next & 1 == 1 }

  @inlinable
  mutating func setRewritten() { next |= 1 }

  /// Makes the change a part of the transaction around the one that made it.
  @inlinable
  mutating func leaveDepth() { next &-= 2 }

  /// Ends the transaction of the change.
  @inlinable
  mutating func seal() -> (row: Int32, previous: Int32) {
    next = -1
    return (row, previous)
  }

  /// Takes the change out and leaves one without a value.
  @inlinable
  mutating func take() -> LoggedChange {
    let taken = self
    value = nil
    return taken
  }
}
