internal import CommandLanguage

/// Runs scenarios, one after another, each in a fresh session. One player serves one thread.
struct ScenarioPlayer {
  let host: ReplayHost
  let system: ReplaySystem
  let options: ReplayOptions
  /// What the last command printed; kept between scenarios for its capacity.
  private(set) var lastOutput: [UInt8] = []

  init(host: ReplayHost, system: ReplaySystem, options: ReplayOptions) {
    self.host = host
    self.system = system
    self.options = options
  }

  /// What came of one pass through a scenario.
  struct Pass {
    var failures: [StepFailure] = []
    var commandCount = 0
    /// What each of the scenario's own commands printed, if the run keeps it.
    var printed: [[UInt8]] = []
    /// What each of them left as hash, if the run records hashes.
    var hashes: [[UInt8]] = []
    /// Why the outputs must not be written into the file; `nil` if they may.
    var isUnfit: String?
    /// Mismatches that were not kept.
    var unshownCount = 0
    /// How the scenario's own expected output is to change.
    var hunks: [BlessHunk] = []
    var coverage: [CoverageHit] = []
    var screens: StepFailure.Screens?
    var variables = Variables()
    var budget = MatchBudget()
    /// The first failure that later ones may follow from.
    var cause: StepFailure.Place?
  }

  /// Which of a pass's results are wanted besides the failures.
  struct Keeping {
    var printed = false
    var hashes = false
    var coverage = false
    /// Show the screens around this step and end there.
    var screensAt: (part: Int, step: Int)?
  }

  /// Runs a scenario once.
  mutating func pass(_ scenario: LoadedScenario, keeping: Keeping = Keeping()) -> Pass {
    var pass = Pass()
    let session: any Session
    do {
      session = try host.makeSession(
        SessionRequest(
          path: scenario.path, folder: scenario.folder, seed: scenario.seed ?? options.seed,
          isRestricted: options.isRestricted, notesCoverage: keeping.coverage))
    } catch {
      let place = StepFailure.Place(path: scenario.path, line: 0)
      pass.failures = [
        StepFailure(place: place, kind: .finding("no session: \(Escaping.visible("\(error)"))"))
      ]
      pass.isUnfit = "there was no session"
      return pass
    }
    let watch = StepWatch(system, timeoutNs: options.timeoutMilliseconds.map(Self.nanoseconds))
    session.isInterrupted = { watch.shouldStop() }
    run(scenario, session, watch, keeping, &pass)
    if pass.unshownCount > 0 {
      let message = "\(TextReport.count(pass.unshownCount, "more mismatch", plural: "more mismatches"))"
      let place = StepFailure.Place(path: scenario.path, line: 0)
      pass.failures.append(StepFailure(place: place, kind: .finding(message)))
    }
    if keeping.coverage, let coverage = host.coverage { pass.coverage = coverage.exercised(session) }
    return pass
  }

  private static func nanoseconds(_ milliseconds: UInt64) -> UInt64 {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    return overflow ? .max : product
  }

  private mutating func run(
    _ scenario: LoadedScenario, _ session: any Session, _ watch: StepWatch, _ keeping: Keeping,
    _ pass: inout Pass
  ) {
    for (partIndex, part) in scenario.parts.enumerated() {
      let isOwn = partIndex == scenario.parts.count - 1
      for (stepIndex, step) in part.transcript.steps.enumerated() {
        var probe: [String]?
        if let at = keeping.screensAt, at == (partIndex, stepIndex) { probe = screen(session) }
        let place = StepFailure.Place(path: part.path, line: step.command.lowerBound + 1)
        let outcome = run(step, of: part.transcript, session, pass.variables)
        if isOwn { pass.commandCount &+= 1 }
        if watch.shouldStop() {
          return stop(place, part.transcript, step, watch, &pass)
        }
        if let before = probe {
          pass.screens = .init(before: before, after: screen(session))
          return
        }
        if isOwn, keeping.printed { pass.printed.append(lastOutput) }
        let isExpected =
          pass.variables.isEmpty && step.isVerbatim
          && ByteScan.isEqual(lastOutput, part.transcript.bytes, step.verbatim)
        if !isExpected {
          let differs = examine(
            stepIndex, at: place, part.transcript, session, outcome, isOwn: isOwn, &pass)
          // A limit that the file expects is what it is about; any other ends it.
          if differs, options.blessing != .off, host.reachedLimit(session) {
            pass.isUnfit = "line \(place.line) reached a limit"
          }
        }
        if step.hashLine != nil || keeping.hashes {
          checkHash(step, at: place, part.transcript, session, isOwn && keeping.hashes, &pass)
        }
        if outcome == .quit {
          return quit(at: place, scenario, partIndex, stepIndex, &pass)
        }
      }
    }
  }

