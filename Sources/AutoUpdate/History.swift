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
  public internal(set) var changeCount: Int
}

/// The steps of a store: their changes stand in the tables, in order; here is which table comes when.
struct History {
  var limit = HistoryLimit.none
  var steps = Trail<Step>()
  /// The table of each change of each step.
  var order = Trail<Int32>()
  /// The step after the present: later ones were undone.
  var present = 0
  /// The place of the present while there are undone steps; otherwise it is the end.
  var cursor: HistoryCursor?
  /// Whether the open transaction moves through the history.
  var isReplaying = false

  var undone: Int { steps.endIndex - present }
}

extension StoreCore {
  /// Keeps a commit as a step, or as part of the step that it answers.
  func record(_ place: Int) {
    if history.undone > 0 { forgetRedo() }
    let range = queue[place].touches
    for index in range {
      let touch = touches[index]
      let table = tables[touch.table]
      table.operations.record(table, touch.entry)
      history.order.append(touch.table)
    }
    let parent = queue[place].parent
    if parent >= 0, !queue[parent].isReplay, history.steps.count > 0 {
      history.steps[history.steps.endIndex - 1].changeCount += range.count
    } else {
      history.steps.append(Step(cause: queue[place].cause, changeCount: range.count))
      history.present += 1
    }
    forgetOldest()
  }

  /// Drops the steps that were undone.
  private func forgetRedo() {
    while history.undone > 0 { forgetNewest() }
  }

  /// Drops the newest step, which was undone.
  private func forgetNewest() {
    let step = history.steps[history.steps.endIndex - 1]
    for _ in 0..<step.changeCount {
      let table = tables[history.order[history.order.endIndex - 1]]
      table.operations.dropPast(table, 0, 1)
      history.order.removeLast(1)
    }
    history.steps.removeLast(1)
    if history.undone == 0 { history.cursor = nil }
  }

  /// Forgets steps until the limits hold: the oldest first, and when all that are left were undone,
  /// the newest of those, since the others lead from the present.
  func forgetOldest() {
    while history.steps.count > history.limit.steps || history.order.count > history.limit.changes {
      guard history.steps.count > 0 else { return }
      guard history.present > history.steps.startIndex else {
        forgetNewest()
        continue
      }
      let changeCount = history.steps[history.steps.startIndex].changeCount
      for _ in 0..<changeCount {
        let table = tables[history.order[history.order.startIndex]]
        table.operations.dropPast(table, 1, 0)
        history.order.removeFirst(1)
      }
      history.steps.removeFirst(1)
    }
  }
}

extension Table {
  @inlinable
  func record(_ entry: Int32) {
    past.append(Change(before: entries[Int(entry)].before, after: entries[Int(entry)].after))
  }

  @usableFromInline
  var pastRange: Range<Int> { past.startIndex..<past.endIndex }

  @inlinable
  func dropPast(first: Int, last: Int) {
    past.removeFirst(first)
    past.removeLast(last)
  }

  @usableFromInline
  func pastChange(_ index: Int) -> any AnyChange { past[index] }

  @usableFromInline
  func applyPast(_ index: Int, inverted: Bool) {
    let change = inverted ? past[index].inverted : past[index]
    if let model = change.after {
      save(model)
    } else if let gone = change.before {
      _ = delete(gone.id)
    }
  }
}
