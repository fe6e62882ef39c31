/// A map from identities to rows. It is a hash table of row numbers; the identities are in the rows.
///
/// The upper 32 bits of a cell are from the identity's hash; the lower ones are the row's number plus one. An empty
/// cell is 0. Collisions are resolved by linear probing. A removal moves later cells back, so that no deleted cells
/// remain (Knuth, The Art of Computer Programming 3, 6.4, algorithms L and R).
///
/// Unlike a dictionary, the index stores no copies of identities. It needs one memory access fewer, since the row is
/// accessed anyway.
@usableFromInline
package struct RowIndex {
  @usableFromInline var cells: ContiguousArray<UInt64>
  @usableFromInline package var count = 0
  /// The number of insertions and removals. An active search starts again if it changes.
  @usableFromInline package var version: UInt64 = 0

  @inlinable
  package init() { cells = Self.emptyCells }

  /// The shared cells of all empty indices, since most tables are empty.
  @usableFromInline static let emptyCells = ContiguousArray<UInt64>(repeating: 0, count: 8)

  @inlinable var mask: Int { cells.count &- 1 }

  /// Returns the 32 bits of an identity's hash that the index uses.
  ///
  /// The hash differs between runs, but no visible behaviour depends on it: rows are assigned in the order of first
  /// use.
  @inlinable
  package static func hash(_ id: some Hashable) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(id)
    return UInt64(UInt(bitPattern: hasher.finalize())) >> 32
  }

  /// Returns the hash of a type, which is its address.
  @inlinable
  package static func hash(_ type: ObjectIdentifier) -> UInt64 {
    UInt64(UInt(bitPattern: type)) >> 4 & 0xFFFF_FFFF
  }

  /// Returns the index at which the search for a hash begins.
  @inlinable
  package func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & mask }

  /// Returns the next row with this hash, starting the search at a cell, and the index of the cell after that row;
  /// `nil` if there is no such row.
  @inlinable
  @inline(__always)
  package func next(_ hash: UInt64, from start: Int) -> (row: Int32, index: Int)? {
    var index = start & mask
    while true {
      let cell = cells[index]
      if cell == 0 { return nil }
      index = (index &+ 1) & mask
      if cell >> 32 == hash { return (Int32(truncatingIfNeeded: cell) &- 1, index) }
    }
  }

  /// Adds a row whose identity is not in the index.
  @inlinable
  package mutating func insert(_ row: Int32, hash: UInt64) {
    // At most seven of eight cells are used, so every search ends.
    if (count &+ 1) &* 8 > cells.count &* 7 { grow() }
    put(hash << 32 | UInt64(UInt32(bitPattern: row &+ 1)))
    count &+= 1
    version &+= 1
  }

  /// Removes a row. Does nothing if the index does not contain it with this hash.
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
      // A cell can move back to the hole unless its home is after the hole.
      if (next &- home) & mask >= (next &- hole) & mask {
        cells[hole] = cells[next]
        hole = next
      }
    }
    cells[hole] = 0
  }

  @inlinable
  mutating func put(_ cell: UInt64) {
    var index = start(cell >> 32)
    while cells[index] != 0 { index = (index &+ 1) & mask }
    cells[index] = cell
  }

  @inlinable
  mutating func grow() {
    let old = cells
    cells = ContiguousArray(repeating: 0, count: old.count &* 2)
    for cell in old where cell != 0 { put(cell) }
  }
}
