import Exploration
import Posix
import Scenarios
import TerminalText

/// Lets a process of its own explore, so that a trap there is something that was found, and not the end.
struct ExploreSupervisor {
  let world: ExploredWorld
  let options: ExplorationOptions
  let settings: ProgramSettings
  let streams: ProgramStreams

  /// The number of traps after which it ends.
  private static let trapCountMax = 3

  func run() -> ReplayStatus {
    let journal = WorkerProcess.temporaryName
    defer { WorkerProcess.remove(journal) }
    var found: [ExploreFound] = []
    for attempt in 0..<Self.trapCountMax {
      // Another seed leads elsewhere, where the first ended too early.
      var words = ProcessState.words
      if attempt > 0 { words += ["--seed=\(options.seed &+ UInt64(attempt))"].map { Array($0.utf8) } }
      let variables = [
        (ExploreVariables.journal, journal.text), (ExploreVariables.found, ExploreFound.text(of: found)),
      ]
      switch WorkerProcess.run(words, variables: variables) {
      case .code(let code): return ReplayStatus(rawValue: code) ?? .failure
      case .signal(let signal):
        if Interruption.isThere { return .interrupted }
        let new = trap(signal, LineJournal.lines(in: journal), seed: options.seed &+ UInt64(attempt))
        if found.contains(new) { return end(found) }
        found.append(new)
      case nil: return streams.fail("the process that explores cannot be started", .failure)
      }
    }
    return end(found)
  }

  private func end(_ found: [ExploreFound]) -> ReplayStatus {
    let text = ExploreText(options: options, usesColour: settings.usesColour)
    streams.write(text.lines(found))
    let problem = ExploreReports(settings: settings, replay: world.replay).write(
      found, "seed \(options.seed)", durationNs: nil)
    return problem.map { streams.fail($0) } ?? .failure
  }

  /// Returns the finding of a process that ended by a signal, with its lines shrunk.
  private func trap(_ signal: Int32, _ jobs: [[String]], seed: UInt64) -> ExploreFound {
    let name = "\(WorkerProcess.name(ofSignal: signal))"
    let traps = jobs.filter { !$0.isEmpty && ends($0, seed) }
    let lines = traps.first.map { shrunk($0, seed) } ?? jobs.first { !$0.isEmpty } ?? []
    var fault = FoundFault(
      fault: Fault(.trap, name, "the program ends at “\(lines.last ?? "")”: \(name)"), lines: lines,
      seed: seed,
      stepCount: 0, prefix: options.prefix)
    fault.isRepeatable = !traps.isEmpty
    let path = ExploreFiles(settings: settings, streams: streams).write(fault, world)
    return ExploreFound(
      path: path.text, message: ExploreText(options: options, usesColour: settings.usesColour).line(fault))
  }

  private func shrunk(_ lines: [String], _ seed: UInt64) -> [String] {
    TrapShrinking.shrunk(lines, in: world, seed: seed, prefix: options.prefix) { ends($0, seed) }
  }

  /// Returns a Boolean value that indicates whether lines end a process by a signal.
  private func ends(_ lines: [String], _ seed: UInt64) -> Bool {
    let all = options.prefix + (world.checkCommands.map { [$0.begin] } ?? []) + lines
    let words = ["run", "--keep-going", "--seed=\(seed)", "-c", all.joined(separator: "\n")]
    guard case .signal = WorkerProcess.run(words.map { Array($0.utf8) }, isSilent: true) else { return false }
    return true
  }
}
