/// A double-ended queue in a ring buffer. Operations at both ends take O(1) amortised.
@usableFromInline
package struct Deque<Element> {
  @usableFromInline var ring: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  @usableFromInline package var count = 0

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable
  func position(_ index: Int) -> Int { (head &+ index) & (ring.count &- 1) }

  @inlinable
  package mutating func append(_ element: consuming Element) {
    if count == ring.count { grow() }
    ring[position(count)] = element
    count &+= 1
  }

  /// Removes and returns the first element; `nil` if there is none.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = ring[head].take()
    head = (head &+ 1) & (ring.count &- 1)
    count &-= 1
    // In a large ring with few elements, every access would miss the cache.
    if ring.count > 1_024, count < ring.count / 8 { resize(to: ring.count / 4) }
    return element
  }

  /// Moves the elements into a smaller ring. The size must be a power of two.
  @inlinable
  mutating func resize(to size: Int) {
    var other = ContiguousArray<Element?>(repeating: nil, count: size)
    for index in 0..<count { other[index] = ring[position(index)].take() }
    ring = other
    head = 0
  }

  /// Doubles the ring, which is full.
  @inlinable
  mutating func grow() {
    let old = ring.count
    ring.append(contentsOf: repeatElement(nil, count: max(4, old)))
    // The elements that were wrapped around now follow the old end.
    for index in 0..<head { ring.swapAt(index, old &+ index) }
  }
}

extension RangeReplaceableCollection where Self: BidirectionalCollection {
  /// Removes all elements and keeps the memory.
  ///
  /// `removeAll(keepingCapacity:)` replaces a range, which costs more than a change of a model.
  @inlinable
  package mutating func clear() {
    while case .some = popLast() {}
  }
}
