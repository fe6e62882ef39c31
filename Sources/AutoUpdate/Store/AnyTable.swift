public import StoreMemory

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
    /// Exchanges the values of logged changes with those of their rows.
    case replay(from: Int32, count: Int, isBackward: Bool, depth: Int32)
    /// Takes the oldest changes out of the log.
    case forget(count: Int)
    /// Takes the last changes out of the log that are not the open transaction's.
    case drop(count: Int)
    /// Releases values and rows that nobody needs any more.
    case sweep
    /// Notes the rows as those of the initial state.
    case keepInitialRows
    /// Makes the rows what they were in the initial state.
    case restoreInitialRows(depth: Int32)
    /// Takes out the rows that were added since the initial state, if all of them are free.
    case freeOtherRows
    /// Takes the observation of a row out.
    case removeObserver(Observation)
  }

  @usableFromInline typealias Perform = (AnyTable, Operation) -> Void
  @usableFromInline
  typealias Seal = (
    AnyTable, _ limit: UInt64, _ isStep: Bool, inout Slab<Observation>
  ) -> (start: Int, count: Int)
  @usableFromInline
  typealias Deliver = (AnyTable, borrowing Slab<Observation>, Range<Int>) -> Int

  /// The table's place in its store, in the order of creation.
  @usableFromInline let number: Int32
  /// The bytes that a change takes in the log.
  let changeByteCount: Int
  /// The observers of the whole table; `nil` until there is one.
  private(set) final var observedSource: ChangeSource?
  // The first argument of each is the table itself.
  let perform: Perform
  /// Makes what the open transaction changed part of the log, and lists the views to be called.
  let seal: Seal
  let deliver: Deliver
  let isObserved: (AnyTable, Observation) -> Bool

  @usableFromInline
  init(
    number: Int32, changeByteCount: Int, perform: @escaping Perform, seal: @escaping Seal,
    deliver: @escaping Deliver, isObserved: @escaping (AnyTable, Observation) -> Bool
  ) {
    self.number = number
    self.changeByteCount = changeByteCount
    self.perform = perform
    self.seal = seal
    self.deliver = deliver
    self.isObserved = isObserved
  }

  /// The observers of the whole table, made at the first call.
  @usableFromInline final var source: ChangeSource {
    if let observedSource { return observedSource }
    let source = ChangeSource()
    observedSource = source
    return source
  }

  /// The name of the model type for a tracer; made when it is asked for, as describing a type is slow.
  var modelName: String { "" }
  /// A Boolean value that indicates whether the open transaction changed a row.
  var hasOpenChanges: Bool { false }
  /// A Boolean value that indicates whether the same rows are used and free as in the initial state.
  var hasInitialRows: Bool { true }

  /// Adds changes of the log as values.
  ///
  /// - Parameter isCurrent: whether they are those of the commit that is delivered.
  func list(from start: Int32, count: Int, isCurrent: Bool, in changes: inout [any AnyChange]) {}
}
