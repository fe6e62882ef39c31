/// A sequence of elements with permanent positions. Elements are added and removed at the end, and dropped at the
/// front.
///
/// The elements are in chunks of the same size, so that the log grows without copying and frees the memory of dropped
/// elements. Positions increase as long as the log exists, and are independent of memory locations.
@usableFromInline
package struct ChunkedLog<Element>: ~Copyable {
  @usableFromInline var chunks = Slab<Slab<Element>>()
  /// The position at which the first chunk begins.
  @usableFromInline var base = 0
  /// The position of the first element; `end` if the log is empty.
  @usableFromInline package private(set) var start = 0
  /// The position after the last element.
  @usableFromInline package private(set) var end = 0

  @inlinable
  package init() {}

  /// The binary logarithm of the number of elements in a chunk.
  @inlinable static var chunkBits: Int { 9 }
  @inlinable static var chunkSize: Int { 1 &<< chunkBits }

  /// The element at a position.
  ///
  /// - Precondition: the position is between `start` and `end`.
  @inlinable
  package subscript(position: Int) -> Element {
    @inline(__always)
    _read {
      let offset = position &- base
      yield chunks[offset &>> Self.chunkBits][offset & (Self.chunkSize &- 1)]
    }
    @inline(__always)
    _modify {
      let offset = position &- base
      yield &chunks[offset &>> Self.chunkBits][offset & (Self.chunkSize &- 1)]
    }
  }

  @inlinable
  @inline(__always)
  package mutating func append(_ element: consuming Element) {
    let index = (end &- base) &>> Self.chunkBits
    if index == chunks.count { addChunk() }
    chunks[index].append(element)
    end &+= 1
  }

  @inlinable
  @inline(never)
  mutating func addChunk() {
    var chunk = Slab<Element>()
    // The first chunk grows as needed, since most logs are short.
    if !chunks.isEmpty { chunk.reserveCapacity(Self.chunkSize) }
    chunks.append(chunk)
  }

  /// Removes the last element and returns it.
  ///
  /// - Precondition: the log is not empty.
  @inlinable
  package mutating func removeLast() -> Element {
    precondition(start < end, "an element is taken out of an empty log")
    end &-= 1
    let index = (end &- base) &>> Self.chunkBits
    let element = chunks[index].removeLast()
    if start == end {
      reset()
    } else if chunks[index].isEmpty {
      _ = chunks.removeLast()
    }
    return element
  }

  /// Drops the first element. Its memory is freed with its chunk.
  ///
  /// - Precondition: the log is not empty.
  @inlinable
  @inline(__always)
  package mutating func dropFirst() {
    precondition(start < end, "an element is dropped from an empty log")
    start &+= 1
    if start == end || start &- base == Self.chunkSize { dropChunk() }
  }

  /// Frees the memory of dropped elements: the first chunk, or all chunks if there are no elements.
  @inlinable
  @inline(never)
  mutating func dropChunk() {
    if start == end { return reset() }
    _ = chunks.removeFirst()
    base = start
  }

  /// Frees the memory of dropped elements if the log is empty.
  @inlinable
  mutating func reset() {
    while chunks.count > 1 { _ = chunks.removeLast() }
    if !chunks.isEmpty { chunks[0].removeAll() }
    base = end
  }
}

/// Positions packed into 32 bits, for links between the elements of a log.
extension ChunkedLog {
  /// Returns a position without its high bits. The result is never negative.
  @inlinable
  package static func packed(_ position: Int) -> Int32 { Int32(truncatingIfNeeded: position & 0x7FFF_FFFF) }

  /// Returns the position that was packed, for a log of at most 2^30 elements; -1 for a position that is no longer in
  /// the log, and for a negative number.
  @inlinable
  @inline(__always)
  package func position(_ packed: Int32) -> Int {
    let position = start &+ ((Int(packed) &- start) & 0x7FFF_FFFF)
    return packed >= 0 && position < end ? position : -1
  }
}
