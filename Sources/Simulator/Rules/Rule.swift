import AutoUpdate
import CommandLanguage
import StoreMemory

/// A constraint or an invariant in a session, with what is known of its violations.
final class Rule {
  let name: String
  let role: RuleRole
  /// The condition in the command language; `nil` of one that the program computes.
  let condition: Expression?
  let test: RuleTest
  /// A Boolean value that indicates whether the text shows that it reads the screens.
  private let mentionsViews: Bool
  /// A Boolean value that indicates whether it reads the screens, which follow the commit: then it is evaluated after the
  /// command.
  var isOfViews: Bool { mentionsViews || test.readsScreens }
  /// A Boolean value that indicates whether a commit has been checked against it.
  var isChecked = false
  /// A Boolean value that indicates whether its outcome can change only with what it reads of the world.
  private let isAboutValuesAlone: Bool
  /// The violations as of the last commit; `nil` while they are not known.
  var known: RuleBreaches? { test.known }
  /// The violations after the open transaction, which become known if that is committed; `nil` where these are those of before.
  private var pending: RuleBreaches?
  /// The violations of the changes that were committed since somebody reported them.
  private var ofChanges = RuleBreaches() { didSet { noteQuiet() } }
  /// The violations of what the screens showed after so many commits.
  private var ofScreens: (commit: UInt64, breaches: RuleBreaches)? { didSet { noteQuiet() } }
  /// Follows what a condition on the screens reads; `nil` until it is evaluated.
  private var screenReads: ReadsFollower?
  /// The violations that have been reported.
  var reported = RuleBreaches() { didSet { noteQuiet() } }
  /// A Boolean value that indicates whether nothing broke it when it was last evaluated, as when it was last reported.
  private var isQuiet = false
  /// A Boolean value that indicates whether a report may have something to say of it.
  var isReportDue: Bool { !isQuiet || isOfViews && screenReads?.hasChanged != false }

  /// The condition to which it leads, and the time within which it does; `nil` for one that leads to none.
  let goal: (rule: Rule, bound: LeadsTo.Bound)?

  /// A Boolean value that indicates whether a state alone shows that it is broken.
  var isOfStates: Bool { !isOfChanges && goal == nil }
  /// The kind of the objects that it asks about; `nil` of one that asks about the world as a whole.
  var kind: KindID? { test.kind }
  /// A Boolean value that indicates whether it compares the states before and after a command.
  var isOfChanges: Bool { test.isOfChanges }
  /// The condition as it was written; `nil` of one that the program computes.
  var text: String? {
    guard let text = condition?.text else { return nil }
    guard let goal, let goalText = goal.rule.condition?.text else { return text }
    return "\(text) leads to \(goalText) within \(goal.bound.text)"
  }

  /// A rule that the program computes.
  init(_ name: String, _ role: RuleRole, _ test: RuleTest, goal: (rule: Rule, bound: LeadsTo.Bound)? = nil) {
    self.name = name
    self.role = role
    self.goal = goal
    condition = nil
    self.test = test
    mentionsViews = false
    isAboutValuesAlone = true
  }

