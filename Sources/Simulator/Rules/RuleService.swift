import AutoUpdate
import CommandLanguage
import StoreMemory
import TerminalText
import TextViews

/// The service that checks a session's constraints at every commit, and reports the invariants that a command broke.
final class RuleService: CommandObserver, SessionService {
  unowned let simulation: Simulation
  let made: Table<MadeRule>
  private var declared: [DeclaredRule] = []
  private var declaresLeadsTo = false
  /// The parsed rules of the world, created at the first commit and kept when the session is reset.
  private var declaredRules: [Rule] = []
  var refusing: Set<String> = []
  /// The names of the rules that concerned a commit, for coverage; `nil` if it is not recorded.
  private var exercised: Set<String>?
  var madeRules: [Int: Rule] = [:]
  /// A Boolean value that indicates whether any constraint reads views. Such constraints are rare, and are evaluated
  /// after every command.
  private(set) var hasConstraintsOnViews = false
  /// A Boolean value that indicates whether the next report must evaluate some rule.
  var areReportsDue = true
  var knownCommit: UInt64 = 0
  /// The number of the last checked transaction, and the number of commits before it.
  var checked: (transaction: UInt64, commit: UInt64)?
  private var plans = RulePlans()
  /// The rules whose violations the last check may have changed.
  private var pendingRules: ContiguousArray<Rule> = []
  var reportedCommit: UInt64 = 0
  /// The claims broken since the last call of `takeBroken`, each once.
  var broken: [Fault] = []
  var newRule: String?
  /// The claims that the running command has broken. They are reported at its end.
  var claims: [Fault] = []
  /// The name of the running command if its contract says that it must succeed.
  var acceptedCommand: String?
  /// The number of bytes that had been printed when the body of the last command with a contract began.
  var printedStart = 0
  let obligations: Obligations
  private var obligationsTransaction: UInt64 = 0
  /// The maximum number of rules: the setting `rules`.
  var limit = 100

  init(of simulation: Simulation) {
    self.simulation = simulation
    made = simulation.table(of: MadeRule.self)
    obligations = Obligations(in: simulation)
    simulation.ruleService = self
    simulation.observeCommands(self)
  }

  func reset() {
    (madeRules, pendingRules, broken, newRule, limit, exercised) = ([:], [], [], nil, 100, nil)
    (checked, reportedCommit, claims, obligationsTransaction) = (nil, 0, [], 0)
    refusing = []
    knownCommit = simulation.store.commitCount
    let unknown = declaredRules.filter { !$0.reset() }
    let traits = unknown.map(\.initialTraits)
    begin(unknown, isInitial: true)
    hasConstraintsOnViews = false
    for rule in declaredRules { noteViews(of: rule) }
    areReportsDue = true
    if unknown.map(\.initialTraits) != traits { plans.keepInitial(version: simulation.rulePlanVersion) }
    simulation.rulePlanVersion = plans.reset()
  }

  func declare(_ rule: DeclaredRule) {
    declared = declared + [rule]
    if rule.bound != nil { declaresLeadsTo = true }
  }

  /// All rules with their texts: the world's, then those that commands created.
  var all: [(name: String, role: RuleRole, text: String)] {
    declaredTexts
      + sortedMade.map { rule in
        let variables = rule.variables.map { " (\($0))" } ?? ""
        return (rule.id, rule.role, rule.text + variables)
      }
  }

  var declaredTexts: [(name: String, role: RuleRole, text: String)] {
    declared.map { ($0.name, $0.role, $0.description) }
  }

  var sortedMade: [MadeRule] { made.count == 0 ? [] : made.models.sorted { $0.number < $1.number } }

  func madeNames(of role: RuleRole) -> [String] { sortedMade.filter { $0.role == role }.map(\.id) }

  /// Starts recording the rules that commits concern.
  func beginCoverage() { exercised = [] }

  /// Returns the names of the declared constraints that have refused a command, or of the declared invariants that have
  /// concerned a commit. An invariant concerns each commit that writes to its kinds. An invariant that reads views or
  /// has a goal concerns every commit.
  func exercisedNames(of role: RuleRole) -> [String] {
    let names = declared.filter { $0.role == role }.map(\.name)
    return names.filter { role == .constraint ? refusing.contains($0) : exercised?.contains($0) == true }
  }

  private func noteExercised(_ plan: RulePlan) {
    exercised?.formUnion(plan.rules.map(\.rule.name))
    exercised?.formUnion(declaredRules.filter { $0.isOfViews || $0.goal != nil }.map(\.name))
  }

  // MARK: The rules of the session

