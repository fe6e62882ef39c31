import AutoUpdate
import CommandLanguage

/// A constraint or an invariant in a session, with what is known of its violations.
final class Rule {
  let name: String
  let role: RuleRole
  /// The condition in the command language; `nil` of one that the program computes.
  let condition: Expression?
  private let test: RuleTest
  /// A Boolean value that indicates whether it reads the screens, which follow the commit: then it is evaluated after the
  /// command.
  var isOfViews = false
  /// A Boolean value that indicates whether a commit has been checked against it.
  var isChecked = false
  /// A Boolean value that indicates whether its outcome can change only with what it reads of the world.
  private let isAboutValuesAlone: Bool
  /// The violations as of the last commit; `nil` while they are not known.
  private(set) var known: RuleBreaches?
  /// The violations after the open transaction, which become known if that is committed.
  private var pending: RuleBreaches?
  /// The violations of the changes that were committed since somebody reported them.
  private var ofChanges = RuleBreaches()
  /// The violations of what the screens showed after so many commits.
  private var ofScreens: (commit: UInt64, breaches: RuleBreaches)?
  /// The violations that have been reported.
  var reported = RuleBreaches()
  /// The reads of all its evaluations besides the objects that it asks about.
  private var reads = Reads()
  private var hasReads = false

  /// The time for which it may be broken.
  let delay: InvariantDelay?
  /// Since when it has been broken, by the numbers of objects; by `nil` for the whole.
  private var since: [Int?: Int] = [:]

  /// A Boolean value that indicates whether a state alone shows that it is broken.
  var isOfStates: Bool { !isOfChanges && delay == nil }
  /// The kind of the objects that it asks about; `nil` of one that asks about the world as a whole.
  var kind: KindID? { test.kind }
  /// A Boolean value that indicates whether it compares the states before and after a command.
  var isOfChanges: Bool { test.isOfChanges }
  /// The condition as it was written; `nil` of one that the program computes.
  var text: String? { condition?.text }

  /// A rule that the program computes.
  init(_ name: String, _ role: RuleRole, within delay: InvariantDelay? = nil, _ test: RuleTest) {
    self.name = name
    self.delay = delay
    self.role = role
    condition = nil
    self.test = test
    isAboutValuesAlone = true
  }

  /// A condition in the command language.
  init(
    _ name: String, _ role: RuleRole, within delay: InvariantDelay? = nil, _ condition: Expression,
    in simulation: Simulation, _ interpreter: Interpreter
  ) {
    self.name = name
    self.delay = delay
    self.role = role
    self.condition = condition
    test = RuleTest.make(of: condition, in: simulation, interpreter)
    isAboutValuesAlone = interpreter.isAboutValuesAlone(condition)
    isOfViews = interpreter.mentions(.view, orRoots: simulation.stage.rootNames, in: condition)
  }

  // MARK: Commits

  /// Makes the violations known that the last checked transaction led to: it was committed.
  func adopt() {
    guard let pending else { return }
    self.pending = nil
    if isOfChanges { ofChanges.formUnion(pending) } else { known = pending }
    if test.isExcessive { forget() }
  }

  /// Forgets what a transaction would have led to: it was not committed.
  func dropPending() { pending = nil }

  /// Forgets the violations: the store changed without being checked, as by a move through the history.
  func forget() {
    known = nil
    pending = nil
    ofScreens = nil
    test.forget()
  }

  // MARK: Evaluating

  /// All violations in the state that is read.
  ///
  /// Throws ``ViewRead`` when it asks what the screens show.
  func breaches(in simulation: Simulation) throws -> RuleBreaches {
    try noting(in: simulation) { try test.breaches() }
  }

  /// Finds the violations that the open transaction adds, and keeps those that it leads to.
  ///
  /// Throws ``ViewRead`` when it asks what the screens show.
  ///
  /// - Complexity: O(changes) of the open transaction, unless that changed something else that the rule has read.
  func addedByOpenTransaction(in simulation: Simulation) throws -> RuleBreaches {
    if isOfChanges {
      let isUntouched = kind == nil && hasReads && isAboutValuesAlone
      if isUntouched, !simulation.store.isOpenTransactionAbout(reads) { return RuleBreaches() }
      let breaches = try noting(in: simulation) {
        try kind == nil ? test.breaches() : test.breaches(after: RuleBreaches())
      }
      pending = breaches
      return breaches
    }
    let before = isAboutValuesAlone ? known : nil
    let after: RuleBreaches
    if let before, !simulation.store.isOpenTransactionAbout(reads) {
      after = kind == nil ? before : try noting(in: simulation) { try test.breaches(after: before) }
    } else {
      after = try breaches(in: simulation)
    }
    pending = after
    if role == .invariant || after.isEmpty { return RuleBreaches() }
    return after.added(to: try before ?? simulation.readingCommitted { try breaches(in: simulation) })
  }

  /// The violations as of the last commit that nobody has reported yet; those of changes first of all.
  ///
  /// - Parameter commandCount: the number of commands that have changed something.
  func takeUnreported(in simulation: Simulation, commandCount: Int) throws -> RuleBreaches {
    if isOfChanges {
      defer { ofChanges = RuleBreaches() }
      return ofChanges
    }
    var now = try current(in: simulation)
    if let delay { now = now.of(late(now.places, delay, in: simulation, commandCount)) }
    if now.isEmpty, reported.isEmpty { return now }
    defer { reported = now }
    return now.added(to: reported)
  }

  /// Returns those of the objects that break it now which have done so for longer than they may.
  ///
  /// The session remembers the time; it begins anew when the history leads to where an object did not break it.
  private func late(
    _ broken: Set<Int?>, _ delay: InvariantDelay, in simulation: Simulation, _ commandCount: Int
  ) -> Set<Int?> {
    let now = if case .ticks = delay { simulation.tick } else { commandCount }
    since = since.filter { broken.contains($0.key) }
    for number in broken { since[number] = min(since[number] ?? now, now) }
    return broken.filter { now - (since[$0] ?? now) > delay.count }
  }

  /// The violations as of the last commit; of what the screens show, those that it led to.
  func current(in simulation: Simulation) throws -> RuleBreaches {
    if let known, isAboutValuesAlone, !isOfViews { return known }
    let commit = simulation.store.commitCount
    if let ofScreens, ofScreens.commit == commit { return ofScreens.breaches }
    let breaches = try breaches(in: simulation)
    if isOfViews { ofScreens = (commit, breaches) } else { known = breaches }
    return breaches
  }

  /// The error of its last evaluation is a violation.
  func fail(_ message: String) { pending = RuleBreaches(failure: message) }

  private func noting<Result>(in simulation: Simulation, _ body: () throws -> Result) throws -> Result {
    // What an earlier state read counts as well: the session may go back to it. An evaluation may end a line, at which the
    // rule is evaluated again.
    var read = Reads()
    let result = Swift.Result { try simulation.store.note(&read) { try body() } }
    reads.formUnion(read)
    if !isOfViews, simulation.stage.isRead(in: reads) {
      isOfViews = true
      throw ViewRead()
    }
    hasReads = true
    return try result.get()
  }
}
