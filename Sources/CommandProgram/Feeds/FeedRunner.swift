import CommandLanguage
import Posix
import Prompting
import Simulator
import TerminalText

/// A runner for the program of `feed -- PROGRAM`, which applies the program's output to the world of a prompt.
///
/// An update that changes something is recorded as the command that repeats it. While the world is at an earlier step,
/// the latest update waits, since it would drop the later steps; earlier waiting updates are dropped. A problem of the
/// program never ends the prompt. It is shown as a remark.
final class FeedRunner: FeedHost, LineHook {
  let world: any FeedWorld
  private let run: (_ output: inout [UInt8], _ body: () throws -> Void) -> Outcome
  private let record: (_ command: Span<UInt8>, _ output: Span<UInt8>) -> Void
  private let sources: PromptSources

  /// The functions to call before and after updates that arrive together. Their changes are stored together.
  private let batch: (begin: () -> Void, end: (inout [UInt8]) -> Void)

  var running: Running?
  /// The latest update that arrived while the world was at an earlier step; `nil` if there is none.
  private var waiting: FeedUpdate?
  /// A Boolean value that indicates whether the running line is only `feed -- PROGRAM`, `feed off` or `feed`.
  private var isTyped = false

  /// - Parameters:
  ///   - run: changes the world as one command line would, without recording.
  ///   - batch: called before and after updates that arrive together.
  ///   - record: records a command that changed something, and its output.
  init(
    _ world: any FeedWorld, sources: PromptSources,
    batch: (begin: () -> Void, end: (inout [UInt8]) -> Void) = ({}, { _ in }),
    run: @escaping (_ output: inout [UInt8], _ body: () throws -> Void) -> Outcome,
    record: @escaping (_ command: Span<UInt8>, _ output: Span<UInt8>) -> Void
  ) {
    self.world = world
    self.sources = sources
    self.batch = batch
    self.run = run
    self.record = record
  }

  /// A running program, with the number of its updates and problems.
  struct Running {
    let name: String
    let process: FeedProcess
    var updates: FeedLines
    var errors: FeedLines
    var updateCount = 0
    var problemCount = 0
    /// The number of remarks since the last update.
    var remarkCount = 0
    var outputIsOpen = true

    var counted: String {
      let updates = English.count(updateCount, "update")
      return problemCount == 0 ? updates : "\(updates) and \(problemCount) that could not be read"
    }
  }

  var runningName: String? { running?.name }

  // MARK: Lines

  func lineBegins(_ line: PreparedLine, in session: any Session, _ output: inout [UInt8]) -> Outcome? {
    let statements = line.outline
    isTyped = statements.count == 1 && statements[0].isAboutFeedProgram
    return nil
  }

  func lineEnded(
    _ line: PreparedLine, in session: any Session, _ output: inout [UInt8], from start: Int,
    _ outcome: Outcome
  ) -> Outcome {
    if !isTyped { catchUp(&output) }
    isTyped = false
    return outcome
  }

  // MARK: Commands

  func start(_ words: [String]) throws -> String {
    try checkIsTyped()
    if let running {
      throw Explanation("\(running.name) is already running", notes: ["“feed off” ends it"])
    }
    let process = try FeedProcess(words)
    let name = Quoting.message(words.joined(separator: " "))
    running = Running(
      name: name, process: process, updates: FeedLines(byteCountMax: world.feedLineLimit),
      errors: FeedLines(byteCountMax: Self.errorByteCountMax))
    addSource(process.output) { $0.receiveOutput(&$1) }
    addSource(process.errors) { $0.receiveErrors(&$1) }
    addSource(process.ending) { $0.receiveEnding(&$1) }
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

  // MARK: Updates

  /// Applies an update. While the world is at an earlier step, the update waits instead, and replaces an earlier one.
  func take(_ update: FeedUpdate, _ output: inout [UInt8]) {
    guard !world.isInThePast else {
      if waiting == nil {
        output += "feed: updates wait until you are at the last step again\n".utf8
      }
      waiting = update
      return
    }
    let command = Array(update.command.utf8)
    let (start, step) = (output.count, world.step)
    let outcome = run(&output, update.receive)
    // An update without effect is not recorded, since a feed may repeat it endlessly.
    if outcome == .done, output.count == start, world.step == step { return }
    record(command.span, output.span.extracting(start..<output.count))
  }

  func takeTogether(_ output: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    batch.begin()
    body(&output)
    batch.end(&output)
  }

  /// Applies the waiting update if the world is at the latest step.
  func catchUp(_ output: inout [UInt8]) {
    guard let update = waiting, !world.isInThePast else { return }
    waiting = nil
    take(update, &output)
  }

  func end() { detach()?.stop() }

  /// Removes the program and its sources, and returns its process; `nil` if none is running.
  func detach() -> FeedProcess? {
    guard let process = running?.process else { return nil }
    running = nil
    for descriptor in [process.output, process.errors, process.ending] {
      sources.remove(descriptor: descriptor)
    }
    return process
  }

  private func addSource(
    _ descriptor: Int32, _ body: @escaping (FeedRunner, inout [UInt8]) -> PromptSource.Verdict
  ) {
    sources.add(
      PromptSource(descriptor: descriptor) { [weak self] output in
        guard let self, running != nil else { return .remove }
        return body(self, &output)
      })
  }

  private static let errorByteCountMax = 1_000
  private static let noFeed = "no feed is running"

  /// Throws an error in a script or a job. A replay starts no programs, so a line that starts one could not be replayed
  /// with the same result.
  private func checkIsTyped() throws {
    guard isTyped else {
      throw Explanation("the feed of a program can only be started at the prompt, on a line of its own")
    }
  }
}
