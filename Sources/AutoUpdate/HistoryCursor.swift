/// A place between two steps of a store's history, from which the changes on either side are reached.
///
/// The changes of a step stand in the past of each table that it changed; the cursor knows how far
/// into each it is, so that a step costs what it changed and not what came before or after it.
struct HistoryCursor {
  /// The step after the place.
  private(set) var step: Int
  /// The index after the history's runs before the place.
  private var place: Int
  /// The same for the past of each table; a table that was made later has no past yet.
  private var indices: [Int]

  /// A cursor behind the newest step.
  init(atEndOf core: StoreCore) {
    core.recordNoted()
    step = core.history.steps.endIndex
    place = core.history.runs.endIndex
    indices = core.tables.map { $0.operations.past($0).upperBound }
  }

  /// Calls `body` with each change of the step before the cursor, the newest first, and goes there.
  ///
  /// - Returns: whether there is such a step.
  mutating func stepBack(in core: StoreCore, _ body: (_ table: AnyTable, _ index: Int) -> Void) -> Bool {
    guard step > core.history.steps.startIndex else { return false }
    step -= 1
    let record = core.history.steps[step]
    place -= record.runsInTrail
    for run in record.runs(in: core.history.runs, from: place).reversed() {
      let table = run.table.takeUnretainedValue()
      for _ in 0..<run.changeCount {
        indices[Int(table.number)] -= 1
        body(table, indices[Int(table.number)])
      }
    }
    return true
  }

  /// Calls `body` with each change of the step after the cursor, the oldest first, and goes there.
  ///
  /// - Returns: whether there is such a step.
  mutating func stepForward(in core: StoreCore, _ body: (_ table: AnyTable, _ index: Int) -> Void) -> Bool {
    guard step >= core.history.steps.startIndex, step < core.history.steps.endIndex else { return false }
    let record = core.history.steps[step]
    for run in record.runs(in: core.history.runs, from: place) {
      let table = run.table.takeUnretainedValue()
      for _ in 0..<run.changeCount {
        body(table, indices[Int(table.number)])
        indices[Int(table.number)] += 1
      }
    }
    place += record.runsInTrail
    step += 1
    return true
  }
}

extension StoreCore {
  /// The cursor at the present.
  var presentCursor: HistoryCursor { history.cursor ?? HistoryCursor(atEndOf: self) }

  /// Applies the changes between the present and `target`, nearest first.
  func replay(to target: Int) {
    var cursor = presentCursor
    while cursor.step > target {
      guard cursor.stepBack(in: self, { $0.operations.applyPast($0, $1, true) }) else { break }
    }
    while cursor.step < target {
      guard cursor.stepForward(in: self, { $0.operations.applyPast($0, $1, false) }) else { break }
    }
    history.present = cursor.step
    history.cursor = history.undone > 0 ? cursor : nil
  }
}
