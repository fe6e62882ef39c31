/// Which rows are marked, and with which number.
@usableFromInline
struct RowMarks {
  /// A bit for each row: small enough to stay near while all rows are asked for.
  @usableFromInline var bits: ContiguousArray<UInt64> = []
  /// The number of each marked row.
  @usableFromInline var numbers: ContiguousArray<Int32> = []

  @inlinable
  init() {}

  @inlinable
  mutating func mark(_ row: Int32, number: Int) {
    while bits.count &* 64 <= Int(row) { bits.append(0) }
    while numbers.count <= Int(row) { numbers.append(0) }
    bits[Int(row) / 64] |= 1 << UInt64(row & 63)
    numbers[Int(row)] = Int32(truncatingIfNeeded: number)
  }

  @inlinable
  mutating func unmark(_ row: Int32) { bits[Int(row) / 64] = 0 }

  @inlinable
  func number(of row: Int32) -> Int? {
    guard Int(row) / 64 < bits.count, bits[Int(row) / 64] & (1 << UInt64(row & 63)) != 0 else { return nil }
    return Int(numbers[Int(row)])
  }
}

extension SortedRows {
  /// Takes all marked rows out, in one walk over the list.
  ///
  /// The list must not be used until ``putIn(_:_:)`` has followed.
  ///
  /// - Parameter visit: called for each in order, with its number, position and key.
  /// - Complexity: O(n).
  @inlinable
  mutating func takeOut(
    _ marks: borrowing RowMarks, _ visit: (_ number: Int, _ position: Int, _ key: Key) -> Void
  ) {
    var position = 0
    for slot in sequence {
      let slot = Int(slot)
      let (keys, rows) = (
        chunks.keys + slot &* RowChunks<Key>.size, chunks.rows + slot &* RowChunks<Key>.size
      )
      let end = chunks.count(slot)
      var kept = 0
      for index in 0..<end {
        let row = rows[index]
        if let number = marks.number(of: row) {
          visit(number, position &+ index, keys[index])
          (keys + index).deinitialize(count: 1)
          slots[Int(row)] = -1
        } else {
          if kept != index {
            rows[kept] = row
            (keys + kept).moveInitialize(from: keys + index, count: 1)
          }
          kept &+= 1
        }
      }
      position &+= end
      chunks.counts[slot] = Int32(truncatingIfNeeded: kept)
    }
  }

  /// Puts rows in that are in order and not in the list, in one walk over the list.
  ///
  /// - Parameter visit: called for each, in any order, with its index and its position.
  /// - Complexity: O(n + entries).
  @inlinable
  mutating func putIn(
    _ entries: ContiguousArray<(row: Int32, key: Key)>, _ visit: (_ index: Int, _ position: Int) -> Void
  ) {
    if sequence.isEmpty, let first = entries.first { addFirstChunk(key: first.key, row: first.row) }
    let old = (sequence: sequence, keys: floorKeys, rows: floorRows)
    sequence.removeAll(keepingCapacity: true)
    floorKeys.removeAll(keepingCapacity: true)
    floorRows.removeAll(keepingCapacity: true)
    total = 0
    var start = 0
    for place in old.sequence.indices {
      var end = start
      if place &+ 1 < old.sequence.count {
        while end < entries.count,
          precedes(entries[end].key, entries[end].row, old.keys[place &+ 1], old.rows[place &+ 1])
        { end &+= 1 }
      } else {
        end = entries.count
      }
      let slot = Int(old.sequence[place])
      if chunks.count(slot) &+ end &- start <= RowChunks<Key>.size {
        merge(entries, start..<end, into: slot, visit)
        appendChunk(slot, floorKey: old.keys[place], floorRow: old.rows[place])
      } else {
        spread(entries, start..<end, over: slot, floorKey: old.keys[place], floorRow: old.rows[place], visit)
      }
      start = end
    }
    reindex(from: 0)
  }

  /// Merges entries into a chunk that has room for them, from the end.
  @inlinable
  mutating func merge(
    _ entries: ContiguousArray<(row: Int32, key: Key)>, _ range: Range<Int>, into slot: Int,
    _ visit: (_ index: Int, _ position: Int) -> Void
  ) {
    if range.isEmpty { return }
    let (keys, rows) = (chunks.keys + slot &* RowChunks<Key>.size, chunks.rows + slot &* RowChunks<Key>.size)
    var rest = chunks.count(slot)
    var target = rest &+ range.count
    chunks.counts[slot] = Int32(truncatingIfNeeded: target)
    for index in range.reversed() {
      let (row, key) = entries[index]
      while rest > 0, precedes(key, row, keys[rest &- 1], rows[rest &- 1]) {
        rest &-= 1
        target &-= 1
        rows[target] = rows[rest]
        (keys + target).moveInitialize(from: keys + rest, count: 1)
      }
      target &-= 1
      rows[target] = row
      (keys + target).initialize(to: key)
      label(row, slot: slot)
      visit(index, total &+ target)
    }
  }

  /// Merges entries and the rows of a chunk that has no room for them into several chunks.
  @inlinable
  mutating func spread(
    _ entries: ContiguousArray<(row: Int32, key: Key)>, _ range: Range<Int>, over slot: Int, floorKey: Key,
    floorRow: Int32, _ visit: (_ index: Int, _ position: Int) -> Void
  ) {
    let first = slot &* RowChunks<Key>.size
    var merged: ContiguousArray<(row: Int32, key: Key, index: Int)> = []
    var next = range.lowerBound
    for place in 0..<chunks.count(slot) {
      let (row, key) = (chunks.rows[first &+ place], chunks.keys[first &+ place])
      while next < range.upperBound, precedes(entries[next].key, entries[next].row, key, row) {
        merged.append((entries[next].row, entries[next].key, next))
        next &+= 1
      }
      merged.append((row, key, -1))
    }
    for index in next..<range.upperBound { merged.append((entries[index].row, entries[index].key, index)) }
    chunks.clear(slot)
    var start = 0
    while start < merged.count {
      let part = merged[start..<min(start &+ RowChunks<Key>.size * 3 / 4, merged.count)]
      let target = start == 0 ? slot : chunks.makeSlot()
      for (index, entry) in part.enumerated() {
        chunks.insert(entry.row, entry.key, at: index, in: target)
        label(entry.row, slot: target)
        if entry.index >= 0 { visit(entry.index, total &+ index) }
      }
      appendChunk(
        target, floorKey: start == 0 ? floorKey : merged[start].key,
        floorRow: start == 0 ? floorRow : merged[start].row)
      start = part.endIndex
    }
  }

  /// Makes a chunk the last one, unless it is empty or has room in the one before.
  @inlinable
  mutating func appendChunk(_ slot: Int, floorKey: Key, floorRow: Int32) {
    let added = chunks.count(slot)
    total &+= added
    if let last = sequence.last, chunks.count(Int(last)) &+ added <= RowChunks<Key>.size / 2 {
      chunks.move(from: slot, at: 0, to: Int(last))
      relabel(Int(last))
    }
    if chunks.count(slot) == 0 {
      chunks.free(slot)
    } else {
      sequence.append(Int32(truncatingIfNeeded: slot))
      floorKeys.append(floorKey)
      floorRows.append(floorRow)
    }
  }

  @inlinable
  mutating func label(_ row: Int32, slot: Int) {
    while slots.count <= Int(row) { slots.append(-1) }
    slots[Int(row)] = Int32(truncatingIfNeeded: slot)
  }
}
