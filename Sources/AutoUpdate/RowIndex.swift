/// Which row an identity has: a hash table of rows alone, as the rows know their identities.
///
/// A cell holds 32 bits of the identity's hash above the row's number plus one; an empty one is 0.
/// Places are probed in a line; a removal moves later cells back, so none is left behind as deleted.
/// (Knuth, The Art of Computer Programming 3, 6.4, algorithms L and R.)
///
/// Beside a dictionary it needs no second copy of the identity, and one place in memory less is
/// visited, because the row is needed anyway.
@usableFromInline
struct RowIndex {
  @usableFromInline var cells: UnsafeMutablePointer<UInt64>
  /// The number of cells less one, which is a power of two.
  @usableFromInline var mask = 7
  @usableFromInline var count = 0

  @usableFromInline
  init() {
    cells = .allocate(capacity: 8)
    cells.initialize(repeating: 0, count: 8)
  }

  /// The 32 bits of an identity's hash that the index goes by.
  @inlinable
  static func hash(_ id: some Hashable) -> UInt64 {
    UInt64(UInt(bitPattern: id._rawHashValue(seed: 0))) >> 32
  }

  /// The row with this hash that `isMatch` agrees to.
  @inlinable
  @inline(__always)
  func row(_ hash: UInt64, where isMatch: (Int32) -> Bool) -> Int32? {
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let cell = cells[place]
      if cell == 0 { return nil }
      if cell >> 32 == hash {
        let row = Int32(truncatingIfNeeded: cell) &- 1
        if isMatch(row) { return row }
      }
      place = (place &+ 1) & mask
    }
  }

  /// Adds a row whose identity has none yet.
  @usableFromInline
  mutating func insert(_ row: Int32, hash: UInt64) {
    // At most seven of eight cells are taken.
    if (count + 1) * 8 > (mask + 1) * 7 { grow() }
    place(hash << 32 | UInt64(UInt32(row + 1)))
    count += 1
  }

  @usableFromInline
  mutating func remove(_ row: Int32, hash: UInt64) {
    let cell = hash << 32 | UInt64(UInt32(row + 1))
    var hole = Int(truncatingIfNeeded: hash) & mask
    while cells[hole] != cell {
      if cells[hole] == 0 { return }
      hole = (hole + 1) & mask
    }
    count -= 1
    var next = hole
    while true {
      next = (next + 1) & mask
      if cells[next] == 0 { break }
      let home = Int(truncatingIfNeeded: cells[next] >> 32) & mask
      // A cell may go back to the hole unless its home lies behind it.
      if (next - home) & mask >= (next - hole) & mask {
        cells[hole] = cells[next]
        hole = next
      }
    }
    cells[hole] = 0
  }

  private func place(_ cell: UInt64) {
    var place = Int(truncatingIfNeeded: cell >> 32) & mask
    while cells[place] != 0 { place = (place + 1) & mask }
    cells[place] = cell
  }

  private mutating func grow() {
    let (old, oldCount) = (cells, mask + 1)
    cells = .allocate(capacity: oldCount * 2)
    cells.initialize(repeating: 0, count: oldCount * 2)
    mask = oldCount * 2 - 1
    for index in 0..<oldCount where old[index] != 0 { place(old[index]) }
    old.deallocate()
  }

  @usableFromInline
  func destroy() { cells.deallocate() }
}
