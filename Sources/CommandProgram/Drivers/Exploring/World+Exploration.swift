import CommandLanguage
public import Exploration
import Posix
public import Scenarios
public import Simulator

extension World {
  /// Returns the world for exploration. A declared world needs no further code.
  public func explored(replay: ReplayHost) -> ExploredWorld? {
    let coverage = coverage { isAllowedInReplay($0) }
    var explored = ExploredWorld(
      commands: table.ownCommands.filter(Self.isExplorable), replay: replay, coverage: coverage.dimensions
    ) { [self] seed in
      ExploredSimulation(try makeSession(seed: seed), coverage)
    }
    let table = table
    explored.isStandard = { table.isStandard($0) }
    explored.substitutes = Set(
      explored.commands.filter { table.isStandard($0) && $0.topic == Self.prototypingTopic }.map(\.name))
    explored.feedCommand = feedCommand
    explored.isAboutThePast = { $0.traits.contains(.aboutThePast) }
    explored.checkCommands = ("verify on", "verify")
    explored.journalProblem = { seed, lines, fault, shouldStop in
      try StoreOracle(world: self, seed: seed, shouldStop: shouldStop).problem(lines, fault)
    }
    return explored
  }

  /// Returns whether exploration tries a command: it reaches only the world, and changes more than the session's
  /// observation. Invariants are left out, since a random invariant would give a meaningless finding.
  private static func isExplorable(_ command: CommandDescription) -> Bool {
    let traits = command.traits
    return traits.contains(.contained) && !traits.contains(.hidden) && !traits.contains(.unrecorded)
      && !["trace", "verify", "invariant"].contains(command.name)
  }
}

/// A session of a declared world for exploration.
final class ExploredSimulation: ExploredSession {
  private let base: CommandSession
  private let checking: CheckService
  private let coverage: WorldCoverage
  private var goal: Expression?
  private var goalText: String?

  init(_ session: CommandSession, _ coverage: WorldCoverage) {
    base = session
    checking = session.world.checking
    self.coverage = coverage
    base.interpreter.budget.stackBytes = PosixThreads.sessionStackByteCount
  }

  var session: any Session { base }

  func reset(seed: UInt64) -> Bool {
    (goal, goalText) = (nil, nil)
    guard base.reset(seed: seed) else { return false }
    base.interpreter.budget.stackBytes = PosixThreads.sessionStackByteCount
    return true
  }

  var binding: UInt64 { base.binding }
  var definitions: [CommandDescription] { base.definedCommands }

  func withComputedArguments(_ line: String) -> String? {
    let read = base.read(line.utf8.span)
    let traits = read.outline.first?.traits ?? []
    // The log shows these commands as they are written.
    if traits.contains(.direct) || traits.contains(.aboutThePast) { return nil }
    return read.withComputedArguments
  }

  // MARK: Arguments

  func trials(for parameter: ParameterInfo, after arguments: [String]) -> [ArgumentTrial] {
    base.trials(for: parameter, after: arguments)
  }

  func trial(for parameter: ParameterInfo, _ choices: TrialChoices) -> ArgumentTrial? {
    base.trial(for: parameter, choices)
  }

  var constants: [Int] { base.numbers(in: base.world.ruleTexts + (goalText.map { [$0] } ?? [])) }

  /// The maximum number of ticks to wait for a deadline. More may take long.
  private static let ticksMax = 1_000

  func deadline(except rules: Set<String>) -> (command: String, argument: String)? {
    base.world.ticksToDeadline(except: rules).flatMap { $0 > Self.ticksMax ? nil : ("tick", "\($0)") }
  }

  // MARK: States

  var digest: StateDigest { checking.digest }

  var outline: StateOutline { base.outline }
  var changeCount: UInt64 { checking.changeCount }
  var point: Int { checking.point }
  func go(to point: Int) -> Bool { checking.go(to: point) }

  var stepCommands: [[[String]]] { checking.causes.map { base.read($0.utf8.span).commands } }

  func countAsOne(objectsOf kind: String) -> String? { base.world.countAsOne(objectsOf: kind) }

  func values(of expressions: [String]) -> [String] {
    expressions.map { text in
      do {
        return base.interpreter.show(try base.interpreter.evaluate(try base.interpreter.expression(text)))
      } catch {
        return Explanation(of: error).message
      }
    }
  }

  // MARK: Searching

  func beginSearch() {
    base.world.keepWholeHistory()
    beginWalk()
  }

  func beginWalk() {
    checking.rememberScreens()
    base.printsDiagnostics = false
  }

  func setGoal(_ condition: String) -> String? {
    do {
      let goal = try base.interpreter.expression(condition)
      _ = try base.interpreter.isTrue(goal)
      (self.goal, goalText) = (goal, condition)
      return nil
    } catch {
      return "“\(condition)”: \(Explanation(of: error).message)"
    }
  }

  var goalDistance: Int? { goal.flatMap { try? base.interpreter.distance(to: $0) } }

  // MARK: Checking

  func beginChecking(_ checks: Checks, phase: Int) {
    var scope: CheckService.Scope = []
    if checks.contains(.views) { scope.insert(.views) }
    if checks.contains(.history) { scope.insert(.history) }
    if checks.contains(.scratch) { scope.insert(.scratch) }
    if checks.contains(.idle) { scope.insert(.idle) }
    if checks.contains(.grouped) { scope.insert(.grouped) }
    checking.begin(scope, phase: phase)
  }

  func finishChecking() { checking.finish() }
  func faultNow() -> Fault? { checking.checkNow().map(Fault.init) }
  func takeFault() -> Fault? { checking.takeFault().map(Fault.init) }
  var failure: Explanation? { base.failure }
  var reachedLimit: String? { base.reachedLimit }
  func noteCoverage() { coverage.begin(base) }
  var exercised: [CoverageHit] { coverage.exercised(base) }
  func kept(of line: PreparedLine) -> [UInt8]? { RecordedPart.of(line, in: base) }
}

extension Fault {
  init(_ fault: CheckFault) {
    let kind: Kind =
      switch fault.kind {
      case .invariant: .invariant
      case .contract: .contract
      case .refusal: .refusal
      case .jobs: .jobs
      case .view: .view
      case .lines: .lines
      case .undo: .undo
      case .redo: .redo
      case .digest: .digest
      case .fault: .fault
      case .limit: .limit
      }
    self.init(kind, fault.subject, fault.message)
  }
}
