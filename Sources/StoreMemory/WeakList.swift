/// Objects in an order, each held weakly.
@usableFromInline
package struct WeakList<Object: AnyObject> {
  @usableFromInline
  struct Entry {
    @usableFromInline weak var object: Object?

    @inlinable
    init(_ object: Object) {
      self.object = object
    }

    /// The object, if it is there.
    ///
    /// It is a `mutating` method since a weak reference is read where it stands only then, and copied otherwise.
    @inlinable
    mutating func load() -> Object? { object }
  }

  @usableFromInline var entries: ContiguousArray<Entry> = []

  /// An empty list.
  @inlinable
  package init() {}

  /// The number of objects, including released ones that have not been removed yet.
  @inlinable package var count: Int { entries.count }

  /// A Boolean value that indicates whether the list holds no object, not even a released one.
  @inlinable package var isEmpty: Bool { entries.isEmpty }

  /// Adds an object at the end.
  @inlinable
  package mutating func append(_ object: Object) { entries.append(Entry(object)) }

  /// Takes an object out, and those that are gone.
  @inlinable
  package mutating func remove(_ object: Object) {
    entries.removeAll { $0.object === object || $0.object == nil }
  }

  /// Takes those out that are gone.
  @inlinable
  package mutating func removeGone() { entries.removeAll { $0.object == nil } }

  /// Appends those that are there to an array; the others are taken out.
  @inlinable
  @inline(__always)
  package mutating func append(to objects: inout ContiguousArray<Object>) {
    var isOneGone = false
    for index in entries.indices {
      if let object = entries[index].load() { objects.append(consume object) } else { isOneGone = true }
    }
    if isOneGone { removeGone() }
  }
}
