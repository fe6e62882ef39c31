import CommandLanguage
import Synchronization
import TerminalText

/// A constraint or an invariant that a world declares. Its conditions are parsed once for all sessions.
final class DeclaredRule: Sendable {
  let name: String
  let role: RuleRole
  /// The condition, in the command language or in words.
  let description: String
  /// The time within which the rule's goal must be met; `nil` for a rule without a goal.
  let bound: LeadsTo.Bound?
  private let content: Content

  private enum Content {
    case condition(SharedCondition)
    case leadsTo(SharedCondition, SharedCondition)
    case computed(@Sendable (Simulation) throws -> RuleTest)
    case computedLeadsTo(@Sendable (Simulation) throws -> (from: RuleTest, to: RuleTest))
  }

  private init(
    _ name: String, _ role: RuleRole, _ description: String, _ content: Content,
    within bound: LeadsTo.Bound? = nil
  ) {
    self.name = name
    self.role = role
    self.description = description + (bound.map { " within \($0.text)" } ?? "")
    self.content = content
    self.bound = bound
  }

  convenience init(_ name: String, _ role: RuleRole, text: String) {
    self.init(name, role, text, .condition(SharedCondition(text)))
  }

  convenience init<M: Model>(
    _ name: String, _ role: RuleRole, over type: M.Type,
    holds: @escaping @Sendable (Simulation, M) throws -> Bool
  ) {
    let test = Self.test(over: type, holds, foundValue: false)
    self.init(
      name, role, "a condition that the program computes for \(English.article(M.kindName))", .computed(test))
  }

  convenience init<M: Model>(
    _ name: String, _ role: RuleRole, over type: M.Type, always: @escaping @Sendable (M, M) throws -> Bool
  ) {
    self.init(
      name, role, "a comparison that the program makes for each change of \(English.article(M.kindName))",
      .computed { ObjectRuleTest(try $0.objects(type), .change(always), foundValue: false) })
  }

  convenience init(
    _ name: String, leadingFrom condition: String, to goal: String, within bound: LeadsTo.Bound
  ) {
    self.init(
      name, .invariant, "\(condition) leads to \(goal)",
      .leadsTo(SharedCondition(condition), SharedCondition(goal)), within: bound)
  }

  convenience init<M: Model>(
    _ name: String, over type: M.Type,
    leadingFrom condition: @escaping @Sendable (Simulation, M) throws -> Bool,
    to goal: @escaping @Sendable (Simulation, M) throws -> Bool, within bound: LeadsTo.Bound
  ) {
    let from = Self.test(over: type, condition, foundValue: true)
    let to = Self.test(over: type, goal, foundValue: true)
    self.init(
      name, .invariant,
      "a condition that the program computes for \(English.article(M.kindName)) leads to another",
      .computedLeadsTo { (try from($0), try to($0)) }, within: bound)
  }

  private static func test<M: Model>(
    over type: M.Type, _ condition: @escaping @Sendable (Simulation, M) throws -> Bool, foundValue: Bool
  ) -> @Sendable (Simulation) throws -> RuleTest {
    { ObjectRuleTest(try $0.objects(type), .object(condition), foundValue: foundValue) }
  }

  func rule(in simulation: Simulation, _ interpreter: Interpreter) throws -> Rule {
    switch content {
    case .condition(let condition):
      return Rule(name, role, try condition.read(interpreter), in: simulation, interpreter)
    case .computed(let make): return Rule(name, role, try make(simulation))
    case .leadsTo(let condition, let goal):
      return try Rule(
        name, leadingFrom: condition.read(interpreter), to: goal.read(interpreter),
        within: bound ?? .ticks(1),
        in: simulation, interpreter)
    case .computedLeadsTo(let make):
      let tests = try make(simulation)
      return Rule(name, leadingFrom: tests.from, to: tests.to, within: bound ?? .ticks(1))
    }
  }

  private var conditions: [SharedCondition] {
    switch content {
    case .condition(let condition): [condition]
    case .leadsTo(let condition, let goal): [condition, goal]
    case .computed, .computedLeadsTo: []
    }
  }

  // MARK: Declaring

  func declare(in declarations: inout Declarations) {
    declarations.installs.append { [self] in $0.rules.declare(self) }
    if name.isEmpty {
      declarations.problems.append("\(English.article(role.rawValue)) has an empty name")
    } else if declarations.ruleNames.contains(where: { $0.name == name }) {
      declarations.problems.append("two constraints or invariants are called “\(name)”")
    } else {
      declarations.ruleNames.append((name, role))
    }
    if let bound, !Schedule.range.contains(bound.count) {
      let range = Schedule.range
      declarations.problems.append(
        "the bound of the invariant “\(name)” must be from \(range.lowerBound) to \(range.upperBound), not \(bound.count)"
      )
    }
    declarations.checksOfSessions.append { [self] in problem(in: $0) }
  }

  /// Returns the problem of the declaration, such as unknown names, a value that is not a truth value, or a condition
  /// that is false at the start; `nil` if there is none.
  private func problem(in simulation: Simulation) -> String? {
    guard let interpreter = simulation.interpreter else { return nil }
    do {
      for condition in conditions { try condition.check(interpreter) }
      let rule = try rule(in: simulation, interpreter)
      return rule.problem(in: simulation).map { "the \(role.rawValue) “\(name)” \($0)" }
    } catch {
      let isLeading = conditions.contains { $0.text.contains(" leads to ") }
      let hint = isLeading ? "; declare it with LeadsTo" : ""
      let explanation = Explanation(of: error)
      let notes = explanation.notes.map { "; \($0)" }.joined()
      return "the \(role.rawValue) “\(name)” cannot be read: \(explanation.message)\(notes)\(hint)"
    }
  }
}

/// A condition in the command language that is parsed once and shared by all sessions of a world.
private final class SharedCondition: Sendable {
  let text: String
  private let shared = Mutex<Expression?>(nil)

  init(_ text: String) { self.text = text }

  func read(_ interpreter: Interpreter) throws -> Expression {
    // The world's conditions cannot use a session's variables.
    try readShared(interpreter) ?? interpreter.expression(text, variables: [])
  }

  /// Throws the first error of the condition, such as an unknown name.
  func check(_ interpreter: Interpreter) throws {
    try interpreter.checkNames(in: readShared(interpreter) ?? interpreter.expression(text))
  }

  private func readShared(_ interpreter: Interpreter) throws -> Expression? {
    if let expression = shared.withLock({ $0 }) { return expression }
    guard let expression = try interpreter.sharedExpression(text) else { return nil }
    shared.withLock { $0 = expression }
    return expression
  }
}

/// The effect of breaking a rule.
enum RuleRole: String, Sendable {
  /// A command that adds a violation fails.
  case constraint
  /// Nothing is refused. A violation is reported.
  case invariant

  var removal: String { "un\(rawValue)" }
}
