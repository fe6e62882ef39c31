extension SortedRows {
  @inlinable
  mutating func addFirstChunk(key: Key, row: Int32) {
    let slot = chunks.makeSlot()
    sequence.append(Int32(truncatingIfNeeded: slot))
    floorKeys.append(key)
    floorRows.append(row)
    reindex(from: 0)
  }

  /// Moves the upper half of a full chunk into a new one behind it.
  @inlinable
  mutating func split(_ place: Int) {
    let slot = Int(sequence[place])
    let half = RowChunks<Key>.size / 2
    let other = chunks.makeSlot()
    chunks.move(from: slot, at: half, to: other)
    relabel(other)
    let first = other &* RowChunks<Key>.size
    sequence.insert(Int32(truncatingIfNeeded: other), at: place &+ 1)
    floorKeys.insert(chunks.keys[first], at: place &+ 1)
    floorRows.insert(chunks.rows[first], at: place &+ 1)
    reindex(from: place &+ 1)
  }

  /// Joins a chunk that became small with a neighbour, when that leaves room for further rows.
  @inlinable
  mutating func join(_ place: Int) {
    guard sequence.count > 1 else { return }
    let left = place &+ 1 < sequence.count ? place : place &- 1
    let (target, source) = (Int(sequence[left]), Int(sequence[left &+ 1]))
    guard chunks.count(target) &+ chunks.count(source) <= RowChunks<Key>.size &* 3 / 4 else { return }
    chunks.move(from: source, at: 0, to: target)
    chunks.free(source)
    relabel(target)
    sequence.remove(at: left &+ 1)
    floorKeys.remove(at: left &+ 1)
    floorRows.remove(at: left &+ 1)
    reindex(from: left &+ 1)
  }

  /// Tells the rows of a chunk where they are now.
  @inlinable
  mutating func relabel(_ slot: Int) {
    let rows = chunks.rows + slot &* RowChunks<Key>.size
    for index in 0..<chunks.count(slot) { slots[Int(rows[index])] = Int32(truncatingIfNeeded: slot) }
  }

  /// Brings places and sums up to date with the sequence, which is as it was before `start`.
  @inlinable
  mutating func reindex(from start: Int) {
    while places.count < chunks.counts.count { places.append(-1) }
    for place in start..<sequence.count {
      places[Int(sequence[place])] = Int32(truncatingIfNeeded: place)
    }
    sums.rebuild(count: sequence.count) { chunks.counts[Int(sequence[$0])] }
  }

  /// Replaces everything by rows that are in order already.
  ///
  /// - Complexity: O(n).
  @inlinable
  mutating func fill(_ entries: ContiguousArray<(row: Int32, key: Key)>) {
    removeAll()
    let size = RowChunks<Key>.size * 3 / 4
    for start in stride(from: 0, to: entries.count, by: size) {
      let slot = chunks.makeSlot()
      sequence.append(Int32(truncatingIfNeeded: slot))
      floorKeys.append(entries[start].key)
      floorRows.append(entries[start].row)
      for (index, entry) in entries[start..<min(start + size, entries.count)].enumerated() {
        label(entry.row, slot: slot)
        chunks.insert(entry.row, entry.key, at: index, in: slot)
      }
    }
    total = entries.count
    reindex(from: 0)
  }

  @inlinable
  mutating func removeAll() {
    chunks = RowChunks()
    sequence.removeAll()
    places.removeAll()
    floorKeys.removeAll()
    floorRows.removeAll()
    slots.removeAll()
    total = 0
    reindex(from: 0)
  }
}
