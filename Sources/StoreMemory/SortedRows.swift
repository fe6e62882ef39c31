/// Rows in the order of their sort keys. Rows with equal keys are in the order of their numbers.
///
/// The rows are in chunks of at most 128 rows, each with a copy of its key. Three structures locate them:
/// - A small array contains the least entry of each chunk, to find a chunk by key.
/// - A Fenwick tree over the chunks' sizes converts between an index in a chunk and a position in the list.
/// - A dense array maps a row to its chunk, to find a row without its key.
///
/// Comparing keys runs user code, which may read the list. So a change has two parts: ``step(for:key:)`` compares and
/// changes nothing; ``perform(_:)`` changes and compares nothing. Released keys are returned to the caller, which drops
/// them when its own state is consistent. An inconsistent order results in an unspecified sequence that contains every
/// row once.
///
/// - Complexity: inserting, removing and finding take O(log n) steps and move at most one chunk. After at least 64
///   insertions, a chunk is split, which takes O(n / 128). The memory is 4 bytes for each row number up to the greatest
///   one, and about 1.4 times (4 bytes + the key) for each row.
@usableFromInline
package struct SortedRows<Order: SortOrder>: ~Copyable {
  @usableFromInline package typealias Key = Order.Key
  @usableFromInline package typealias Entry = (row: Int32, key: Key)

  /// The position of an entry or an insertion: a chunk and an index in it.
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
  /// The chunks. The number of a chunk never changes.
  @usableFromInline var chunks: ContiguousArray<RowChunk<Key>> = []
  @usableFromInline var freeChunks: ContiguousArray<Int32> = []
  /// The chunks' numbers, in the order of the list.
  @usableFromInline var sequence: ContiguousArray<Int32> = []
  /// The index in `sequence` of each chunk.
  @usableFromInline var indices: ContiguousArray<Int32> = []
  /// For each index in `sequence`, an entry that is not less than any entry before the chunk and not greater than any
  /// entry in it.
  @usableFromInline var floorKeys: ContiguousArray<Key> = []
  @usableFromInline var floorRows: ContiguousArray<Int32> = []
  @usableFromInline var sums = PrefixSums()
  /// The chunk of each row, or -1.
  @usableFromInline var chunkOfRow: ContiguousArray<Int32> = []
  @usableFromInline package var count = 0

  /// Creates a list of sorted entries.
  ///
  /// - Complexity: O(n).
  @inlinable
  package init(order: Order, sorted entries: ContiguousArray<Entry> = []) {
    self.order = order
    for entry in entries { append(entry.row, entry.key) }
    reindex(from: 0)
  }

  // MARK: Reading

  @inlinable
  package func contains(_ row: Int32) -> Bool {
    Int(row) < chunkOfRow.count && chunkOfRow[Int(row)] >= 0
  }

  @inlinable
  func spot(of row: Int32) -> Spot? {
    guard contains(row) else { return nil }
    let chunk = Int(chunkOfRow[Int(row)])
    return Spot(chunk, chunks[chunk].index(of: row))
  }

  @inlinable
  package func position(of spot: Spot) -> Int {
    sums.before(Int(indices[spot.chunk])) &+ spot.index
  }

  @inlinable
  package func position(of row: Int32) -> Int? {
    spot(of: row).map { position(of: $0) }
  }

  /// Returns the key that determines the current position of a row.
  @inlinable
  package func key(of row: Int32) -> Key? {
    spot(of: row).map { chunks[$0.chunk].keys[$0.index] }
  }

  /// Returns the row at a position, and its key.
  ///
  /// - Precondition: `position` is in `0..<count`.
  @inlinable
  package func entry(at position: Int) -> Entry {
    let (offset, index) = sums.locate(position)
    let chunk = Int(sequence[offset])
    return (chunks[chunk].rows[index], chunks[chunk].keys[index])
  }

  /// The row at a position.
  ///
  /// - Precondition: `position` is in `0..<count`.
  @inlinable
  package subscript(position: Int) -> Int32 {
    let (offset, index) = sums.locate(position)
    return chunks[Int(sequence[offset])].rows[index]
  }

  /// Returns the rows at a range of positions, in order. Positions outside the list are ignored.
  @inlinable
  package func rows(in range: Range<Int>) -> ContiguousArray<Int32> {
    let range = range.clamped(to: 0..<count)
    var rows: ContiguousArray<Int32> = []
    guard !range.isEmpty else { return rows }
    rows.reserveCapacity(range.count)
    var (offset, index) = sums.locate(range.lowerBound)
    while rows.count < range.count {
      let chunk = Int(sequence[offset])
      rows.append(contentsOf: chunks[chunk].rows[index...].prefix(range.count &- rows.count))
      index = 0
      offset &+= 1
    }
    return rows
  }

  // MARK: Comparing

  @inlinable
  package func precedes(_ left: Key, _ leftRow: Int32, _ right: Key, _ rightRow: Int32) -> Bool {
    if order.precedes(left, right) { return true }
    return leftRow < rightRow && !order.precedes(right, left)
  }

  /// Returns the position at which to insert an entry; `nil` in a list without chunks.
  @inlinable
  func spot(for key: Key, _ row: Int32) -> Spot? {
    guard !sequence.isEmpty else { return nil }
    // Finds the last chunk whose floor is not after the entry.
    var offset = 0
    var size = sequence.count
    while size > 1 {
      let half = size / 2
      if !precedes(key, row, floorKeys[offset &+ half], floorRows[offset &+ half]) { offset &+= half }
      size &-= half
    }
    let chunk = Int(sequence[offset])
    return Spot(chunk, chunks[chunk].index(for: key, row, order))
  }

  /// Returns whether a row with a new key can stay at its position, between the same neighbours.
  @inlinable
  func fits(_ key: Key, _ row: Int32, at spot: Spot) -> Bool {
    let chunk = chunks[spot.chunk]
    // At the edge of a chunk, a neighbour is in another chunk; then the row is moved.
    return spot.index > 0 && spot.index &+ 1 < chunk.rows.count
      && !precedes(key, row, chunk.keys[spot.index &- 1], chunk.rows[spot.index &- 1])
      && !precedes(chunk.keys[spot.index &+ 1], chunk.rows[spot.index &+ 1], key, row)
  }
}
