import AutoUpdate

extension NaiveStore {
  func record(_ changes: [Change]) {
    guard limit.steps > 0 else { return step = nil }
    steps.removeLast(end - present)
    if let step, step < start { return }
    if let step {
      steps[step - start].changes += changes
    } else {
      step = end
      steps.append(Step(cause: openCause, changes: changes))
      present += 1
    }
    if let step, steps[step - start].changes.count > limit.changes {
      let kept = steps[step - start]
      faults.append(.stepTooLarge(cause: kept.cause, changeCount: kept.changes.count, limit: limit.changes))
    }
    trim()
  }

  func trim() {
    while !steps.isEmpty, steps.count > limit.steps || steps.flatMap(\.changes).count > limit.changes {
      if present > start {
        (steps, start) = (Array(steps.dropFirst()), start + 1)
      } else {
        steps.removeLast()
      }
    }
  }

  func move(_ kind: Operation.Kind, to point: Int, _ cause: String) -> String {
    let target = kind == .undo ? present - 1 : kind == .redo ? present + 1 : start + point
    guard target >= start, target <= end else { return "false" }
    guard isIdle else { return StoreError.busy.description }
    if target == present { return "true" }
    (openCause, before, touched) = (cause, rows, [])
    let steps = steps[(min(target, present) - start)..<(max(target, present) - start)].flatMap(\.changes)
    levels.append(Level(rows: rows, touched: [], answers: 0))
    if target < present { for change in steps.reversed() { write(change.table, change.id, change.before) } }
    if target > present { for change in steps { write(change.table, change.id, change.after) } }
    levels.removeLast()
    commit(from: 0, to: target)
    return "true"
  }

  func setLimit(steps: Int, changes: Int) {
    limit = (steps, changes)
    trim()
    settle()
  }
}
