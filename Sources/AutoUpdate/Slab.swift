/// A growing block of memory for elements that are reached by trusted indices.
///
/// A commit reads and writes a dozen places; as arrays, each would pay for a uniqueness, a bounds and
/// an exclusivity check, and reading a part of an element would copy all of it (a weak reference
/// too). The indices are the store's own and never come from outside. The owner calls `destroy`.
@usableFromInline
struct Slab<Element> {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var count = 0
  @usableFromInline var capacity: Int

  @usableFromInline
  init() {
    capacity = 4
    base = .allocate(capacity: capacity)
  }

  @inlinable
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count)
      return UnsafePointer(base + index)
    }
    nonmutating unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return base + index
    }
  }

  @inlinable
  subscript(index: Int32) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count)
      return UnsafePointer(base + Int(index))
    }
    nonmutating unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return base + Int(index)
    }
  }

  @inlinable
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count &+= 1
  }

  /// The elements in their order, for loops that add none.
  @inlinable
  var elements: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }

  /// Drops the last elements and keeps the memory.
  @inlinable
  mutating func removeLast(_ number: Int) {
    count &-= number
    if number > 0 { (base + count).deinitialize(count: number) }
  }

  /// Drops the first elements and moves the rest down.
  @inlinable
  mutating func removeFirst(_ number: Int) {
    base.deinitialize(count: number)
    base.moveInitialize(from: base + number, count: count - number)
    count -= number
  }

  @inlinable
  mutating func removeAll() { removeLast(count) }

  @usableFromInline
  mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  @usableFromInline
  mutating func destroy() {
    removeAll()
    base.deallocate()
  }
}
