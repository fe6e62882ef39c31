import CommandLanguage

/// A runner that reads, plays, repeats and rewrites scenarios one after another.
struct ScenarioRunner {
  let options: ReplayOptions
  private let host: ReplayHost
  let system: ReplaySystem
  private let keepsReads: Bool
  private let entries: [Selection.Entry]
  /// The run's scenarios by their files.
  private lazy var chosen = Dictionary(
    entries.compactMap { entry in
      (try? entry.root.files.stamp(entry.name).identity).map { ($0, entry) }
    }, uniquingKeysWith: { first, _ in first })
  private var loader = ScenarioLoader()
  var player: ScenarioPlayer
  /// The time spent waiting for the user's decisions, which does not count as a scenario's time.
  private(set) var askedNs: UInt64 = 0

  typealias Review = (BlessReview) -> BlessReview

  /// - Parameters:
  ///   - entries: the scenarios of the run.
  ///   - keepsReads: whether outcomes include the files that were read.
  ///   - mark: the worker's part of the board, which records the running command; `nil` outside a worker.
  init(
    _ run: ReplayRun, _ entries: [Selection.Entry], keepsReads: Bool = false, mark: WorkerBoard.Mark? = nil
  ) {
    options = run.options
    host = run.host
    system = run.system
    self.entries = entries
    self.keepsReads = keepsReads
    player = ScenarioPlayer(host: run.host, system: run.system, options: run.options, mark: mark)
  }

