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
  /// How many live queries follow the table.
  @exclusivity(unchecked) @usableFromInline var followerCount = 0
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
  /// Fixes the outcome of a run's entries at commit and adds the observers of their rows that were
  /// registered before the limit to the delivery; returns how many changed something in the end.
  @usableFromInline let seal: (AnyTable, _ run: Int, _ limit: UInt64) -> Int
  /// Fixes the outcome of the only entry that there is, tells its observers and settles it, unless an
  /// observer has answered; returns whether it is settled.
  @usableFromInline let commitOneWrite: (AnyTable, _ isWatched: Bool, _ replacesOldest: Bool) -> Bool
  /// Joins an inner transaction's entries with those of the outer one.
  @usableFromInline let merge: (AnyTable, _ run: Int, _ outerStart: Int32) -> Void
  /// Undoes the writes of a run's entries.
  @usableFromInline let revert: (AnyTable, _ run: Int) -> Void
  /// Drops a run's entries, the newest of the table.
  @usableFromInline let drop: (AnyTable, _ run: Int) -> Void
  /// Ends a run's entries once every delivery is complete; their values may move into the past.
  @usableFromInline let settle: (AnyTable, _ run: Int, _ isKept: Bool) -> Void
  /// Copies a run's changes into the past.
  @usableFromInline let record: (AnyTable, _ run: Int) -> Void
  /// Gives back rows that became useless while the store was busy.
  @usableFromInline let checkRows: (AnyTable) -> Void
  /// Brings the live queries up to a commit.
  @usableFromInline let follow: (AnyTable, _ runs: Range<Int>, _ commit: UInt64) -> Void
  /// Adds the observers of a run's rows to the delivery.
  @usableFromInline let gather: (AnyTable, _ run: Int, _ limit: UInt64) -> Void
  /// Makes some of the delivery's calls, all of them to observers of the table's rows.
  @usableFromInline let deliver: (AnyTable, _ calls: Range<Int>) -> Void
  /// Adds a run's changes as values.
  @usableFromInline let listChanges: (AnyTable, _ run: Int, inout [any AnyChange]) -> Void
  /// The indices of the changes of the past that are kept.
  @usableFromInline let past: (AnyTable) -> Range<Int>
  @usableFromInline let dropPast: (AnyTable, _ first: Int, _ last: Int) -> Void
  @usableFromInline let pastChange: (AnyTable, Int) -> any AnyChange
  /// Writes what stood before (or after) a change of the past.
  @usableFromInline let applyPast: (AnyTable, Int, _ inverted: Bool) -> Void
  /// Gives back a table's memory, at its end.
  @usableFromInline let release: (AnyTable) -> Void

  @inlinable
  init<Model: Storable>(of type: Table<Model>.Type) {
    seal = { type.cast($0).seal($1, gatheringBefore: $2) }
    commitOneWrite = { type.cast($0).commitOneWrite(isWatched: $1, replacesOldest: $2) }
    merge = { type.cast($0).merge($1, outerStart: $2) }
    revert = { type.cast($0).revert($1) }
    drop = { type.cast($0).drop($1) }
    settle = { type.cast($0).settle($1, isKept: $2) }
    record = { type.cast($0).record($1) }
    checkRows = { type.cast($0).checkRows() }
    follow = { type.cast($0).updateFollowers($1, commit: $2) }
    gather = { type.cast($0).gather($1, before: $2) }
    deliver = { type.cast($0).deliver($1) }
    listChanges = { type.cast($0).listChanges($1, in: &$2) }
    past = { type.cast($0).pastRange }
    dropPast = { type.cast($0).dropPast(first: $1, last: $2) }
    pastChange = { type.cast($0).pastChange($1) }
    applyPast = { type.cast($0).applyPast($1, inverted: $2) }
    release = { type.cast($0).release() }
  }
}

extension Table {
  @inlinable
  static func cast(_ table: AnyTable) -> Table { unsafeDowncast(table, to: Table.self) }
}