  /// Runs a step's command into ``lastOutput``.
  private mutating func run(
    _ step: Transcript.Step, of transcript: Transcript, _ session: any Session, _ variables: Variables
  ) -> Outcome {
    lastOutput.removeAll(keepingCapacity: true)
    if step.command.count == 1, variables.isEmpty {
      let range = Transcript.unmarked(transcript.lines[step.command.lowerBound])
      return session.run(transcript.bytes.span.extracting(range), into: &lastOutput)
    }
    let command = transcript.command(of: step)
    let text = variables.substituted(in: command[...]) ?? command
    return session.run(text.span, into: &lastOutput)
  }

  // MARK: Ends

  private func stop(
    _ place: StepFailure.Place, _ transcript: Transcript, _ step: Transcript.Step, _ watch: StepWatch,
    _ pass: inout Pass
  ) {
    let kind: StepFailure.Kind =
      watch.cause == .timeout ? .timeout(milliseconds: options.timeoutMilliseconds ?? 0) : .interrupted
    var failure = StepFailure(step, of: transcript, in: place.path, kind: kind)
    failure.printed = PrintedLines(lastOutput).shown
    pass.failures.append(failure)
    pass.isUnfit = failure.message
  }

  private func quit(
    at place: StepFailure.Place, _ scenario: LoadedScenario, _ part: Int, _ step: Int,
    _ pass: inout Pass
  ) {
    let rest = scenario.parts[part...].reduce(0) { $0 + $1.transcript.steps.count } - step - 1
    guard rest > 0 else { return }
    let transcript = scenario.parts[part].transcript
    pass.failures.append(
      StepFailure(
        transcript.steps[step], of: transcript, in: place.path, kind: .afterQuit(commandCount: rest)))
    pass.isUnfit = "commands below line \(place.line) were not run"
  }

  // MARK: Beside the scenario

  private func screen(_ session: any Session) -> [String] {
    guard let command = host.screenCommand else { return [] }
    var output: [UInt8] = []
    _ = session.run(Array(command.utf8).span, into: &output)
    return PrintedLines(output).shown
  }

  private func checkHash(
    _ step: Transcript.Step, at place: StepFailure.Place, _ transcript: Transcript,
    _ session: any Session, _ isKept: Bool, _ pass: inout Pass
  ) {
    var output: [UInt8] = []
    _ = session.run(Array(host.hashCommand.utf8).span, into: &output)
    let computed = output.withUnsafeBufferPointer { Array(HeaderReader.trimmedLine($0)) }
    if isKept {
      pass.hashes.append(computed)
      return
    }
    guard let line = step.hashLine else { return }
    let text = transcript.text(ofLine: line)
    let recorded = text.withUnsafeBufferPointer { HeaderReader.hash(in: $0) }
    // What stands behind the digits explains them; the digits decide.
    guard HashLine.digits(of: recorded) != HashLine.digits(of: computed) else { return }
    let (was, now) = HashLine.difference(recorded, computed)
    var failure = StepFailure(step, of: transcript, in: place.path, kind: .hash(recorded: was, computed: now))
    failure.place.line = line + 1
    failure.follows = pass.cause
    if pass.cause == nil { pass.cause = failure.place }
    pass.failures.append(failure)
  }
}

extension Transcript {
  /// A step's command, its lines as they are shown.
  func shownCommand(of step: Step) -> [String] {
    step.command.map { Escaping.visible(bytes[Transcript.unmarked(lines[$0])]) }
  }
}
