import AutoUpdate

/// Looks in the history for the command that made something as it is now.
struct PastSearch {
  /// A part of a step at which something became as it is now.
  struct Turn {
    /// The store's step.
    let part: Int
    let cause: String
  }

  let store: DataStore
  let steps: StepList

  /// The last command that changed a value, and the value before it; `nil` when it was so before all that is kept.
  ///
  /// - Parameter value: reads it from the store as it was.
  func lastTurn<Value: Equatable>(of value: (PastState) -> Value) -> (turn: Turn, before: Value)? {
    let state = store.pastState()
    let now = value(state)
    while let changes = state.stepBack() {
      let before = value(state)
      if before != now { return (Turn(part: state.position, cause: changes.cause), before) }
    }
    return nil
  }

  /// `by move Docs done (step 4)`, `since the beginning`.
  func place(of turn: Turn?) -> String {
    if let turn { return "by \(ChangeText.shown(turn.cause)) (step \(steps.name(ofPart: turn.part)))" }
    let oldest = steps.kept?.lowerBound ?? 0
    return oldest == 0 ? "since the beginning" : "since before step \(oldest + 1), the oldest that is kept"
  }

  /// `set by change Docs points=3 (step 2): Docs.points 1→3`
  func line(_ verb: String, _ turn: Turn?, _ facts: [String]) -> String {
    let line = "\(verb) \(place(of: turn))"
    return facts.isEmpty ? line : line + ": " + facts.joined(separator: ", ")
  }
}
