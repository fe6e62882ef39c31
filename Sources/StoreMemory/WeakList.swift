/// A list of objects that are held weakly.
@usableFromInline
package struct WeakList<Object: AnyObject> {
  @usableFromInline
  struct Entry {
    @usableFromInline weak var object: Object?

    @inlinable
    init(_ object: Object) {
      self.object = object
    }

    /// Returns the object; `nil` if it has been released.
    ///
    /// The method is `mutating` so that the weak reference is read in place; otherwise it is copied.
    @inlinable
    mutating func load() -> Object? { object }
  }

  @usableFromInline var entries: ContiguousArray<Entry> = []
  /// The number of entries at which the next insertion removes the released objects.
  @usableFromInline var bound = 8

  @inlinable
  package init() {}

  /// The number of objects, including released ones that have not been removed yet.
  @inlinable package var count: Int { entries.count }

  /// A Boolean value that indicates whether the list has no entries, including those of released objects.
  @inlinable package var isEmpty: Bool { entries.isEmpty }

  /// Appends an object. Removes released objects if the number of entries has doubled since this method last removed
  /// them.
  ///
  /// - Complexity: amortised O(1).
  @inlinable
  package mutating func append(_ object: Object) {
    if entries.count >= bound {
      removeGone()
      bound = max(8, entries.count &* 2)
    }
    entries.append(Entry(object))
  }

  /// Removes an object, and all released ones.
  @inlinable
  package mutating func remove(_ object: Object) {
    entries.removeAll { $0.object === object || $0.object == nil }
  }

  @inlinable
  package mutating func removeGone() { entries.removeAll { $0.object == nil } }

  /// Appends the objects to an array, and removes the released ones.
  @inlinable
  @inline(__always)
  package mutating func append(to objects: inout ContiguousArray<Object>) {
    var hasReleased = false
    for index in entries.indices {
      if let object = entries[index].load() { objects.append(consume object) } else { hasReleased = true }
    }
    if hasReleased { removeGone() }
  }
}
