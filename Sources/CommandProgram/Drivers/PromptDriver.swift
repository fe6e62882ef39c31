import CommandLanguage
import Journaling
import Posix
import Prompting
import Scenarios
import Simulator
import TerminalText

/// A driver that runs a user's lines in a session, and records the transcript for `save`.
struct PromptDriver<World: ProgramWorld> {
  let world: World
  /// The prompt; `nil` for none. Without a prompt or a terminal, standard input is run as a script.
  let prompt: InteractivePrompt?
  let settings: ProgramSettings
  let streams: ProgramStreams

  func run() -> ReplayStatus {
    guard let prompt = usablePrompt else {
      return promptlessDriver.runToEnd(.standardInput, in: world, seed: settings.seed)
    }
    return withRecordedSession(seed: settings.seed) { active in self.run(prompt, active) }
  }

  /// Runs the prompt after the commands of a scenario or a script. Without a terminal, runs standard input after them.
  func resume(_ path: FilePath) -> ReplayStatus {
    let (commands, ownSeed): ([[UInt8]], UInt64?)
    do throws(FileFailure) {
      if path.isScenario {
        let scenario = try StartingScenario(path, in: PosixFiles())
        (commands, ownSeed) = (scenario.commands, scenario.seed)
      } else {
        let script = try PosixFiles().read(path, byteCountMax: SessionFileAccess.byteCountMax)
        (commands, ownSeed) = ([script], nil)
      }
    } catch {
      return streams.fail(PosixFiles().message(of: error))
    }
    let seed = settings.seed ?? ownSeed
    guard let prompt = usablePrompt else {
      return promptlessDriver.runToEnd(
        Script(source: .file(path), isBeginning: true), then: .standardInput, in: world, seed: seed)
    }
    return withRecordedSession(seed: seed) { active in
      active.host.startCommands = commands
      active.access.noteLoaded(path)
      return self.run(prompt, active)
    }
  }

  /// Runs the prompt and records the session in a file, which is new or continues an earlier recording.
  func record(_ path: FilePath) -> ReplayStatus {
    let old = try? PosixFiles().read(path, byteCountMax: SessionFileAccess.byteCountMax)
    let recorded = old.map { Transcript($0) }
    let exists = "\(FileFailure(path, .exists))"
    if let recorded, !recorded.steps.isEmpty, let obstacle = SavedText.obstacle(in: recorded) {
      return streams.fail("\(exists), and a recording cannot continue it: \(obstacle); choose another name")
    }
    return withRecordedSession(seed: settings.seed ?? recorded?.header.seed) { active in
      let access = active.access
      // The recorded commands run again. When the recording continues, it checks that their output is the same. The
      // steps of a store are not repeated.
      let isStored = (active.session.host as? Simulation)?.persistence.hasOthersSteps ?? false
      for command in isStored ? [] : recorded?.commands ?? [] {
        var output: [UInt8] = []
        let session = active.session
        if session.run(session.read(command.span), into: &output, hooks: [active.recording]) == .quit {
          return streams.fail(
            "\(exists), and a recording cannot continue it: it ends the session; choose another name")
        }
      }
      do { try access.beginRecording(to: path.text) } catch {
        let message = (error as? Explanation)?.message ?? "\(error)"
        guard message == exists, let recorded, !recorded.steps.isEmpty else { return streams.fail(message) }
        if isStored {
          return streams.fail(
            "\(exists), and it is not the beginning of the store's history: choose another name")
        }
        let obstacle = SavedText.obstacle(to: active.recording.transcript, continuing: old ?? [])
        let reason = obstacle.map { ", and a recording cannot continue it: \($0)" } ?? ""
        return streams.fail("\(exists)\(reason); choose another name")
      }
      if let recorded, !recorded.steps.isEmpty {
        let count = English.count(recorded.steps.count, "command")
        streams.report("continuing from \(count) in “\(path)”")
      }
      var status: ReplayStatus
      if let prompt = usablePrompt {
        // A file with commands already includes those of the init file.
        status = self.run(prompt, active, readsInitFile: recorded?.steps.isEmpty ?? true)
      } else {
        // Like a prompt, the driver continues after a failed command. It syncs the recording once for each piece of
        // input.
        access.syncsEachStep = false
        active.store?.remarkOnRules(streams)
        let hooks: [(any LineHook)?] = [active.store, active.recording]
        status = ScriptDriver(
          settings, streams, keepsGoing: true, hooks: hooks.compactMap(\.self), returnsComments: true
        ).run(.standardInput, in: active.session, active.store) { access.sync() }
      }
      if let problem = access.recordingProblem {
        streams.remark("“\(path)” is incomplete: \(problem)")
        if status == .success { status = .failure }
      } else {
        access.endRecording()
      }
      return status
    }
  }

  /// A driver that runs standard input. It stops at a failed command, unless a user types the commands or
  /// `--keep-going` is given.
  private var promptlessDriver: ScriptDriver {
    ScriptDriver(
      settings, streams, keepsGoing: settings.keepsGoing || ProgramStreams.isInputTerminal)
  }

