import CommandLanguage
import Glibc
import LineEditor
import Scenarios
import WarGame

/// The prompt: a person's lines go to a session, whose transcript is kept for `save`.
struct PromptDriver {
  private let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
  }

  func run() -> ReplayStatus { run(recordingTo: nil) }

  /// Runs the prompt with a file that grows with it; without a terminal, standard input is recorded.
  func record(_ path: FilePath) -> ReplayStatus { run(recordingTo: path) }

  private func run(recordingTo path: FilePath?) -> ReplayStatus {
    let access = SessionFileAccess()
    let session: GameSession
    do { session = try Program.session(settings) } catch { return Program.fail("\(error)", .failure) }
    session.files = access
    let recording = RecordingSession(
      session, seed: settings.seed, kept: { [unowned session] in RecordedPart.of($0, in: session) },
      onStep: { access.keepUp($0) })
    access.recording = recording
    access.check = Program.transcriptCheck
    if let path {
      do { try access.record(to: path.text) } catch { return Program.fail(Self.message(of: error)) }
    }
    var status: ReplayStatus
    if Terminal.isInteractive() {
      status = prompt(recording, session, access)
    } else {
      // As the prompt does, it goes on after a failed command. The disk is waited for once a piece of input.
      access.syncsEachStep = false
      status = ScriptDriver(settings, keepsGoing: true).run(["-"], in: recording) { access.sync() }
    }
    if let path, let problem = access.recordingProblem {
      StandardStream.errors.write("warroom: “\(path)” does not hold the whole session: \(problem)\n")
      if status == .success { status = .failure }
    }
    return status
  }

  private func prompt(
    _ recording: RecordingSession, _ session: GameSession, _ access: SessionFileAccess
  ) -> ReplayStatus {
    let feeds = FeedRunner(session) { recording.append(command: $0, output: $1) }
    session.world.feeds = feeds
    let prompt = Prompt(
      session: FeedSession(recorded: recording, outline: { session.outline(of: $0) }, feeds: feeds),
      history: History(.standard(program: "warroom")), painter: Painter(isOn: settings.usesColour))
    feeds.listen = { [unowned prompt] in prompt.add($0) }
    feeds.forget = { [unowned prompt] in prompt.remove(descriptor: $0) }
    StandardStream.output.write(
      "warroom \(Program.version): “help” lists the commands, Tab completes them, Ctrl-D leaves\n")
    let ending = prompt.run()
    feeds.end()
    switch ending {
    case .quit, .endOfInput: return .success
    case .signal(let signal):
      keep(recording, access)
      exit(128 + signal)
    case .unavailable: return Program.fail("the terminal cannot be used", .failure)
    }
  }

  /// Somebody ended the program: nobody could be asked whether the session is to be kept.
  private func keep(_ recording: RecordingSession, _ access: SessionFileAccess) {
    access.sync()
    if access.isSaved { return }
    if let path = ReplayState.keep(session: recording.transcript) {
      StandardStream.errors.write("warroom: the session is kept in “\(path)”\n")
    } else {
      StandardStream.errors.write("warroom: there is no place to keep the session\n")
    }
  }

  private static func message(of error: any Error) -> String {
    (error as? Explanation)?.message ?? "\(error)"
  }
}
