/// Rows in the order of their sort keys; rows with equal keys in the order of their numbers.
///
/// The rows lie in chunks of at most 128, each row beside a copy of its key. A small array holds the
/// least entry that each chunk was made for, to find a chunk by key; a Fenwick tree over the chunks'
/// sizes turns a place in a chunk into a position in the list and back; and a dense array leads from
/// a row to its chunk, so that a row is found without its key.
///
/// Comparing keys runs code of the user, which may read the list. So a change has two halves:
/// ``step(for:key:)`` compares and changes nothing, ``perform(_:)`` changes and compares nothing. Keys
/// that end are handed to the caller, who drops them when everything of its own is in order. An
/// inconsistent order gives an unspecified sequence in which every row stands exactly once.
///
/// - Complexity: to insert, remove or find costs O(log n) steps and moves at most one chunk; every
///   64 insertions at the least, a chunk is split, which costs O(n / 128). Memory: 4 bytes for each row
///   number up to the greatest, and about 1.4 times (4 bytes + the key) for each row.
@usableFromInline
package struct SortedRows<Order: SortOrder>: ~Copyable {
  @usableFromInline package typealias Key = Order.Key
  @usableFromInline package typealias Entry = (row: Int32, key: Key)

  /// The position of an entry, or the one to insert it at: a chunk, and an index in it.
  @usableFromInline
  package struct Spot: Equatable {
    @usableFromInline var chunk: Int
    @usableFromInline var index: Int

    @inlinable
    init(_ chunk: Int, _ index: Int) {
      self.chunk = chunk
      self.index = index
    }
  }

  @usableFromInline package let order: Order
  /// The chunks; one keeps its number for its life.
  @usableFromInline var chunks: ContiguousArray<RowChunk<Key>> = []
  @usableFromInline var freeChunks: ContiguousArray<Int32> = []
  /// The chunks' numbers, in the order of the list.
  @usableFromInline var sequence: ContiguousArray<Int32> = []
  /// The place in `sequence` of each chunk.
  @usableFromInline var places: ContiguousArray<Int32> = []
  /// For each place, an entry that is not less than any before the chunk, nor greater than any in it.
  @usableFromInline var floorKeys: ContiguousArray<Key> = []
  @usableFromInline var floorRows: ContiguousArray<Int32> = []
  @usableFromInline var sums = PrefixSums()
  /// The chunk of each row, or -1.
  @usableFromInline var chunkOfRow: ContiguousArray<Int32> = []
  /// The number of rows.
  @usableFromInline package var count = 0

  /// A list of entries that are in order already.
  ///
  /// - Complexity: O(n).
  @inlinable
  package init(order: Order, sorted entries: ContiguousArray<Entry> = []) {
    self.order = order
    for entry in entries { append(entry.row, entry.key) }
    reindex(from: 0)
  }

  // MARK: Reading

  /// Returns a Boolean value that indicates whether a row is in the list.
  @inlinable
  package func contains(_ row: Int32) -> Bool {
    Int(row) < chunkOfRow.count && chunkOfRow[Int(row)] >= 0
  }

  /// Returns the position of a row; `nil` if it is not in the list.
  @inlinable
  func spot(of row: Int32) -> Spot? {
    guard contains(row) else { return nil }
    let chunk = Int(chunkOfRow[Int(row)])
    return Spot(chunk, chunks[chunk].index(of: row))
  }

  @inlinable
  package func position(of spot: Spot) -> Int {
    sums.before(Int(places[spot.chunk])) &+ spot.index
  }

  /// The position of a row in the list.
  @inlinable
  package func position(of row: Int32) -> Int? {
    spot(of: row).map { position(of: $0) }
  }

  /// The key of a row, as it was when the row got its place.
  @inlinable
  package func key(of row: Int32) -> Key? {
    spot(of: row).map { chunks[$0.chunk].keys[$0.index] }
  }

  /// The row at a position, and its key.
  ///
  /// - Precondition: `position` is in `0..<count`.
  @inlinable
  package func entry(at position: Int) -> Entry {
    let (place, index) = sums.locate(position)
    let chunk = Int(sequence[place])
    return (chunks[chunk].rows[index], chunks[chunk].keys[index])
  }

  /// The row at a position.
  ///
  /// - Precondition: `position` is in `0..<count`.
  @inlinable
  package subscript(position: Int) -> Int32 {
    let (place, index) = sums.locate(position)
    return chunks[Int(sequence[place])].rows[index]
  }

  /// The rows of some positions, in order; positions outside the list are left out.
  @inlinable
  package func rows(in range: Range<Int>) -> ContiguousArray<Int32> {
    let range = range.clamped(to: 0..<count)
    var rows: ContiguousArray<Int32> = []
    guard !range.isEmpty else { return rows }
    rows.reserveCapacity(range.count)
    var (place, index) = sums.locate(range.lowerBound)
    while rows.count < range.count {
      let chunk = Int(sequence[place])
      rows.append(contentsOf: chunks[chunk].rows[index...].prefix(range.count &- rows.count))
      index = 0
      place &+= 1
    }
    return rows
  }

  // MARK: Comparing

  @inlinable
  package func precedes(_ left: Key, _ leftRow: Int32, _ right: Key, _ rightRow: Int32) -> Bool {
    if order.precedes(left, right) { return true }
    return leftRow < rightRow && !order.precedes(right, left)
  }

  /// Returns the position of an entry in the order; `nil` in a list without chunks.
  @inlinable
  func spot(for key: Key, _ row: Int32) -> Spot? {
    guard !sequence.isEmpty else { return nil }
    // The last place whose floor does not come after the entry.
    var place = 0
    var size = sequence.count
    while size > 1 {
      let half = size / 2
      if !precedes(key, row, floorKeys[place &+ half], floorRows[place &+ half]) { place &+= half }
      size &-= half
    }
    let chunk = Int(sequence[place])
    return Spot(chunk, chunks[chunk].index(for: key, row, order))
  }

  /// Returns a Boolean value that indicates whether a key lies between the neighbours of an entry.
  @inlinable
  func fits(_ key: Key, _ row: Int32, at spot: Spot) -> Bool {
    let chunk = chunks[spot.chunk]
    // At the edge of a chunk the neighbour is elsewhere: moving is the simple way.
    return spot.index > 0 && spot.index &+ 1 < chunk.rows.count
      && !precedes(key, row, chunk.keys[spot.index &- 1], chunk.rows[spot.index &- 1])
      && !precedes(chunk.keys[spot.index &+ 1], chunk.rows[spot.index &+ 1], key, row)
  }
}
