internal import CommandLanguage
import TerminalText

/// A player that runs scenarios one after another, each in a session in its initial state.
struct ScenarioPlayer {
  let host: ReplayHost
  let system: ReplaySystem
  let options: ReplayOptions
  private let mark: WorkerBoard.Mark?
  /// The output of the last command. The array is reused for its capacity.
  private(set) var lastOutput: [UInt8] = []

  /// The session of the previous scenario, which is reset if possible.
  private var used: (any Session)?

  static let capacityMax = 1 << 20
  /// The maximum number of lines that a failure shows of a screen, or of a stopped command's output.
  static let shownLineCountMax = 60

  init(
    host: ReplayHost, system: ReplaySystem, options: ReplayOptions, mark: WorkerBoard.Mark? = nil
  ) {
    self.host = host
    self.system = system
    self.options = options
    self.mark = mark
  }

  /// The results of a pass that are needed besides the failures.
  struct Keeping {
    var printed = false
    var hashes = false
    var coverage = false
    var reads = false
    var events = false
    /// A Boolean value that indicates whether the cause in the header is checked. Later passes for the same verdict
    /// need not check it again.
    var checksCause = true
    /// The step before and after which to show the screens. The pass ends after this step.
    var screensAt: (part: Int, step: Int)?
  }

  mutating func pass(_ scenario: LoadedScenario, keeping: Keeping = Keeping()) -> ScenarioPass {
    var pass = ScenarioPass()
    let session: any Session
    mark?.begin(at: system.clock?() ?? 0)
    let notes = keeping.reads ? NotingFiles.Notes() : nil
    do {
      session = try makeSession(request(scenario, keeping, notes))
    } catch {
      let location = StepFailure.Location(path: scenario.path, line: 0)
      pass.add(StepFailure(location: location, kind: .finding("no session: \(Escaping.escaped("\(error)"))")))
      pass.refusal = "there is no session"
      return pass
    }
    let watch = StepWatch(system, timeoutNs: options.timeoutMilliseconds.map(Self.nanoseconds))
    session.isInterrupted = { watch.shouldStop() }
    pass.budget = MatchBudget(shouldStop: watch.shouldStop)
    let recorder = keeping.events ? EventRecorder(session) : nil
    run(scenario, session, watch, keeping, recorder, &pass)
    if pass.failures.isEmpty, keeping.checksCause, keeping.screensAt == nil {
      checkCause(scenario, watch, &pass)
    }
    if let recorder {
      session.eventObserver = nil
      pass.events = recorder.bytes
    }
    pass.finish(scenario.path)
    if keeping.coverage, let coverage = host.coverage { pass.coverage = coverage.exercised(session) }
    pass.reads = notes?.all ?? []
    if lastOutput.capacity > Self.capacityMax { lastOutput = [] }
    used = session
    return pass
  }

  /// Checks the claims in a finding's header that its output cannot show.
  private func checkCause(_ scenario: LoadedScenario, _ watch: StepWatch, _ pass: inout ScenarioPass) {
    guard let own = scenario.parts.last else { return }
    let header = own.transcript.header
    if header.cause.isEmpty, header.faults.isEmpty { return }
    let commands = scenario.parts.flatMap(\.transcript.commands)
    let problem = host.checkCause(header, scenario.seed ?? options.seed, commands, watch.shouldStop)
    let location = StepFailure.Location(path: own.path, line: header.causeLine)
    if watch.shouldStop() {
      var failure = StepFailure(location: location, kind: stopKind(watch))
      failure.notes = ["the commands ran again to check “# cause:”"]
      pass.add(failure)
      pass.refusal = failure.message
      return
    }
    guard let problem else { return }
    pass.add(StepFailure(location: location, kind: .finding(Escaping.escaped(problem))))
  }

  private mutating func makeSession(_ request: SessionRequest) throws -> any Session {
    if let used, host.resetSession(used, request) { return used }
    // The old session is released before the new one is created.
    used = nil
    return try host.makeSession(request)
  }

  private func request(
    _ scenario: LoadedScenario, _ keeping: Keeping, _ notes: NotingFiles.Notes?
  ) -> SessionRequest {
    let (root, folder) = (scenario.entry.root.files, scenario.entry.name.folder)
    return SessionRequest(
      path: scenario.path, folder: scenario.path.folder, seed: scenario.seed ?? options.seed,
      isRestricted: options.isRestricted, notesCoverage: keeping.coverage
    ) { () throws(FileFailure) in
      let files = try root.below(folder)
      return notes.map { NotingFiles(base: files, notes: $0) } ?? files
    }
  }

