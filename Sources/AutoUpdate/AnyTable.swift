/// A table as the store sees it, without its type of model; the open part is ``Table``.
public class AnyTable {
  @usableFromInline let core: StoreCore
  /// The table's place in the store, in the order of creation.
  @usableFromInline let number: Int32
  @usableFromInline let operations: TableOperations
  /// The first entry of the open transaction level.
  @exclusivity(unchecked) @usableFromInline var levelStart: Int32 = 0
  /// How many entries the table has.
  @exclusivity(unchecked) @usableFromInline var entryCount: Int32 = 0
  /// The last commit whose table-wide observers were listed.
  @exclusivity(unchecked) @usableFromInline var lastGathered: UInt64 = 0
  @usableFromInline let source = ChangeSource()

  @usableFromInline
  init(core: StoreCore, number: Int32, operations: TableOperations) {
    self.core = core
    self.number = number
    self.operations = operations
  }

  /// What the table holds, for messages.
  var modelName: String { "" }
}

/// What the store does with a table of whatever model.
///
/// These are closures and not virtual methods because of where they are made: in the module that
/// knows the model, so that the compiler specialises what a commit does for it. A generic class's
/// virtual methods stay generic code, which costs a commit about three times as much.
@usableFromInline
struct TableOperations {
  /// Fixes an entry's outcome at commit; `false` when nothing changed in the end.
  @usableFromInline let seal: (AnyTable, Int32) -> Bool
  /// Joins an inner transaction's entry with an outer one's; `false` when the outer one had it.
  @usableFromInline let merge: (AnyTable, _ entry: Int32, _ outerStart: Int32) -> Bool
  /// Undoes an entry's writes.
  @usableFromInline let revert: (AnyTable, Int32) -> Void
  /// Drops the entries of the level that was undone.
  @usableFromInline let dropLevel: (AnyTable) -> Void
  /// Forgets all entries once every delivery is complete.
  @usableFromInline let forgetEntries: (AnyTable) -> Void
  /// Brings the live queries up to a commit.
  @usableFromInline let follow: (AnyTable, _ touches: Range<Int>, _ commit: UInt64) -> Void
  /// Adds the observers of an entry's row to the delivery.
  @usableFromInline let gather: (AnyTable, _ entry: Int32, _ limit: UInt64) -> Void
  /// Delivers an entry to one of its row's observers.
  @usableFromInline let deliver: (AnyTable, Delivery) -> Void
  /// The entry's change as a value.
  @usableFromInline let change: (AnyTable, Int32) -> (any AnyChange)?
  /// Keeps the entry's change as the newest of the past.
  @usableFromInline let record: (AnyTable, Int32) -> Void
  /// The indices of the changes of the past that are kept.
  @usableFromInline let past: (AnyTable) -> Range<Int>
  @usableFromInline let dropPast: (AnyTable, _ first: Int, _ last: Int) -> Void
  @usableFromInline let pastChange: (AnyTable, Int) -> any AnyChange
  /// Writes what stood before (or after) a change of the past.
  @usableFromInline let applyPast: (AnyTable, Int, _ inverted: Bool) -> Void

  @inlinable
  init<Model: Storable>(of type: Table<Model>.Type) {
    seal = { type.cast($0).seal($1) }
    merge = { type.cast($0).merge($1, outerStart: $2) }
    revert = { type.cast($0).revert($1) }
    dropLevel = { type.cast($0).dropLevel() }
    forgetEntries = { type.cast($0).forgetEntries() }
    follow = { type.cast($0).updateFollowers($1, commit: $2) }
    gather = { type.cast($0).gather($1, before: $2) }
    deliver = { type.cast($0).deliver($1) }
    change = { type.cast($0).change($1) }
    record = { type.cast($0).record($1) }
    past = { type.cast($0).pastRange }
    dropPast = { type.cast($0).dropPast(first: $1, last: $2) }
    pastChange = { type.cast($0).pastChange($1) }
    applyPast = { type.cast($0).applyPast($1, inverted: $2) }
  }
}

extension Table {
  @inlinable
  static func cast(_ table: AnyTable) -> Table { unsafeDowncast(table, to: Table.self) }
}
