/// A touched row. Positions count from the beginning of the list, across sections.
@usableFromInline
package struct TouchedRow {
  @usableFromInline package let row: Int32
  /// Its position in the old list, or -1.
  @usableFromInline let old: Int32
  /// Its position in the new list, or -1.
  @usableFromInline package let new: Int32
  @usableFromInline package var oldSection: Int32 = 0
  @usableFromInline package var newSection: Int32 = 0
  /// The number of untouched rows before it, in the old and in the new list.
  var oldGap: Int32 = 0
  var newGap: Int32 = 0
  /// Its place in the new order, among those that may be kept where they are.
  var rank: Int32 = 0
  /// A Boolean value that indicates whether the row's value changed: among rows that change places, changed ones
  /// move.
  var isChanged = true
  var mayStay = false
  var stays = false
  /// If it moves: its place among the moved rows, in the old order.
  var moved: Int32 = 0

  @inlinable
  package init(row: Int32, old: Int, new: Int) {
    self.row = row
    self.old = Int32(truncatingIfNeeded: old)
    self.new = Int32(truncatingIfNeeded: new)
  }
}
