/// A value that is read and changed through a shared reference, with the law of exclusivity checked inline.
///
/// A class's own property is checked as well, but by two calls into the runtime for each access; a store makes
/// some thirty accesses for a single update. Here the check is a counter beside the value.
///
/// Invariant: `access` is the number of running reads, or -1 during a change. Whoever would break it stops the
/// program, so no value is ever seen half changed or after its memory moved. What runs within an access should
/// be short, and call no code of a user.
///
/// A cell belongs to one isolation domain, as it is not `Sendable`.
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

  /// Points to one initialised `Storage`, which only this cell knows, from its initialiser to its end.
  @usableFromInline let storage: UnsafeMutablePointer<Storage>
  /// Ends the storage and frees it. Made where the type of the value is known: a generic class lets go of its parts
  /// as generic code, which would look the type up for each cell.
  @usableFromInline let end: (UnsafeMutablePointer<Storage>) -> Void

  /// Makes a cell that holds `value`.
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

  /// Calls `body` with the value; further reads may run within it.
  ///
  /// - Precondition: no change is running.
  /// - Complexity: O(1) beside `body`.
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
  /// - Complexity: O(1) beside `body`.
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
