/// A queue with two ends, in a ring; both ends cost O(1).
struct Deque<Element> {
  private var ring: ContiguousArray<Element?> = []
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  private func place(_ index: Int) -> Int { (head &+ index) & (ring.count &- 1) }

  /// The element at an index, from 0 at the front.
  subscript(index: Int) -> Element {
    guard (0..<count).contains(index), let element = ring[place(index)] else {
      preconditionFailure("index out of the queue")
    }
    return element
  }

  /// Changes the element at an index where it stands.
  mutating func modify(_ index: Int, _ body: (inout Element) -> Void) {
    precondition((0..<count).contains(index), "index out of the queue")
    let place = place(index)
    guard var element = ring[place].take() else { return }
    body(&element)
    ring[place] = element
  }

  mutating func append(_ element: consuming Element) {
    if count == ring.count { resize(to: max(4, count &* 2)) }
    ring[place(count)] = element
    count &+= 1
  }

  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = ring[head].take()
    head = (head &+ 1) & (ring.count &- 1)
    count &-= 1
    // A large ring that holds little is walked round through, and every place met is out of the cache.
    if ring.count > 1_024, count < ring.count / 8 { resize(to: ring.count / 4) }
    return element
  }

  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return ring[place(count)].take()
  }

  /// Moves the elements into a ring of another size, a power of two.
  private mutating func resize(to size: Int) {
    var other = ContiguousArray<Element?>(repeating: nil, count: size)
    for index in 0..<count { other[index] = ring[place(index)] }
    ring = other
    head = 0
  }
}

extension RangeReplaceableCollection where Self: BidirectionalCollection {
  /// Takes all elements out and keeps the memory.
  ///
  /// `removeAll(keepingCapacity:)` replaces a range, which costs more than a whole change of a model.
  @inlinable
  mutating func clear() {
    while case .some = popLast() {}
  }
}
