public import StoreMemory

/// A table of any model type, as the store uses it.
///
/// The operations that depend on the model are closures instead of overridden methods. The closures are created where
/// the model's type is known, so that the compiler specialises them. Overridden methods of a generic class would remain
/// generic code, which makes a commit about three times as expensive. Each closure is called with the table and
/// captures nothing, so calling it needs no reference counting.
@usableFromInline
class AnyTable {
  /// An operation of a table that returns nothing.
  @usableFromInline
  enum Operation {
    /// Moves the changes of the innermost transaction to the enclosing one.
    case merge(depth: Int32)
    /// Reverts the writes of the innermost transaction.
    case revert(depth: Int32)
    /// Removes the changes of rows that end with their initial values from the open transaction.
    case leaveOutUnchanged
    /// Exchanges the values of logged changes with those of their rows.
    case replay(from: Int32, count: Int, isBackward: Bool, depth: Int32)
    /// Removes the oldest changes from the log.
    case dropOldest(count: Int)
    /// Removes the newest changes before the open transaction from the log.
    case dropNewest(count: Int)
    /// Releases values and rows that are no longer needed.
    case sweep
    /// Saves the rows as the initial state.
    case keepInitialRows
    /// Restores the rows of the initial state.
    case restoreInitialRows(depth: Int32)
    /// Removes the rows that were added since the initial state, if all of them are free, and updates
    /// ``AnyTable/hasInitialRows``.
    case freeOtherRows
    /// Removes the observation of a row.
    case removeObserver(Observation)
  }

  @usableFromInline typealias Perform = (AnyTable, Operation) -> Void
  @usableFromInline
  typealias Seal = (
    AnyTable, _ limit: UInt64, _ isStep: Bool, inout Slab<Observation>
  ) -> (start: Int, count: Int)
  @usableFromInline
  typealias Deliver = (AnyTable, borrowing Slab<Observation>, Range<Int>) -> Int

  @usableFromInline
  typealias List = (
    AnyTable, _ start: Int32, _ count: Int, _ isCurrent: Bool, inout [any AnyChange]
  ) -> Void

  /// The table's index in its store, in the order of creation.
  @usableFromInline let number: Int32
  /// The number of bytes of a change in the log.
  let changeByteCount: Int
  /// The observers of the whole table; `nil` until it is first observed.
  private(set) final var observedSource: ChangeSource?
  /// A Boolean value that indicates whether the used and free rows were the same as in the initial state after the last
  /// `freeOtherRows`.
  @usableFromInline final var hasInitialRows = false
  // The first argument of each closure is the table itself.
  let perform: Perform
  /// Adds the changes of the open transaction to the log, and lists the views to call.
  let seal: Seal
  let deliver: Deliver
  /// Returns the name of a row's observer for a tracer; `nil` if the observation has ended.
  let observerName: (AnyTable, Observation) -> String?
  /// Appends changes of the log to an array. `isCurrent` indicates whether they belong to the commit that is being
  /// delivered.
  let list: List

  @usableFromInline
  init(
    number: Int32, changeByteCount: Int, perform: @escaping Perform, seal: @escaping Seal,
    deliver: @escaping Deliver, observerName: @escaping (AnyTable, Observation) -> String?,
    list: @escaping List
  ) {
    self.number = number
    self.changeByteCount = changeByteCount
    self.perform = perform
    self.seal = seal
    self.deliver = deliver
    self.observerName = observerName
    self.list = list
  }

  /// The observers of the whole table, created at the first call.
  @usableFromInline final var source: ChangeSource {
    if let observedSource { return observedSource }
    let source = ChangeSource()
    observedSource = source
    return source
  }

  var hasOpenChanges: Bool { false }
}
