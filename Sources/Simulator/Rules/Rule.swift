import AutoUpdate
import CommandLanguage
import StoreMemory
import TerminalText

/// A constraint or an invariant in a session, with its known violations.
final class Rule {
  let name: String
  let role: RuleRole
  let condition: Expression?
  let test: RuleTest
  /// A Boolean value that indicates whether the rule reads views. If so, it is evaluated after the command, because
  /// views are updated after the commit.
  var isOfViews: Bool { test.mentionsViews || test.readsScreens }
  /// A Boolean value that indicates whether the result depends only on recorded reads of the world.
  private let dependsOnlyOnValues: Bool
  /// The violations as of the last commit; `nil` if they are unknown.
  var known: RuleBreaches? { test.known }
  /// The violations after the open transaction, which become `known` when it is committed; `nil` if they have not
  /// changed.
  private var pending: RuleBreaches?
  /// The violations by changes committed since the last report.
  private var ofChanges = RuleBreaches() { didSet { noteQuiet() } }
  /// The violations by views, with the number of commits at their evaluation.
  private var ofScreens: (commit: UInt64, breaches: RuleBreaches)? { didSet { noteQuiet() } }
  /// The follower of the values that a condition on views reads; `nil` until it is evaluated.
  private var screenReads: ReadsFollower?
  var reported = RuleBreaches() { didSet { noteQuiet() } }
  /// A Boolean value that indicates whether the rule was met at its last evaluation and at its last report.
  private var isQuiet = false
  private var initial: (test: RuleTest.Memento, ofScreens: RuleBreaches?)?
  private(set) var initialTraits: RuleTest.PlanTraits?
  /// A Boolean value that indicates whether the next report must evaluate the rule.
  var isReportDue: Bool { !isQuiet || isOfViews && screenReads?.hasChanged != false }

  /// The condition that must follow the rule's own, and the time it has; `nil` if there is none.
  let goal: (rule: Rule, bound: LeadsTo.Bound)?

  var isOfStates: Bool { !isOfChanges && goal == nil }
  var kind: KindID? { test.kind }
  /// A Boolean value that indicates whether the rule compares the states before and after a command.
  var isOfChanges: Bool { test.isOfChanges }
  /// The text of the condition; `nil` for a condition in code.
  var text: String? {
    guard let text = condition?.text else { return nil }
    guard let goal, let goalText = goal.rule.condition?.text else { return text }
    return "\(text) leads to \(goalText) within \(goal.bound.text)"
  }

  /// Creates a rule with a condition in code.
  init(_ name: String, _ role: RuleRole, _ test: RuleTest, goal: (rule: Rule, bound: LeadsTo.Bound)? = nil) {
    self.name = name
    self.role = role
    self.goal = goal
    condition = nil
    self.test = test
    dependsOnlyOnValues = true
    noteConditions()
  }

  convenience init(
    _ name: String, _ role: RuleRole, _ condition: Expression, in simulation: Simulation,
    _ interpreter: Interpreter
  ) {
    self.init(
      name, role, condition, RuleTest.make(of: condition, in: simulation, interpreter), in: simulation,
      interpreter)
  }

  private init(
    _ name: String, _ role: RuleRole, _ condition: Expression, _ test: RuleTest, in simulation: Simulation,
    _ interpreter: Interpreter, goal: (rule: Rule, bound: LeadsTo.Bound)? = nil
  ) {
    self.name = name
    self.role = role
    self.goal = goal
    self.condition = condition
    self.test = test
    dependsOnlyOnValues = interpreter.dependsOnlyOnValues(condition)
    test.mentionsViews = interpreter.mentions(.view, orPaths: simulation.stage.declaredPaths, in: condition)
    noteConditions()
  }

  private func noteConditions() {
    if test.mentionsViews || goal != nil { test.isPlanned = false }
    goal?.rule.test.isPlanned = false
    noteQuiet()
  }

  convenience init(_ name: String, leadingFrom test: RuleTest, to goal: RuleTest, within bound: LeadsTo.Bound)
  {
    self.init(name, .invariant, test, goal: (Rule(name, .invariant, goal), bound))
  }

