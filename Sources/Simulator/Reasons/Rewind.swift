import AutoUpdate

/// Reads the store as it was after each earlier step, with the code that reads it as it is.
///
/// The steps are taken back within a transaction which is itself taken back at the end, so nobody hears of it.
struct Rewind {
  /// A part of a step at which something became as it is now.
  struct Turn {
    let turn: PastSearch.Turn
    let changes: [any AnyChange]
    /// The values noted before and after it.
    let before: [Value?]
    let after: [Value?]
  }

  private struct End: Error {}

  let simulation: Simulation

  /// The last step that changed a value; `nil` when it was so before all that is kept.
  ///
  /// - Parameter note: what else is wanted of the states before and after it.
  /// - Throws: the limit that the line reached, or that it was interrupted.
  /// - Complexity: O(changes of the steps since then), and one reading of the value for each of them.
  func lastTurn<Content: Equatable>(
    of value: () -> Content, note: () -> [Value?] = { [] }
  ) throws -> Turn? {
    let history = simulation.store.history
    let now = value()
    var found: Turn?
    do {
      try simulation.store.transaction("why") { transaction in
        var part = history.present - 1
        while let changes = history.changes(of: part) {
          let after = note()
          try simulation.charge(of: changes.changes.count)
          transaction.apply(changes.inverted(cause: ""))
          if value() != now {
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