  /// Returns the rules. A rule that cannot be parsed fails at each evaluation.
  func rules(_ interpreter: Interpreter) -> [Rule] {
    if declaredRules.count < declared.count {
      let new = declared.dropFirst(declaredRules.count).map { rule in
        do { return try rule.rule(in: simulation, interpreter) } catch {
          return Rule(
            rule.name, rule.role, UnreadableRuleTest(Explanation(of: error).message, in: simulation))
        }
      }
      for rule in new { noteViews(of: rule) }
      // Each commit reads the array. It is replaced as a whole, so that reads need no exclusivity checks.
      declaredRules = declaredRules + new
      begin(new, isInitial: simulation.isInitial)
      plans.keepInitial(version: simulation.rulePlanVersion)
    }
    return made.count == 0 ? declaredRules : declaredRules + sortedMade.map { rule(of: $0, interpreter) }
  }

  /// Evaluates rules in the committed state, without charging the line that happens to be running.
  private func begin(_ rules: [Rule], isInitial: Bool) {
    guard !rules.isEmpty, let interpreter = simulation.interpreter else { return }
    // The seed of random numbers may differ after a reset.
    let generator = Int32(truncatingIfNeeded: simulation.table(of: Generator.self).number)
    try? simulation.readingCommitted {
      interpreter.budget.apart {
        for rule in rules {
          rule.begin()
          if isInitial { rule.keepInitial(unlessReading: generator) }
        }
        // The rules follow the views that they read from the beginning of each session.
        if isInitial { simulation.stage.keepInitialReads() }
      }
    }
  }

  func noteViews(of rule: Rule) {
    if rule.role == .constraint, rule.isOfViews { hasConstraintsOnViews = true }
  }

  private func rule(of made: MadeRule, _ interpreter: Interpreter) -> Rule {
    // After an undo, another rule may get the same number.
    if let rule = madeRules[made.number], rule.name == made.id, rule.role == made.role,
      rule.condition == made.condition, rule.goal?.rule.condition == made.goal, rule.goal?.bound == made.bound
    {
      return rule
    }
    let rule: Rule
    do {
      rule = try self.rule(
        made.role, made.id, made.condition, goal: made.goal, within: made.bound, interpreter)
    } catch {
      rule = Rule(made.id, made.role, UnreadableRuleTest(Explanation(of: error).message, in: simulation))
    }
    noteViews(of: rule)
    madeRules[made.number] = rule
    return rule
  }

  private func rule(
    _ role: RuleRole, _ name: String, _ condition: Expression, goal: Expression?,
    within bound: LeadsTo.Bound?,
    _ interpreter: Interpreter
  ) throws -> Rule {
    guard let goal, let bound else { return Rule(name, role, condition, in: simulation, interpreter) }
    return try Rule(name, leadingFrom: condition, to: goal, within: bound, in: simulation, interpreter)
  }

  /// Returns the violations of a rule, found by a new copy of the rule without the results of earlier
  /// evaluations; `nil` if they cannot be computed.
  func violationsFromScratch(of rule: Rule, _ interpreter: Interpreter) -> RuleBreaches? {
    // The new rule takes no part in reports.
    let due = areReportsDue
    defer { areReportsDue = due }
    let new: Rule?
    if let made = made[rule.name] {
      new = try? self.rule(made.role, made.id, made.condition, goal: nil, within: nil, interpreter)
    } else {
      new = try? declared.first { $0.name == rule.name }?.rule(in: simulation, interpreter)
    }
    new?.test.isPlanned = false
    // If the rule cannot be parsed, the existing one reports that.
    return try? (new ?? rule).breaches(in: simulation)
  }

  /// Returns the violations of the constraints made by commands, by the constraint's number. Leaves out constraints
  /// that depend on more than values in the store.
  func violationsOfMadeConstraints() -> [Int: RuleBreaches] {
    guard made.count > 0, let interpreter = simulation.interpreter else { return [:] }
    catchUp()
    var violations: [Int: RuleBreaches] = [:]
    for made in sortedMade where made.role == .constraint {
      let rule = rule(of: made, interpreter)
      guard rule.isMaintained, let breaches = rule.known ?? violationsFromScratch(of: rule, interpreter),
        breaches.firstFailure == nil
      else { continue }
      violations[made.number] = breaches
    }
    return violations
  }

  // MARK: Checking