  convenience init(
    _ name: String, leadingFrom condition: Expression, to goal: Expression, within bound: LeadsTo.Bound,
    in simulation: Simulation, _ interpreter: Interpreter
  ) throws {
    let tests = try [condition, goal].map { try RuleTest.finding($0, in: simulation, interpreter) }
    if let kind = tests[1].kind, kind != tests[0].kind {
      let from = tests[0].kind.map { English.article($0.name) } ?? "a truth"
      throw RuleError.otherKind(
        [Quoting.message(name), from], notes: ["the goal selects \(English.article(kind.name))"], argument: 2)
    }
    let goal = Rule(name, .invariant, goal, tests[1], in: simulation, interpreter)
    self.init(name, .invariant, condition, tests[0], in: simulation, interpreter, goal: (goal, bound))
    if isOfViews || goal.isOfViews { throw RuleError.leadsFromScreens(name) }
  }

  /// A Boolean value that indicates whether the rule compares what the screens show with what they showed before the
  /// command, which is not known.
  private var isUnknowable: Bool { isOfChanges && isOfViews }

  /// Returns the problem of the rule in a session's initial state, as the end of a sentence; `nil` if there is none.
  func problem(in simulation: Simulation) -> String? {
    if isUnknowable { return "cannot be computed: \(RuleError.oldOfScreens().explanation.message)" }
    do {
      for rule in [self] + (goal.map { [$0.rule] } ?? []) {
        let breaches = try rule.breachesWhenDeclared(in: simulation)
        if let failure = breaches.firstFailure { return "cannot be computed: \(failure)" }
        if goal != nil, rule.isOfViews { return "reads what the screens show" }
        if goal == nil, !breaches.isEmpty { return "does not hold at the start" }
      }
    } catch {
      return "cannot be computed: \(Explanation(of: error).message)"
    }
    return nil
  }

  private func noteQuiet() {
    isQuiet = canBeQuiet && reported.isEmpty && isMet
    if !isQuiet { test.simulation.ruleService?.areReportsDue = true }
  }

  private var canBeQuiet: Bool { goal == nil && dependsOnlyOnValues }

  private var isMet: Bool {
    if isOfChanges { return ofChanges.isEmpty }
    // The keys read by evaluations of single objects are not followed.
    if isOfViews { return kind == nil && ofScreens?.breaches.isEmpty ?? false }
    return known?.isEmpty ?? false
  }

  private func setKnown(_ breaches: RuleBreaches?) {
    test.known = breaches
    noteQuiet()
  }

  // MARK: Beginning

  /// Evaluates a rule whose violations are not known, so that a transaction need only evaluate it for its changes. A
  /// rule that has a goal, or depends on more than values and views, is evaluated when it is due.
  func begin() {
    guard goal == nil, dependsOnlyOnValues, !isOfChanges || kind != nil else { return }
    if isOfViews {
      if !isOfChanges, let breaches = try? breaches(in: test.simulation) { note(ofScreens: breaches) }
      return
    }
    let breaches = try? test.breaches()
    if test.readsScreens { test.restore(nil) } else if !isOfChanges { setKnown(breaches) }
  }

  /// Stores the result for the session's initial state, unless it depends on a table.
  func keepInitial(unlessReading table: Int32) {
    initial =
      test.readTables.contains(table) ? nil : test.memento.map { (test: $0, ofScreens: ofScreens?.breaches) }
    initialTraits = test.planTraits
    if initial != nil { test.noteUnchanged() }
  }

  /// Returns the rule to the session's initial state.
  ///
  /// - Returns: `true` if the result in that state is known.
  func reset() -> Bool {
    _ = goal?.rule.reset()
    let isUnchanged =
      pending == nil && ofChanges.isEmpty && ofScreens == nil && reported.isEmpty && !test.isChanged
      && !test.hasReaders
    if isUnchanged, initial != nil {
      test.dropFound()
      test.noteKnown()
      return true
    }
    (pending, ofChanges, ofScreens, reported) = (nil, RuleBreaches(), nil, RuleBreaches())
    test.restore(initial?.test)
    if let breaches = initial?.ofScreens { note(ofScreens: breaches) }
    noteQuiet()
    return initial != nil
  }

