/// Elements in order, each at a lasting position: they are added and taken out at the end, and dropped at the front.
///
/// They stand in chunks of one size, so that a log of any length grows by what is added and no more, and gives the memory
/// back of what is dropped. Positions go up for as long as the log lives; they say nothing of places in memory.
@usableFromInline
package struct ChunkedLog<Element>: ~Copyable {
  @usableFromInline var chunks = Slab<Slab<Element>>()
  /// The position of the first place of the first chunk.
  @usableFromInline var base = 0
  /// The position of the first element; `end` in an empty log.
  @usableFromInline package private(set) var start = 0
  /// The position behind the last element.
  @usableFromInline package private(set) var end = 0

  /// An empty log.
  @inlinable
  package init() {}

  /// The number of elements in a chunk is 2 to this power.
  @inlinable static var chunkBits: Int { 9 }
  @inlinable static var chunkSize: Int { 1 &<< chunkBits }

  /// A Boolean value that indicates whether there are no elements.
  @inlinable package var isEmpty: Bool { start == end }

  /// The number of elements.
  @inlinable package var count: Int { end &- start }

  /// The element at a position.
  ///
  /// - Precondition: the position is between `start` and `end`.
  @inlinable
  package subscript(position: Int) -> Element {
    @inline(__always)
    _read {
      let place = position &- base
      yield chunks[place &>> Self.chunkBits][place & (Self.chunkSize &- 1)]
    }
    @inline(__always)
    _modify {
      let place = position &- base
      yield &chunks[place &>> Self.chunkBits][place & (Self.chunkSize &- 1)]
    }
  }

  /// Adds an element at the end.
  @inlinable
  @inline(__always)
  package mutating func append(_ element: consuming Element) {
    let index = (end &- base) &>> Self.chunkBits
    if index == chunks.count { addChunk() }
    chunks[index].append(element)
    end &+= 1
  }

  @inlinable
  mutating func addChunk() {
    var chunk = Slab<Element>()
    // The first one grows as it is needed, as most logs are short.
    if !chunks.isEmpty { chunk.reserveCapacity(Self.chunkSize) }
    chunks.append(chunk)
  }

  /// Takes the last element out.
  ///
  /// - Precondition: there is one.
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

  /// Drops the first element. It may stay in memory until its chunk is dropped.
  ///
  /// - Precondition: there is one.
  @inlinable
  @inline(__always)
  package mutating func dropFirst() {
    precondition(start < end, "an element is dropped of an empty log")
    start &+= 1
    if start == end || start &- base == Self.chunkSize { dropChunk() }
  }

  /// Drops what dropped elements have left: the first chunk, or all if there are no elements.
  @inlinable
  mutating func dropChunk() {
    if start == end { return reset() }
    _ = chunks.removeFirst()
    base = start
  }

  /// Drops what dropped elements have left. There are no elements.
  @inlinable
  mutating func reset() {
    while chunks.count > 1 { _ = chunks.removeLast() }
    if !chunks.isEmpty { chunks[0].removeAll() }
    base = end
  }
}

/// Positions in half of their memory, for links between the elements of a log.
extension ChunkedLog {
  /// A position without its high bits; never negative.
  @inlinable
  package static func packed(_ position: Int) -> Int32 { Int32(truncatingIfNeeded: position & 0x7FFF_FFFF) }

  /// The position that was packed, in a log of at most 2^30 elements; -1 for one that is not in the log any more, and for
  /// a negative number.
  @inlinable
  @inline(__always)
  package func position(_ packed: Int32) -> Int {
    let position = start &+ ((Int(packed) &- start) & 0x7FFF_FFFF)
    return packed >= 0 && position < end ? position : -1
  }
}