  /// Updates the known violations to the last commit.
  func catchUp() {
    let commit = simulation.store.commitCount
    guard commit != knownCommit else {
      if checked != nil || !pendingRules.isEmpty { dropPending() }
      return
    }
    knownCommit = commit
    let isChecked =
      checked.map {
        commit == $0.commit &+ 1 && simulation.store.committedTransaction == $0.transaction
      } ?? false
    checked = nil
    if isChecked {
      if pendingRules.isEmpty { return }
      for rule in pendingRules { rule.adopt() }
      pendingRules.removeAll(keepingCapacity: true)
    } else {
      invalidateAll()
    }
  }

  func invalidateAll() {
    pendingRules = []
    // A move may have added or removed rules.
    plans.removeAll()
    areReportsDue = true
    for rule in declaredRules { rule.invalidate() }
    for rule in madeRules.values { rule.invalidate() }
  }

  /// Drops the violations of a transaction that was refused.
  private func dropPending() {
    checked = nil
    for rule in pendingRules { rule.dropPending() }
    pendingRules.removeAll(keepingCapacity: true)
  }

  private func plan(
    for tables: NumberSet, isOfMoves: Bool = false, _ interpreter: Interpreter
  ) -> RulePlan {
    let isOfRules = tables.contains(Int32(truncatingIfNeeded: made.number))
    if !isOfRules,
      let plan = plans.plan(for: tables, isOfMoves: isOfMoves, version: simulation.rulePlanVersion)
    {
      return plan
    }
    // Parsing the rules may change the version.
    let rules = rules(interpreter)
    let plan = RulePlan(
      rules, ofTables: tables, isOfMoves: isOfMoves, version: simulation.rulePlanVersion)
    // A transaction that writes rules may remove some, to which the plans refer.
    if isOfRules { plans.removeAll() } else { plans.insert(plan, isOfWorld: made.count == 0) }
    return plan
  }

  /// Refuses the open transaction if it violates a constraint.
  func check() throws {
    guard let interpreter = simulation.interpreter else { return }
    catchUp()
    let tables = simulation.store.openTables
    let plan = plan(for: tables, interpreter)
    if exercised != nil { noteExercised(plan) }
    if !plan.leading.isEmpty {
      // These rules were evaluated when the command's body ended. After a transaction outside a command, the next
      // command evaluates them.
      let hasObligations = obligationsTransaction == simulation.store.transactionCount
      for rule in plan.leading {
        if !hasObligations { rule.dropPending() }
        pendingRules.append(rule)
      }
    }
    try evaluate(plan, tables) { rule, check in try self.check(rule, check) }
    checked = (simulation.store.transactionCount, simulation.store.commitCount)
  }

  private func evaluate(
    _ plan: RulePlan, _ tables: NumberSet, _ body: (Rule, RulePlan.Check) throws -> Void
  ) throws {
    if !plan.together.isEmpty {
      var hasFound = !plan.isTogetherAlone
      try simulation.evaluatingOpenTransaction {
        for group in plan.together { if try group.evaluateChanged(in: simulation) { hasFound = true } }
      }
      if !hasFound { return }
    }
    for (rule, check) in plan.rules {
      let isDue = check == .together ? rule.test.hasFound : rule.isTouched(in: simulation, tables: tables)
      if isDue { try body(rule, check) }
    }
  }

  private func check(_ rule: Rule, _ check: RulePlan.Check) throws {
    pendingRules.append(rule)
    let added: RuleBreaches
    do {
      added = try simulation.evaluatingOpenTransaction {
        try rule.evaluate(check, in: simulation)
        return try rule.addedByOpenTransaction(in: simulation)
      }
    } catch is ViewRead {
      noteViews(of: rule)
      areReportsDue = true
      return
    } catch {
      // A condition that names an object fails if the transaction removes the object.
      let message = try Explanation(unlessEndingLine: error).message
      if rule.role == .invariant { return rule.fail(message) }
      refusing.insert(rule.name)
      throw RuleError.failed(rule.role, name: rule.name, message: message, objects: [], count: 0)
    }
    if rule.role == .constraint, !added.isEmpty { throw error(added, of: rule) }
  }

  /// Evaluates the rules after the open transaction, which moves through the history and is not refused, so that the
  /// violations stay known. The cost depends on the number of changed objects.
  func followMove() {
    guard let interpreter = simulation.interpreter else { return }
    catchUp()
    let tables = simulation.store.openTables
    // The move may add or remove rules, so all are evaluated again later.
    if tables.contains(Int32(truncatingIfNeeded: made.number)) { return }
    let plan = plan(for: tables, isOfMoves: true, interpreter)
    do {
      try simulation.checking {
        simulation.forEachOpenKind { $0.reserveNames() }
        try followMove(plan, tables)
      }
    } catch {
      // Rules that cannot be evaluated now are evaluated from scratch later.
      return dropPending()
    }
    checked = (simulation.store.transactionCount, simulation.store.commitCount)
  }

