/// A contiguous array that owns its memory, and in which elements are added and removed at the end.
///
/// An `Array` checks before each change whether its memory is shared. A slab cannot be copied, so it only checks the
/// index, without reference counting.
///
/// Invariant: `base` points to memory for `capacity` elements, of which the first `count` are initialised; it is `nil`
/// if `capacity` is 0. Destroying an element may run user code, which must not use the slab, so move elements out
/// first.
@safe
@usableFromInline
package struct Slab<Element: ~Copyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>?
  /// The number of elements for which memory is allocated.
  @usableFromInline package private(set) var capacity = 0
  @usableFromInline package private(set) var count = 0

  @inlinable
  package init() {
    unsafe base = nil
  }

  @inlinable
  deinit {
    guard let base = unsafe base else { return }
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package var isFull: Bool { count == capacity }

  @inlinable package var indices: Range<Int> { unsafe Range(uncheckedBounds: (0, count)) }

  /// The element at an index.
  ///
  /// - Precondition: the index is in ``indices``.
  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(position(index)) }
    @inline(__always)
    unsafeMutableAddress { unsafe position(index) }
  }

  @inlinable
  @inline(__always)
  func position(_ index: Int) -> UnsafeMutablePointer<Element> {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let base = unsafe base else {
      preconditionFailure("index out of the slab")
    }
    return unsafe base + index
  }

  // Growth is rare, so its code is kept out of the code around an append.
  @inlinable
  @inline(never)
  package mutating func reserveCapacity(_ capacity: Int) {
    if capacity <= self.capacity { return }
    let new = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if let base = unsafe base {
      unsafe new.moveInitialize(from: base, count: count)
      unsafe base.deallocate()
    }
    unsafe base = new
    self.capacity = capacity
  }

  /// Adds an element at the end. A full slab doubles its capacity; for a different growth, reserve memory first.
  @inlinable
  @inline(__always)
  package mutating func append(_ element: consuming Element) {
    if count == capacity { reserveCapacity(Swift.max(4, capacity &* 2)) }
    if let base = unsafe base { unsafe (base + count).initialize(to: element) }
    count &+= 1
  }

  /// Removes the last element and returns it.
  ///
  /// - Precondition: the slab is not empty.
  @inlinable
  package mutating func removeLast() -> Element {
    let last = unsafe position(count &- 1)
    count &-= 1
    return unsafe last.move()
  }

  /// Removes the first element and returns it; the others move to the front.
  ///
  /// - Precondition: the slab is not empty.
  @inlinable
  package mutating func removeFirst() -> Element {
    let first = unsafe position(0)
    count &-= 1
    let element = unsafe first.move()
    unsafe first.moveInitialize(from: first + 1, count: count)
    return element
  }

  /// Destroys all elements and keeps the memory.
  @inlinable
  package mutating func removeAll() {
    guard let base = unsafe base else { return }
    let gone = count
    count = 0
    unsafe base.deinitialize(count: gone)
  }
}

extension Slab where Element: BitwiseCopyable {
  /// Sorts the elements.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  package mutating func sort(by precedes: (Element, Element) -> Bool) {
    var elements = unsafe UnsafeMutableBufferPointer(start: base, count: count)
    unsafe elements.sort(by: precedes)
  }

  @inlinable
  package mutating func append(_ elements: borrowing Span<Element>) {
    let total = count &+ elements.count
    if total > capacity { reserveCapacity(Swift.max(total, capacity &+ capacity / 2)) }
    guard let base = unsafe base else { return }
    unsafe elements.withUnsafeBufferPointer { source in
      guard let first = source.baseAddress else { return }
      unsafe (base + count).initialize(from: first, count: source.count)
    }
    count = total
  }

  /// Removes elements at the end until `number` are left.
  ///
  /// - Precondition: there are at least `number` elements.
  @inlinable
  package mutating func truncate(to number: Int) {
    precondition(number >= 0 && number <= count, "there are fewer elements than that")
    count = number
  }

  /// Removes the first `number` elements; the others move to the front.
  ///
  /// - Precondition: there are at least `number` elements.
  @inlinable
  package mutating func removeFirst(_ number: Int) {
    precondition(number >= 0 && number <= count, "there are fewer elements than that")
    guard let base = unsafe base else { return }
    count &-= number
    unsafe base.update(from: base + number, count: count)
  }
}
