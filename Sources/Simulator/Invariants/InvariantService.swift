import AutoUpdate
import CommandLanguage

/// Checks a session's invariants at every commit.
final class InvariantService: CommandObserver, SessionService {
  unowned let simulation: Simulation
  private let made: Table<MadeInvariant>
  /// Those of the world's declaration.
  private var declared: [DeclaredInvariant] = []
  /// The claim that a command last tried to break, until somebody takes note of it.
  var brokenClaim: InvariantError?
  /// Those that have been read, when a commit first asked for them.
  private(set) var declaredRules: [InvariantRule] = []
  /// By the number of their making.
  private var madeRules: [Int: InvariantRule] = [:]
  /// A Boolean value that indicates whether any rule reads the screens; few worlds have such rules, and they are
  /// checked after every command.
  private(set) var areAnyOfViews = false
  /// Those of what the screens show that do not hold since a command ended.
  var brokenOfViews: [String] = []
  /// The number of transactions that had changed the store at the last check.
  var askedAtCommit: UInt64 = 0
  /// The most invariants; the setting `invariants`.
  var limit = 100
  /// Those that a commit has been checked against.
  private(set) var checkedNames: [String] = []

  init(of simulation: Simulation) {
    self.simulation = simulation
    made = simulation.table(of: MadeInvariant.self)
    simulation.checkInvariants = { [unowned self] in try check() }
    simulation.observeCommands(self)
  }

  func commandEnded() {
    // What was removed keeps nothing that it captured.
    if madeRules.count > made.count {
      let numbers = Set(made.models.map(\.number))
      madeRules = madeRules.filter { numbers.contains($0.key) }
    }
    warn()
  }

  func reset() {
    (brokenClaim, declaredRules, madeRules, areAnyOfViews, brokenOfViews) = (nil, [], [:], false, [])
    (askedAtCommit, limit, checkedNames) = (0, 100, [])
    simulation.findBreach = nil
  }

  func declare(_ invariant: DeclaredInvariant) { declared = declared + [invariant] }

  /// All invariants with their texts: the world's, then those that commands made.
  var all: [(name: String, text: String)] {
    declared.map { ($0.name, $0.text) }
      + sortedMade.map { invariant in
        let variables = KeptText.text(of: invariant.condition.variables).map { " (\($0))" } ?? ""
        return (invariant.id, invariant.condition.text + variables)
      }
  }

  var sortedMade: [MadeInvariant] {
    made.count == 0 ? [] : made.models.sorted { $0.number < $1.number }
  }

  var madeNames: [String] { sortedMade.map(\.id) }

  // MARK: Checking

  private func check() throws {
    let simulation = simulation
    guard let interpreter = simulation.interpreter else { return }
    try readDeclared(interpreter)
    for rule in declaredRules { try check(rule, simulation, interpreter) }
    if made.count == 0 { return }
    for invariant in sortedMade { try check(rule(of: invariant, interpreter), simulation, interpreter) }
  }

  func readDeclared(_ interpreter: Interpreter) throws {
    if declaredRules.count == declared.count { return }
    for invariant in declared.dropFirst(declaredRules.count) {
      let rule = try invariant.rule(in: simulation, interpreter)
      if rule.isOfViews { noteOfViews() }
      // Each commit asks for them: what is only read and replaced costs no check of exclusive access.
      declaredRules = declaredRules + [rule]
    }
  }

  /// Forgets the reads of all invariants, so that they are evaluated again: new objects have arrived.
  func forgetReads() {
    for rule in declaredRules { rule.forgetReads() }
    for rule in madeRules.values { rule.forgetReads() }
  }

  func rule(of invariant: MadeInvariant, _ interpreter: Interpreter) -> InvariantRule {
    // Undoing gives a number back.
    if let rule = madeRules[invariant.number], rule.name == invariant.id,
      rule.condition == invariant.condition
    {
      return rule
    }
    let rule = makeRule(invariant.id, invariant.condition, interpreter)
    if rule.isOfViews { noteOfViews() }
    madeRules[invariant.number] = rule
    return rule
  }

  private func noteOfViews() {
    areAnyOfViews = true
    simulation.findBreach = { [unowned self] in breachOfScreens() }
  }