  private func followMove(_ plan: RulePlan, _ tables: NumberSet) throws {
    for rule in plan.leading {
      pendingRules.append(rule)
      try simulation.evaluatingOpenTransaction {
        _ = try rule.afterOpenTransaction(in: simulation)
        _ = try rule.goal?.rule.afterOpenTransaction(in: simulation)
      }
    }
    try evaluate(plan, tables) { rule, check in
      pendingRules.append(rule)
      try simulation.evaluatingOpenTransaction { try rule.evaluate(check, in: simulation) }
    }
  }

  // MARK: Commands

  /// Creates a rule. Existing violations are reported.
  func make(
    _ role: RuleRole, _ name: String, _ condition: Expression, goal: Expression? = nil,
    within bound: LeadsTo.Bound? = nil
  ) throws {
    guard let interpreter = simulation.interpreter else { return }
    let limit = limit
    if made[name] == nil, all.count >= limit { throw RuleError.tooMany(["\(limit)"], limit: "rules") }
    if let other = all.first(where: { $0.name == name }),
      made[name] == nil || other.role != role
    {
      throw SimulationError.nameTaken(name, by: other.role.rawValue)
    }
    try interpreter.checkNames(in: condition)
    if let goal { try interpreter.checkNames(in: goal) }
    // Capture the variables, so that the condition keeps its meaning when they change or the program restarts.
    let condition = try interpreter.closed(condition)
    let goal = try goal.map { try interpreter.closed($0) }
    let rule = try rule(role, name, condition, goal: goal, within: bound, interpreter)
    if rule.isOfChanges, rule.isOfViews { throw RuleError.oldOfScreens(argument: 1) }
    // Evaluate the condition now, so that a condition that cannot be computed is an error of this command.
    for part in [rule] + (rule.goal.map { [$0.rule] } ?? []) {
      let breaches = try part.breachesWhenDeclared(in: simulation)
      guard let message = breaches.firstFailure else { continue }
      let (objects, count) = violators(of: breaches, part)
      throw RuleError.failed(role, name: name, message: message, objects: objects, count: count)
    }
    // Creating the same rule again changes nothing, as for a watch.
    if let same = made[name], same.condition == condition, same.goal == goal, same.bound == bound { return }
    let number = try simulation.nextNumber(of: MadeRule.self)
    let new = MadeRule(id: name, number: number, role: role, condition: condition, goal: goal, bound: bound)
    try simulation.write {
      obligations.remove(of: name, in: $0)
      $0.save(new, in: made)
    }
    newRule = name
  }

  func remove(_ role: RuleRole, _ name: String) throws {
    if made[name] == nil, let rule = declared.first(where: { $0.name == name }) {
      throw RuleError.declared(
        [rule.role.rawValue, Quoting.message(name)],
        notes: ["“\(rule.role.removal)” removes only rules made with “\(rule.role.rawValue)”"], argument: 0)
    }
    guard made[name]?.role == role else {
      throw RuleError.unknown(
        after: [role.rawValue], name, among: madeNames(of: role), argument: 0)
    }
    try simulation.write {
      obligations.remove(of: name, in: $0)
      $0.delete(name, from: made)
    }
  }

  // MARK: Obligations

  /// Opens the obligations that the open transaction causes, and ends those that it meets.
  ///
  /// - Parameter ofMadeRules: Indicates whether to include the obligations of rules made by commands.
  func updateObligations(ofMadeRules: Bool = true) throws {
    guard hasLeadsTo || !obligations.isEmpty, let interpreter = simulation.interpreter,
      let transaction = simulation.store.openTransaction
    else { return }
    catchUp()
    obligationsTransaction = simulation.store.transactionCount
    let rules = rules(interpreter)
    try obligations.update(ofMadeRules ? rules : declaredRules, of: rules, in: transaction)
  }

  /// Opens the obligations of the world's rules that are new to a store. The store already has the
  /// obligations of rules that commands made.
  func beginObligations() throws {
    guard declaresLeadsTo else { return }
    try simulation.write(cause: "new rules") { _ in try updateObligations(ofMadeRules: false) }
  }

  private var hasLeadsTo: Bool {
    declaresLeadsTo || made.count > 0 && made.models.contains { $0.bound != nil }
  }

  func firstWrongObligation() -> String? {
    guard !obligations.isEmpty, let interpreter = simulation.interpreter else { return nil }
    return rules(interpreter).first(where: obligations.isWrong)?.name
  }
}

extension Simulation {
  /// The constraints and invariants.
  var rules: RuleService { service { RuleService(of: $0) } }
}
