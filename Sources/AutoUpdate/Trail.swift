/// A sequence that grows at its end and is forgotten at its beginning, with lasting indices.
///
/// An element keeps its index while it is there. It is a ring whose size is a power of two, so the
/// low bits of an index are its place; a trail of bounded length allocates nothing once it has
/// reached it. The owner calls `destroy`.
@usableFromInline
struct Trail<Element> {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  /// The number of places less one.
  @usableFromInline var mask: Int
  /// The index of the first element.
  @usableFromInline var startIndex = 0
  /// The index after the last element.
  @usableFromInline var endIndex = 0

  @inlinable
  init() {
    base = .allocate(capacity: 4)
    mask = 3
  }

  @inlinable var count: Int { endIndex &- startIndex }

  @inlinable
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= startIndex && index < endIndex)
      return UnsafePointer(base + (index & mask))
    }
    nonmutating unsafeMutableAddress {
      assert(index >= startIndex && index < endIndex)
      return base + (index & mask)
    }
  }

  @inlinable
  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count > mask { grow() }
    (base + (endIndex & mask)).initialize(to: element)
    endIndex &+= 1
  }

  /// Appends an element that leaves its old place.
  ///
  /// From memory to memory: taking the value and giving it on would pass it through the stack.
  @inlinable
  @inline(__always)
  mutating func append(movedFrom place: UnsafeMutablePointer<Element>) {
    if count > mask { grow() }
    (base + (endIndex & mask)).moveInitialize(from: place, count: 1)
    endIndex &+= 1
  }

  /// Forgets the oldest elements.
  @inlinable
  mutating func removeFirst(_ number: Int) {
    for _ in 0..<number {
      (base + (startIndex & mask)).destroy()
      startIndex &+= 1
    }
    // A large ring that holds little is walked round through, and every place met is out of the cache.
    if mask > 1_023, count < mask / 8 { shrink() }
  }

  /// Forgets the oldest element, for the caller to end its life before anything else is done.
  @inlinable
  @inline(__always)
  mutating func popFirst() -> UnsafeMutablePointer<Element> {
    assert(count > 0)
    startIndex &+= 1
    return base + ((startIndex &- 1) & mask)
  }

  /// Drops the newest elements.
  @inlinable
  mutating func removeLast(_ number: Int) {
    for _ in 0..<number {
      endIndex &-= 1
      (base + (endIndex & mask)).destroy()
    }
  }

  @inlinable
  mutating func grow() { move(to: mask * 2 + 1) }

  /// Gives back the places that are of no use, up to twice those that are taken.
  @inlinable
  mutating func shrink() {
    var smallerMask = mask
    while smallerMask > 3, smallerMask / 4 > count { smallerMask /= 2 }
    move(to: smallerMask)
  }

  /// Goes on with a ring of another size, in which the elements keep their indices.
  @inlinable
  mutating func move(to otherMask: Int) {
    let other = UnsafeMutablePointer<Element>.allocate(capacity: otherMask + 1)
    for index in startIndex..<endIndex {
      (other + (index & otherMask)).moveInitialize(from: base + (index & mask), count: 1)
    }
    base.deallocate()
    base = other
    mask = otherMask
  }

  @inlinable
  mutating func destroy() {
    removeFirst(count)
    base.deallocate()
  }
}
