import CommandLanguage
import Simulator

/// A job of a search: its session, and the counts that have not yet been added to those of the search.
final class SearchJob {
  /// The world, with the commands that the job tries.
  let world: ExploredWorld
  let board: Board
  /// The number of the job within the search.
  let number: Int
  let session: JobSession
  /// The number of lines, and the number of those that changed the state, since the last ``addSteps()``.
  private(set) var stepCount = 0
  private var changeCount = 0
  /// The number of steps that the job may run until the next ``addSteps()``.
  private var grantedCount = 0
  private var actions: [ActionCount]
  /// The runner of a second session, in which states are compared that count as one.
  private var comparing: (runner: LineRunner, start: Int)?

  init(_ world: ExploredWorld, _ board: Board, number: Int) {
    self.world = world
    self.board = board
    self.number = number
    session = JobSession(world, board.options)
    actions = world.commands.map { ActionCount(name: $0.name) }
  }

  /// Begins a search that visits every state. Returns the runner of its session, whose checks do not move through the
  /// history.
  ///
  /// - Throws: the error of creating the session, or an ``ExplorationError`` if objects cannot be treated as equal.
  func beginSearch() throws -> LineRunner { try beginSearch(session) }

  private func beginSearch(_ session: JobSession) throws -> LineRunner {
    let runner = try session.begin()
    runner.beginSearch()
    for kind in board.options.symmetricKinds {
      if let why = runner.session.world.treatAsInterchangeable(objectsOf: kind) {
        throw ExplorationError(why)
      }
    }
    if board.options.goal == nil {
      runner.checking.begin(board.options.checks.subtracting([.history, .grouped]))
    }
    return runner
  }

  /// Returns another session, for runs while the session of the search keeps its state.
  func makeSession() -> JobSession { JobSession(world, board.options) }

  // MARK: Symmetry

  /// Notes that the search has reached the present state of a session, and checks that it has the same successors as the
  /// first state that counts as the same.
  ///
  /// - Parameter path: the lines that led to the state.
  /// - Throws: a ``SymmetryError`` if the successors differ.
  func noteState(in runner: LineRunner, isNew: Bool, path: @autoclosure () -> [String]) throws {
    guard let symmetry = board.symmetry else { return }
    let (key, distinct) = (runner.checking.digest, runner.session.world.distinctStateDigest)
    var hasCompared = false
    try symmetry.arrive(at: key, distinct, isNew: isNew, path: path) { lines in
      hasCompared = true
      return try results(after: lines, at: key)
    }
    // If the next line ends the program, it is known which lines the search has run before it.
    if hasCompared { for (depth, line) in path().enumerated() { announce(line, depth: depth) } }
  }

  /// Returns the results of all lines after others; `nil` if these do not lead to a state.
  ///
  /// - Parameter key: the digest of the state.
  private func results(after path: [String], at key: StateDigest) throws -> LineResults? {
    let (runner, start) =
      try comparing
      ?? {
        let runner = try beginSearch(makeSession())
        return (runner, runner.checking.point)
      }()
    comparing = (runner, start)
    let checking = runner.checking
    guard !board.system.isInterrupted(), checking.go(to: start) else { return nil }
    for (depth, line) in path.enumerated() {
      announce(line, depth: depth)
      _ = runner.run(line)
    }
    guard checking.digest == key else { return nil }
    let point = checking.point
    var results = LineResults()
    let lines = Composer(world.commands, board.options.constants).all(in: runner.session)
    results.lineCount = path.count + lines.count
    for line in lines where !line.isExpectedToFail {
      let (text, changes) = (line.text, checking.changeCount)
      announce(text, depth: path.count)
      _ = runner.run(text)
      results.add(
        text,
        .init(
          command: line.name, hasSucceeded: runner.hasSucceeded, state: checking.digest,
          brokenRules: board.options.goal == nil ? checking.brokenRules : [],
          meetsGoal: runner.goalDistance == 0))
      guard checking.changeCount == changes || checking.go(to: point) else { return nil }
    }
    return results
  }

  // MARK: Counts

