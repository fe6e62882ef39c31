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

  @inlinable
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
    for _ in 0..<number {
      count &-= 1
      (base + count).destroy()
    }
  }

  @inlinable
  mutating func removeAll() { removeLast(count) }

  /// Forgets elements that need no end or were moved away.
  @inlinable
  mutating func forgetAll() {
    if capacity > 1_024, count < capacity &>> 3 { shrink() }
    count = 0
  }

  /// Doubles a small block; a large one, which may stay half empty for ever, grows by a quarter.
  @inlinable
  mutating func grow() {
    capacity += capacity < 4_096 ? capacity : capacity / 4
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
  }

  /// Gives back half of a block that one large transaction needed, with every small one after it.
  @inlinable
  mutating func shrink() {
    capacity /= 2
    base.deallocate()
    base = .allocate(capacity: capacity)
  }

  @inlinable
  mutating func destroy() {
    removeAll()
    base.deallocate()
  }
}

extension UnsafeMutablePointer {
  /// Calls `body` with the value, moved out and back in, where reading it would count references.
  ///
  /// The place must not move meanwhile; the value that stands in it is still good for a reader.
  @inlinable
  @inline(__always)
  func lend<Result>(_ body: (Pointee) -> Result) -> Result {
    let value = move()
    let result = body(value)
    initialize(to: consume value)
    return result
  }

  /// Ends the element's life, in place of `deinitialize(count: 1)`: that is a call into the runtime
  /// which looks up how such elements end, while this is compiled for their type.
  @inlinable
  @inline(__always)
  func destroy() { _ = move() }
}
