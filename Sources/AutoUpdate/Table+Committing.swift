extension Table {
  @inlinable
  @inline(__always)
  func placeOfBefore(_ entry: Int32) -> UnsafeMutablePointer<Model?> {
    withUnsafeMutablePointer(to: &entries[entry].before) { $0 }
  }

  @inlinable
  @inline(__always)
  func placeOfAfter(_ entry: Int32) -> UnsafeMutablePointer<Model?> {
    withUnsafeMutablePointer(to: &entries[entry].after) { $0 }
  }

  /// Ends an entry's life: by its parts, for which the compiler calls no functions of its type.
  @inlinable
  @inline(__always)
  static func end(_ entry: UnsafeMutablePointer<Entry>) {
    withUnsafeMutablePointer(to: &entry.pointee.before) { $0.destroy() }
    withUnsafeMutablePointer(to: &entry.pointee.after) { $0.destroy() }
  }

  @inlinable
  @inline(__always)
  func seal(_ run: Int, gatheringBefore limit: UInt64) -> Int {
    var changeCount: Int32 = 0
    var index = core.runs[run].first
    let end = core.runs[run].end
    while index < end {
      defer { index &+= 1 }
      let entry = entries.base + Int(index)
      if entry.pointee.isVoid { continue }
      let slot = slots.base + Int(entry.pointee.row)
      slot.pointee.entry = -1
      if entry.pointee.isWrittenAgain, entry.pointee.before == slot.pointee.model {
        entry.pointee.isVoid = true
      } else {
        // It is nil so far, and an assignment would look into that.
        placeOfAfter(index).initialize(to: slot.pointee.model)
        changeCount &+= 1
        gather(index, of: entry.pointee.row, before: limit)
      }
    }
    core.runs[run].changeCount = changeCount
    levelStart = end
    return Int(changeCount)
  }

  @usableFromInline
  func merge(_ run: Int, outerStart: Int32) {
    for index in core.runs[run].entries where !entries[index].isVoid {
      let previous = entries[index].previous
      guard previous >= outerStart else { continue }
      slots[entries[index].row].entry = previous
      entries[previous].isWrittenAgain = true
      core.isRewritten = true
      entries[index].isVoid = true
    }
  }

  @usableFromInline
  func revert(_ run: Int) {
    for index in core.runs[run].entries.reversed() where !entries[index].isVoid {
      let row = entries[index].row
      if let model = slots[row].model, entries[index].before == nil { disappeared(at: row, id: model.id) }
      if slots[row].isEmpty, entries[index].before != nil { appeared(at: row) }
      slots[row].model = entries[index].before
      slots[row].entry = entries[index].previous
    }
  }

  @usableFromInline
  func drop(_ run: Int) {
    let run = core.runs[run].entries
    for index in run { releaseIfUnused(entries[index].row) }
    entries.removeLast(run.count)
    entryCount = Int32(truncatingIfNeeded: run.lowerBound)
    levelStart = min(levelStart, entryCount)
  }

  @inlinable
  @inline(__always)
  func settle(_ run: Int, isKept: Bool) {
    var index = core.runs[run].first
    let end = core.runs[run].end
    while index < end {
      let entry = entries.base + Int(index)
      index &+= 1
      let row = entry.pointee.row
      if slots[row].isEmpty { releaseIfUnused(row) }
      if isKept, !entry.pointee.isVoid { past.append(movedFrom: entry) } else { Self.end(entry) }
    }
    if end == entryCount {
      entries.forgetAll()
      entryCount = 0
      levelStart = 0
    }
  }

  @usableFromInline
  func checkRows() {
    let waiting = rowsToCheck
    rowsToCheck.removeAll()
    for row in waiting { releaseIfUnused(row) }
  }

  @usableFromInline
  func listChanges(_ run: Int, in list: inout [any AnyChange]) {
    for index in core.runs[run].entries where !entries[index].isVoid {
      list.append(Change(before: entries[index].before, after: entries[index].after))
    }
  }

  @inlinable
  func updateFollowers(_ runs: Range<Int>, commit: UInt64) {
    let changes = TableChanges(table: self, runs: runs)
    var index = 0
    while index < followers.count {
      followers[index]._withUnsafeGuaranteedRef { if $0.since < commit { $0.follow($0, changes) } }
      index &+= 1
    }
  }
}

/// The changes of one commit to one table, in the order of first touch, read where they lie.
///
/// It is lent for the time of a call and must not be kept.
public struct TableChanges<Model: Storable> {
  @usableFromInline let table: Table<Model>
  @usableFromInline let runs: Range<Int>

  @inlinable
  init(table: Table<Model>, runs: Range<Int>) {
    self.table = table
    self.runs = runs
  }

  /// Calls `body` with each row that changed, its value before and its value after.
  @inlinable
  public func forEach(_ body: (_ row: Row, _ before: Model?, _ after: Model?) -> Void) {
    for index in runs {
      guard table.core.runs[index].isOf(table) else { continue }
      for entry in table.core.runs[index].entries where !table.entries[entry].isVoid {
        let entry = Int32(truncatingIfNeeded: entry)
        // Lent as to a view: the body may write, and the entries then move.
        let before = table.placeOfBefore(entry).move()
        let after = table.placeOfAfter(entry).move()
        body(Row(Int(table.entries[entry].row)), before, after)
        table.placeOfBefore(entry).initialize(to: consume before)
        table.placeOfAfter(entry).initialize(to: consume after)
      }
    }
  }

  /// Calls `body` with the place of each entry.
  @inlinable
  func forEachEntry(_ body: (UnsafeMutablePointer<Table<Model>.Entry>) -> Void) {
    for index in runs {
      let run = table.core.runs[index]
      guard run.isOf(table) else { continue }
      for index in run.entries where !table.entries[index].isVoid { body(table.entries.base + index) }
    }
  }

  /// The place of the commit's only entry, if it has only one.
  @inlinable
  var single: UnsafeMutablePointer<Table<Model>.Entry>? {
    guard runs.count == 1 else { return nil }
    let run = table.core.runs[runs.lowerBound]
    return run.end &- run.first == 1 ? table.entries.base + Int(run.first) : nil
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
    table.followerCount += 1
  }

  deinit {
    let this = Unmanaged.passUnretained(self).toOpaque()
    table.followers.removeAll { $0.toOpaque() == this }
    table.followerCount -= 1
  }
}

extension Table {
  /// Calls `tell` with the table's changes after every transaction that changes any, until the
  /// subscription ends.
  @inlinable
  public func observe(_ tell: @escaping (TableChanges<Model>) -> Void) -> Subscription {
    // It is called by transactions alone, and a store that has one keeps its tables.
    let table = Unmanaged.passUnretained(self)
    return SourceSubscription([source], core: core) {
      table._withUnsafeGuaranteedRef { tell(TableChanges(table: $0, runs: $0.core.currentRuns)) }
    }
  }
}
