/// A queue with two ends, in a ring; both ends cost O(1).
@usableFromInline
package struct Deque<Element> {
  @usableFromInline var ring: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  /// The number of elements.
  @usableFromInline package var count = 0

  /// An empty queue.
  @inlinable
  package init() {}

  /// A Boolean value that indicates whether there are no elements.
  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable
  func place(_ index: Int) -> Int { (head &+ index) & (ring.count &- 1) }

  /// The element at an index, from 0 at the front.
  @inlinable
  package subscript(index: Int) -> Element {
    guard (0..<count).contains(index), let element = ring[place(index)] else {
      preconditionFailure("index out of the queue")
    }
    return element
  }

  /// Adds an element at the end.
  @inlinable
  package mutating func append(_ element: consuming Element) {
    if count == ring.count { grow() }
    ring[place(count)] = element
    count &+= 1
  }

  /// Takes the first element out; `nil` when there is none.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = ring[head].take()
    head = (head &+ 1) & (ring.count &- 1)
    count &-= 1
    // A large ring that holds little is walked round through, and every place met is out of the cache.
    if ring.count > 1_024, count < ring.count / 8 { resize(to: ring.count / 4) }
    return element
  }

  /// Takes the last element out; `nil` when there is none.
  @inlinable
  package mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return ring[place(count)].take()
  }

  /// Moves the elements into a smaller ring, whose size is a power of two.
  @inlinable
  mutating func resize(to size: Int) {
    var other = ContiguousArray<Element?>(repeating: nil, count: size)
    for index in 0..<count { other[index] = ring[place(index)].take() }
    ring = other
    head = 0
  }

  /// Doubles the ring, which is full.
  @inlinable
  mutating func grow() {
    let old = ring.count
    ring.append(contentsOf: repeatElement(nil, count: max(4, old)))
    // What had gone round follows the old end now.
    for index in 0..<head { ring.swapAt(index, old &+ index) }
  }
}

extension RangeReplaceableCollection where Self: BidirectionalCollection {
  /// Takes all elements out and keeps the memory.
  ///
  /// `removeAll(keepingCapacity:)` replaces a range, which costs more than a whole change of a model.
  @inlinable
  package mutating func clear() {
    while case .some = popLast() {}
  }
}
