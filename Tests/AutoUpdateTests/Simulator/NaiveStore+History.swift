import AutoUpdate

extension NaiveStore {
  func record(_ changes: [Change]) {
    guard limit.steps > 0 else {
      if root != nil { (lastRoot, stepOfRoot) = (root, nil) }
      return step = nil
    }
    steps.removeLast(end - present)
    if step == nil, root != nil, root == lastRoot { step = stepOfRoot }
    if let step, step < start { return }
    if step != nil, !steps.isEmpty {
      // The last step is the one that is answered, but after a move, which may have been answered by several.
      steps[steps.count - 1].changes += changes
      step = end - 1
    } else {
      step = end
      if root != nil { (lastRoot, stepOfRoot) = (root, end) }
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
    levels.append(Level(rows: rows, touched: [], answers: 0))
    let path = min(target, present) - start..<max(target, present) - start
    if target < present {
      for step in path.reversed() {
        for index in steps[step].changes.indices.reversed() { exchange(step, index, \.before, \.after) }
      }
    } else {
      for step in path {
        for index in steps[step].changes.indices { exchange(step, index, \.after, \.before) }
      }
    }
    levels.removeLast()
    commit(from: 0, to: target)
    return "true"
  }

  /// Writes one value of a change; the other one is from then on what the row had, which is equal.
  private func exchange(
    _ step: Int, _ index: Int, _ new: WritableKeyPath<Change, Value?>, _ old: WritableKeyPath<Change, Value?>
  ) {
    let change = steps[step].changes[index]
    steps[step].changes[index][keyPath: old] = rows[change.table][change.id]
    write(change.table, change.id, change[keyPath: new])
  }

  func setLimit(steps: Int, changes: Int) {
    limit = (steps, changes)
    trim()
    settle()
  }
}
