extension SortedRows {
  /// Adds an entry at the end, in a new chunk if the last one is three quarters full. The rest of a chunk is for later
  /// insertions. The caller must call ``reindex(from:)``.
  @inlinable
  mutating func append(_ row: Int32, _ key: Key) {
    if sequence.isEmpty || chunks[Int(sequence[sequence.count &- 1])].rows.count >= chunkSize * 3 / 4 {
      sequence.append(Int32(truncatingIfNeeded: addChunk()))
      floorKeys.append(key)
      floorRows.append(row)
    }
    let chunk = Int(sequence[sequence.count &- 1])
    chunks[chunk].rows.append(row)
    chunks[chunk].keys.append(key)
    label(row, chunk)
    count &+= 1
  }

  @inlinable
  mutating func addChunk() -> Int {
    if let chunk = freeChunks.popLast() { return Int(chunk) }
    chunks.append(RowChunk())
    indices.append(-1)
    return chunks.count &- 1
  }

  @inlinable
  mutating func label(_ row: Int32, _ chunk: Int) {
    while chunkOfRow.count <= Int(row) { chunkOfRow.append(-1) }
    chunkOfRow[Int(row)] = Int32(truncatingIfNeeded: chunk)
  }

  /// Moves the upper half of a full chunk into a new one after it.
  @inlinable
  mutating func split(_ chunk: Int) -> Int {
    let (upper, position) = (addChunk(), Int(indices[chunk]) &+ 1)
    move(from: chunk, chunkSize / 2, to: upper)
    sequence.insert(Int32(truncatingIfNeeded: upper), at: position)
    floorKeys.insert(chunks[upper].keys[0], at: position)
    floorRows.insert(chunks[upper].rows[0], at: position)
    reindex(from: position)
    return upper
  }

  /// Joins a small chunk with a neighbour, if the result has room for further rows.
  ///
  /// - Returns: the floor key of the removed chunk.
  @inlinable
  mutating func join(_ chunk: Int) -> Key? {
    guard sequence.count > 1 else { return nil }
    let position = Int(indices[chunk])
    let upper = position &+ 1 < sequence.count ? position &+ 1 : position
    let (target, source) = (Int(sequence[upper &- 1]), Int(sequence[upper]))
    let (left, right) = (chunks[target].rows.count, chunks[source].rows.count)
    guard left &+ right <= chunkSize * 3 / 4 || left == 0 || right == 0 else { return nil }
    move(from: source, 0, to: target)
    freeChunks.append(Int32(truncatingIfNeeded: source))
    sequence.remove(at: upper)
    floorRows.remove(at: upper)
    let floor = floorKeys.remove(at: upper)
    reindex(from: upper)
    return floor
  }

  /// Appends the entries of a chunk from an index on to another chunk.
  @inlinable
  mutating func move(from source: Int, _ index: Int, to target: Int) {
    for row in chunks[source].rows[index...] { label(row, target) }
    chunks[target].rows.append(contentsOf: chunks[source].rows[index...])
    chunks[target].keys.append(contentsOf: chunks[source].keys[index...])
    // The entries are in the target too, so no key is released here.
    chunks[source].rows.removeSubrange(index...)
    chunks[source].keys.removeSubrange(index...)
  }

  /// Updates `indices` and the sums. The sequence is unchanged before `start`.
  @inlinable
  mutating func reindex(from start: Int) {
    for position in start..<sequence.count {
      indices[Int(sequence[position])] = Int32(truncatingIfNeeded: position)
    }
    sums.rebuild(count: sequence.count) {
      Int32(truncatingIfNeeded: chunks[Int(sequence[$0])].rows.count)
    }
  }
}