  private static func nanoseconds(_ milliseconds: UInt64) -> UInt64 {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    return overflow ? .max : product
  }

  private mutating func run(
    _ scenario: LoadedScenario, _ session: any Session, _ watch: StepWatch, _ keeping: Keeping,
    _ recorder: EventRecorder?, _ pass: inout ScenarioPass
  ) {
    for (partIndex, part) in scenario.parts.enumerated() {
      let isOwn = partIndex == scenario.parts.count - 1
      for (stepIndex, step) in part.transcript.steps.enumerated() {
        var probe: [String]?
        if let at = keeping.screensAt, at == (partIndex, stepIndex) { probe = screen(session) }
        let location = StepFailure.Location(path: part.path, line: step.command.lowerBound + 1)
        mark?.note(line: isOwn ? location.line : 0)
        recorder?.line = location.line
        var outcome = Outcome.done
        let renamed =
          options.blessing == .names
          ? renamed(part.transcript.command(of: step), session, pass.variables) : nil
        if let renamed {
          lastOutput.removeAll(keepingCapacity: true)
          outcome = session.run(renamed.run.span, into: &lastOutput)
          if isOwn { pass.renamed.append((stepIndex, renamed.written)) }
        } else {
          outcome = run(step, of: part.transcript, session, pass.variables)
        }
        recorder?.line = nil
        if isOwn { pass.commandCount &+= 1 }
        if watch.shouldStop() { return stop(location, part.transcript, step, watch, &pass) }
        if let before = probe {
          pass.screens = .init(before: before, after: screen(session))
          return
        }
        if isOwn, keeping.printed { pass.keep(printed: lastOutput) }
        let isExpected =
          pass.variables.isEmpty && step.isVerbatim
          && lastOutput.elementsEqual(part.transcript.bytes[step.verbatim])
        if !isExpected {
          examine(stepIndex, at: location, part.transcript, session, isOwn: isOwn, &pass)
          if watch.cause != nil { return stop(location, part.transcript, step, watch, &pass) }
        }
        if step.hashLine != nil || keeping.hashes {
          checkHash(stepIndex, at: location, part.transcript, session, isOwn, keeping.hashes, &pass)
        }
        if outcome == .quit { return quit(at: location, scenario, partIndex, stepIndex, &pass) }
      }
    }
  }

  /// Returns a command with present names in place of former ones, both as it is written in the file and as it runs,
  /// with the values of captured names; `nil` if it has no former names. The values themselves are not changed.
  func renamed(
    _ command: [UInt8], _ session: any Session, _ variables: Variables
  ) -> (written: [UInt8], run: [UInt8])? {
    var values: [Range<Int>] = []
    var names: [Range<Int>] = []
    let text = variables.substituted(in: command[...]) { value, name in
      values.append(value)
      names.append(name)
    }
    guard let run = host.withPresentNames(session, text ?? command, &values) else { return nil }
    var written = run
    for (value, name) in zip(values, names).reversed() { written.replaceSubrange(value, with: command[name]) }
    return (written, run)
  }

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
    _ location: StepFailure.Location, _ transcript: Transcript, _ step: Transcript.Step, _ watch: StepWatch,
    _ pass: inout ScenarioPass
  ) {
    var failure = StepFailure(step, of: transcript, in: location.path, kind: stopKind(watch))
    failure.printed = PrintedLines(lastOutput).shown(countMax: Self.shownLineCountMax)
    pass.add(failure)
    pass.refusal = failure.message
  }

  private func stopKind(_ watch: StepWatch) -> StepFailure.Kind {
    watch.cause == .timeout ? .timeout(milliseconds: options.timeoutMilliseconds ?? 0) : .interrupted
  }

  private func quit(
    at location: StepFailure.Location, _ scenario: LoadedScenario, _ part: Int, _ step: Int,
    _ pass: inout ScenarioPass
  ) {
    let rest = scenario.parts[part...].reduce(0) { $0 + $1.transcript.steps.count } - step - 1
    guard rest > 0 else { return }
    let transcript = scenario.parts[part].transcript
    pass.add(
      StepFailure(
        transcript.steps[step], of: transcript, in: location.path, kind: .afterQuit(commandCount: rest)))
    pass.refusal = "commands below line \(location.line) were not run"
  }

  // MARK: Screens and hashes

  private func screen(_ session: any Session) -> [String] {
    guard let command = host.screenCommand else { return [] }
    return PrintedLines(Self.output(of: command, session)).shown(countMax: Self.shownLineCountMax)
  }

  private static func output(of command: String, _ session: any Session) -> [UInt8] {
    var output: [UInt8] = []
    _ = session.run(Array(command.utf8).span, into: &output)
    return output
  }

  /// Compares the state with a step's `# hash:` line, or keeps the hash for the update of this line.
  private func checkHash(
    _ index: Int, at location: StepFailure.Location, _ transcript: Transcript, _ session: any Session,
    _ isOwn: Bool, _ isKept: Bool, _ pass: inout ScenarioPass
  ) {
    let computed = Array(HeaderReader.firstLine(Self.output(of: host.hashCommand, session)[...]))
    if isOwn, isKept {
      pass.hashes.append((index, computed))
      return
    }
    let step = transcript.steps[index]
    guard let line = step.hashLine else { return }
    let recorded = HeaderReader.hash(in: transcript.text(ofLine: line))
    // Only the digits are compared; the text after them explains a difference.
    guard !HashLine.areEqual(recorded, computed) else { return }
    let isNumber = HashLine.isNumber(recorded)
    let kind: StepFailure.Kind
    if HashLine.isNumber(computed), !isNumber {
      let text = ShownLine.text(of: HashLine.digits(of: recorded))
      kind = .finding("the hash must be a hexadecimal number, not “\(text)”")
    } else {
      let (was, now) = HashLine.difference(recorded, computed)
      kind = .hash(recorded: was, computed: now)
    }
    var failure = StepFailure(step, of: transcript, in: location.path, kind: kind)
    failure.location.line = line + 1
    if isNumber {
      failure.follows = pass.firstOtherState
      if pass.firstOtherState == nil { pass.firstOtherState = failure.location }
    }
    pass.add(failure)
    if isOwn { pass.hashes.append((index, computed)) }
  }
}

