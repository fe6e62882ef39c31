import CommandLanguage
import Exploration
import Posix
import Scenarios
import Simulator
import TerminalText

/// A driver that explores a world, in a separate process that may trap, and writes the findings to files.
struct ExploreDriver<World: ProgramWorld> {
  let world: World
  let settings: ProgramSettings
  let streams: ProgramStreams

  func run() -> ReplayStatus {
    let replay = world.replayHost(streams, hasCoverage: false)
    guard let explored = world.explored(replay: replay) else {
      return streams.fail("this world cannot be explored: it is not a simulation")
    }
    do {
      let options = try options()
      let explored = Self.limited(explored)
      // A world that cannot be explored is reported before a process is started.
      var system = ExplorationSystem()
      var states = try settings.explore.states.map { folder in
        do { return try StatesFolder(folder) } catch {
          throw ExplorationError("--states: \(Explanation(of: error).message)")
        }
      }
      system.storage = states
      _ = try Explorer(explored, options, system)
      try checkFiles(replay)
      Interruption.install()
      if let journal = ProcessState.variable(ExploreVariables.journal) {
        return ExploreWorker(
          world: explored, options: options, settings: settings, streams: streams, states: states,
          files: ExploreFiles(settings: settings, streams: streams)
        ).run(journal: FilePath(journal))
      }
      // This process releases the lock of the folder, which the other process takes.
      (states, system.storage) = (nil, nil)
      return ExploreSupervisor(world: explored, options: options, settings: settings, streams: streams).run()
    } catch {
      return streams.fail(Explanation(of: error).message)
    }
  }

  /// The names of the commands that are not tried because they ended earlier processes.
  private static var without: [String] {
    (ProcessState.variable(ExploreVariables.without) ?? "").split(separator: " ").map(String.init)
  }

  private static func limited(_ world: ExploredWorld) -> ExploredWorld {
    var world = world
    let without = without
    world.commands.removeAll { without.contains($0.name) }
    return world
  }

  // MARK: Reading

  private func options() throws -> ExplorationOptions {
    var options = settings.explore.exploration
    if settings.explore.goalCount > 1 {
      throw ExplorationError("a search looks for one condition: give one --reach or one --never")
    }
    if let problem = ExploreOptions.problem(ofSearching: settings.explore) { throw ExplorationError(problem) }
    try checkGraph(options)
    try checkStates(options)
    if options.isExhaustive, options.shard != nil {
      throw ExplorationError("--shard can only be used with random walks, which it splits")
    }
    options.seed = settings.seed ?? 1
    let without = Self.without
    options.commandNames.removeAll { without.contains($0) }
    options.keepsCorpus = settings.explore.corpus != nil
    options.knownFaults = ExploreFound.known.map { Fault($0.cause.kind, $0.cause.subject, $0.message) }
    if settings.store != nil {
      let (lines, seed) = try StoredHistory.lines(of: settings, of: world, streams)
      options.prefix = lines
      // Any of these lines may have failed after some of its commands, and then fails again.
      options.failingLines = Set(lines.indices)
      options.seed = settings.seed ?? seed ?? 1
    }
    for path in settings.explore.from {
      let scenario = try ExploreFiles.scenario(path)
      // The last file that sets a seed decides, as for the files that a scenario uses.
      if settings.seed == nil, let seed = scenario.seed { options.seed = seed }
      for line in lines(of: scenario) {
        if line.isFailing { options.failingLines.insert(options.prefix.count) }
        options.prefix.append(line.text)
      }
    }
    if let corpus = settings.explore.corpus { options.corpus = try scenarios(in: corpus) }
    return options
  }

  private func checkGraph(_ options: ExplorationOptions) throws {
    guard let file = settings.explore.graph else {
      if options.graphExpressions.isEmpty { return }
      throw ExplorationError("--by can only be used with --graph FILE")
    }
    guard [".dot", ".html"].contains(where: file.text.hasSuffix) else {
      throw ExplorationError("--graph: \(Quoting.message(file.text)) must end in .dot or .html")
    }
    if options.graphExpressions.isEmpty {
      throw ExplorationError(
        "--graph needs --by with the expressions that distinguish states, as in --by 'count(units)'")
    }
    if let problem = GraphFile.problem(with: file) { throw ExplorationError(problem) }
  }

  private func checkStates(_ options: ExplorationOptions) throws {
    if !options.symmetricKinds.isEmpty, !options.isExhaustive, options.goal == nil {
      throw ExplorationError("--symmetry needs --exhaustive, --reach or --never: walks do not compare states")
    }
    guard settings.explore.states != nil else { return }
    if options.isDepthFirst || settings.explore.graph != nil {
      throw ExplorationError(
        "--states cannot be used with --\(options.isDepthFirst ? "depth-first" : "graph")")
    }
    if !options.isExhaustive { throw ExplorationError("--states needs --exhaustive") }
  }

  /// Returns the commands of the files that a scenario uses, followed by its own. Each comes with a value that
  /// indicates whether an error is expected.
  private func lines(of scenario: StartingScenario) -> [(text: String, isFailing: Bool)] {
    scenario.parts.flatMap { part in
      part.transcript.steps.map { step in
        (
          String(decoding: part.transcript.command(of: step), as: UTF8.self),
          part.transcript.expectsError(of: step)
        )
      }
    }
  }

  private func scenarios(in folder: FilePath) throws -> [[String]] {
    try ExploreFiles.scenarios(in: folder, "the corpus").map { path in
      lines(of: try ExploreFiles.scenario(path)).map(\.text)
    }
  }

  private func checkFiles(_ replay: ReplayHost) throws {
    for (option, folder) in [("out", settings.explore.out), ("corpus", settings.explore.corpus)] {
      guard let folder else { continue }
      do throws(ExplorationError) { try ExploreFiles.prepare(folder) } catch {
        throw ExplorationError("--\(option): \(error.message)")
      }
    }
    if let problem = ExploreReports(settings: settings, replay: replay).problem() {
      throw ExplorationError(problem)
    }
  }
}
