import CommandLanguage
import LineEditor
import Scenarios
import WarGame

/// Replays scenarios: it brings the war room's sessions and the system to `ReplayRun`.
struct ReplayDriver {
  private let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
  }

  func run() -> ReplayStatus {
    if let problem = Self.problem(with: settings) { return Program.fail(problem) }
    Interruption.install()
    let run = ReplayRun(options, host: .warRoom, files: PosixFiles(), system: system)
    guard settings.watches else { return run.run() }
    var isNew = true
    let status = run.watch {
      if isNew { StandardStream.errors.write("what is saved is replayed; Ctrl-C ends\n") }
      isNew = false
      return wait()
    }
    return Interruption.isThere ? .interrupted : status
  }

  private static let watchIntervalMs: Int32 = 250

  /// Waits until it is time to look at the files again; `false` when the user has enough.
  private func wait() -> Bool {
    if !Interruption.isThere { PosixThreads.wait(milliseconds: Self.watchIntervalMs) }
    return !Interruption.isThere
  }

  /// Which options of the program do not go together; the run looks after its own.
  private static func problem(with settings: Settings) -> String? {
    guard settings.watches else { return nil }
    if isContinuousIntegration { return "--watch never ends, so it does not run under CI=true" }
    if settings.replay.isListing { return "--watch does not go with --list" }
    // What was rewritten would be a change to replay.
    if settings.replay.blessing != .off { return "--watch does not go with --bless, --review or --hashes" }
    return nil
  }

  private static var isContinuousIntegration: Bool {
    let ci = Terminal.environment("CI") ?? ""
    return !ci.isEmpty && ci != "false"
  }

  private var options: ReplayOptions {
    var options = settings.replay
    if options.paths.isEmpty {
      options.paths = [(try? PosixFiles().stamp("Scenarios"))?.isFolder == true ? "Scenarios" : "."]
    }
    options.jobs = settings.jobs ?? min(PosixThreads.processorCount, 64)
    options.stateFile = ReplayState.file()
    options.isContinuousIntegration = Self.isContinuousIntegration
    options.usesColor = settings.usesColour
    let isSeen = StandardStream.output.isTerminal && !Terminal.isDumb && !options.isContinuousIntegration
    // On a terminal nobody compares bytes.
    options.showsTimes = options.showsTimes || isSeen
    options.showsProgress = isSeen && StandardStream.errors.isTerminal && options.blessing != .review
    return options
  }

  private var system: ReplaySystem {
    var system = ReplaySystem { StandardStream.output.write($0) }
    system.errors = { StandardStream.errors.write($0) }
    system.clock = { PosixThreads.now() }
    system.isInterrupted = { Interruption.isThere }
    system.concurrently = { PosixThreads.run($0, $1) }
    let input = StandardInput()
    system.ask = { prompt in
      StandardStream.output.write(prompt)
      let line = input.line()
      // The terminal stands behind the question.
      if line == nil { StandardStream.output.write("\n") }
      return line
    }
    return system
  }
}

extension ReplayHost {
  /// The war room's sessions, what they may do, and what they exercise.
  static let warRoom: ReplayHost = {
    let coverage = GameCoverage(isAllowed: isAllowed)
    let restriction = CommandTable.warRoom.restriction(in: "a replay", isAllowed: isAllowed)
    var host = ReplayHost { request in
      let session = try request.seed.map { try GameSession(seed: $0) } ?? GameSession()
      session.interpreter.budget.stackBytes = PosixThreads.sessionStackByteCount
      session.files =
        request.isRestricted ? SessionFileAccess(confinedTo: request.openFolder) : SessionFileAccess()
      if request.isRestricted { session.restrict(to: restriction) }
      if request.notesCoverage { session.noteCoverage() }
      return session
    }
    host.screenCommand = "show"
    host.hashCommand = "hash changes"
    host.reachedLimit = { ($0 as? GameSession)?.reachedLimit != nil }
    host.failedCheck = { ($0 as? GameSession)?.failedCheck ?? false }
    host.coverage = CoverageHost(
      dimensions: coverage.dimensions.map { CoverageDimension($0.name, cells: $0.cells) }
    ) { session in
      guard let session = session as? GameSession else { return [] }
      return coverage.exercised(by: session).flatMap { dimension in
        dimension.cells.map { CoverageHit(dimension.name, $0) }
      }
    }
    return host
  }()

  /// Whether a command of a stranger's file may run: what reaches nothing but the game, and `run` and `feed`,
  /// whose files are confined to the scenario's folder; only a prompt starts programs.
  private static func isAllowed(_ command: CommandDescription) -> Bool {
    command.traits.contains(.contained) || ["run", "feed"].contains(command.name)
  }
}
