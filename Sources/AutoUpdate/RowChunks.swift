/// The memory of ``SortedRows``: chunks of rows, each beside its sort key.
///
/// All chunks lie in two blocks of memory, rows in one and keys in the other, so that a search runs
/// over neighbours and an insertion moves a few hundred bytes. A chunk is known by its slot, which
/// stays the same for its life. Indices are the caller's to keep right.
@usableFromInline
struct RowChunks<Key>: ~Copyable {
  /// How many rows a chunk holds at most.
  @inlinable static var size: Int { 128 }

  @usableFromInline var rows: UnsafeMutablePointer<Int32>
  @usableFromInline var keys: UnsafeMutablePointer<Key>
  /// How many rows each slot holds.
  @usableFromInline var counts: ContiguousArray<Int32> = []
  @usableFromInline var capacity: Int
  @usableFromInline var free: ContiguousArray<Int32> = []

  @inlinable
  init() {
    capacity = 1
    rows = .allocate(capacity: Self.size)
    keys = .allocate(capacity: Self.size)
  }

  @inlinable
  deinit {
    for slot in counts.indices {
      (keys + slot &* Self.size).deinitialize(count: Int(counts[slot]))
    }
    rows.deallocate()
    keys.deallocate()
  }

  @inlinable
  func count(_ slot: Int) -> Int { Int(counts[slot]) }

  /// The index of a row that is in the slot.
  @inlinable
  func index(of row: Int32, in slot: Int) -> Int {
    let rows = self.rows + slot &* Self.size
    let count = Int(counts[slot])
    var index = 0
    while index < count, rows[index] != row { index &+= 1 }
    return index
  }

  @inlinable
  mutating func insert(_ row: Int32, _ key: consuming Key, at index: Int, in slot: Int) {
    let count = Int(counts[slot])
    assert(index <= count && count < Self.size)
    let rows = self.rows + (slot &* Self.size &+ index)
    let keys = self.keys + (slot &* Self.size &+ index)
    (rows + 1).update(from: rows, count: count &- index)
    (keys + 1).moveInitialize(from: keys, count: count &- index)
    rows.initialize(to: row)
    keys.initialize(to: key)
    counts[slot] = Int32(truncatingIfNeeded: count &+ 1)
  }

  @inlinable
  mutating func remove(at index: Int, in slot: Int) -> Key {
    let count = Int(counts[slot])
    assert(index < count)
    let rows = self.rows + (slot &* Self.size &+ index)
    let keys = self.keys + (slot &* Self.size &+ index)
    let key = keys.move()
    rows.update(from: rows + 1, count: count &- index &- 1)
    keys.moveInitialize(from: keys + 1, count: count &- index &- 1)
    counts[slot] = Int32(truncatingIfNeeded: count &- 1)
    return key
  }

  /// Makes an empty chunk.
  @inlinable
  mutating func makeSlot() -> Int {
    if let slot = free.popLast() { return Int(slot) }
    if counts.count == capacity { grow() }
    counts.append(0)
    return counts.count &- 1
  }

  /// Appends the rows of a chunk from `index` on to another chunk.
  @inlinable
  mutating func move(from source: Int, at index: Int, to target: Int) {
    let moved = count(source) &- index
    let (end, start) = (target &* Self.size &+ count(target), source &* Self.size &+ index)
    assert(count(target) + moved <= Self.size)
    (rows + end).update(from: rows + start, count: moved)
    (keys + end).moveInitialize(from: keys + start, count: moved)
    counts[target] &+= Int32(truncatingIfNeeded: moved)
    counts[source] = Int32(truncatingIfNeeded: index)
  }

  /// Drops the rows of a chunk.
  @inlinable
  mutating func clear(_ slot: Int) {
    (keys + slot &* Self.size).deinitialize(count: count(slot))
    counts[slot] = 0
  }

  /// Gives an empty chunk back.
  @inlinable
  mutating func free(_ slot: Int) {
    assert(counts[slot] == 0)
    free.append(Int32(truncatingIfNeeded: slot))
  }

  @inlinable
  mutating func grow() {
    let (oldRows, oldKeys) = (rows, keys)
    rows = .allocate(capacity: 2 &* capacity &* Self.size)
    keys = .allocate(capacity: 2 &* capacity &* Self.size)
    for slot in counts.indices {
      let start = slot &* Self.size
      (rows + start).update(from: oldRows + start, count: count(slot))
      (keys + start).moveInitialize(from: oldKeys + start, count: count(slot))
    }
    capacity &*= 2
    oldRows.deallocate()
    oldKeys.deallocate()
  }
}
