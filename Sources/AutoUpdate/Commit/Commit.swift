public import StoreMemory

/// One committed transaction: its cause and, for each table that it changed, the rows before and after.
///
/// Delivery, live queries, streams, the history and past states all read this one object. Nobody changes
/// it once its transaction is delivered; when nobody refers to it any more, the store uses its memory again.
@usableFromInline
final class Commit {
  /// What a commit consists of.
  struct Content {
    var cause = Cause.text("")
    /// How many transactions had changed the store with this one.
    var number: UInt64 = 0
    /// How many changes it has in all.
    var changeCount = 0
    /// How many changes its answers have that are part of its step.
    var answerChangeCount = 0
    /// The changes of each table, in the order of first touch; of the first table beside the others, as most
    /// transactions change no other.
    var first: AnyTableCommit?
    var others: ContiguousArray<AnyTableCommit> = []
    /// The answers to it that are part of its step of the history, if it begins one.
    var answers: ContiguousArray<Commit> = []
  }

  let content = Cell(Content())

  var cause: String { content.read { $0.cause }.text }
  var number: UInt64 { content.read { $0.number } }
  var changeCount: Int { content.read { $0.changeCount } }

  /// The part of a table; `nil` when nothing changed there.
  func part(of table: Int32) -> AnyTableCommit? {
    content.read { content in
      if let first = content.first, first.table == table { return first }
      return content.others.first { $0.table == table }
    }
  }

  /// Calls `body`, which is no code of a user, with each table that changed, in the order of first touch.
  func forEachTable(_ body: (Int32) -> Void) {
    content.read { content in
      if let first = content.first { body(first.table) }
      for part in content.others { body(part.table) }
    }
  }

  /// The parts of the tables, in the order of first touch.
  var parts: [AnyTableCommit] {
    content.read { content in (content.first.map { [$0] } ?? []) + content.others }
  }

  /// The changes as values, table by table in the order of first touch.
  var changes: [any AnyChange] {
    var changes: [any AnyChange] = []
    changes.reserveCapacity(changeCount)
    for part in parts { part.list(in: &changes) }
    return changes
  }

  var changeSet: ChangeSet { ChangeSet(cause: cause, changes: changes) }

  // MARK: As a step of the history

  /// The commit and the answers that are part of its step, in their order.
  var step: [Commit] { [self] + content.read { $0.answers } }

  /// How many changes its step made.
  var stepChangeCount: Int {
    content.read { $0.changeCount &+ $0.answerChangeCount }
  }

  /// The error of a step that alone has more changes than a limit.
  func excess(over limit: Int) -> StoreError? {
    let count = stepChangeCount
    return count > limit ? .stepTooLarge(cause: cause, changeCount: count, limit: limit) : nil
  }

  var stepChangeSet: ChangeSet { ChangeSet(cause: cause, changes: step.flatMap(\.changes)) }
}

extension Commit.Content {
  mutating func append(_ part: consuming AnyTableCommit) {
    if first == nil { first = part } else { others.append(part) }
  }

  mutating func popPart() -> AnyTableCommit? {
    others.isEmpty ? first.take() : others.removeLast()
  }

  mutating func append(answer commit: Commit) {
    answers.append(commit)
    answerChangeCount &+= commit.changeCount
  }

  /// Empties a commit that has no parts any more, to be filled again.
  ///
  /// - Returns: its answers.
  mutating func clear() -> ContiguousArray<Commit> {
    changeCount = 0
    answerChangeCount = 0
    if answers.isEmpty { return [] }
    defer { answers = [] }
    return answers
  }
}

/// What a transaction changed in one table, of whatever model.
@usableFromInline
class AnyTableCommit {
  /// The table's number in its store.
  @usableFromInline let table: Int32

  @usableFromInline
  init(table: Int32) {
    self.table = table
  }

  /// Adds the changes as values.
  func list(in changes: inout [any AnyChange]) {}
}

/// What a transaction changed in one table.
@usableFromInline
final class TableCommit<Model: Storable>: AnyTableCommit {
  @usableFromInline let changes = Cell(ContiguousArray<RowChange<Model>>())

  @inlinable
  override init(table: Int32) {
    super.init(table: table)
  }

  /// Lets its values end, which may run code of a user, and keeps the memory.
  @inlinable
  func clear() {
    // Taken out of the cell first: no code of a user may run within an access.
    var taken: ContiguousArray<RowChange<Model>> = []
    changes.modify { swap(&taken, &$0) }
    if taken.capacity > 1_024, taken.count < taken.capacity / 8 {
      taken = []
    } else {
      taken.clear()
    }
    changes.modify { swap(&taken, &$0) }
  }

  override func list(in list: inout [any AnyChange]) {
    for change in changes.read({ $0 }) { list.append(Change(before: change.before, after: change.after)) }
  }
}
