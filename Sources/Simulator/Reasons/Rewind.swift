import AutoUpdate

/// A search through earlier states of the store with code that reads the present state.
///
/// Steps are undone within a transaction that is rolled back at the end, so that no observer is called.
struct Rewind {
  /// The part of a step that produced a present value.
  struct Turn {
    let turn: PastSearch.Turn
    let changes: [any AnyChange]
    /// The values of `note` before and after the step.
    let before: [Value?]
    let after: [Value?]
  }

  private struct End: Error {}

  let simulation: Simulation

  /// Returns the last step that changed a value; `nil` if the value is older than the stored history.
  ///
  /// - Parameter note: Returns further values to record before and after the step.
  /// - Throws: An error if the line reaches a limit or is interrupted.
  /// - Complexity: O(changes of the steps since then), and one evaluation of the value for each step.
  func lastTurn<Content: Equatable>(
    of value: () -> Content, note: () -> [Value?] = { [] }
  ) throws -> Turn? {
    let history = simulation.store.history
    var found: Turn?
    do {
      try simulation.store.transaction("why") { transaction in
        // Names and watches have the values of the transaction's state. Views do not.
        func valueThen() throws -> Content { try simulation.evaluatingOpenTransaction(value) }
        let now = try valueThen()
        var part = history.present - 1
        while let changes = history.changes(of: part) {
          let after = note()
          try simulation.charge(of: changes.changes.count)
          transaction.apply(changes.inverted(cause: ""))
          if try valueThen() != now {
            found = Turn(
              turn: PastSearch.Turn(part: part, cause: changes.cause), changes: changes.changes,
              before: note(), after: after)
            break
          }
          part -= 1
        }
        throw End()
      }
    } catch is End {}
    return found
  }
}
