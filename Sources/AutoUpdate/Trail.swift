/// A sequence that grows at its end and is forgotten at its beginning, with lasting indices.
///
/// An element keeps its index while it is there. Both ends cost amortised O(1); a trail of bounded
/// length allocates nothing once it has reached it.
@usableFromInline
struct Trail<Element> {
  @inlinable
  init() {}

  @usableFromInline var storage = Slab<Element>()
  @usableFromInline var forgotten = 0
  /// The index of the first element.
  @usableFromInline var startIndex = 0

  /// The index after the last element.
  @inlinable var endIndex: Int { startIndex &+ storage.count &- forgotten }
  @inlinable var count: Int { storage.count &- forgotten }

  @inlinable
  subscript(index: Int) -> Element {
    unsafeAddress { UnsafePointer(storage.base + (index &- startIndex &+ forgotten)) }
    nonmutating unsafeMutableAddress { storage.base + (index &- startIndex &+ forgotten) }
  }

  @inlinable
  mutating func append(_ element: Element) {
    storage.append(element)
  }

  /// Forgets the oldest elements.
  @inlinable
  mutating func removeFirst(_ number: Int) {
    forgotten &+= number
    startIndex &+= number
    // Half of the storage is dead: one move pays for as many removals.
    if forgotten &* 2 > storage.count {
      storage.removeFirst(forgotten)
      forgotten = 0
    }
  }

  /// Drops the newest elements.
  @inlinable
  mutating func removeLast(_ number: Int) {
    storage.removeLast(number)
  }

  @inlinable
  mutating func removeAll() {
    startIndex = endIndex
    storage.removeAll()
    forgotten = 0
  }

  @usableFromInline
  mutating func destroy() { storage.destroy() }
}
