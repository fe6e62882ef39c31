/// The maximum number of rows in a chunk of ``SortedRows``.
@inlinable var chunkSize: Int { 128 }

/// A part of ``SortedRows``: rows in order, with their keys.
@usableFromInline
struct RowChunk<Key> {
  @usableFromInline var rows: ContiguousArray<Int32> = []
  @usableFromInline var keys: ContiguousArray<Key> = []

  @inlinable
  init() {
    rows.reserveCapacity(chunkSize)
    keys.reserveCapacity(chunkSize)
  }

  @inlinable
  func index(of row: Int32) -> Int {
    var index = 0
    while index < rows.count, rows[index] != row { index &+= 1 }
    return index
  }

  /// Returns the number of entries that are before an entry.
  @inlinable
  func index(for key: Key, _ row: Int32, _ order: some SortOrder<Key>) -> Int {
    var low = 0
    var size = keys.count
    while size > 1 {
      let half = size / 2
      low = order.precedes(keys[low &+ half &- 1], key) ? low &+ half : low
      size &-= half
    }
    if size == 1, order.precedes(keys[low], key) { low &+= 1 }
    while low < rows.count, rows[low] < row, !order.precedes(key, keys[low]) { low &+= 1 }
    return low
  }

  @inlinable
  mutating func insert(_ row: Int32, _ key: Key, at index: Int) {
    rows.insert(row, at: index)
    keys.insert(key, at: index)
  }

  @inlinable
  mutating func remove(at index: Int) -> Key {
    rows.remove(at: index)
    return keys.remove(at: index)
  }
}