  // MARK: Commits

  /// Makes the violations of the last checked transaction the known ones, after its commit.
  func adopt() {
    defer { if test.isExcessive { invalidate() } }
    if let goal {
      // The store may have changed since the last evaluation of the goal.
      if goal.rule.pending == nil { goal.rule.invalidate() } else { goal.rule.adopt() }
      if pending == nil { setKnown(nil) }
    }
    guard let pending else { return }
    self.pending = nil
    if isOfChanges { ofChanges.formUnion(pending) } else { setKnown(pending) }
  }

  /// Drops the violations of a transaction that was not committed.
  func dropPending() {
    if pending != nil { pending = nil }
    goal?.rule.dropPending()
  }

  /// Drops the known violations after the store changed without a check, such as by a move through the history.
  func invalidate() {
    setKnown(nil)
    pending = nil
    ofScreens = nil
    goal?.rule.invalidate()
    test.removeReaders()
  }

  // MARK: Checking

  func check(ofTables tables: NumberSet) -> RulePlan.Check? {
    if isUnknowable { return .alone }
    guard test.isEvaluated, dependsOnlyOnValues, isOfChanges || known != nil else {
      return isOfViews ? nil : .alone
    }
    if isOfViews { return nil }
    let isOfKind = test.kindTable >= 0 && tables.contains(test.kindTable)
    // The set of tables that a live query reads may grow.
    if tables.intersects(test.readTables) || test.reads.hasOutcomes { return .alone }
    return isOfKind ? .together : nil
  }

  /// Returns a Boolean value that indicates whether the open transaction changes anything that the rule has read.
  func isTouched(in simulation: Simulation, tables: NumberSet) -> Bool {
    if isUnknowable { return true }
    guard test.isEvaluated, dependsOnlyOnValues, isOfChanges || known != nil else { return true }
    return test.kindTable >= 0 && tables.contains(test.kindTable)
      || simulation.store.openTransactionAffects(test.reads) || test.hasDueObjects
  }

  /// Finds the violations after the open transaction and stores them.
  ///
  /// - Throws: ``ViewRead`` if the rule reads views.
  /// - Complexity: O(changes) of the open transaction, unless these affect other values that the rule has read.
  func evaluate(_ check: RulePlan.Check, in simulation: Simulation) throws {
    do {
      if !isUnknowable { try find(check, in: simulation) }
    } catch is ViewRead where isOfChanges {}
    guard isUnknowable else { return }
    pending = nil
    throw RuleError.oldOfScreens()
  }

  private func find(_ check: RulePlan.Check, in simulation: Simulation) throws {
    if check == .together {
      pending = test.takeFound()
      // The rule has read views for the first time. Otherwise it would not have been evaluated together with others.
      if test.readsScreens { throw ViewRead() }
    } else if isOfChanges {
      pending = try kind == nil ? test.breaches() : test.breachesAfterChanges()
    } else {
      pending = try evaluateOpenTransaction(in: simulation)
    }
  }

  /// Returns the violations that the open transaction adds, after ``evaluate(_:in:)``.
  func addedByOpenTransaction(in simulation: Simulation) throws -> RuleBreaches {
    if isOfChanges { return pending ?? RuleBreaches() }
    guard role == .constraint, let pending, !pending.isEmpty else { return RuleBreaches() }
    let known = dependsOnlyOnValues ? known : nil
    let before = try known ?? simulation.readingCommitted { try test.breaches() }
    var added = pending.added(to: before)
    // A rule that cannot be computed must not prevent the removal of another one.
    if before.failure != nil, simulation.rules.changesOnlyRules { added.failure = nil }
    // If the rule cannot be computed for a changed object, it is unknown whether the object meets it.
    if !pending.failures.isEmpty, let kind, let objects = simulation.objects(ofKindNamed: kind.name) {
      let changed = objects.openNumbers()
      for (number, reason) in pending.failures where changed.contains(number) {
        added.failures[number] = reason
      }
    }
    return added
  }