  /// The result of one scenario, and its coverage.
  struct Outcome: Sendable {
    var result: ScenarioResult
    var coverage: [CoverageHit] = []
    /// A Boolean value that indicates whether the file could not be read or written.
    var isUnreadable = false
    /// A Boolean value that indicates whether the user left the review.
    var hasQuitReview = false
    /// The files of the scenario, including those that its commands read, relative to the root.
    var reads: [FilePath] = []
    /// A Boolean value that indicates whether the scenario ended its worker. Such a scenario is not run in the
    /// program's own process.
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
        StepFailure(location: .init(path: part.path, line: finding.line), kind: .finding(finding.message))
      }
    }
    failures = Array(failures.prefix(ScenarioPass.failureCountMax))
    if failures.isEmpty {
      if let stray = scenario.transcript.strayLines.first {
        let isMark = scenario.transcript.text(ofLine: stray).first == UInt8(ascii: ">")
        let message =
          "there is expected output above the first command"
          + (isMark ? "; a command begins with “>” and a blank" : "")
        failures.append(
          StepFailure(location: .init(path: scenario.path, line: stray + 1), kind: .finding(message)))
      } else if !scenario.transcript.hasCommands {
        let message = "no commands: nothing is tested; add one, or remove the file"
        failures.append(StepFailure(location: .init(path: scenario.path, line: 0), kind: .finding(message)))
      }
      failures += play(scenario, &outcome, review)
    }
    if !failures.isEmpty {
      if outcome.result.verdict == .blessed {
        failures[0].notes.append("the rest of the file was re-recorded")
      }
      outcome.result.verdict = .failed
    }
    outcome.result.failures = failures
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
    let header = scenario.transcript.header
    let pass = player.pass(scenario, keeping: keeping)
    keeping.events = false
    keeping.checksCause = false
    outcome.result.events = pass.events
    outcome.result.commandCount = pass.commandCount
    outcome.coverage = pass.coverage
    outcome.reads += pass.reads.map { scenario.entry.name.folder.joined($0) }
    var outdated: [StepFailure] = []
    for var failure in pass.outdated {
      let (path, line) = (failure.location.path, failure.location.line)
      if let entry = chosenEntry(of: path, in: scenario), isRerecorded(entry) {
        outcome.result.warnings.append(
          Finding(
            .warning, line: header.uses.first?.line ?? 0,
            "“\(path)” differs from its recording at line \(line), and is re-recorded on its own"))
      } else {
        failure.notes.append("it is a shared beginning: re-record it on its own")
        outdated.append(failure)
      }
    }
    var failures = pass.failures
    for run in 1..<max(1, options.repeatCount) where failures.isEmpty {
      let again = player.pass(scenario, keeping: keeping)
      if let failure = again.failures.first ?? difference(scenario, pass, again, run: run + 1) {
        failures.append(failure)
      }
    }
    if options.blessing == .off { return showingScreens(failures, scenario) }
    return outdated + rewrite(scenario, pass, failures, &outcome, review)
  }

  /// Returns the scenario of the run that is a shared beginning of another one; `nil` if there is none.
  private mutating func chosenEntry(of path: FilePath, in scenario: LoadedScenario) -> Selection.Entry? {
    guard let part = scenario.parts.first(where: { $0.path == path }),
      let identity = try? scenario.entry.root.files.stamp(part.name).identity
    else { return nil }
    return chosen[identity]
  }

  /// Returns whether the run re-records a shared beginning so that it passes. In a review, this depends on the user's
  /// answers, so the beginning's own result shows it.
  private mutating func isRerecorded(_ entry: Selection.Entry) -> Bool {
    if options.blessing == .review { return true }
    guard case .success(var scenario) = loader.load(entry) else { return false }
    let pass = player.pass(scenario)
    // Another worker may have re-recorded it meanwhile.
    if pass.failures.isEmpty { return true }
    let rewriter = Self.rewriter(of: scenario, pass.hunks.filter { $0.needsReview == nil }, pass)
    let bytes = rewriter.bytes()
    guard pass.refusal == nil, rewriter.keepsCommands(bytes) else { return false }
    scenario.parts[scenario.parts.count - 1].transcript = Transcript(bytes)
    return player.pass(scenario).failures.isEmpty
  }

  /// Runs a review. The time that the user takes does not count as the scenario's time.
  mutating func ask(_ review: Review, about hunks: [BlessHunk]) -> BlessReview {
    let start = system.clock?()
    let answered = review(BlessReview(hunks, hasEditor: system.edit != nil))
    if let start, let end = system.clock?() { askedNs &+= end &- start }
    return answered
  }

  // MARK: Further passes

  /// Returns a failure at the first step at which two passes printed different bytes; `nil` if there is none.
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

  /// Plays the scenario again up to the first failed step, to add the screens around it to the failure.
  private mutating func showingScreens(
    _ failures: [StepFailure], _ scenario: LoadedScenario
  ) -> [StepFailure] {
    guard host.screenCommand != nil, let first = failures.first, first.kind == .output else {
      return failures
    }
    var failures = failures
    for (partIndex, part) in scenario.parts.enumerated() where part.path == first.location.path {
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

extension ScenarioRunner {
  /// Rewrites the file with the accepted output. Returns the failures that remain.
  mutating func rewrite(
    _ scenario: LoadedScenario, _ pass: ScenarioPass, _ failures: [StepFailure],
    _ outcome: inout Outcome, _ review: Review?
  ) -> [StepFailure] {
    if options.blessing == .hashes {
      guard failures.isEmpty else {
        return Self.refused(failures, scenario, "hashes are only written to a scenario that passes")
      }
      var rewriter = Rewriter(scenario.transcript)
      for hash in pass.hashes { rewriter.setHash(hash.line, step: hash.step) }
      return write(rewriter, scenario, failures, &outcome)
    }
    if options.blessing == .names {
      var rewriter = Rewriter(scenario.transcript)
      var lines: [ScenarioResult.RenamedLine] = []
      for renamed in pass.renamed {
        lines += rewriter.setCommand(renamed.command, step: renamed.step).map { line in
          ScenarioResult.RenamedLine(
            line: line.line + 1, old: ShownLine.text(of: line.old[...]),
            new: ShownLine.text(of: line.new[...]))
        }
      }
      if lines.isEmpty { return failures }
      outcome.result.renamed = lines
      return write(rewriter.bytes(), scenario, failures, remaining: failures, &outcome)
    }
    guard !pass.hunks.isEmpty || !pass.hashes.isEmpty else { return failures }
    if let reason = pass.refusal {
      let note = "not re-recorded: \(reason)"
      var failures = failures
      if !failures.contains(where: { $0.notes.contains(note) }) { failures[0].notes.append(note) }
      return failures
    }
    var hunks = pass.hunks
    if let review {
      let answered = ask(review, about: hunks)
      outcome.hasQuitReview = answered.hasQuit
      hunks = answered.accepted
      // The answers of an interrupted review are discarded.
      if system.isInterrupted() || hunks.isEmpty { return failures }
    } else {
      hunks.removeAll { $0.needsReview != nil }
    }
    return write(Self.rewriter(of: scenario, hunks, pass), scenario, failures, &outcome)
  }

  /// Returns a rewriter that writes some hunks together with the changed hashes.
  private static func rewriter(
    of scenario: LoadedScenario, _ hunks: [BlessHunk], _ pass: ScenarioPass
  ) -> Rewriter {
    var rewriter = Rewriter(scenario.transcript)
    for hunk in hunks { rewriter.apply(hunk) }
    for hash in pass.hashes { rewriter.setHash(hash.line, step: hash.step) }
    return rewriter
  }

  /// Writes the new text. It is not written if it changes more than outputs, if the file has changed meanwhile, or,
  /// without a review, if a replay of it has at least as many failures as before.
  private mutating func write(
    _ rewriter: Rewriter, _ scenario: LoadedScenario, _ failures: [StepFailure], _ outcome: inout Outcome
  ) -> [StepFailure] {
    let old = scenario.transcript.bytes
    let bytes = rewriter.bytes()
    if bytes == old { return failures }
    guard rewriter.keepsCommands(bytes) else {
      return Self.refused(
        failures, scenario, "a command or a comment would change; change this output by hand")
    }
    var changed = scenario
    changed.parts[changed.parts.count - 1].transcript = Transcript(bytes)
    // If there were no failures, the first pass has checked the cause.
    let keeping = ScenarioPlayer.Keeping(checksCause: !failures.isEmpty)
    let remaining = player.pass(changed, keeping: keeping).failures
    if options.blessing != .review, remaining.count >= max(1, failures.count) {
      return Self.refused(remaining, scenario, "the output differs each time")
    }
    outcome.result.verdict = .blessed
    return write(bytes, scenario, failures, remaining: remaining, &outcome)
  }

  /// Writes the new text, unless the file has changed meanwhile. Returns the failures that remain.
  private func write(
    _ bytes: [UInt8], _ scenario: LoadedScenario, _ failures: [StepFailure], remaining: [StepFailure],
    _ outcome: inout Outcome
  ) -> [StepFailure] {
    do {
      try scenario.entry.root.files.write(
        bytes, to: scenario.entry.name, if: .holds(scenario.transcript.bytes))
      return remaining
    } catch {
      outcome.result.verdict = .passed
      outcome.result.renamed = []
      outcome.isUnreadable = true
      let location = StepFailure.Location(path: scenario.path, line: 0)
      let failure = FileFailure(scenario.path, error.reason)
      return failures + [StepFailure(location: location, kind: .finding(failure.description))]
    }
  }

  private static func refused(
    _ failures: [StepFailure], _ scenario: LoadedScenario, _ reason: String
  ) -> [StepFailure] {
    var failures = failures
    if failures.isEmpty {
      let location = StepFailure.Location(path: scenario.path, line: 0)
      failures = [StepFailure(location: location, kind: .finding("not re-recorded: \(reason)"))]
    } else {
      failures[0].notes.append("not re-recorded: \(reason)")
    }
    return failures
  }
}
