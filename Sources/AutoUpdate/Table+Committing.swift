extension Table {
  @inlinable
  func seal(_ entry: Int32) -> Bool {
    let index = Int(entry)
    let row = Int(entries[index].row)
    slots[row].entry = -1
    if entries[index].isWrittenAgain, entries[index].before == slots[row].model {
      entries[index].isVoid = true
      return false
    }
    entries[index].after = slots[row].model
    return true
  }

  @usableFromInline
  func merge(_ entry: Int32, outerStart: Int32) -> Bool {
    let inner = entries[Int(entry)]
    guard inner.previous >= outerStart else { return true }
    slots[Int(inner.row)].entry = inner.previous
    entries[Int(inner.previous)].isWrittenAgain = true
    entries[Int(entry)].isVoid = true
    return false
  }

  @usableFromInline
  func revert(_ entry: Int32) {
    let undone = entries[Int(entry)]
    let row = undone.row
    if (slots[Int(row)].model != nil) != (undone.before != nil) {
      presenceChanged(at: row, id: undone.before?.id)
    }
    slots[Int(row)].model = undone.before
    slots[Int(row)].entry = undone.previous
    releaseIfUnused(row)
  }

  @usableFromInline
  func dropLevel() {
    entries.removeLast(entries.count - Int(levelStart))
    entryCount = levelStart
  }

  @inlinable
  func forgetEntries() {
    for index in 0..<entries.count where slots[Int(entries[index].row)].model == nil {
      releaseIfUnused(entries[index].row)
    }
    entries.removeAll()
    entryCount = 0
    levelStart = 0
    if !rowsToCheck.isEmpty { checkRows() }
  }

  @usableFromInline
  func checkRows() {
    let waiting = rowsToCheck
    rowsToCheck.removeAll()
    for row in waiting { releaseIfUnused(row) }
  }

  @usableFromInline
  func change(_ entry: Int32) -> (any AnyChange)? {
    let entry = entries[Int(entry)]
    return Change(before: entry.before, after: entry.after)
  }

  @inlinable
  func updateFollowers(_ touches: Range<Int>, commit: UInt64) {
    if followers.isEmpty { return }
    let changes = TableChanges(table: self, touches: touches)
    // A follower takes itself out of the list before it dies, and none dies here.
    for index in followers.indices {
      followers[index]._withUnsafeGuaranteedRef { follower in
        if follower.since < commit { follower.follow(follower, changes) }
      }
    }
  }
}

/// The changes of one commit to one table, in the order of first touch, read where they lie.
///
/// It is lent for the time of a call and must not be kept.
public struct TableChanges<Model: Storable> {
  @usableFromInline let table: Table<Model>
  @usableFromInline let touches: Range<Int>

  @inlinable
  init(table: Table<Model>, touches: Range<Int>) {
    self.table = table
    self.touches = touches
  }

  /// Calls `body` with each row that changed, its value before and its value after.
  @inlinable
  public func forEach(_ body: (_ row: Row, _ before: Model?, _ after: Model?) -> Void) {
    for index in touches {
      let touch = table.core.touches[index]
      guard touch.table == table.number else { continue }
      let entries = table.entries
      let entry = touch.entry
      body(Row(Int(entries[entry].row)), entries[entry].before, entries[entry].after)
    }
  }
}

/// Something that is kept up to date with a table, before anyone is told of a commit.
///
/// A live query is one. The table holds it unmanaged; it must remove itself before it dies.
///
/// What it does with changes is a closure, made where the model's type is known, for the reason
/// that ``TableOperations`` gives.
public class TableFollower<Model: Storable> {
  @usableFromInline let table: Table<Model>
  /// Commits up to this number were in the table when the follower read it.
  @usableFromInline let since: UInt64
  /// Takes in the changes of one commit.
  @usableFromInline let follow: (TableFollower, TableChanges<Model>) -> Void

  @inlinable
  init(table: Table<Model>, follow: @escaping (TableFollower, TableChanges<Model>) -> Void) {
    self.table = table
    self.since = table.core.commitCount
    self.follow = follow
    table.followers.append(.passUnretained(self))
  }

  deinit {
    let this = Unmanaged.passUnretained(self).toOpaque()
    table.followers.removeAll { $0.toOpaque() == this }
  }
}

extension Table {
  /// Calls `tell` with the table's changes after every transaction that changes any, until the
  /// subscription ends.
  public func observe(_ tell: @escaping (TableChanges<Model>) -> Void) -> Subscription {
    SourceSubscription([source], core: core) { [unowned self] in
      tell(TableChanges(table: self, touches: self.core.currentTouches))
    }
  }
}
