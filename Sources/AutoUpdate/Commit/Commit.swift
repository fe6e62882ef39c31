public import StoreMemory

/// One committed transaction: its cause and, for each table that it changed, the rows before and after.
///
/// Delivery, live queries, streams, the history and past states all read this one object. It is itself the part
/// of the table that was touched first, as most transactions change no other; the parts of other tables stand
/// beside it. Nobody changes it once its transaction is delivered; when nobody refers to it any more, its table
/// uses its memory again.
@usableFromInline
class Commit {
  /// The number of the table whose rows it has; -1 for none.
  @usableFromInline let table: Int32
  // What a commit has beside the rows is only read and replaced, and so costs no checks of exclusive access.
  private final var causeText = CompactText.text("")
  /// The number of transactions that had changed the store, including this one.
  private(set) final var number: UInt64 = 0
  /// The number of changes in all.
  private(set) final var changeCount = 0
  /// The number of changes made by responses that are part of its step.
  private final var answerChangeCount = 0
  /// The parts of further tables, in the order of first touch.
  private final var others: ContiguousArray<Commit> = []
  /// The answers to it that are part of its step of the history, if it begins one.
  private final var answers: ContiguousArray<Commit> = []

  @usableFromInline
  init(table: Int32) {
    self.table = table
  }

  /// Adds the changes of its own table as values.
  func list(in changes: inout [any AnyChange]) {}

  /// The bytes that the rows of its own table take.
  var rowByteCount: Int { 0 }

  final var cause: String { causeText.text }

  // MARK: Making

  /// Adds what the transaction changed in a further table.
  final func append(part: Commit) {
    var list = others
    others = []
    list.append(part)
    others = list
  }

  /// The commit is complete.
  ///
  /// - Parameter cause: is taken.
  final func complete(_ cause: inout CompactText, number: UInt64, changeCount: Int) {
    swap(&causeText, &cause)
    self.number = number
    self.changeCount = changeCount
  }

  /// Makes it what a new commit begins with, but for its rows and its cause.
  ///
  /// - Parameter gone: takes the parts of other tables and the answers.
  final func clear(_ gone: inout ContiguousArray<Commit>) {
    answerChangeCount = 0
    if !others.isEmpty {
      gone += others
      others = []
    }
    if !answers.isEmpty {
      gone += answers
      answers = []
    }
  }

  /// The part of a table; `nil` when nothing changed there.
  final func part(of table: Int32) -> Commit? {
    self.table == table ? self : others.first { $0.table == table }
  }

  /// Calls `body` with each table that changed, in the order of first touch.
  final func forEachTable(_ body: (Int32) -> Void) {
    if table >= 0 { body(table) }
    for part in others { body(part.table) }
  }

  /// The parts of the tables, in the order of first touch.
  final var parts: [Commit] { (table >= 0 ? [self] : []) + others }

  /// The changes as values, table by table in the order of first touch.
  final var changes: [any AnyChange] {
    var changes: [any AnyChange] = []
    changes.reserveCapacity(changeCount)
    for part in parts { part.list(in: &changes) }
    return changes
  }

  final var changeSet: ChangeSet { ChangeSet(cause: cause, changes: changes) }

  // MARK: As a step of the history

  /// The commit and the answers that are part of its step, in their order.
  final var step: [Commit] { [self] + answers }

  /// The number of changes that its step made.
  final var stepChangeCount: Int { changeCount &+ answerChangeCount }

  /// The bytes that its step takes, without what its models refer to.
  final var stepByteCount: Int { answers.reduce(byteCount) { $0 + $1.byteCount } }

  private final var byteCount: Int {
    others.reduce(Self.emptyByteCount + causeText.byteCount + rowByteCount) {
      $0 + Self.emptyByteCount + $1.rowByteCount
    }
  }

  /// The bytes of a commit without rows, about.
  private static var emptyByteCount: Int { 256 }

  /// An answer to it became part of its step.
  final func append(answer commit: Commit) {
    var list = answers
    answers = []
    list.append(commit)
    answers = list
    answerChangeCount &+= commit.changeCount
  }

  /// The error of a step that alone has more changes than a limit.
  final func excess(over limit: Int) -> StoreError? {
    let count = stepChangeCount
    return count > limit ? .stepTooLarge(cause: cause, changeCount: count, limit: limit) : nil
  }

  final var stepChangeSet: ChangeSet { ChangeSet(cause: cause, changes: step.flatMap(\.changes)) }
}

/// A commit with the rows of one type of model.
@usableFromInline
final class TableCommit<Model: Storable>: Commit {
  @usableFromInline let rowChanges = Cell(ContiguousArray<RowChange<Model>>())

  @inlinable
  override init(table: Int32) {
    super.init(table: table)
  }

  /// Lets its values end, which may run code of a user, and keeps the memory.
  @inlinable
  func clear() {
    // Taken out of the cell first: no code of a user may run within an access.
    var taken: ContiguousArray<RowChange<Model>> = []
    rowChanges.modify { swap(&taken, &$0) }
    if taken.capacity > 1_024, taken.count < taken.capacity / 8 {
      taken = []
    } else {
      taken.clear()
    }
    rowChanges.modify { swap(&taken, &$0) }
  }

  override var rowByteCount: Int { rowChanges.read { $0.capacity * MemoryLayout<RowChange<Model>>.stride } }

  override func list(in list: inout [any AnyChange]) {
    for change in rowChanges.read({ $0 }) { list.append(Change(before: change.before, after: change.after)) }
  }
}
