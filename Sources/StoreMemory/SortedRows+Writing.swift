extension SortedRows {
  /// A change of the list, as the result of comparisons. It is valid until the list changes.
  @usableFromInline
  package struct Step {
    @usableFromInline package let row: Int32
    /// The new key of the row; `nil` for a row to remove.
    @usableFromInline package let key: Key?
    /// The current position of the row; `nil` for a new row.
    @usableFromInline package let old: Spot?
    /// The position at which to insert the row; `nil` if it is removed or stays, or if the list has no chunks.
    @usableFromInline let new: Spot?
    /// A Boolean value that indicates whether only the key of the row changes and not its position.
    @usableFromInline package let stays: Bool

    @inlinable
    init(row: Int32, key: Key?, old: Spot?, new: Spot?, stays: Bool) {
      self.row = row
      self.key = key
      self.old = old
      self.new = new
      self.stays = stays
    }
  }

  /// Keys that the list no longer needs.
  @usableFromInline
  package typealias EndedKeys = (entry: Key?, floor: Key?)

  /// Returns the step that changes a row's key and position, or removes the row if `key` is `nil`.
  ///
  /// - Returns: `nil` if there is nothing to do.
  @inlinable
  package func step(for row: Int32, key: Key?) -> Step? {
    let old = spot(of: row)
    guard let key else { return old.map { Step(row: row, key: nil, old: $0, new: nil, stays: false) } }
    if let old, fits(key, row, at: old) { return Step(row: row, key: key, old: old, new: nil, stays: true) }
    return Step(row: row, key: key, old: old, new: spot(for: key, row), stays: false)
  }

  @inlinable
  package mutating func perform(_ step: Step) -> EndedKeys {
    var ended: EndedKeys = (nil, nil)
    var new = step.new
    if let old = step.old {
      if step.stays, var key = step.key {
        swap(&key, &chunks[old.chunk].keys[old.index])
        ended.entry = key
        return ended
      }
      ended.entry = chunks[old.chunk].remove(at: old.index)
      chunkOfRow[Int(step.row)] = -1
      sums.add(-1, at: Int(indices[old.chunk]))
      count &-= 1
      if let spot = new, spot.chunk == old.chunk, spot.index > old.index { new?.index &-= 1 }
    }
    if let key = step.key { insert(step.row, key, at: new) }
    if let old = step.old, chunks[old.chunk].rows.count < chunkSize / 4 { ended.floor = join(old.chunk) }
    return ended
  }

  @inlinable
  mutating func insert(_ row: Int32, _ key: Key, at spot: Spot?) {
    guard var spot else {
      append(row, key)
      return reindex(from: 0)
    }
    if chunks[spot.chunk].rows.count == chunkSize {
      let upper = split(spot.chunk)
      if spot.index > chunkSize / 2 { spot = Spot(upper, spot.index &- chunkSize / 2) }
    }
    chunks[spot.chunk].insert(row, key, at: spot.index)
    label(row, spot.chunk)
    sums.add(1, at: Int(indices[spot.chunk]))
    count &+= 1
  }

  /// Returns the list without the rows at some positions and with additional entries, in a single pass.
  ///
  /// - Parameters:
  ///   - positions: the positions of the rows to remove, in order.
  ///   - entries: the entries to add, in order. They must not be in the list, unless they are removed.
  /// - Complexity: O(n + entries).
  @inlinable
  package func replacing(_ positions: ContiguousArray<Int>, by entries: ContiguousArray<Entry>) -> SortedRows
  {
    var result = SortedRows(order: order)
    var (position, gone, come) = (0, 0, 0)
    for chunk in sequence {
      let chunk = chunks[Int(chunk)]
      for index in chunk.rows.indices {
        defer { position &+= 1 }
        if gone < positions.count, positions[gone] == position {
          gone &+= 1
          continue
        }
        let (row, key) = (chunk.rows[index], chunk.keys[index])
        while come < entries.count, precedes(entries[come].key, entries[come].row, key, row) {
          result.append(entries[come].row, entries[come].key)
          come &+= 1
        }
        result.append(row, key)
      }
    }
    for entry in entries[come...] { result.append(entry.row, entry.key) }
    result.reindex(from: 0)
    return result
  }
}
