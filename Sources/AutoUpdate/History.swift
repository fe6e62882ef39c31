/// How much of the past a store keeps for undoing.
public struct HistoryLimit: Equatable, Sendable {
  /// How many steps; the oldest are forgotten first. 0 keeps none.
  public var steps: Int
  /// How many changes in all those steps.
  public var changes: Int

  public init(steps: Int, changes: Int) {
    self.steps = steps
    self.changes = changes
  }

  /// Nothing is kept.
  public static let none = HistoryLimit(steps: 0, changes: 0)
}

/// A transaction of the past, with the transactions that observers answered it with.
public struct Step: Equatable, Sendable {
  public let cause: String
  /// How many changes it made.
  public let changeCount: Int
}

/// The steps of a store: their changes stand in the tables, in order; here is which table comes when.
struct History {
  var limit = HistoryLimit.none
  var steps = Trail<StepRecord>()
  /// Which table's changes come when, for the steps of several runs.
  var runs = Trail<HistoryRun>()
  /// How many changes all steps have.
  var changeCount = 0
  /// The step after the present: later ones were undone.
  var present = 0
  /// The place of the present while there are undone steps; otherwise it is the end.
  var cursor: HistoryCursor?
  /// Whether the open transaction moves through the history.
  var isReplaying = false

  var undone: Int { steps.endIndex - present }
  var isOverLimit: Bool { steps.count > limit.steps || changeCount > limit.changes }
}

/// Changes of one table that follow each other in a step.
struct HistoryRun {
  /// Unmanaged, so that reaching the table counts no reference; the store keeps it.
  let table: Unmanaged<AnyTable>
  let changeCount: Int32
}

extension StoreCore {
  /// Takes note of a commit as a step, or as part of the step that it answers. Its cause and its
  /// values follow when it is settled: they can be moved then.
  @inline(__always)
  func note(_ place: Int) {
    if history.undone > 0 { forgetRedo() }
    history.changeCount &+= queue[place].changeCount
    let parent = Int(queue[place].parent)
    var isBegun = parent >= 0 && !queue[parent].isReplay && history.steps.count > 0
    queue[place].beginsStep = !isBegun
    for run in queue[place].runs where runs[run].changeCount > 0 {
      let run = HistoryRun(table: runs[run].table, changeCount: runs[run].changeCount)
      if isBegun {
        history.steps[history.steps.endIndex &- 1].append(run, to: &history.runs)
      } else {
        history.steps.append(StepRecord(run))
        history.present &+= 1
        isBegun = true
      }
    }
    queue[place].step = history.steps.endIndex &- 1
  }

  /// Completes the steps for someone who reads them while commits are being told.
  func recordNoted() {
    for place in 0..<queue.count where queue[place].step >= 0 {
      if queue[place].beginsStep { history.steps[queue[place].step].cause = queue[place].cause }
      queue[place].beginsStep = false
      queue[place].step = -1
      for run in queue[place].runs {
        runs[run].table._withUnsafeGuaranteedRef { $0.operations.record($0, run) }
      }
    }
    forgetOldest()
  }

  /// Drops the steps that were undone.
  func forgetRedo() {
    while history.undone > 0 { forgetNewest() }
  }

  /// Drops the newest step, which was undone.
  private func forgetNewest() {
    let step = history.steps[history.steps.endIndex - 1]
    for run in step.runs(in: history.runs, from: history.runs.endIndex - step.runsInTrail) {
      run.table._withUnsafeGuaranteedRef { $0.operations.dropPast($0, 0, Int(run.changeCount)) }
    }
    history.runs.removeLast(step.runsInTrail)
    history.steps.removeLast(1)
    history.changeCount -= step.changeCount
    if history.undone == 0 { history.cursor = nil }
  }

  /// Forgets steps until the limits hold: the oldest first, and when all that are left were undone,
  /// the newest of those, since the others lead from the present.
  func forgetOldest() {
    while history.isOverLimit {
      guard history.steps.count > 0 else { return }
      guard history.present > history.steps.startIndex else {
        forgetNewest()
        continue
      }
      let step = history.steps[history.steps.startIndex]
      for run in step.runs(in: history.runs, from: history.runs.startIndex) {
        run.table._withUnsafeGuaranteedRef { $0.operations.dropPast($0, Int(run.changeCount), 0) }
      }
      history.runs.removeFirst(step.runsInTrail)
      history.changeCount -= step.changeCount
      history.steps.removeFirst(1)
    }
  }
}

extension Table {
  @usableFromInline
  func record(_ run: Int) {
    for index in core.runs[run].entries where !entries[index].isVoid {
      past.append(entries[index])
    }
  }

  private func change(_ entry: Entry) -> Change<Model> { Change(before: entry.before, after: entry.after) }

  @usableFromInline
  var pastRange: Range<Int> { past.startIndex..<past.endIndex }

  @inlinable
  @inline(__always)
  func dropPast(first: Int, last: Int) {
    past.removeFirst(first)
    past.removeLast(last)
  }

  @usableFromInline
  func pastChange(_ index: Int) -> any AnyChange { change(past[index]) }

  @usableFromInline
  func applyPast(_ index: Int, inverted: Bool) {
    let change = inverted ? change(past[index]).inverted : change(past[index])
    if let model = change.after {
      save(model)
    } else if let gone = change.before {
      _ = delete(gone.id)
    }
  }
}
