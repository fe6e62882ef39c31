/// Runs the scenarios of one thread: reads, plays, repeats, rewrites and says what came of each.
struct ScenarioRunner {
  private let options: ReplayOptions
  private let host: ReplayHost
  private let system: ReplaySystem
  private let files: any ScenarioFiles
  private var loader: ScenarioLoader
  private var player: ScenarioPlayer

  init(_ run: ReplayRun, roots: [String]) {
    options = run.options
    host = run.host
    system = run.system
    files = run.files
    loader = ScenarioLoader(files: run.files, roots: run.options.isRestricted ? roots : [])
    player = ScenarioPlayer(host: run.host, system: run.system, options: run.options)
  }

  /// What came of one scenario, and what it exercised.
  struct Outcome: Sendable {
    var result: ScenarioResult
    var coverage: [CoverageHit] = []
    /// The file could not be read or written.
    var isUnreadable = false
    /// The user left the review.
    var hasQuitReview = false
  }

  mutating func run(_ entry: Selection.Entry, review: ((BlessReview) -> BlessReview)? = nil) -> Outcome {
    let start = system.clock?()
    var outcome: Outcome
    switch loader.load(entry) {
    case .success(let scenario): outcome = run(scenario, review)
    case .failure(let problem):
      outcome = Outcome(result: ScenarioResult(path: entry.path, claim: problem.claim, verdict: .failed))
      outcome.result.failures = [problem.failure]
      outcome.isUnreadable = problem.isUnreadable
    }
    if let start, let end = system.clock?() { outcome.result.durationNs = end &- start }
    return outcome
  }

  private mutating func run(
    _ scenario: LoadedScenario, _ review: ((BlessReview) -> BlessReview)?
  ) -> Outcome {
    let header = scenario.transcript.header
    var outcome = Outcome(result: ScenarioResult(path: scenario.path, claim: header.claim))
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
        outcome.result.warnings.append(Finding(.warning, line: 0, "no command: nothing is tested"))
      }
      failures += play(scenario, &outcome, review)
    }
    outcome.result.failures = failures
    if !failures.isEmpty { outcome.result.verdict = .failed }
    return outcome
  }

  private mutating func play(
    _ scenario: LoadedScenario, _ outcome: inout Outcome, _ review: ((BlessReview) -> BlessReview)?
  ) -> [StepFailure] {
    var keeping = ScenarioPlayer.Keeping()
    keeping.coverage = options.coverage != nil
    keeping.printed = options.repeatCount > 1
    keeping.hashes = options.blessing == .hashes
    let pass = player.pass(scenario, keeping: keeping)
    outcome.result.commandCount = pass.commandCount
    outcome.coverage = pass.coverage
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

  // MARK: Beside the first pass

  /// The first step at which two passes printed different bytes.
  private func difference(
    _ scenario: LoadedScenario, _ first: ScenarioPlayer.Pass, _ other: ScenarioPlayer.Pass, run: Int
  ) -> StepFailure? {
    let transcript = scenario.transcript
    for (index, (old, new)) in zip(first.printed, other.printed).enumerated() where old != new {
      var failure = StepFailure(
        transcript.steps[index], of: transcript, in: scenario.path, kind: .unsteady(run: run))
      failure.difference = OutputDifference(between: old, and: new)
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

  // MARK: Rewriting

  private mutating func rewrite(
    _ scenario: LoadedScenario, _ pass: ScenarioPlayer.Pass, _ failures: [StepFailure],
    _ outcome: inout Outcome, _ review: ((BlessReview) -> BlessReview)?
  ) -> [StepFailure] {
    var rewriter = Rewriter(scenario.transcript)
    if options.blessing == .hashes {
      guard failures.isEmpty else { return failures }
      for (step, hash) in pass.hashes.enumerated() { rewriter.setHash(hash, step: step) }
      return write(rewriter, scenario, failures, &outcome)
    }
    guard !pass.hunks.isEmpty else { return failures }
    if let reason = pass.isUnfit {
      var failures = failures
      failures[0].notes.append("not re-recorded: \(reason)")
      return failures
    }
    var hunks = pass.hunks
    if let review {
      let answered = review(BlessReview(hunks))
      outcome.hasQuitReview = answered.hasQuit
      hunks = answered.accepted
      // Who ends the run has not decided.
      if system.isInterrupted() { return failures }
    }
    for hunk in hunks { rewriter.apply(hunk) }
    return hunks.isEmpty ? failures : write(rewriter, scenario, failures, &outcome)
  }

  /// Writes the new text, unless nobody looked at it and, played, it fails where the old one did.
  private mutating func write(
    _ rewriter: Rewriter, _ scenario: LoadedScenario, _ failures: [StepFailure], _ outcome: inout Outcome
  ) -> [StepFailure] {
    let bytes = rewriter.bytes()
    if bytes == scenario.transcript.bytes { return failures }
    var changed = scenario
    changed.parts[changed.parts.count - 1].transcript = Transcript(bytes)
    let remaining = player.pass(changed).failures
    if options.blessing != .review, remaining.count >= max(1, failures.count) {
      var failures = remaining
      failures[0].notes.append("not re-recorded: the session prints something else each time")
      return failures
    }
    do {
      try files.replace(scenario.path, with: bytes)
      outcome.result.verdict = .blessed
      return remaining
    } catch {
      outcome.isUnreadable = true
      let place = StepFailure.Place(path: scenario.path, line: 0)
      return failures + [StepFailure(place: place, kind: .finding(error.description))]
    }
  }
}

extension OutputDifference {
  /// How two texts differ; without line numbers, since neither stands in a file.
  init(between old: [UInt8], and new: [UInt8]) {
    var writer = TranscriptWriter()
    writer.step(command: [UInt8]().span, output: old.span)
    let transcript = Transcript(writer.bytes)
    guard let step = transcript.steps.first else {
      self.init(lines: [])
      return
    }
    var matcher = OutputMatcher(
      transcript, step, printed: new, variables: Variables(), budget: MatchBudget())
    self.init(matcher.alignment(), matcher, transcript)
    lines = lines.map { line in
      switch line {
      case .same(_, let text): .same(line: 0, text: text)
      case .missing(_, let text, let changed): .missing(line: 0, text: text, changed: changed)
      case .any, .extra: line
      }
    }
  }
}
