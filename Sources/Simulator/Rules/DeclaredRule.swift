import CommandLanguage
import Synchronization
import TerminalText

/// A constraint or an invariant of a world's declaration. The text of one is read once for all sessions.
final class DeclaredRule: Sendable {
  let name: String
  let role: RuleRole
  /// The condition, in the command language or in words.
  private let text: String
  /// The condition, and the time for which it may be broken.
  var description: String { text + (delay.map { " (\($0.text))" } ?? "") }
  private let delay: InvariantDelay?
  private let makeTest: (@Sendable (Simulation) throws -> RuleTest)?
  private let shared = Mutex<Expression?>(nil)

  init(_ name: String, _ role: RuleRole, within delay: InvariantDelay? = nil, text: String) {
    self.name = name
    self.delay = delay
    self.role = role
    self.text = text
    makeTest = nil
  }

  init<M: Model>(
    _ name: String, _ role: RuleRole, within delay: InvariantDelay? = nil, over type: M.Type,
    holds: @escaping @Sendable (Simulation, M) throws -> Bool
  ) {
    self.name = name
    self.delay = delay
    self.role = role
    text = "a condition that the program computes for \(English.article(M.kindName))"
    makeTest = { simulation in
      ObjectRuleTest(try simulation.objects(type)) { [unowned simulation] in try !holds(simulation, $0) }
    }
  }

  init<M: Model>(
    _ name: String, _ role: RuleRole, over type: M.Type, always: @escaping @Sendable (M, M) throws -> Bool
  ) {
    self.name = name
    delay = nil
    self.role = role
    text = "a comparison that the program makes for each change of \(English.article(M.kindName))"
    makeTest = { simulation in
      ChangeRuleTest(try simulation.objects(type)) { try !always($0, $1) }
    }
  }

  /// The rule for a session.
  func rule(in simulation: Simulation, _ interpreter: Interpreter) throws -> Rule {
    if let makeTest { return Rule(name, role, within: delay, try makeTest(simulation)) }
    return Rule(name, role, within: delay, try condition(interpreter), in: simulation, interpreter)
  }

  private func condition(_ interpreter: Interpreter) throws -> Expression {
    if let expression = shared.withLock({ $0 }) { return expression }
    guard let expression = try interpreter.sharedExpression(text) else {
      // No variable of a session means anything to the world.
      return try interpreter.expression(text, variables: [])
    }
    shared.withLock { $0 = expression }
    return expression
  }

  // MARK: Declaring

  func declare(in declarations: inout Declarations) {
    declarations.installs.append { [self] in $0.rules.declare(self) }
    if declarations.ruleNames.contains(where: { $0.name == name }) {
      declarations.problems.append("two constraints or invariants are called “\(name)”")
    } else {
      declarations.ruleNames.append((name, role))
    }
    declarations.checksOfSessions.append { [self] in problem(in: $0) }
  }

  /// The problem of the declaration: names that nothing has, no truth value, or a condition that does not hold at the start.
  private func problem(in simulation: Simulation) -> String? {
    guard let interpreter = simulation.interpreter else { return nil }
    let subject = "the \(role.rawValue) “\(name)”"
    do {
      if makeTest == nil {
        let unknown = interpreter.unknownNames(in: try interpreter.expression(text))
        if !unknown.isEmpty {
          let names = unknown.map { "“\($0)”" }.joined(separator: ", ")
          return "\(subject) speaks of \(names), which nothing is called"
        }
      }
      let rule = try rule(in: simulation, interpreter)
      let breaches = rule.isOfStates ? try rule.breaches(in: simulation) : RuleBreaches()
      if breaches.isEmpty { return nil }
      if let failure = breaches.firstFailure { return "\(subject) cannot be computed: \(failure)" }
      return "\(subject) does not hold at the start"
    } catch is ViewRead {
      // The screens have contents once the session has run a command.
      return nil
    } catch {
      return "\(subject) cannot be read: \(Explanation(of: error).message)"
    }
  }
}
