import CommandLanguage
import Scenarios
import TerminalText

/// The prompt: a person's lines go to a session, whose transcript is kept for `save`.
struct PromptDriver<World: ProgramWorld> {
  private let world: World
  private let prompt: InteractivePrompt?
  private let settings: ProgramSettings
  private let streams: ProgramStreams

  /// - Parameter prompt: without one, as without a terminal, standard input is run.
  init(
    _ world: World, _ prompt: InteractivePrompt?, _ settings: ProgramSettings, _ streams: ProgramStreams
  ) {
    self.world = world
    self.prompt = prompt
    self.settings = settings
    self.streams = streams
  }

  func run() -> ReplayStatus {
    guard let prompt = usablePrompt else {
      // A person who mistypes goes on; a pipe's script stops.
      let keepsGoing = settings.keepsGoing || ProgramStreams.isInputTerminal
      return ScriptDriver(settings, streams, keepsGoing: keepsGoing).runToEnd(
        .standardInput, in: world, seed: settings.seed)
    }
    return withRecordedSession { sitting in self.run(prompt, sitting) }
  }

  /// Runs the prompt with a file that grows with it.
  func record(_ path: FilePath) -> ReplayStatus {
    withRecordedSession { sitting in
      let access = sitting.access
      do { try access.record(to: path.text) } catch {
        return streams.fail((error as? Explanation)?.message ?? "\(error)")
      }
      var status: ReplayStatus
      if let prompt = usablePrompt {
        status = self.run(prompt, sitting)
      } else {
        // As the prompt does, it goes on after a failed command. The disk is waited for once a piece of input.
        access.syncsEachStep = false
        status = ScriptDriver(settings, streams, keepsGoing: true).run(
          .standardInput, in: sitting.recording
        ) { access.sync() }
      }
      if let problem = access.recordingProblem {
        streams.remark("“\(path)” does not hold the whole session: \(problem)")
        if status == .success { status = .failure }
      } else {
        access.endRecording()
      }
      return status
    }
  }

  private var usablePrompt: InteractivePrompt? {
    ProgramStreams.isInputTerminal && ProgramStreams.isOutputTerminal ? prompt : nil
  }

  /// A session, its record, and the files of both.
  private struct Sitting {
    let session: CommandSession<World.Host>
    let recording: RecordingSession
    let access: SessionFileAccess
  }

  private func withRecordedSession(_ body: (Sitting) -> ReplayStatus) -> ReplayStatus {
    let access = SessionFileAccess(streams)
    let session: CommandSession<World.Host>
    do { session = try world.makeSession(seed: settings.seed) } catch {
      return streams.fail("\(error)", .failure)
    }
    session.files = access
    let recording = RecordingSession(
      session, seed: settings.seed, kept: { [unowned session] in RecordedPart.of($0, in: session) },
      onStep: { access.keepUp($0) })
    access.recording = recording
    access.makeCheck = { world.transcriptCheck(streams) }
    return body(Sitting(session: session, recording: recording, access: access))
  }

  private func run(_ prompt: InteractivePrompt, _ sitting: Sitting) -> ReplayStatus {
    let sources = PromptSources()
    let feeds = makeFeeds(sitting, sources)
    let session: any Session =
      feeds.map { feeds in
        FeedSession(recorded: sitting.recording, outline: { sitting.session.outline(of: $0) }, feeds: feeds)
      } ?? sitting.recording
    let name = world.version.isEmpty ? world.name : "\(world.name) \(world.version)"
    streams.write("\(name): “help” lists the commands, Tab completes them, Ctrl-D leaves\n")
    let ending = prompt.run(
      PromptSitting(
        program: world.name, session: session, isColoured: settings.usesColour, sources: sources))
    feeds?.end()
    switch ending {
    case .quit, .endOfInput: return .success
    case .signal(let signal):
      keep(sitting)
      ProcessState.end(afterSignal: signal)
    case .unavailable: return streams.fail("the terminal cannot be used", .failure)
    }
  }

  private func makeFeeds(_ sitting: Sitting, _ sources: PromptSources) -> FeedRunner? {
    let session = sitting.session
    guard let world = session.world as? any FeedWorld else { return nil }
    let feeds = FeedRunner(world, sources: sources) { output, body in
      session.run(into: &output) { _ in try body() }
    } record: {
      sitting.recording.append(command: $0, output: $1)
    }
    world.feeds = feeds
    return feeds
  }

  /// Somebody ended the program: nobody could be asked whether the session is to be kept.
  private func keep(_ sitting: Sitting) {
    sitting.access.sync()
    if sitting.access.isSaved { return }
    if let path = StateFolder(program: world.name).keep(session: sitting.recording.transcript) {
      streams.remark("the session is kept in “\(path)”")
    } else {
      streams.remark("there is no place to keep the session")
    }
  }
}
