/// A map from identities to rows: a hash table of row numbers alone, as the rows know their identities.
///
/// A cell holds 32 bits of the identity's hash above the row's number plus one; an empty one is 0.
/// Places are probed in a line; a removal moves later cells back, so none is left behind as deleted.
/// (Knuth, The Art of Computer Programming 3, 6.4, algorithms L and R.)
///
/// Beside a dictionary it needs no second copy of the identity, and one place in memory less is
/// visited, because the row is needed anyway.
@usableFromInline
package struct RowIndex {
  @usableFromInline var cells: ContiguousArray<UInt64>
  @usableFromInline package var count = 0
  /// Counts insertions and removals, after which a running search starts again.
  @usableFromInline package var version: UInt64 = 0

  @inlinable
  package init() { cells = Self.emptyCells }

  /// The cells of every index without rows, of which most tables are.
  @usableFromInline static let emptyCells = ContiguousArray<UInt64>(repeating: 0, count: 8)

  @inlinable var mask: Int { cells.count &- 1 }

  /// The 32 bits of an identity's hash that the index goes by.
  ///
  /// The hash differs from run to run, and nothing that is seen from outside depends on it: rows are
  /// given out in the order of first use.
  @inlinable
  package static func hash(_ id: some Hashable) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(id)
    return UInt64(UInt(bitPattern: hasher.finalize())) >> 32
  }

  /// Returns the hash of a type: its own address, which is as good as a hash.
  @inlinable
  package static func hash(_ type: ObjectIdentifier) -> UInt64 {
    UInt64(UInt(bitPattern: type)) >> 4 & 0xFFFF_FFFF
  }

  /// Returns the index at which the search for a hash begins.
  @inlinable
  package func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & mask }

  /// The next row with this hash, from a place on, and the place behind it; `nil` when there is none.
  @inlinable
  @inline(__always)
  package func next(_ hash: UInt64, from start: Int) -> (row: Int32, place: Int)? {
    var place = start & mask
    while true {
      let cell = cells[place]
      if cell == 0 { return nil }
      place = (place &+ 1) & mask
      if cell >> 32 == hash { return (Int32(truncatingIfNeeded: cell) &- 1, place) }
    }
  }

  /// Adds a row whose identity has none yet.
  @inlinable
  package mutating func insert(_ row: Int32, hash: UInt64) {
    // At most seven of eight cells are taken, so every search ends.
    if (count &+ 1) &* 8 > cells.count &* 7 { grow() }
    put(hash << 32 | UInt64(UInt32(bitPattern: row &+ 1)))
    count &+= 1
    version &+= 1
  }

  /// Removes a row; does nothing when it is not there under this hash.
  @inlinable
  package mutating func remove(_ row: Int32, hash: UInt64) {
    let cell = hash << 32 | UInt64(UInt32(bitPattern: row &+ 1))
    var hole = start(hash)
    while cells[hole] != cell {
      if cells[hole] == 0 { return }
      hole = (hole &+ 1) & mask
    }
    count &-= 1
    version &+= 1
    var next = hole
    while true {
      next = (next &+ 1) & mask
      if cells[next] == 0 { break }
      let home = Int(truncatingIfNeeded: cells[next] >> 32) & mask
      // A cell may go back to the hole unless its home lies behind it.
      if (next &- home) & mask >= (next &- hole) & mask {
        cells[hole] = cells[next]
        hole = next
      }
    }
    cells[hole] = 0
  }

  @inlinable
  mutating func put(_ cell: UInt64) {
    var place = start(cell >> 32)
    while cells[place] != 0 { place = (place &+ 1) & mask }
    cells[place] = cell
  }

  @inlinable
  mutating func grow() {
    let old = cells
    cells = ContiguousArray(repeating: 0, count: old.count &* 2)
    for cell in old where cell != 0 { put(cell) }
  }
}