/// The format of the hash command's output and of a `# hash:` line: the digits, followed by two spaces and the changes
/// of the step, separated by commas.
enum HashLine {
  /// Returns the digits, which end at the first space.
  static func digits(of line: [UInt8]) -> ArraySlice<UInt8> {
    line.prefix { $0 != UInt8(ascii: " ") }
  }

  /// Returns whether the digits of two lines are the same number.
  static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    digits(of: left).elementsEqual(digits(of: right)) { $0 | 0x20 == $1 | 0x20 }
  }

  /// Returns whether the digits are a hexadecimal number.
  static func isNumber(_ line: [UInt8]) -> Bool {
    let digits = digits(of: line)
    return !digits.isEmpty && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  /// Returns both lines, each shortened to its digits and the first part that differs, if there is one.
  static func difference(_ recorded: [UInt8], _ computed: [UInt8]) -> (was: String, now: String) {
    let (old, new) = (parts(of: recorded), parts(of: computed))
    let location = (0..<max(old.count, new.count)).first { location in
      part(location, of: old) != part(location, of: new)
    }
    return (
      shown(recorded, location.map { part($0, of: old) }), shown(computed, location.map { part($0, of: new) })
    )
  }

  private static func parts(of line: [UInt8]) -> [String] {
    let rest = line.dropFirst(digits(of: line).count).drop { $0 == UInt8(ascii: " ") }
    return rest.isEmpty ? [] : String(decoding: rest, as: UTF8.self).split(separator: ", ").map(String.init)
  }

  private static func part(_ location: Int, of parts: [String]) -> String {
    parts.indices.contains(location) ? parts[location] : "nothing"
  }

  private static func shown(_ line: [UInt8], _ part: String?) -> String {
    let digits = String(decoding: digits(of: line), as: UTF8.self)
    return part.map { "\(digits) (\($0))" } ?? digits
  }
}

/// A check that stops a running command after the timeout of the scenario or an interruption of the run.
final class StepWatch {
  private let clock: (@Sendable () -> UInt64)?
  private let deadline: UInt64
  private let isStopped: @Sendable () -> Bool
  /// The reason why the command was stopped; `nil` if it was not.
  private(set) var cause: Cause?

  enum Cause {
    case timeout
    case interrupted
  }

  /// Creates a check whose timeout begins now. Without a clock, there is no timeout.
  init(_ system: ReplaySystem, timeoutNs: UInt64?) {
    clock = timeoutNs == nil ? nil : system.clock
    let (sum, overflow) = (clock?() ?? 0).addingReportingOverflow(timeoutNs ?? .max)
    deadline = overflow ? .max : sum
    isStopped = system.isInterrupted
  }

  /// Returns whether the command must stop. After it has returned `true`, it always returns `true`.
  func shouldStop() -> Bool {
    if cause != nil { return true }
    if isStopped() {
      cause = .interrupted
    } else if let clock, clock() >= deadline {
      cause = .timeout
    }
    return cause != nil
  }
}
