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
  func record(_ path: String) -> ReplayStatus { run(recordingTo: path) }

  private func run(recordingTo path: String?) -> ReplayStatus {
    let access = SessionFileAccess()
    let session: GameSession
    do { session = try Program.session(settings) } catch { return Program.fail("\(error)", .failure) }
    session.files = access
    let recording = RecordingSession(
      session, seed: settings.seed, unrecorded: ["save", "record", "quit"]
    ) { _ in access.keepUp() }
    access.recording = recording
    if let path {
      do { try access.record(to: path) } catch { return Program.fail(Self.message(of: error)) }
    }
    if Terminal.isInteractive() { return prompt(recording, session) }
    // As the prompt does, it goes on after a failed command.
    return ScriptDriver(settings, keepsGoing: true).run(["-"], in: recording)
  }

  private func prompt(_ recording: RecordingSession, _ session: GameSession) -> ReplayStatus {
    let feeds = FeedRunner(session) { recording.append(command: $0, output: $1) }
    session.world.feeds = feeds
    let prompt = Prompt(
      session: FeedSession(recorded: recording, bare: session, feeds: feeds),
      history: History(.standard(program: "warroom")), painter: Painter(isOn: settings.usesColour))
    feeds.listen = { [unowned prompt] in prompt.add($0) }
    feeds.forget = { [unowned prompt] in prompt.remove(descriptor: $0) }
    StandardStream.output.write(
      "warroom \(Program.version): “help” lists the commands, Tab completes them, Ctrl-D leaves\n")
    let ending = prompt.run()
    feeds.end()
    switch ending {
    case .quit, .endOfInput: return .success
    case .signal(let signal): exit(128 + signal)
    case .unavailable: return Program.fail("the terminal cannot be used", .failure)
    }
  }

  private static func message(of error: any Error) -> String {
    (error as? Explanation)?.message ?? "\(error)"
  }
}
