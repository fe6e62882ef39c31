import CommandLanguage
public import Journaling
import Posix
import ProgramOptions
public import Prompting
import Scenarios

/// A complete command-line program for a world: a prompt, scripts, scenarios as tests, and exploration.
///
/// ```swift
/// CommandProgram(world).main()
/// CommandProgram(world, prompt: .readline).main()
/// CommandProgram(world, prompt: .readline, stores: [.postgresql]).main()
/// ```
///
/// Without a prompt or a terminal, the program runs standard input line by line. It exits with 0 if everything is as
/// expected, 1 if a scenario, a script or an exploration failed, 2 for wrong usage or a file that cannot be read, and
/// 130 if it was interrupted.
public struct CommandProgram<World: ProgramWorld>: Sendable {
  private let world: World
  private let prompt: InteractivePrompt?
  private let stores: [JournalEngine]

  /// Creates the program of a world.
  ///
  /// - Parameters:
  ///   - world: creates the sessions, and provides the program's name and version.
  ///   - prompt: a prompt from a library that the program links, such as `LineEditor`'s `.readline`.
  ///   - stores: additional engines for `--store`, besides the one for files, such as `PostgresJournal`'s
  ///     `.postgresql`.
  public init(_ world: World, prompt: InteractivePrompt? = nil, stores: [JournalEngine] = []) {
    self.world = world
    self.prompt = prompt
    self.stores = stores
  }

  /// Runs the program with the arguments of the process, and ends the process.
  public func main() -> Never {
    ProcessState.prepare()
    ProcessState.end(PosixThreads.withStack { run(ProcessState.words) })
  }

  /// Runs the program with some arguments, without the program's own name.
  ///
  /// - Returns: the exit status. A script ends the process itself.
  func run(_ words: [[UInt8]]) -> ReplayStatus {
    let streams = ProgramStreams(program: world.name)
    var interface = ProgramInterface.make(
      program: world.name, version: world.version, promptHelp: prompt?.help(world.name) ?? "",
      storeExamples: stores.map(\.example))
    if let columns = ProgramStreams.outputColumns { interface.columns = columns }
    var initial = ProgramSettings()
    initial.engines += stores
    switch interface.read(words, initial) {
    case .run(let settings):
      let problems = world.problems
      if !problems.isEmpty { return streams.fail(problems.joined(separator: "\n\(world.name): ")) }
      return run(settings, streams)
    case .show(let text):
      streams.write(text)
      return .success
    case .misuse(let text):
      streams.report(Array(text.utf8))
      return .usage
    }
  }

  private func care(
    _ action: ProgramSettings.StoreAction, _ settings: ProgramSettings, _ streams: ProgramStreams
  ) -> ReplayStatus {
    do {
      for line in try lines(of: action, settings.engines) { streams.write(line + "\n") }
      return .success
    } catch {
      return streams.fail(StoreSession.message(of: error), error is UnreadableStore ? .usage : .failure)
    }
  }

  private func lines(of action: ProgramSettings.StoreAction, _ engines: [JournalEngine]) throws -> [String] {
    switch action {
    case .copy(let source, let target):
      [try StoreCopy.run(from: source, to: target, owner: world.name, engines: engines)]
    case .migrate(let store, let isDryRun):
      try StoreMaintenance(world: world, address: store, engines: engines).migrate(isDryRun: isDryRun)
    case .accept(let store, let subjects):
      try StoreMaintenance(world: world, address: store, engines: engines).accept(subjects)
    }
  }

  private func run(_ settings: ProgramSettings, _ streams: ProgramStreams) -> ReplayStatus {
    let prompt = PromptDriver(world: world, prompt: prompt, settings: settings, streams: streams)
    return switch settings.driver {
    case .prompt: prompt.run()
    case .resume(let path): prompt.resume(path)
    case .record(let path): prompt.record(path)
    case .run(let script):
      ScriptDriver(settings, streams).runToEnd(script, in: world, seed: settings.seed)
    case .trace(let path): TraceDriver(world: world, settings: settings, streams: streams).run(path)
    case .explore: ExploreDriver(world: world, settings: settings, streams: streams).run()
    case .merge(let folders): MergeDriver(world: world, settings: settings, streams: streams).run(folders)
    case .store(let action): care(action, settings, streams)
    case .replay: ReplayDriver(world: world, settings: settings, streams: streams).run()
    }
  }
}