  /// A rule that a command makes.
  private func makeRule(
    _ name: String, _ condition: Expression, _ interpreter: Interpreter
  ) -> InvariantRule {
    let condition = InvariantCondition(condition, in: simulation, interpreter)
    return InvariantRule(name, condition, in: simulation, interpreter)
  }

  func note(_ error: InvariantError, aboutClaim name: String) {
    if brokenClaim == nil, declared.contains(where: { $0.isClaim && $0.name == name }) {
      brokenClaim = error
    }
  }

  private func check(_ rule: InvariantRule, _ simulation: Simulation, _ interpreter: Interpreter) throws {
    if !rule.isChecked {
      rule.isChecked = true
      if !checkedNames.contains(rule.name) { checkedNames = checkedNames + [rule.name] }
    }
    guard !rule.isOfViews, !rule.holdsOfChanges,
      let breakers = try breakers(of: rule, simulation, interpreter)
    else { return }
    let error = InvariantError.broken(
      name: rule.name, text: rule.condition.text, objects: labels(breakers), count: breakers.count)
    note(error, aboutClaim: rule.name)
    throw error
  }

  /// The first invariant that does not hold now, asked from scratch.
  func firstBroken() -> String? {
    guard let interpreter = simulation.interpreter else { return nil }
    try? readDeclared(interpreter)
    let rules = declaredRules + sortedMade.map { rule(of: $0, interpreter) }
    // One that cannot be computed is refused where it is checked.
    return rules.first { (try? interpreter.isTrue($0.condition)) == false }?.name
  }

  private func breakers(
    of rule: InvariantRule, _ simulation: Simulation, _ interpreter: Interpreter
  ) throws -> [ObjectReference]? {
    do {
      return try simulation.askingOpen { try rule.breakers(in: simulation, interpreter) }
    } catch is ViewRead {
      rule.isOfViews = true
      noteOfViews()
      return nil
    } catch {
      // What a limit ends, or a person, says nothing of the invariant.
      guard let explanation = (error as? any Explainable)?.explanation, explanation.limit == nil,
        explanation.kind != "interrupted"
      else { throw error }
      throw InvariantError.failed(name: rule.name, message: explanation.message)
    }
  }

  private func labels(_ objects: [ObjectReference]) -> [String] {
    objects.prefix(InvariantError.shownMax).compactMap { object in
      simulation.objects.first { simulation.kindID($0.place) == object.kind }?.label(of: object.id)
    }
  }

  // MARK: Commands

  /// Makes an invariant, which has to hold already.
  func make(_ name: String, _ condition: Expression) throws {
    guard let interpreter = simulation.interpreter else { return }
    if made[name] == nil, all.count >= limit { throw InvariantError.tooMany(limit: limit) }
    if declared.contains(where: { $0.name == name }) {
      throw SimulationError.nameTaken(name, by: "invariant")
    }
    // What it demands does not change with a variable, and is the same at the next start.
    let condition = try interpreter.closed(condition)
    let rule = makeRule(name, condition, interpreter)
    if let breakers = try rule.isOfViews ? nil : breakers(of: rule, simulation, interpreter) {
      throw InvariantError.alreadyBroken(name: name, objects: labels(breakers), count: breakers.count)
    }
    if rule.isOfViews, try !interpreter.isTrue(condition) {
      throw InvariantError.alreadyBroken(name: name, objects: [], count: 0)
    }
    // Demanded again it is no change, as a watch is none.
    if made[name]?.condition == condition { return }
    let number = try simulation.nextNumber(of: MadeInvariant.self)
    let invariant = MadeInvariant(id: name, number: number, condition: condition)
    try simulation.write { $0.save(invariant, in: made) }
  }

  /// Takes back an invariant that a command made.
  func remove(_ name: String) throws {
    if made[name] == nil, declared.contains(where: { $0.name == name }) {
      throw InvariantError.declared(name)
    }
    guard made[name] != nil else { throw InvariantError.noInvariant(name, known: madeNames) }
    try simulation.write { _ = $0.delete(name, from: made) }
  }
}

extension Simulation {
  /// The conditions that must hold at every commit.
  var invariants: InvariantService { service { InvariantService(of: $0) } }
}
