/// A table of whatever model, as the store sees it.
///
/// What depends on the model is in closures, and no overridden methods, because of where they are made: in the
/// module that knows the model, so that the compiler specialises them. A generic type's methods behind a table of
/// methods stay generic code, which costs a commit about three times as much. The closures capture nothing, as
/// each is called with the table itself: to call one counts no reference.
@usableFromInline
class AnyTable {
  /// What a table does with the rows of its model; the first argument is always the table itself.
  @usableFromInline
  struct Operations {
    @usableFromInline let merge: (AnyTable, _ depth: Int32) -> Void
    @usableFromInline let revert: (AnyTable, _ depth: Int32) -> Void
    @usableFromInline let leaveOutUnchanged: (AnyTable) -> Void
    @usableFromInline
    let seal: (AnyTable, _ limit: UInt64, _ calls: inout ContiguousArray<Call>) -> SealedChanges
    @usableFromInline
    let deliver:
      (AnyTable, _ part: Commit, _ calls: borrowing ContiguousArray<Call>, _ range: Range<Int>) -> Int
    @usableFromInline let isObserved: (AnyTable, Call) -> Bool
    @usableFromInline let recycle: (AnyTable, _ part: consuming Commit) -> Void
    @usableFromInline let sweep: (AnyTable) -> Void
    @usableFromInline let apply: (AnyTable, _ part: Commit, _ isInverted: Bool, _ depth: Int32) -> Void
    @usableFromInline let removeObserver: (AnyTable, Observation) -> Void

    @usableFromInline
    init(
      merge: @escaping (AnyTable, Int32) -> Void, revert: @escaping (AnyTable, Int32) -> Void,
      leaveOutUnchanged: @escaping (AnyTable) -> Void,
      seal: @escaping (AnyTable, UInt64, inout ContiguousArray<Call>) -> SealedChanges,
      deliver: @escaping (AnyTable, Commit, borrowing ContiguousArray<Call>, Range<Int>) -> Int,
      isObserved: @escaping (AnyTable, Call) -> Bool, recycle: @escaping (AnyTable, consuming Commit) -> Void,
      sweep: @escaping (AnyTable) -> Void, apply: @escaping (AnyTable, Commit, Bool, Int32) -> Void,
      removeObserver: @escaping (AnyTable, Observation) -> Void
    ) {
      self.merge = merge
      self.revert = revert
      self.leaveOutUnchanged = leaveOutUnchanged
      self.seal = seal
      self.deliver = deliver
      self.isObserved = isObserved
      self.recycle = recycle
      self.sweep = sweep
      self.apply = apply
      self.removeObserver = removeObserver
    }
  }

  /// The table's place in its store, in the order of creation.
  @usableFromInline let number: Int32
  @usableFromInline let source = ChangeSource()
  let operations: Operations

  @usableFromInline
  init(number: Int32, _ operations: Operations) {
    self.number = number
    self.operations = operations
  }

  /// What a tracer calls the models; made when it is asked for, as describing a type is slow.
  var modelName: String { "" }
}

/// What a transaction changed in one table, once it is fixed.
@usableFromInline
struct SealedChanges {
  @usableFromInline var part: Commit?
  @usableFromInline let count: Int

  @inlinable
  init(_ part: consuming Commit?, count: Int) {
    self.part = part
    self.count = count
  }
}
