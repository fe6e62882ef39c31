import CommandLanguage
import Posix
import Prompting
import Simulator
import TerminalText

/// Runs the program of `feed -- PROGRAM` behind a prompt and has the prompt's world take in what it prints.
///
/// What did something is recorded as the command that repeats it. While somebody looks at an earlier step an update
/// waits, since it would drop the later ones. Whatever the program does, the prompt goes on; what is amiss is a
/// remark.
final class FeedRunner: FeedHost, LineHook {
  let world: any FeedWorld
  private let run: (_ output: inout [UInt8], _ body: () throws -> Void) -> Outcome
  private let record: (_ command: Span<UInt8>, _ output: Span<UInt8>) -> Void
  private let sources: PromptSources

  /// The calls before and after the updates of one piece of output, which are written together.
  private let batch: (begin: () -> Void, end: (inout [UInt8]) -> Void)

  var running: Running?
  /// The latest update, while it waits for the prompt to come back to the latest step.
  private var waiting: FeedUpdate?
  /// A Boolean value that indicates whether the line that runs is about programs alone: `feed -- PROGRAM`, `feed off`
  /// or `feed`.
  private var isTyped = false

  /// - Parameters:
  ///   - world: the prompt's.
  ///   - sources: what the prompt listens to.
  ///   - run: does something to the world as one command line would, without a record.
  ///   - batch: is called before several updates that come at once, and behind them.
  ///   - record: keeps a command that did something, and what it printed.
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

  /// One program and what it has brought.
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
      let updates = "\(updateCount) update\(updateCount == 1 ? "" : "s")"
      return problemCount == 0 ? updates : "\(updates) and \(problemCount) that could not be read"
    }
  }

  /// The name of the program that runs.
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
    hear(process.output) { $0.hearOutput(&$1) }
    hear(process.errors) { $0.hearErrors(&$1) }
    hear(process.ending) { $0.hearEnding(&$1) }
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

  /// Takes in an update, or keeps it until that drops no step.
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
    let outcome = run(&output, update.takeIn)
    // What is there already is no news, and a feed may bring it for ever.
    if outcome == .done, output.count == start, world.step == step { return }
    record(command.span, output.span.extracting(start..<output.count))
  }

  /// Takes in several updates at once.
  func takeTogether(_ output: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    batch.begin()
    body(&output)
    batch.end(&output)
  }

  /// Takes in what waited, if it may come now.
  func catchUp(_ output: inout [UInt8]) {
    guard let update = waiting, !world.isInThePast else { return }
    waiting = nil
    take(update, &output)
  }

  /// Ends the program, if there is one; nothing of it is left then.
  func end() { letGo()?.stop() }

  /// Listens to the program no more.
  func letGo() -> FeedProcess? {
    guard let process = running?.process else { return nil }
    running = nil
    for descriptor in [process.output, process.errors, process.ending] {
      sources.remove(descriptor: descriptor)
    }
    return process
  }

  private func hear(
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

  /// Fails in a script or a job, which must do the same in a replay, where no program runs.
  private func checkIsTyped() throws {
    guard isTyped else {
      throw Explanation("the feed of a program can only be started at the prompt, on a line of its own")
    }
  }
}
