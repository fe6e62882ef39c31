/// A value that is read and changed through a shared reference, with an inline check of the law of exclusivity.
///
/// A property of a class is checked too, but by two calls of the runtime for each access, and a store makes about thirty
/// accesses for an update. Here the check is a counter next to the value.
///
/// Invariant: `access` is the number of running reads, or -1 during a change. A violation stops the program, so a value is
/// never read half-changed or after its memory has moved. Code within an access should be short, and must not call user code.
///
/// A cell is not `Sendable`, so it belongs to one isolation domain.
@safe public struct Cell<Value: ~Copyable>: ~Copyable {
  @usableFromInline
  struct Storage: ~Copyable {
    @usableFromInline var access = 0
    @usableFromInline var value: Value

    @inlinable
    init(_ value: consuming Value) {
      self.value = value
    }
  }

  /// A pointer to an initialised `Storage`, which belongs to this cell from its initialiser to its end.
  @usableFromInline let storage: UnsafeMutablePointer<Storage>
  /// Deinitialises and frees the storage. The closure is created where the type of the value is known. Unspecialised code would
  /// look the type up for each cell.
  @usableFromInline let end: (UnsafeMutablePointer<Storage>) -> Void

  /// Creates a cell with a value.
  @inlinable
  public init(_ value: consuming Value) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: Storage(value))
    unsafe end = { storage in
      unsafe storage.deinitialize(count: 1)
      unsafe storage.deallocate()
    }
  }

  @inlinable
  deinit { unsafe end(storage) }

  /// Calls `body` with the value. Further reads may run within it.
  ///
  /// - Precondition: no change is running.
  /// - Complexity: O(1), apart from `body`.
  @inlinable
  @inline(__always)
  public func read<Result: ~Copyable, Failure: Error>(
    _ body: (borrowing Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(unsafe storage.pointee.access >= 0, "a value is read while it is being changed")
    unsafe storage.pointee.access &+= 1
    defer { unsafe storage.pointee.access &-= 1 }
    return try unsafe body(storage.pointee.value)
  }

  /// Calls `body` with the value, to change it.
  ///
  /// - Precondition: no other access is running.
  /// - Complexity: O(1), apart from `body`.
  @inlinable
  @inline(__always)
  public func modify<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(unsafe storage.pointee.access == 0, "a value is changed while it is being accessed")
    unsafe storage.pointee.access = -1
    defer { unsafe storage.pointee.access = 0 }
    return try unsafe body(&storage.pointee.value)
  }
}
