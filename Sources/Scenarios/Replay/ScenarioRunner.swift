/// Runs scenarios one after another: reads, plays, repeats, rewrites and says what came of each.
struct ScenarioRunner {
  let options: ReplayOptions
  private let host: ReplayHost
  let system: ReplaySystem
  private let keepsReads: Bool
  private var loader = ScenarioLoader()
  var player: ScenarioPlayer
  /// The time spent waiting for the user's decisions, which does not count as a scenario's time.
  private(set) var askedNs: UInt64 = 0

  typealias Review = (BlessReview) -> BlessReview

  /// - Parameters:
  ///   - keepsReads: whether outcomes tell what files were read.
  ///   - mark: told what runs, in a worker.
  init(_ run: RunSetup, keepsReads: Bool = false, mark: WorkerBoard.Mark? = nil) {
    options = run.options
    host = run.host
    system = run.system
    self.keepsReads = keepsReads
    player = ScenarioPlayer(host: run.host, system: run.system, options: run.options, mark: mark)
  }

  /// The result of one scenario, and its coverage.
  struct Outcome: Sendable {
    var result: ScenarioResult
    var coverage: [CoverageHit] = []
    /// The file could not be read or written.
    var isUnreadable = false
    /// The user left the review.
    var hasQuitReview = false
    /// The files that it is made of or that its commands read, from the root's folder on.
    var reads: [FilePath] = []
    /// The process that ran it did not live to tell; a scenario like this is not run in the program's own process.
    var isFatal = false
  }

  mutating func run(_ entry: Selection.Entry, review: Review? = nil) -> Outcome {
    let start = system.clock?()
    let askedBefore = askedNs
    var outcome: Outcome
    switch loader.load(entry) {
    case .success(let scenario):
      outcome = run(scenario, review)
      outcome.result.root = scenario.neededRoot
    case .failure(let problem):
      outcome = Outcome(result: ScenarioResult(path: entry.path, claim: problem.claim, verdict: .failed))
      outcome.result.failures = [problem.failure]
      outcome.isUnreadable = problem.isUnreadable
    }
    if let start, let end = system.clock?() {
      outcome.result.durationNs = (end &- start) &- (askedNs &- askedBefore)
    }
    return outcome
  }

  private mutating func run(_ scenario: LoadedScenario, _ review: Review?) -> Outcome {
    let header = scenario.transcript.header
    var outcome = Outcome(result: ScenarioResult(path: scenario.path, claim: header.claim))
    outcome.reads = scenario.parts.map(\.name)
    outcome.result.tags = header.tags
    outcome.result.warnings = header.findings.filter { $0.severity == .warning }
    var failures = scenario.parts.flatMap { part in
      part.transcript.header.findings.filter { $0.severity == .error }.map { finding in
        StepFailure(place: .init(path: part.path, line: finding.line), kind: .finding(finding.message))
      }
    }
    if failures.isEmpty {
      if let stray = scenario.transcript.strayLines.first {
        let message = "expected output above the first command, which nothing can print"
        failures.append(
          StepFailure(place: .init(path: scenario.path, line: stray + 1), kind: .finding(message)))
      } else if scenario.transcript.steps.isEmpty {
        let message = "no command: nothing is tested; add one, or remove the file"
        failures.append(StepFailure(place: .init(path: scenario.path, line: 0), kind: .finding(message)))
      }
      failures += play(scenario, &outcome, review)
    }
    outcome.result.failures = failures
    if !failures.isEmpty { outcome.result.verdict = .failed }
    return outcome
  }

  private mutating func play(
    _ scenario: LoadedScenario, _ outcome: inout Outcome, _ review: Review?
  ) -> [StepFailure] {
    var keeping = ScenarioPlayer.Keeping()
    keeping.coverage = options.coverage != nil
    keeping.printed = options.repeatCount > 1
    keeping.hashes = options.blessing == .hashes
    keeping.reads = keepsReads
    keeping.events = options.wantsEvents
    let pass = player.pass(scenario, keeping: keeping)
    keeping.events = false
    outcome.result.events = pass.events
    outcome.result.commandCount = pass.commandCount
    outcome.coverage = pass.coverage
    outcome.reads += pass.reads.map { scenario.entry.name.folder.joined($0) }
    var failures = pass.failures
    for run in 1..<max(1, options.repeatCount) where failures.isEmpty {
      let again = player.pass(scenario, keeping: keeping)
      if let failure = again.failures.first ?? difference(scenario, pass, again, run: run + 1) {
        failures.append(failure)
      }
    }
    if options.blessing == .off { return showingScreens(failures, scenario) }
    return rewrite(scenario, pass, failures, &outcome, review)
  }

  /// Asks the user, whose time is not the scenario's.
  mutating func ask(_ review: Review, about hunks: [BlessHunk]) -> BlessReview {
    let start = system.clock?()
    let answered = review(BlessReview(hunks, hasEditor: system.edit != nil))
    if let start, let end = system.clock?() { askedNs &+= end &- start }
    return answered
  }

  // MARK: Beside the first pass

  /// The first step at which two passes printed different bytes.
  private func difference(
    _ scenario: LoadedScenario, _ first: ScenarioPass, _ other: ScenarioPass, run: Int
  ) -> StepFailure? {
    let transcript = scenario.transcript
    for (index, (old, new)) in zip(first.printed, other.printed).enumerated() where old != new {
      var failure = StepFailure(
        transcript.steps[index], of: transcript, in: scenario.path, kind: .unsteady(run: run))
      if let old = old.bytes, let new = new.bytes {
        failure.difference = OutputDifference(between: old, and: new)
      }
      return failure
    }
    return nil
  }

  /// Plays once more up to the first failed step, to show the screens around it.
  private mutating func showingScreens(
    _ failures: [StepFailure], _ scenario: LoadedScenario
  ) -> [StepFailure] {
    guard host.screenCommand != nil, let first = failures.first, first.kind == .output else {
      return failures
    }
    var failures = failures
    for (partIndex, part) in scenario.parts.enumerated() where part.path == first.place.path {
      let step = part.transcript.steps.firstIndex { $0.command.lowerBound + 1 == first.commandLine }
      guard let step else { continue }
      var keeping = ScenarioPlayer.Keeping()
      keeping.screensAt = (partIndex, step)
      failures[0].screens = player.pass(scenario, keeping: keeping).screens
      break
    }
    return failures
  }
}
