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
    return Terminal.isInteractive() ? prompt(recording, session) : listen(recording)
  }

  private func prompt(_ recording: RecordingSession, _ session: GameSession) -> ReplayStatus {
    let feeds = FeedRunner(lineByteCountMax: { session.world.feedLineLimit }) { command, output in
      recording.run(command, into: &output)
    }
    session.world.feeds = feeds
    let prompt = Prompt(
      session: FeedSession(recorded: recording, bare: session, feeds: feeds),
      history: History(.standard(program: "warroom")), painter: Painter(isOn: settings.usesColour))
    feeds.listen = { [unowned prompt] in prompt.add($0) }
    feeds.forget = { [unowned prompt] in prompt.remove(descriptor: $0) }
    let ending = prompt.run()
    feeds.end()
    switch ending {
    case .quit, .endOfInput: return .success
    case .signal(let signal): exit(128 + signal)
    case .unavailable: return Program.fail("the terminal cannot be used", .failure)
    }
  }

  /// Records commands that do not come from a person.
  private func listen(_ session: RecordingSession) -> ReplayStatus {
    var status = ReplayStatus.success
    var command: [UInt8] = []
    while let line = readLine(strippingNewline: false) {
      command += line.utf8
      if session.completeness(of: command.span) == .open { continue }
      var output: [UInt8] = []
      let outcome = session.run(trimmed(command).span, into: &output)
      command = []
      StandardStream.output.write(output)
      if outcome == .failed { status = .failure }
      if outcome == .quit { break }
    }
    return status
  }

  private func trimmed(_ command: [UInt8]) -> [UInt8] {
    command.last == 0x0A ? command.dropLast() : command
  }

  private static func message(of error: any Error) -> String {
    (error as? Explanation)?.message ?? "\(error)"
  }
}
