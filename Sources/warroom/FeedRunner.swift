import CommandLanguage
import Glibc
import LineEditor
import TerminalText
import WarGame

/// Runs the program of `feed -- PROGRAM` behind a prompt and turns what it prints into commands.
///
/// Each status becomes the `receive …` that repeats it, run in the prompt's world and, when it did something,
/// recorded like any other command. While somebody looks at an earlier step it waits, since it would drop the
/// later ones. Whatever the program does, the prompt goes on; what is amiss is a remark.
final class FeedRunner: FeedHost {
  private let session: GameSession
  private let record: (_ command: Span<UInt8>, _ output: Span<UInt8>) -> Void
  /// How a prompt is told what to listen to, and with a descriptor what no more; set before anything runs.
  var listen: (Source) -> Void = { _ in }
  var forget: (Int32) -> Void = { _ in }

  var running: Running?
  /// The latest status, while it waits for the prompt to come back to the latest step.
  private var waiting: GameStatus?
  /// Whether the command that runs now is one about programs, alone on its line.
  var isTyped = false

  /// - Parameters:
  ///   - session: runs commands without a trace; its world is the prompt's.
  ///   - record: keeps a command that did something, and what it printed.
  init(
    _ session: GameSession, record: @escaping (_ command: Span<UInt8>, _ output: Span<UInt8>) -> Void
  ) {
    self.session = session
    self.record = record
  }

  /// One program and what it has brought.
  struct Running {
    let name: String
    let process: FeedProcess
    var statuses: FeedLines
    var errors: FeedLines
    var statusCount = 0
    var problemCount = 0
    /// How many remarks there were since the last status.
    var remarkCount = 0
    var outputIsOpen = true

    var counted: String {
      let statuses = "\(statusCount) status\(statusCount == 1 ? "" : "es")"
      return problemCount == 0 ? statuses : "\(statuses) and \(problemCount) that could not be taken in"
    }
  }

  // MARK: Commands

  func start(_ words: [String]) throws -> String {
    try checkIsTyped()
    if let running {
      throw Explanation("\(running.name) runs already", notes: ["“feed off” ends it"])
    }
    let process = try FeedProcess(words)
    let name = Quoting.message(words.joined(separator: " "))
    running = Running(
      name: name, process: process, statuses: FeedLines(byteCountMax: session.world.feedLineLimit),
      errors: FeedLines(byteCountMax: Self.errorByteCountMax))
    hear(process.output) { $0.hearOutput(&$1) }
    hear(process.errors) { $0.hearErrors(&$1) }
    hear(process.ending.descriptor) { $0.hearEnding(&$1) }
    return "feed: \(name) is running"
  }

  func stop() throws -> String {
    try checkIsTyped()
    guard let running else { return Self.noFeed }
    end()
    return "feed: \(running.name) is off after \(running.counted)"
  }

  func report() throws -> String {
    try checkIsTyped()
    guard let running else { return Self.noFeed }
    let how = running.outputIsOpen ? "is running" : "has closed its output and is running"
    return "feed: \(running.name) \(how), \(running.counted)"
  }

  // MARK: Statuses

  /// Takes in a status, or keeps it until that drops no step.
  func take(_ status: GameStatus, _ output: inout [UInt8]) {
    guard !session.world.isInThePast else {
      if waiting == nil {
        output += "feed: what comes waits until you are at the last step again\n".utf8
      }
      waiting = status
      return
    }
    // What cannot be repeated is not done: the record would tell of another game.
    guard status.isRepeatedByItsCommand else {
      output += "warning: feed, a status that no command repeats is left out\n".utf8
      return
    }
    let command = Array(status.command.utf8)
    let (start, step) = (output.count, session.world.step)
    let outcome = session.run(into: &output) { try $0.receive(status) }
    // A status that is there already is no news, and a feed may bring it for ever.
    if outcome == .done, output.count == start, session.world.step == step { return }
    record(command.span, output.span.extracting(start..<output.count))
  }

  /// Takes in what waited, if it may come now.
  func catchUp(_ output: inout [UInt8]) {
    guard let status = waiting, !session.world.isInThePast else { return }
    waiting = nil
    take(status, &output)
  }

  /// Ends the program, if there is one; nothing of it is left then.
  func end() { letGo()?.stop() }

  /// Listens to the program no more.
  func letGo() -> FeedProcess? {
    guard let process = running?.process else { return nil }
    running = nil
    for descriptor in [process.output, process.errors, process.ending.descriptor] { forget(descriptor) }
    return process
  }

  private func hear(
    _ descriptor: Int32, _ body: @escaping (FeedRunner, inout [UInt8]) -> Source.Verdict
  ) {
    listen(
      Source(descriptor: descriptor) { [weak self] output in
        guard let self, running != nil else { return .remove }
        return body(self, &output)
      })
  }

  private static let errorByteCountMax = 1_000
  private static let noFeed = "no feed is running"

  /// What a script or a job does must be the same in a replay, where no program runs.
  private func checkIsTyped() throws {
    guard isTyped else {
      throw Explanation("the feed of a program is for the prompt alone, on a line of its own")
    }
  }
}
