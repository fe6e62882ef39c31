/// Rows in the order of their sort keys; rows with equal keys in the order of their numbers.
///
/// The rows lie in chunks of at most 128, each row beside a copy of its key. A small array holds the
/// least entry that each chunk was made for, to find a chunk by key; a Fenwick tree over the chunks'
/// sizes turns a place in a chunk into a position in the list and back; and a dense array leads from
/// a row to its chunk, so that a row is found without its key (an order that is no order cannot
/// confuse more than the order).
///
/// - Complexity: to insert, remove or find costs O(log n) steps and moves at most one chunk; every
///   64 insertions at the least, a chunk is split, which costs O(n / 128). Nothing is allocated while
///   the number of rows stays about the same. Memory: 4 bytes for each row number up to the greatest,
///   and about 1.4 times (4 bytes + the key) for each row.
public struct SortedRows<Order: SortOrder>: ~Copyable {
  public typealias Key = Order.Key

  @usableFromInline let order: Order
  @usableFromInline var chunks = RowChunks<Key>()
  /// The slots of the chunks, in order.
  @usableFromInline var sequence: ContiguousArray<Int32> = []
  /// The place in `sequence` of each slot.
  @usableFromInline var places: ContiguousArray<Int32> = []
  /// For each place, an entry that is not less than any before the chunk, nor greater than any in it.
  @usableFromInline var floorKeys: ContiguousArray<Key> = []
  @usableFromInline var floorRows: ContiguousArray<Int32> = []
  @usableFromInline var sums = PrefixSums()
  /// The slot of each row, or -1.
  @usableFromInline var slots: ContiguousArray<Int32> = []
  @usableFromInline var total = 0

  @inlinable
  public init(order: Order) {
    self.order = order
  }

  // MARK: Reading

  /// How many rows there are.
  @inlinable public var count: Int { total }

  @inlinable
  public func contains(_ row: Int32) -> Bool {
    slots.indices.contains(Int(row)) && slots[Int(row)] >= 0
  }

  /// The position of a row in the list.
  @inlinable
  public func position(of row: Int32) -> Int? {
    guard contains(row) else { return nil }
    let slot = Int(slots[Int(row)])
    return sums.before(Int(places[slot])) &+ chunks.index(of: row, in: slot)
  }

  /// The key of a row, as it was when the row got its place.
  @inlinable
  public func key(of row: Int32) -> Key? {
    guard contains(row) else { return nil }
    let slot = Int(slots[Int(row)])
    return chunks.keys[slot &* RowChunks<Key>.size &+ chunks.index(of: row, in: slot)]
  }

  /// The row at a position.
  ///
  /// - Precondition: `position` is in `0..<count`.
  @inlinable
  public subscript(position: Int) -> Int32 {
    precondition(position >= 0 && position < count, "position out of the list")
    let (place, index) = sums.locate(position)
    return chunks.rows[Int(sequence[place]) &* RowChunks<Key>.size &+ index]
  }

  /// Calls `body` with the rows of some positions, in order; positions outside the list are left out.
  @inlinable
  public func forEach(in range: Range<Int>, _ body: (Int32) -> Void) {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    var (place, index) = sums.locate(range.lowerBound)
    var left = range.count
    while left > 0 {
      let slot = Int(sequence[place])
      let end = min(chunks.count(slot), index &+ left)
      for entry in index..<end { body(chunks.rows[slot &* RowChunks<Key>.size &+ entry]) }
      left &-= end &- index
      index = 0
      place &+= 1
    }
  }

  // MARK: Writing

  /// Puts a row into its place; one that is in the list already is moved.
  ///
  /// - Returns: its position.
  /// - Precondition: `row` is not negative.
  @inlinable
  @discardableResult
  public mutating func insert(_ row: Int32, key: Key) -> Int {
    if contains(row) { remove(row) }
    if sequence.isEmpty { addFirstChunk(key: key, row: row) }
    var place = self.place(for: key, row)
    if chunks.count(Int(sequence[place])) == RowChunks<Key>.size {
      split(place)
      place = self.place(for: key, row)
    }
    let slot = Int(sequence[place])
    let index = self.index(for: key, row, in: slot)
    chunks.insert(row, key, at: index, in: slot)
    label(row, slot: slot)
    sums.add(1, at: place)
    total &+= 1
    return sums.before(place) &+ index
  }