  private var usablePrompt: InteractivePrompt? {
    ProgramStreams.isInputTerminal && ProgramStreams.isOutputTerminal ? prompt : nil
  }

  private struct RecordedSession {
    let session: CommandSession
    let recording: Recording
    let access: SessionFileAccess
    let store: StoreSession?
    let host: PromptSessionHost<World>
  }

  private func withRecordedSession(seed: UInt64?, _ body: (RecordedSession) -> ReplayStatus) -> ReplayStatus {
    let access = SessionFileAccess(streams)
    let session: CommandSession
    do { session = try world.makeSession(seed: seed) } catch {
      return streams.fail("\(error)", .failure)
    }
    let store: StoreSession?
    do { store = try StoreSession.open(settings, for: session, of: world, .step, streams) } catch {
      return streams.fail(StoreSession.message(of: error))
    }
    session.files = access
    let recording = Recording(
      seed: seed, kept: { [unowned session] in RecordedPart.of($0, in: session) },
      onStep: { access.keepUp($0) })
    access.recording = recording
    access.makeCheck = { world.transcriptCheck(streams) }
    access.storedHistory = { [unowned session] in
      try StoredHistory.of(session, of: world, settings, streams)
    }
    let host = PromptSessionHost(world, session, recording, access, streams)
    host.store = store
    let status = body(
      RecordedSession(session: session, recording: recording, access: access, store: store, host: host))
    let isStored = store?.close(streams) ?? true
    return isStored || status != .success ? status : .failure
  }

  private func run(_ prompt: InteractivePrompt, _ active: RecordedSession, readsInitFile: Bool = true)
    -> ReplayStatus
  {
    let sources = PromptSources()
    let feeds = makeFeeds(active, sources)
    active.store?.listen(with: sources)
    let host = active.host
    host.feedName = { feeds?.runningName }
    active.session.promptServices = host
    let timer = LineTimer(
      isOn: { active.session.timesLines }, observerCallCount: { active.session.host.observerCallCount },
      clock: { .nanoseconds(Int64(clamping: PosixThreads.now())) })
    // The outermost hook comes first. The recording is innermost, so it does not include the output of other hooks.
    let hooks: [(any LineHook)?] = [timer, host, active.store, feeds, active.recording]
    let isNew = (active.session.host as? any FeedWorld)?.step == 0
    let name = world.version.isEmpty ? world.name : "\(world.name) \(world.version)"
    let lesson = world.table.commands.contains { $0.name == "demo" } ? "“demo” teaches, " : ""
    prompt.say("\(name): “help” lists the commands, \(lesson)Tab completes, Ctrl-D exits\n")
    if let store = settings.store, let summary = (active.session.host as? Simulation)?.summary {
      prompt.say("\(Quoting.message(store.shown.raw)): \(summary)\n")
    }
    if readsInitFile { runInitFile(active) }
    active.store?.remarkOnRules(streams)
    host.begin(isNew: isNew)
    let ending = prompt.run(
      PromptSession(
        program: world.name, session: active.session, hooks: hooks.compactMap(\.self),
        isColoured: settings.usesColour, sources: sources, streams: active.store == nil, host: host))
    feeds?.end()
    switch ending {
    case .quit, .endOfInput:
      host.end()
      return .success
    case .signal(let signal):
      host.keep()
      ProcessState.end(afterSignal: signal)
    case .unavailable: return streams.fail("the terminal cannot be used", .failure)
    }
  }

  /// Runs the commands of the user's init file. A failed command is reported, and the remaining ones run.
  private func runInitFile(_ active: RecordedSession) {
    guard settings.readsInitFile, let path = ConfigurationFolder(program: world.name).initFile else { return }
    do throws(FileFailure) {
      let text = try PosixFiles().read(path, byteCountMax: SessionFileAccess.byteCountMax)
      _ = ScriptDriver(settings, streams, keepsGoing: true, hooks: [active.recording]).run(
        Script(source: .text(text)), in: active.session, called: "\(path)", active.store)
    } catch {
      if error.reason != .missing { streams.remark("\(error)") }
    }
  }

  private func makeFeeds(_ active: RecordedSession, _ sources: PromptSources) -> FeedRunner? {
    let session = active.session
    guard let world = session.host as? any FeedWorld else { return nil }
    let store = active.store
    let batch: (begin: () -> Void, end: (inout [UInt8]) -> Void) = (
      begin: { store?.beginBatch() }, end: { store?.endBatch(&$0) }
    )
    let feeds = FeedRunner(world, sources: sources, batch: batch) { output, body in
      if let refusal = store?.begin(&output) { return refusal }
      let outcome = session.run(into: &output) { try body() }
      return store?.end(&output, outcome) ?? outcome
    } record: {
      active.recording.append(command: $0, output: $1)
    }
    world.feeds = feeds
    return feeds
  }
}
