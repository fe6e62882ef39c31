import CommandLanguage
import Synchronization

/// An invariant of a world's declaration, which is read once for all sessions.
final class DeclaredInvariant: Sendable {
  let name: String
  let text: String
  /// A Boolean value that indicates whether it is a claim: no command may even try to break it.
  let isClaim: Bool
  private let shared = Mutex<InvariantCondition?>(nil)

  init(_ name: String, _ text: String, isClaim: Bool) {
    self.name = name
    self.text = text
    self.isClaim = isClaim
  }

  /// The rule for a session.
  func rule(in simulation: Simulation, _ interpreter: Interpreter) throws -> InvariantRule {
    InvariantRule(name, try condition(in: simulation, interpreter), in: simulation, interpreter)
  }

  private func condition(
    in simulation: Simulation, _ interpreter: Interpreter
  ) throws -> InvariantCondition {
    if let condition = shared.withLock({ $0 }) { return condition }
    guard let expression = try interpreter.sharedExpression(text) else {
      // No variable of a session means anything to the world.
      return InvariantCondition(
        try interpreter.expression(text, variables: []), in: simulation, interpreter)
    }
    let condition = InvariantCondition(expression, in: simulation, interpreter)
    shared.withLock { $0 = condition }
    return condition
  }
}
