import CommandLanguage
import Glibc
import LineEditor
import WarGame

/// Runs the program of `feed -- PROGRAM` behind a prompt and turns what it prints into commands.
///
/// Each status becomes the `receive …` that repeats it, run through the prompt's own session, so that it is
/// recorded like any other. Whatever the program does, the prompt goes on; what is amiss is a remark.
final class FeedRunner: FeedHost {
  /// Runs a command as if it had been typed.
  let runCommand: (Span<UInt8>, inout [UInt8]) -> Outcome
  private let lineByteCountMax: () -> Int
  /// How a prompt is told what to listen to, and with a descriptor what no more; set before anything runs.
  var listen: (Source) -> Void = { _ in }
  var forget: (Int32) -> Void = { _ in }

  var running: Running?
  /// Whether the command that runs now is one about programs, alone on its line.
  var isTyped = false

  /// - Parameters:
  ///   - lineByteCountMax: the most bytes of a line of the next feed.
  ///   - run: runs a command through the session that the prompt drives.
  init(
    lineByteCountMax: @escaping () -> Int,
    run: @escaping (_ command: Span<UInt8>, _ output: inout [UInt8]) -> Outcome
  ) {
    self.lineByteCountMax = lineByteCountMax
    runCommand = run
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
    let name = Display.quoted(words.joined(separator: " "))
    running = Running(
      name: name, process: process, statuses: FeedLines(byteCountMax: lineByteCountMax()),
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