  /// Takes a row out.
  ///
  /// - Returns: where it was and its key; `nil` when it was not in the list.
  @inlinable
  @discardableResult
  public mutating func remove(_ row: Int32) -> (position: Int, key: Key)? {
    guard contains(row) else { return nil }
    let slot = Int(slots[Int(row)])
    let index = chunks.index(of: row, in: slot)
    let position = sums.before(Int(places[slot])) &+ index
    return (position, remove(row, at: index, in: slot))
  }

  @inlinable
  mutating func remove(_ row: Int32, at index: Int, in slot: Int) -> Key {
    let place = Int(places[slot])
    let key = chunks.remove(at: index, in: slot)
    slots[Int(row)] = -1
    sums.add(-1, at: place)
    total &-= 1
    if chunks.count(slot) < RowChunks<Key>.size / 4 { join(place) }
    return key
  }

  /// Gives a row of the list another key, and the place that goes with it.
  ///
  /// - Returns: where it was and where it is; `nil` when it is not in the list.
  @inlinable
  @discardableResult
  public mutating func update(_ row: Int32, key: Key) -> (from: Int, to: Int)? {
    guard contains(row) else { return nil }
    let slot = Int(slots[Int(row)])
    let index = chunks.index(of: row, in: slot)
    let position = sums.before(Int(places[slot])) &+ index
    if fits(key, row, at: index, in: slot) {
      chunks.keys[slot &* RowChunks<Key>.size &+ index] = key
      return (position, position)
    }
    _ = remove(row, at: index, in: slot)
    return (position, insert(row, key: key))
  }

  /// Gives a row of the list another key if it need not move for it.
  ///
  /// - Returns: whether it kept its place; `false` leaves everything as it was.
  @inlinable
  public mutating func replaceKey(of row: Int32, with key: Key) -> Bool {
    let slot = Int(slots[Int(row)])
    let index = chunks.index(of: row, in: slot)
    guard fits(key, row, at: index, in: slot) else { return false }
    chunks.keys[slot &* RowChunks<Key>.size &+ index] = key
    return true
  }

  /// Whether a key stands between the neighbours of a row.
  @inlinable
  func fits(_ key: Key, _ row: Int32, at index: Int, in slot: Int) -> Bool {
    let (keys, rows) = (chunks.keys + slot &* RowChunks<Key>.size, chunks.rows + slot &* RowChunks<Key>.size)
    // At the edge of a chunk the neighbour is elsewhere: moving is the simple way.
    return index > 0 && index &+ 1 < chunks.count(slot)
      && !precedes(key, row, keys[index &- 1], rows[index &- 1])
      && !precedes(keys[index &+ 1], rows[index &+ 1], key, row)
  }

  // MARK: Searching

  @inlinable
  func precedes(_ left: Key, _ leftRow: Int32, _ right: Key, _ rightRow: Int32) -> Bool {
    if order.precedes(left, right) { return true }
    return leftRow < rightRow && !order.precedes(right, left)
  }

  /// The last place whose floor does not come after the entry.
  @inlinable
  func place(for key: Key, _ row: Int32) -> Int {
    var low = 0
    var size = sequence.count
    while size > 1 {
      let half = size / 2
      if !precedes(key, row, floorKeys[low &+ half], floorRows[low &+ half]) { low &+= half }
      size &-= half
    }
    return low
  }

  /// How many entries of a chunk come before the entry.
  @inlinable
  func index(for key: Key, _ row: Int32, in slot: Int) -> Int {
    let start = slot &* RowChunks<Key>.size
    let (keys, rows) = (chunks.keys + start, chunks.rows + start)
    let count = chunks.count(slot)
    var low = 0
    var size = count
    while size > 1 {
      let half = size / 2
      low = order.precedes(keys[low &+ half &- 1], key) ? low &+ half : low
      size &-= half
    }
    if size == 1, order.precedes(keys[low], key) { low &+= 1 }
    while low < count, rows[low] < row, !order.precedes(key, keys[low]) { low &+= 1 }
    return low
  }
}
