import AutoUpdate
import TerminalText

/// A search in the history for the commands that produced present values.
struct PastSearch {
  /// The part of a step that produced a present value.
  struct Turn {
    /// The store's step.
    let part: Int
    let cause: String
  }

  let simulation: Simulation

  private var steps: StepList { simulation.past.steps }

  /// Returns, for each field of an object, the last command that changed it and the value before; `nil` if the value is
  /// older than the stored history. The value before is `nil` if there was no object.
  ///
  /// - Throws: An error if the line reaches a limit or is interrupted.
  /// - Complexity: O(changes of the steps since then), however many fields there are.
  func lastTurns<M: Model>(
    of fields: [Field<M>], of id: M.ID, in table: Table<M>
  ) throws -> [(turn: Turn, before: Value?)?] {
    var found: [(turn: Turn, before: Value?)?] = fields.map { _ in nil }
    var pending = Array(fields.indices)
    let state = simulation.store.pastState()
    var later = state[id, in: table]
    while !pending.isEmpty, let turn = try back(in: state) {
      let object = state[id, in: table]
      if object == later { continue }
      pending.removeAll { index in
        let (before, after) = (object.map(fields[index].read), later.map(fields[index].read))
        if before != after { found[index] = (turn, before) }
        return before != after
      }
      later = object
    }
    return found
  }

  /// Moves a past state back by one step of the store, and charges the cost to the line.
  func back(in state: PastState) throws -> Turn? {
    guard let changes = state.stepBack() else { return nil }
    try simulation.charge(of: changes.changes.count)
    return Turn(part: state.position, cause: changes.cause)
  }

  /// Returns the position of a change in words: `by move Docs done (step 4)`, `since the beginning`.
  func location(of turn: Turn?) -> String {
    if let turn { return "by \(Escaping.escaped(turn.cause)) (step \(steps.name(ofPart: turn.part)))" }
    let oldest = steps.kept?.lowerBound ?? 0
    return oldest == 0 ? "since the beginning" : "since before step \(oldest + 1), the oldest that is kept"
  }

  /// Returns a line such as `set by change Docs points=3 (step 2): Docs.points 1→3`.
  func line(_ verb: String, _ turn: Turn?, _ facts: [String]) -> String {
    let line = "\(verb) \(location(of: turn))"
    return facts.isEmpty ? line : line + ": " + facts.joined(separator: ", ")
  }
}
