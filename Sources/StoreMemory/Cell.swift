/// A value that is read and changed through a shared reference, with an inline check for exclusive access.
///
/// Properties of classes are checked too, but by two calls of the runtime for each access, and a store makes about
/// thirty accesses for an update. Here the check is a counter next to the value.
///
/// Invariant: `access` is the number of active reads, or -1 during a change. A violation stops the program, so a value
/// is never read while it is half-changed or after its memory has moved. Code within an access should be short, and
/// must not call user code.
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

  /// A pointer to an initialised `Storage`, which the cell owns from its initialiser to its deinitialiser.
  @usableFromInline let storage: UnsafeMutablePointer<Storage>
  /// Deinitialises and frees the storage. The closure is created where the type of the value is known, since
  /// unspecialised code would look the type up for each cell.
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

  /// Calls `body` with the value. Other reads may occur within it.
  ///
  /// - Precondition: no change is active.
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

  /// Calls `body` with the value, which it may change.
  ///
  /// - Precondition: no other access is active.
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