  /// Returns the violations after the open transaction and stores them.
  func afterOpenTransaction(in simulation: Simulation) throws -> RuleBreaches {
    let breaches = try evaluateOpenTransaction(in: simulation) ?? known ?? RuleBreaches()
    pending = breaches
    return breaches
  }

  private func evaluateOpenTransaction(in simulation: Simulation) throws -> RuleBreaches? {
    if dependsOnlyOnValues, known != nil, !simulation.store.openTransactionAffects(test.reads) {
      return kind == nil ? nil : try test.breachesAfterChanges()
    }
    return try test.breaches()
  }

  /// A Boolean value that indicates whether the known violations are updated at each commit. The violations of a rule
  /// that reads views, or more than values, are found when they are due.
  var isMaintained: Bool { isOfStates && dependsOnlyOnValues && !isOfViews }

  /// Returns a Boolean value that indicates whether the known violations differ from those of an evaluation from scratch.
  ///
  /// If the rule cannot be computed, the violations are not compared, because the reason may depend on the limits of
  /// the line.
  func isStale(beside scratch: RuleBreaches) -> Bool {
    guard isMaintained, let known, known.firstFailure == nil, scratch.firstFailure == nil else {
      return false
    }
    return known != scratch
  }

  // MARK: Reporting

  /// Returns all violations in the state being read.
  func breaches(in simulation: Simulation) throws -> RuleBreaches {
    // The first evaluation that reads views throws, so that no transaction is checked against the views before it.
    do { return try test.breaches() } catch is ViewRead { return try test.breaches() }
  }

  /// Returns all violations when the rule is declared. A rule that compares the states before and after a command has
  /// none, but its condition must be a truth value.
  func breachesWhenDeclared(in simulation: Simulation) throws -> RuleBreaches {
    guard isOfChanges else { return try breaches(in: simulation) }
    guard let condition, kind == nil else { return RuleBreaches() }
    do { try simulation.interpreter?.checkIsTruth(condition) } catch {
      return RuleBreaches(failure: try Explanation(unlessEndingLine: error).message)
    }
    return RuleBreaches()
  }

  /// Returns the violations as of the last commit that have not been reported.
  func takeUnreported(in simulation: Simulation) throws -> RuleBreaches {
    if isOfChanges {
      defer { ofChanges = RuleBreaches() }
      return ofChanges
    }
    let now = goal == nil ? try current(in: simulation) : simulation.rules.obligations.late(self)
    if now.isEmpty, reported.isEmpty { return now }
    defer { reported = now }
    return now.unreported(after: reported)
  }

  /// Returns the violations as of the last commit; for a rule on views, those after the views were updated.
  func current(in simulation: Simulation) throws -> RuleBreaches {
    if let known, dependsOnlyOnValues, !isOfViews { return known }
    let commit = simulation.store.commitCount
    if let ofScreens {
      let isUnchanged = kind == nil && dependsOnlyOnValues && screenReads?.hasChanged == false
      if isUnchanged || ofScreens.commit == commit { return ofScreens.breaches }
    }
    let breaches = try breaches(in: simulation)
    if isOfViews { note(ofScreens: breaches) } else { setKnown(breaches) }
    return breaches
  }

  /// Records the violations that views show now, and follows what the evaluation read.
  private func note(ofScreens breaches: RuleBreaches) {
    let simulation = test.simulation
    ofScreens = (simulation.store.commitCount, breaches)
    let screenReads =
      screenReads
      ?? ReadsFollower(simulation.store) { [unowned simulation] in
        simulation.ruleService?.areReportsDue = true
      }
    screenReads.begin(test.reads)
    self.screenReads = screenReads
  }

  /// Records an error of the evaluation as a violation.
  func fail(_ message: String) { pending = RuleBreaches(failure: message) }
}

extension Simulation {
  /// Runs code that reads the committed state while a transaction is open.
  func readingCommitted<Result>(_ body: () throws -> Result) throws -> Result {
    try evaluatingCommitted { try store.readCommitted { Swift.Result { try body() } }.get() }
  }
}
