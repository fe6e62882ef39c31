import CommandLanguage
import TerminalText

/// The command that receives the lines of a file or the output of a program.
enum FeedCommands {
  /// Returns the command `feed`. It is not contained: it reads files, and starts programs if the host allows it.
  static func feed(
    topic: String, fields: @escaping @Sendable () -> String, example: String
  ) -> Command {
    let candidates: @Sendable (Simulation, CompletionPosition) -> [Completions.Candidate] = {
      Self.candidates(at: $1, in: $0)
    }
    return Command(
      "feed", "Read updates from a file or a program",
      .repeated(
        .text("source", "a file, “--” with a program and its arguments, or “off”")
          .completed(candidates), atLeast: 0)
    ) { simulation, words in
      try run(words, in: simulation)
    }
    .with(
      topic: topic,
      help: """
        feed FILE             reads a file to its end, as if the command of each line had been typed
        feed -- PROGRAM ARG…  runs a program in the background (only at the prompt); its output is read as it \
        arrives, and recorded as commands
        feed off              ends the program
        feed                  shows what is running

        A line is one JSON object; blank lines and other fields are ignored:\(example.isEmpty ? "" : "\n  " + example)
        \(fields())
        An invalid line, or one longer than the setting “feedline”, is reported with its number and skipped.
        A program's standard input is empty; its standard error is shown.
        """,
      examples: ["feed yesterday.jsonl", "feed -- ./news --every=5"], traits: .direct)
  }

  /// Returns completions: `off`, `--` or a file; after `--` a program, then files.
  private static func candidates(at position: CompletionPosition, in simulation: Simulation) -> [Completions
    .Candidate]
  {
    let files = simulation.interpreter?.paths(beginningWith: position.prefix) ?? []
    switch position.arguments {
    case []:
      let off = Completions.Candidate("off", summary: "end the program")
      return [off, Completions.Candidate("--", summary: "a program and its arguments")] + files
    case ["--"]: return simulation.interpreter?.programs(beginningWith: position.prefix) ?? []
    default: return position.arguments.starts(with: ["--"]) ? files : []
    }
  }

  private static let noFeed = "no feed is running"
  private static let shownProblemsMax = 20

  private static func run(_ words: [String], in simulation: Simulation) throws {
    let rest = Array(words.dropFirst())
    let host = simulation.feed.host
    if words.first != "--", !rest.isEmpty {
      throw FeedError.severalFiles(notes: ["write a program and its arguments after “--”"])
    }
    switch words.first {
    case nil: simulation.output.writeLine(try host?.report() ?? noFeed)
    case "off": simulation.output.writeLine(try host?.stop() ?? noFeed)
    case "--":
      guard !rest.isEmpty else { throw FeedError.noProgram() }
      guard let host else {
        throw FeedError.withoutPrograms(notes: ["only the prompt can run the program of a feed"])
      }
      simulation.output.writeLine(try host.start(rest))
    case let path?: try receive(path, simulation)
    }
  }

  /// Receives each line of a file as if its command had been typed, as a part of the running line's step.
  ///
  /// A line that cannot be read or that the world refuses is reported and skipped. If any line was skipped, the command
  /// fails after the last line.
  private static func receive(_ path: String, _ simulation: Simulation) throws {
    guard let interpreter = simulation.interpreter else { return }
    var lines = FeedLines(byteCountMax: simulation.feed.lineLimit)
    var lineCount = 0
    var problemCount = 0
    func warn(_ problem: String) {
      problemCount += 1
      if problemCount <= shownProblemsMax { simulation.output.writeLine("warning: \(problem)") }
    }
    func take(_ line: FeedLine) throws {
      // Charge blank lines as well, because they also take time.
      try interpreter.budget.charge()
      let update: FeedUpdate
      do {
        guard let told = try simulation.update(from: line) else { return }
        lineCount += 1
        update = told
      } catch {
        lineCount += 1
        return warn("\(error)")
      }
      do { try update.receive() } catch {
        let message = try Explanation(unlessEndingLine: error).message
        warn("line \(line.number): \(Escaping.escaped(message))")
      }
    }
    let content = try interpreter.readFile(path)
    try lines.take(content.span, take)
    try lines.finish(take)
    if problemCount > 0 {
      let (skipped, all) = (problemCount, lineCount)
      throw FeedError.notReceived(
        ["\(skipped)", "\(all)"],
        notes: skipped > shownProblemsMax ? ["only the first \(shownProblemsMax) of them are shown"] : [],
        argument: 0)
    }
  }
}

/// The errors of the command `feed`.
enum FeedError: String, ErrorKind {
  case severalFiles, noProgram, withoutPrograms, notReceived

  static let group = "feed"

  var message: ErrorMessage {
    switch self {
    case .severalFiles:
      .init(
        "this is more than one file",
        "“feed” reads one file. To run a program, write it and its arguments after “--”.")
    case .noProgram:
      .init(
        "the program after “--” is missing",
        "Write the program to run after “--”.")
    case .withoutPrograms:
      .init(
        "a program cannot be started here",
        "Only a prompt can run a program; its updates are recorded for replays.")
    case .notReceived:
      .init(
        "{count} of {all} lines were skipped",
        "Some lines were not updates and were skipped; the others were applied.")
    }
  }
}
