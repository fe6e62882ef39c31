/// A table of whatever model, as the store sees it.
///
/// What depends on the model is in closures, and no overridden methods, because of where they are made: in the
/// module that knows the model, so that the compiler specialises them. A generic type's methods behind a table of
/// methods stay generic code, which costs a commit about three times as much. The closures capture nothing, as
/// each is called with the table itself: to call one counts no reference.
@usableFromInline
class AnyTable {
  /// An operation of a table that returns nothing.
  @usableFromInline
  enum Operation {
    /// Makes the changes of the innermost transaction part of the one around it.
    case merge(depth: Int32)
    /// Takes back what the innermost transaction wrote.
    case revert(depth: Int32)
    /// Takes the rows out of the open transaction's changes that are what they were before it.
    case leaveOutUnchanged
    /// Lets go of values and rows that nobody needs any more.
    case sweep
    /// Writes what stood after the changes of a commit, or before them.
    case apply(Commit, isInverted: Bool, depth: Int32)
    /// Takes the observation of a row out.
    case removeObserver(Observation)
  }

  @usableFromInline typealias Perform = (AnyTable, Operation) -> Void
  @usableFromInline
  typealias Seal = (AnyTable, UInt64, inout ContiguousArray<Call>, _ changeCount: inout Int) -> Commit?
  @usableFromInline
  typealias Deliver = (AnyTable, Commit, borrowing ContiguousArray<Call>, Range<Int>) -> Int

  /// The table's place in its store, in the order of creation.
  @usableFromInline let number: Int32
  /// The source of changes of the table as a whole; made when the table is first observed.
  private(set) final var observedSource: ChangeSource?
  // The first argument of each is the table itself.
  let perform: Perform
  /// Fixes what the open transaction changed, and lists the views to be told of it.
  let seal: Seal
  let deliver: Deliver
  let isObserved: (AnyTable, Call) -> Bool
  /// Uses the memory of a commit's part again, to which nobody else refers.
  let recycle: (AnyTable, consuming Commit) -> Void

  @usableFromInline
  init(
    number: Int32, perform: @escaping Perform, seal: @escaping Seal, deliver: @escaping Deliver,
    isObserved: @escaping (AnyTable, Call) -> Bool, recycle: @escaping (AnyTable, consuming Commit) -> Void
  ) {
    self.number = number
    self.perform = perform
    self.seal = seal
    self.deliver = deliver
    self.isObserved = isObserved
    self.recycle = recycle
  }

  /// The source of changes of the table as a whole.
  @usableFromInline final var source: ChangeSource {
    if let observedSource { return observedSource }
    let source = ChangeSource()
    observedSource = source
    return source
  }

  /// The name of the models in traces; made on demand, as describing a type is slow.
  var modelName: String { "" }
}