  /// Counts a step that is about to run.
  func countStep() {
    stepCount += 1
    board.system.onStep?(number)
  }

  func countChange() { changeCount += 1 }

  func count(_ line: Invocation, hasSucceeded: Bool) {
    guard line.command >= 0 else { return }
    actions[line.command].tryCount += 1
    if hasSucceeded { actions[line.command].successCount += 1 }
  }

  /// Returns a Boolean value that indicates whether the job may run another step. Once for each piece of the search's
  /// steps, the method adds them to the search's count.
  func continues() -> Bool { stepCount < grantedCount || addSteps() }

  /// Adds the steps to the search's count. Returns whether the job may continue.
  ///
  /// - Parameter isOver: whether the job ends, so that other jobs may run the remaining steps.
  func addSteps(isOver: Bool = false) -> Bool {
    grantedCount = board.nextPiece(
      steps: stepCount, changes: changeCount, granted: grantedCount, isOver: isOver)
    (stepCount, changeCount) = (0, 0)
    return grantedCount > 0
  }

  /// Adds all counts to those of the search. Returns whether the job may continue.
  @discardableResult
  func addCounts(isOver: Bool = false) -> Bool {
    board.add(actions)
    for index in actions.indices { (actions[index].tryCount, actions[index].successCount) = (0, 0) }
    return addSteps(isOver: isOver)
  }

  // MARK: Lines

  /// Announces a line that is about to run after `depth` others. An empty line means that the last one has ended.
  func announce(_ line: String, depth: Int) { board.system.onLine?(number, depth, line) }

  /// Waits for work of another job. Returns whether the search continues.
  func pause(depth: Int) -> Bool {
    announce("", depth: depth)
    board.system.pause()
    return board.continues(steps: 0, changes: 0)
  }

  /// Returns a Boolean value that indicates whether a search goes on behind a fault without a report: a violation whose
  /// cause is known.
  func passes(_ fault: Fault, of lines: [Invocation]) -> Bool {
    fault.isViolation && board.isKnown(fault.cause(in: lines, world.commands))
  }

  /// Reports a fault of lines, shrunk, unless its cause is known.
  ///
  /// - Parameters:
  ///   - storeFault: the injected fault of the store; `nil` for none.
  ///   - session: the session in which the lines are shrunk.
  /// - Returns: `false` if the fault is not a finding.
  @discardableResult
  func report(
    _ fault: Fault, of lines: [Invocation], _ storeFault: StoreFault? = nil, in session: JobSession
  ) -> Bool {
    if fault.kind == .limit, board.options.goal != nil { return false }
    guard board.wants(fault.cause(in: lines, world.commands)) else { return true }
    guard let (fault, lines) = withoutConstraints(fault, lines, in: session) else { return false }
    let shrinking = FaultShrinking(
      session: session, board: board, storeFault: storeFault,
      onLine: board.system.onLine.map { [number] announce in { announce(number, $0, $1) } })
    if let found = shrinking.shrunk(fault, lines, stepCount: board.stepCount + stepCount) { board.add(found) }
    return true
  }

  /// Returns a broken rule of the world and the lines that show it without random constraints and removals; `nil` if
  /// the rule holds without them. Then it is no fault of the world: a constraint may refuse commands that the rule
  /// relies on, such as those of a schedule, and the world's own commands may never remove an object.
  private func withoutConstraints(
    _ fault: Fault, _ lines: [Invocation], in session: JobSession
  ) -> (fault: Fault, lines: [Invocation])? {
    guard fault.kind == .invariant, !board.options.commandNames.contains("constraint") else {
      return (fault, lines)
    }
    let plain = lines.map(\.withoutConstraint)
    let cause = fault.cause(in: lines, world.commands)
    let isDeclared = cause.subject == fault.subject && !lines.contains { $0.declares(fault.subject) }
    if plain == lines || !isDeclared { return (fault, lines) }
    let commands = world.commands
    let again = Reproducer(session: session).fault(of: plain.map(\.text), lookingFor: .invariant) {
      $0.cause(in: plain, commands) == cause
    }
    return again.map { ($0.fault, plain) }
  }
}