  /// A condition in the command language.
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
    isAboutValuesAlone = interpreter.isAboutValuesAlone(condition)
    mentionsViews = interpreter.mentions(.view, orRoots: simulation.stage.rootNames, in: condition)
  }

  /// One condition that the program computes, and the one to which it leads.
  convenience init(_ name: String, leadingFrom test: RuleTest, to goal: RuleTest, within bound: LeadsTo.Bound)
  {
    self.init(name, .invariant, test, goal: (Rule(name, .invariant, goal), bound))
  }

  /// One condition in the command language, and the one to which it leads.
  convenience init(
    _ name: String, leadingFrom condition: Expression, to goal: Expression, within bound: LeadsTo.Bound,
    in simulation: Simulation, _ interpreter: Interpreter
  ) throws {
    let tests = try [condition, goal].map { try RuleTest.finding($0, in: simulation, interpreter) }
    if let kind = tests[1].kind, kind != tests[0].kind {
      throw RuleError.otherKind(name, from: tests[0].kind?.name, to: kind.name)
    }
    let goal = Rule(name, .invariant, goal, tests[1], in: simulation, interpreter)
    self.init(name, .invariant, condition, tests[0], in: simulation, interpreter, goal: (goal, bound))
    if isOfViews || goal.isOfViews { throw RuleError.leadsFromScreens(name) }
  }

  /// The problem with the rule in the state that a session begins with, as the end of a sentence.
  func problem(in simulation: Simulation) -> String? {
    guard !isOfChanges else { return nil }
    do {
      for rule in [self] + (goal.map { [$0.rule] } ?? []) {
        let breaches = try rule.breaches(in: simulation)
        if let failure = breaches.firstFailure { return "cannot be computed: \(failure)" }
        if goal == nil, !breaches.isEmpty { return "does not hold at the start" }
      }
    } catch {
      return error is ViewRead ? nil : "cannot be computed: \(Explanation(of: error).message)"
    }
    return nil
  }

  private func noteQuiet() {
    guard goal == nil, isAboutValuesAlone, reported.isEmpty else { return isQuiet = false }
    if isOfChanges {
      isQuiet = ofChanges.isEmpty
    } else if isOfViews {
      // The keys that evaluations of single objects read are not among the reads that are followed.
      isQuiet = kind == nil && ofScreens?.breaches.isEmpty ?? false
    } else {
      isQuiet = known?.isEmpty ?? false
    }
  }

  private func setKnown(_ breaches: RuleBreaches?) {
    test.known = breaches
    noteQuiet()
  }

  // MARK: Commits

  /// Makes the violations known that the last checked transaction led to: it was committed.
  func adopt() {
    defer { if test.isExcessive { invalidate() } }
    if let goal {
      // The store may have changed since the goal was last evaluated.
      if goal.rule.pending == nil { goal.rule.invalidate() } else { goal.rule.adopt() }
      if pending == nil { setKnown(nil) }
    }
    guard let pending else { return }
    self.pending = nil
    if isOfChanges { ofChanges.formUnion(pending) } else { setKnown(pending) }
  }

  /// Drops what a transaction would have led to: it was not committed.
  func dropPending() {
    if pending != nil { pending = nil }
    goal?.rule.dropPending()
  }

  /// Drops the known violations: the store changed without being checked, as by a move through the history.
  func invalidate() {
    setKnown(nil)
    pending = nil
    ofScreens = nil
    goal?.rule.invalidate()
    test.removeReaders()
  }

  // MARK: Checking

  /// Returns how a transaction that writes to some tables is checked; `nil` if that changes nothing that the rule has read.
  func check(ofTables tables: NumberSet) -> RulePlan.Check? {
    guard test.isEvaluated, isAboutValuesAlone, isOfChanges || known != nil else {
      return isOfViews ? nil : .alone
    }
    if isOfViews { return nil }
    let isOfKind = test.kindTable >= 0 && tables.contains(test.kindTable)
    // The tables of a live query may become more.
    if tables.intersects(test.readTables) || test.reads.hasOutcomes { return .alone }
    return isOfKind ? .together : nil
  }

  /// Returns a Boolean value that indicates whether the open transaction changes something that the rule has read.
  func isTouched(in simulation: Simulation, tables: NumberSet) -> Bool {
    guard test.isEvaluated, isAboutValuesAlone, isOfChanges || known != nil else { return true }
    return test.kindTable >= 0 && tables.contains(test.kindTable)
      || simulation.store.isOpenTransactionAbout(test.reads) || test.hasDueObjects
  }

  /// Finds and keeps the violations that the open transaction leads to.
  ///
  /// Throws ``ViewRead`` when it asks what the screens show.
  ///
  /// - Complexity: O(changes) of the open transaction, unless that changed something else that the rule has read.
  func evaluate(_ check: RulePlan.Check, in simulation: Simulation) throws {
    if check == .together {
      pending = test.takeFound()
      // It did not before: it would not have been evaluated together with others.
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
    let before = isAboutValuesAlone ? known : nil
    return pending.added(to: try before ?? simulation.readingCommitted { try test.breaches() })
  }

  /// Returns the violations that the open transaction leads to, and keeps them.
  func afterOpenTransaction(in simulation: Simulation) throws -> RuleBreaches {
    let breaches = try evaluateOpenTransaction(in: simulation) ?? known ?? RuleBreaches()
    pending = breaches
    return breaches
  }

  private func evaluateOpenTransaction(in simulation: Simulation) throws -> RuleBreaches? {
    if isAboutValuesAlone, known != nil, !simulation.store.isOpenTransactionAbout(test.reads) {
      return kind == nil ? nil : try test.breachesAfterChanges()
    }
    return try test.breaches()
  }

  // MARK: Reporting

  /// All violations in the state that is read.
  ///
  /// Throws ``ViewRead`` when it asks what the screens show.
  func breaches(in simulation: Simulation) throws -> RuleBreaches { try test.breaches() }

  /// The violations as of the last commit that nobody has reported yet; those of changes first of all.
  func takeUnreported(in simulation: Simulation) throws -> RuleBreaches {
    if isOfChanges {
      defer { ofChanges = RuleBreaches() }
      return ofChanges
    }
    let now = goal == nil ? try current(in: simulation) : simulation.rules.obligations.late(self)
    if now.isEmpty, reported.isEmpty { return now }
    defer { reported = now }
    return now.added(to: reported)
  }

  /// The violations as of the last commit; of what the screens show, those that it led to.
  func current(in simulation: Simulation) throws -> RuleBreaches {
    if let known, isAboutValuesAlone, !isOfViews { return known }
    let commit = simulation.store.commitCount
    if let ofScreens {
      let isUnchanged = kind == nil && isAboutValuesAlone && screenReads?.hasChanged == false
      if isUnchanged || ofScreens.commit == commit { return ofScreens.breaches }
    }
    let breaches = try test.breaches()
    if isOfViews {
      ofScreens = (commit, breaches)
      let screenReads = screenReads ?? ReadsFollower(simulation.store)
      screenReads.begin(test.reads)
      self.screenReads = screenReads
    } else {
      setKnown(breaches)
    }
    return breaches
  }

  /// The error of its last evaluation is a violation.
  func fail(_ message: String) { pending = RuleBreaches(failure: message) }
}
