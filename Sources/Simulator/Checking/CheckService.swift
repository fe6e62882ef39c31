import AutoUpdate
import CommandLanguage
import TerminalText
import TextViews

/// A service that checks after each command line that views, their events, history, digest and invariants agree with
/// the store.
///
/// It stores violations of the world's rules and contracts, and the first other fault, until ``takeFault()`` returns them.
/// Later other faults are ignored, since they may be consequences of the first one.
public final class CheckService: SessionService {
  /// The set of checks.
  public struct Scope: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The check that views equal new views of the same state, and that their events produce their contents.
    public static let views = Scope(rawValue: 1)
    /// The check that undoing and redoing the line restores the digest and the screens.
    public static let history = Scope(rawValue: 2)
    /// The check that constraints and invariants hold when evaluated from scratch, and that the digest matches the
    /// store.
    public static let scratch = Scope(rawValue: 4)
    /// The check that views do not change when a line commits nothing. Without it, such a change is found after the
    /// next commit.
    public static let idle = Scope(rawValue: 8)
    /// An option that performs some checks only after groups of lines. The cost of these checks depends on the size of
    /// the world: new views, rules and digest from scratch, and undoing and redoing the group. The lengths of the
    /// groups cycle through 1, 2, 4 and 8 lines.
    public static let grouped = Scope(rawValue: 16)
    /// All checks, after each line.
    public static let all: Scope = [.views, .history, .scratch, .idle]
  }

  unowned let simulation: Simulation
  // Stored, because every line uses them.
  private lazy var rules = simulation.rules
  private lazy var past = simulation.past
  private lazy var stage = simulation.stage
  private lazy var digests = simulation.stateDigests
  private lazy var persistence = simulation.persistence
  /// The active checks; `nil` if there are none.
  public private(set) var scope: Scope?
  /// The faults that were found, of which one at most is no violation.
  private var faults: [Fault] = []
  private var hasFault: Bool { faults.contains { !$0.isViolation } }
  private var hasHooks = false
  /// The screens of new views in known states. They depend only on the state, so they remain valid after a reset.
  private let knownScreens = KnownScreens()
  /// A Boolean value that indicates whether to reuse the screens of states that occur repeatedly.
  private var remembersScreens = false
  private var image = ScreenImage(of: [])
  /// The events of the views since the last check.
  private var events: [ViewEvent] = []
  /// The state when the line began.
  private var start = Moment()
  /// The violations of the constraints made by commands, by the constraint's number, when the line began.
  private var violations: [Int: RuleBreaches] = [:]
  /// The limits of the open obligations, and the rules made by commands, when the line began.
  private var obligations = (limits: [String: Int](), rules: [MadeRule]())
  private var group = Group()
  /// The selections that are followed in addition to the watches.
  var followed: [any AnyStagedWatch] = []
  private var knownDigests = KnownDigests()
  /// The tick at which time stopped because a job of the line failed; `nil` if no job failed.
  private var stoppedTick: Int?

  private struct Moment {
    var point = 0
    var moves = 0
    var commits: UInt64 = 0
    var digest = StateDigest()
    /// The number of changes of definitions. Views depend on definitions, which are not part of the state.
    var definitions = 0
    var image = ScreenImage(of: [])
    /// The number of times that steps of other sessions were merged.
    var news = 0
  }

  /// A group of lines that are checked together.
  private struct Group {
    /// The state before the group's first line.
    var start = Moment()
    var lineCount = 0
    /// The binary logarithm of the number of lines after which the group is checked.
    var lengthExponent = 0
  }

  private static let groupLengthCount = 4

  init(of simulation: Simulation) { self.simulation = simulation }

  public func reset() {
    end()
    (faults, image, events, start, group) = ([], ScreenImage(of: []), [], Moment(), Group())
    (knownDigests, stoppedTick, violations, obligations) = (KnownDigests(), nil, [:], ([:], []))
    remembersScreens = false
  }

  /// Starts checking with the next line.
  ///
  /// - Parameters:
  ///   - scope: The checks to perform.
  ///   - phase: Selects the length of the first group, if lines are checked in groups.
  public func begin(_ scope: Scope, phase: Int = 0) {
    if !hasHooks { hook() }
    set(scope)
    (followed, faults, stoppedTick) = ([], [], nil)
    _ = rules.takeBroken()
    if scope.contains(.views) { image = present }
    events.removeAll(keepingCapacity: true)
    start = moment
    group = Group(start: start, lengthExponent: phase % Self.groupLengthCount)
    knownDigests = KnownDigests()
    knownDigests.note(start.digest, at: start.point)
  }

  /// Stops checking.
  public func end() {
    set(nil)
    followed = []
  }

  private func set(_ scope: Scope?) {
    let (recorded, records) = (self.scope?.contains(.views) == true, scope?.contains(.views) == true)
    self.scope = scope
    if records, !recorded { simulation.console.beginRecording() }
    if recorded, !records { simulation.console.endRecording() }
  }

  /// Returns and removes the first of the faults that were found; `nil` if there is none.
  public func takeFault() -> Fault? { faults.isEmpty ? nil : faults.removeFirst() }

  private func hook() {
    hasHooks = true
    simulation.atLineBegin { [unowned self] in
      stoppedTick = nil
      // Only needed if more than invariants are checked.
      guard let scope, !scope.isEmpty else { return }
      start = moment
      guard scope.contains(.scratch) else { return }
      violations = rules.violationsOfMadeConstraints()
      obligations = (rules.obligations.limits, rules.obligations.isEmpty ? [] : rules.sortedMade)
    }
    simulation.atLineEnd { [unowned self] in checkLine() }
    simulation.onViewEvents.append { [unowned self] events in
      if scope?.contains(.views) == true { self.events += events }
    }
    simulation.onFault.append { [unowned self] error in
      note(Fault(.fault, "store", "\(error)"))
    }
    simulation.onFailure.append { [unowned self] error in noteFailure(error) }
    simulation.onRefusal = { [unowned self] in noteRefusal(by: $0, of: $1) }
    simulation.time.onJob = { [unowned self] in noteRun(of: $0) }
    simulation.time.onFailedJob = { [unowned self] in stoppedTick = simulation.tick }
    simulation.time.onPassed = { [unowned self] in
      stoppedTick = nil
      noteOverdue()
    }
  }

  func note(_ fault: Fault?) {
    guard scope != nil, let fault, fault.isViolation || !hasFault else { return }
    if !faults.contains(where: fault.isSame(as:)) { faults.append(fault) }
  }

  var present: ScreenImage { ScreenImage(of: stage.views) }

  private var moment: Moment {
    Moment(
      point: simulation.store.history.present, moves: past.moveCount,
      commits: simulation.store.commitCount, digest: digests.sum,
      definitions: simulation.declarations.changeCount, image: image, news: persistence.mergeCount)
  }

  // MARK: Checking

  private func checkLine() {
    guard let scope else { return }
    // The first fault is stored; continue the checks from the present state.
    guard !hasFault else { return restart(scope) }
    for violation in rules.takeBroken() { note(violation) }
    if scope.isEmpty { return }
    if simulation.store.commitCount == start.commits, events.isEmpty, !scope.contains(.idle) { return }
    if scope.contains(.views) { followEvents("the printed text") }
    // Changes of other sessions are not attributed to the line.
    let news = persistence.mergeCount
    if start.news != news || group.start.news != news { return restart(scope) }
    if scope.contains(.views), !hasFault, digests.sum == start.digest, past.moveCount == start.moves,
      simulation.declarations.changeCount == start.definitions, !simulation.hasInterchangeableObjects,
      image.difference(from: start.image) != nil
    {
      note(Fault(.digest, "", "the screens changed, but the digest did not"))
    }
    if let stoppedTick, past.moveCount == start.moves, simulation.tick != stoppedTick {
      note(Fault(.jobs, "", "a job failed at tick \(stoppedTick), but the time is tick \(simulation.tick)"))
    }
    if !hasFault, scope.contains(.history) {
      checkMove()
      if !past.steps.areComplete { note(Fault(.undo, "", "the steps do not cover the history")) }
      if !past.steps.lastPartHasName { note(Fault(.undo, "", "the name of a step leads to another step")) }
    }
    if !hasFault, scope.contains(.scratch) {
      checkConstraints()
      checkLimits()
    }
    group.lineCount += 1
    // A line that moves through the history cannot be undone like others.
    let hasMoved = past.moveCount != group.start.moves
    if hasMoved || !scope.contains(.grouped) || group.lineCount >> group.lengthExponent > 0 {
      checkGroup(scope)
    }
  }

  /// Checks that a line which only moved through the history restored the state recorded at the new point.
  private func checkMove() {
    let (point, digest) = (simulation.store.history.present, digests.sum)
    let (moves, commits) = (past.moveCount - start.moves, simulation.store.commitCount - start.commits)
    if moves == 0 {
      knownDigests.forget(after: start.point)
      knownDigests.note(digest, at: point)
    } else if moves > 1 || commits > 1 {
      // The line did more than one move, so the recorded digests no longer apply.
      knownDigests.forget(after: -1)
    } else if let known = knownDigests[point], known != digest {
      note(Fault(.undo, "", "moving through the history leads to a different state"))
    }
  }

  /// Checks that a line added no violation of a constraint that a command made, unless it moved through the history.
  private func checkConstraints() {
    guard past.moveCount == start.moves, simulation.declarations.changeCount == start.definitions else {
      return
    }
    for (number, breaches) in rules.violationsOfMadeConstraints() {
      guard let before = violations[number], !breaches.isContained(in: before),
        let name = rules.sortedMade.first(where: { $0.number == number })?.id
      else { continue }
      note(Fault(.invariant, name, "the line adds a violation of the constraint \(Quoting.message(name))"))
    }
  }

  /// Checks that a line with one transaction postponed no open obligation. In several transactions, an obligation may
  /// end and begin again.
  private func checkLimits() {
    let before = obligations.limits
    // A rule that is made again has new obligations.
    guard !before.isEmpty, past.moveCount == start.moves, simulation.store.commitCount == start.commits + 1,
      simulation.declarations.changeCount == start.definitions, rules.sortedMade == obligations.rules
    else { return }
    let later = rules.obligations.limits.filter { id, limit in before[id].map { $0 < limit } ?? false }
    guard let id = later.keys.min() else { return }
    let rule = simulation.table(of: Obligation.self)[id]?.rule ?? ""
    note(Fault(.invariant, rule, "the line postpones an open obligation of \(Quoting.message(rule))"))
  }

  private func restart(_ scope: Scope) {
    knownDigests.forget(after: -1)
    if scope.contains(.views) { image = present }
    events.removeAll(keepingCapacity: true)
    group = Group(start: moment, lengthExponent: group.lengthExponent)
  }

  /// Applies the events of the views to their earlier contents and compares the result with the present contents.
  private func followEvents(_ when: String) {
    let now = present
    let isSilent = events.isEmpty
    let problem = image.follow(events, to: now)
    events.removeAll(keepingCapacity: true)
    note(problem.map { Fault(.lines, isSilent ? ScreenImage.Difference(silent: $0) : $0, when) })
  }

  /// Checks the last, incomplete group of lines.
  public func finish() {
    if let scope, !scope.isEmpty, !hasFault, group.lineCount > 0 { checkGroup(scope) }
  }

  private func checkGroup(_ scope: Scope) {
    checkState(scope, image, isUnreported: true)
    if scope.contains(.history), !hasFault {
      if !RecentChanges(in: simulation.store).areNet {
        note(
          Fault(
            .undo, "",
            "the net changes of the last steps do not lead from the state before them to the present one"))
      }
      if let field = ReasonCheck(simulation: simulation).wrongField() {
        note(
          Fault(
            .reason, "",
            "“why” names a step other than the last one that changed \(Quoting.message(field))"))
      }
      checkHistory(scope)
    }
    group = Group(
      start: moment, lengthExponent: (group.lengthExponent + 1) % Self.groupLengthCount)
  }

  /// Checks the present state, independently of its history.
  ///
  /// - Parameters:
  ///   - image: The contents of the views.
  ///   - isUnreported: Indicates whether to leave out violations that were reported.
  func checkState(_ scope: Scope, _ image: ScreenImage, isUnreported: Bool = false) {
    if scope.contains(.views) {
      note(freshDifference(of: image).map { Fault(.view, $0, "a new view") })
      if !hasFault { checkViewports() }
      if !hasFault { checkWatches() }
    }
    guard scope.contains(.scratch) else { return }
    if let (name, message) = rules.firstBroken(isUnreported: isUnreported) {
      note(Fault(.invariant, name, message))
    }
    if let name = rules.firstWrongObligation() {
      note(
        Fault(
          .invariant, name, "an obligation of “\(name)” is open although it is met, or its object is gone"))
    }
    if digests.sum != simulation.makeStateDigest() {
      note(Fault(.digest, "", "the digest does not match the store"))
    }
  }

  /// Starts caching the screens of new views by state, so that they are computed once for each state.
  ///
  /// Call this method if the same states occur repeatedly. It has no effect if interchangeable objects give different
  /// states the same digest.
  public func rememberScreens() { remembersScreens = true }

  private func freshDifference(of image: ScreenImage) -> ScreenImage.Difference? {
    guard remembersScreens, !simulation.hasInterchangeableObjects, simulation.declarations.changeCount == 0
    else {
      return image.difference(from: FreshScreens.image(in: simulation))
    }
    let state = digests.sum
    if knownScreens.isKnown(image, in: state) { return nil }
    // A different image may still be correct if the digest is wrong, so create new views.
    let fresh = FreshScreens.image(in: simulation)
    knownScreens.note(fresh, in: state)
    return image.difference(from: fresh)
  }

  /// Checks that each visible list shows as many rows as it can, from the row to which it was scrolled.
  private func checkViewports() {
    let states = simulation.table(of: ScreenState.self)
    for staged in stage.staged {
      guard let list = staged.asList ?? staged.asScreen?.firstList, list.view.isVisible,
        let offset = list.ownOffset ?? states["\(staged.view.path)"]?.offset
      else { continue }
      let (shown, path) = (list.viewport, "\(list.view.path)")
      let expected = shown.scrolled(to: offset)
      if shown != expected {
        note(Fault(.view, path, "“\(path)” shows \(shown.text), but it was scrolled to \(expected.text)"))
      }
    }
  }

  private func checkWatches() {
    for watch in simulation.watches.staged + followed {
      let (path, selection) = ("\(watch.view.path)", watch.watch.selection)
      if watch.misplacedRow(among: watch.rows) != nil {
        note(
          Fault(
            .view, path,
            "the rows of the watch “\(path)” are not in the order of its selection \(Quoting.message(selection.text))"
          ))
      }
      // A watch leaves out rows that cannot be computed. A statement fails at the first such row.
      guard let ids = try? simulation.interpreter?.ids(of: selection),
        watch.rows != ids.map({ .object(selection.kind, $0) })
      else { continue }
      note(
        Fault(
          .view, path,
          "the rows of the watch “\(path)” are not those of its selection \(Quoting.message(selection.text))")
      )
    }
  }

  /// Undoes and redoes the lines of the group, unless they moved through the history.
  private func checkHistory(_ scope: Scope) {
    let (start, end) = (group.start, moment)
    guard end.moves == start.moves, end.definitions == start.definitions, end.point > start.point,
      simulation.store.history.steps.lowerBound <= start.point
    else { return }
    let tracer = simulation.store.tracer
    simulation.store.tracer = nil
    defer { simulation.store.tracer = tracer }
    persistence.undisturbed {
      if persistence.mergeCount != end.news { return restart(scope) }
      go(to: start, .undo, scope)
      go(to: end, .redo, scope)
      simulation.watches.skipWarnings()
    }
  }

  /// The number of transactions that have changed the store.
  public var changeCount: UInt64 { simulation.store.commitCount }

  /// The present point of the store's history.
  public var point: Int { simulation.store.history.present }

  /// The causes of the retained steps, in order.
  public var causes: [String] {
    let history = simulation.store.history
    return history.steps.map { history[$0]?.cause ?? "" }
  }

  /// The names of the invariants that the present state breaks, in the order of their declaration.
  public var brokenRules: [String] { rules.brokenNames }

  /// The digest of the present state.
  public var digest: StateDigest { digests.sum }

  /// Moves to a point of the history outside of any line, and checks the output of views.
  ///
  /// - Returns: A Boolean value that indicates whether the point was reached.
  public func go(to point: Int) -> Bool {
    let isThere = (try? simulation.store.history.move(to: point, cause: "check")) == true
    events = simulation.console.takeEvents()
    if scope?.contains(.views) == true { followEvents("the text printed by going back") }
    rules.skipReports()
    return isThere && simulation.store.history.present == point
  }

  private func go(to moment: Moment, _ kind: Fault.Kind, _ scope: Scope) {
    let what = kind == .undo ? "undoing the line" : "redoing the line"
    do {
      try simulation.store.history.move(to: moment.point, cause: "check")
    } catch {
      return note(Fault(kind, "", "\(what) is refused: \(error)"))
    }
    events = simulation.console.takeEvents()
    if simulation.store.history.present != moment.point {
      note(Fault(kind, "", "\(what) caused another change"))
    }
    if scope.contains(.views) {
      let now = present
      note(
        now.difference(from: moment.image).map { Fault(kind, $0, "\(what) should restore a state that") }
      )
      followEvents("the text printed by \(what)")
    }
    if digests.sum != moment.digest {
      note(Fault(kind, "", "\(what) leads to a different state"))
    }
    for fault in simulation.store.takeFaults() { note(Fault(.fault, "store", "\(fault)")) }
  }
}
