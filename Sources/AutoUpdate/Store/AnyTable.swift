/// What the store does with a table of whatever model.
///
/// These are closures, and no methods of a class or a protocol, because of where they are made: in the module
/// that knows the model, so that the compiler specialises them. A generic type's methods behind a table of
/// methods stay generic code, which costs a commit about three times as much.
@usableFromInline
final class AnyTable {
  @usableFromInline let storage: AnyObject
  let source: ChangeSource
  let modelName: String
  let merge: (_ depth: Int32) -> Void
  let revert: (_ depth: Int32) -> Void
  let leaveOutUnchanged: () -> Void
  let seal: (_ limit: UInt64, _ calls: inout ContiguousArray<Call>) -> SealedChanges
  let deliver: (_ calls: borrowing ContiguousArray<Call>, _ range: Range<Int>) -> Int
  let isObserved: (Call) -> Bool
  let recycle: (consuming AnyTableCommit) -> Void
  let sweep: () -> Void
  let apply: (_ part: AnyTableCommit, _ isInverted: Bool, _ depth: Int32) -> Void
  let removeObserver: (Observation) -> Void

  @usableFromInline
  init(
    storage: AnyObject, source: ChangeSource, modelName: String, merge: @escaping (Int32) -> Void,
    revert: @escaping (Int32) -> Void, leaveOutUnchanged: @escaping () -> Void,
    seal: @escaping (UInt64, inout ContiguousArray<Call>) -> SealedChanges,
    deliver: @escaping (borrowing ContiguousArray<Call>, Range<Int>) -> Int,
    isObserved: @escaping (Call) -> Bool, recycle: @escaping (consuming AnyTableCommit) -> Void,
    sweep: @escaping () -> Void, apply: @escaping (AnyTableCommit, Bool, Int32) -> Void,
    removeObserver: @escaping (Observation) -> Void
  ) {
    self.storage = storage
    self.source = source
    self.modelName = modelName
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

  @inlinable
  convenience init<Model: Storable>(_ storage: TableStorage<Model>) {
    self.init(
      storage: storage, source: storage.source, modelName: String(describing: Model.self),
      merge: { storage.merge(depth: $0) }, revert: { storage.revert(depth: $0) },
      leaveOutUnchanged: { storage.leaveOutUnchanged() },
      seal: { storage.seal(before: $0, listing: &$1) }, deliver: { storage.deliver($0, $1) },
      isObserved: { storage.isObserved($0) }, recycle: { storage.recycle($0) },
      sweep: { storage.sweep() }, apply: { storage.apply($0, isInverted: $1, depth: $2) },
      removeObserver: { storage.removeObserver($0) })
  }
}

/// What a transaction changed in one table, once it is fixed.
@usableFromInline
struct SealedChanges {
  @usableFromInline var part: AnyTableCommit?
  @usableFromInline let count: Int

  @inlinable
  init(_ part: consuming AnyTableCommit?, count: Int) {
    self.part = part
    self.count = count
  }
}
