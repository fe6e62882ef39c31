import Posix
import Scenarios
import TerminalText

/// A driver that replays scenarios: it passes a world's sessions and the system's services to `ReplayRun`.
struct ReplayDriver<World: ProgramWorld> {
  let world: World
  let settings: ProgramSettings
  let streams: ProgramStreams

  func run() -> ReplayStatus {
    if let problem = Self.problem(with: settings) { return streams.fail(problem) }
    Interruption.install()
    if let name = settings.newScenario { return makeScenario(name) }
    let options = options
    let host = world.replayHost(streams, hasCoverage: options.coverage != nil)
    let run = ReplayRun(options, host: host, files: PosixFiles(), system: system)
    guard settings.watches else { return run.run() }
    var isNew = true
    let status = run.watch {
      if isNew { streams.report(Self.watchIntroduction) }
      isNew = false
      return next()
    }
    return Interruption.isThere ? .interrupted : status
  }

  /// Writes a scenario with the commands of the last session that ended normally.
  private func makeScenario(_ name: FilePath) -> ReplayStatus {
    let folder = StateFolder(program: world.name)
    let last = folder.lastSession.flatMap { path in
      (try? PosixFiles().stamp(path)).map { (path: path, modified: $0.modified) }
    }
    if let sessions = folder.sessions, RecoveryFile.isLeft(in: sessions, after: last?.modified ?? .min) {
      streams.remark(
        "the last session ended unexpectedly and is not used here: the next prompt offers to load it")
    }
    guard
      let transcript = last.flatMap({
        try? PosixFiles().read($0.path, byteCountMax: Transcript.byteCountMax)
      })
    else { return streams.fail("there is no last session") }
    return NewScenario(
      name, from: transcript, host: world.replayHost(streams, hasCoverage: false), files: PosixFiles(),
      system: system
    ).write()
  }

  private static var watchIntervalMs: Int32 { 250 }

  private static var watchIntroduction: String {
    "saved files are replayed; "
      + (ProgramStreams.isInputTerminal ? "keys: \(ReplayRun.watchKeys)" : "Ctrl-C ends")
  }

  /// Waits for a key or for the time of the next check of the files.
  private func next() -> WatchEvent {
    if Interruption.isThere { return .end }
    let key = TerminalKey.wait(milliseconds: Self.watchIntervalMs)
    if Interruption.isThere { return .end }
    return key.map { .key($0) } ?? .look
  }

  /// Returns the message about a conflict between the program's options; `nil` if there is none. `ReplayRun` checks its
  /// own options.
  private static func problem(with settings: ProgramSettings) -> String? {
    if settings.rewritingOptions.count > 1 {
      return "\(English.list(settings.rewritingOptions.sorted())) cannot be used together"
    }
    if settings.newScenario != nil {
      if !settings.replay.paths.isEmpty { return "--new takes the last session, and no PATH" }
      if settings.replay.isListing { return "--new cannot be used with --list" }
    }
    guard settings.watches else { return nil }
    if isContinuousIntegration { return "--watch does not end, so it cannot run under CI=true" }
    if settings.replay.isListing { return "--watch cannot be used with --list" }
    // A watch would replay each file that it rewrites, again and again.
    if settings.replay.blessing != .off {
      return "--watch cannot be used with --bless, --review, --hashes or --migrate"
    }
    return nil
  }

  private static var isContinuousIntegration: Bool {
    let ci = ProcessState.variable("CI") ?? ""
    return !ci.isEmpty && ci != "false"
  }

  private var options: ReplayOptions {
    var options = settings.replay
    if options.paths.isEmpty {
      let own = FilePath("Scenarios/\(world.name)")
      options.paths = [[own, "Scenarios"].first { (try? PosixFiles().stamp($0))?.isFolder == true } ?? "."]
    }
    options.jobs = settings.jobs ?? min(PosixThreads.processorCount, 64)
    options.stateFile = StateFolder(program: world.name).failedScenarios()
    options.isContinuousIntegration = Self.isContinuousIntegration
    options.usesColor = settings.usesColour
    let isSeen =
      ProgramStreams.isOutputTerminal && !TerminalAbility.isDumb(ProcessState.variable)
      && !options.isContinuousIntegration
    // Reports on a terminal may show times, since they need not be equal for equal runs.
    options.showsTimes = options.showsTimes || isSeen
    var followUp = FollowUp(replayCommand: "\(world.name) replay", editor: ExternalProgram.editor)
    followUp.isShown = isSeen
    options.followUp = followUp
    options.showsProgress = isSeen && ProgramStreams.isErrorTerminal && options.blessing != .review
    return options
  }

  private var system: ReplaySystem {
    let streams = streams
    var system = ReplaySystem { streams.write($0) }
    system.errors = { streams.report($0) }
    system.clock = { PosixThreads.now() }
    system.isInterrupted = { Interruption.isThere }
    system.workers = ForkedWorkers()
    if ExternalProgram.editor != nil { system.edit = { ExternalProgram.edit($0) } }
    let input = StandardInput()
    system.ask = { prompt in
      streams.write(prompt)
      let line = input.line()
      // At the end of input, the cursor is still on the line of the question.
      if line == nil { streams.write("\n") }
      return line
    }
    return system
  }
}
