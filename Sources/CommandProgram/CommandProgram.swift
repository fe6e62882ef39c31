import CommandLanguage
public import Journaling
import Posix
import ProgramOptions
public import Prompting
import Scenarios

/// A whole command-line program over a world: the prompt, scripts, and scenarios as tests.
///
/// ```swift
/// CommandProgram(world).main()
/// CommandProgram(world, prompt: .readline).main()
/// CommandProgram(world, prompt: .readline, stores: [.postgresql]).main()
/// ```
///
/// Without a prompt, and without a terminal, standard input is run line by line. The program exits with 0 when all
/// is as expected, 1 when a scenario or a script failed, 2 for wrong usage or a file that cannot be read, and 130
/// when it was interrupted.
public struct CommandProgram<World: ProgramWorld>: Sendable {
  private let world: World
  private let prompt: InteractivePrompt?
  private let stores: [JournalEngine]

  /// The program of a world.
  ///
  /// - Parameters:
  ///   - world: makes the sessions; its name and version are the program's.
  ///   - prompt: supplied by a library that the program links, such as `LineEditor`'s `.readline`.
  ///   - stores: engines for `--store` besides that of files, such as `PostgresJournal`'s `.postgresql`.
  public init(_ world: World, prompt: InteractivePrompt? = nil, stores: [JournalEngine] = []) {
    self.world = world
    self.prompt = prompt
    self.stores = stores
  }

  /// Does what the command line asks for and ends the process.
  public func main() -> Never {
    ProcessState.prepare()
    ProcessState.end(PosixThreads.withStack { run(ProcessState.words) })
  }

  /// Does what some words ask for, the program's own name left out.
  ///
  /// - Returns: what the process is to end with; a script ends the process itself.
  func run(_ words: [[UInt8]]) -> ReplayStatus {
    let streams = ProgramStreams(program: world.name)
    let interface = ProgramInterface.make(
      program: world.name, version: world.version, promptHelp: prompt?.help(world.name) ?? "",
      storeExamples: stores.map(\.example))
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
      streams.tell(Array(text.utf8))
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
      return streams.fail(StoreSession.message(of: error), .failure)
    }
  }

  private func lines(of action: ProgramSettings.StoreAction, _ engines: [JournalEngine]) throws -> [String] {
    switch action {
    case .copy(let source, let target):
      [try StoreCopy.run(from: source, to: target, owner: world.name, engines: engines)]
    case .migrate(let store, let isDryRun):
      try StoreCare(world: world, address: store, engines: engines).migrate(isDryRun: isDryRun)
    case .accept(let store, let subjects):
      try StoreCare(world: world, address: store, engines: engines).accept(subjects)
    }
  }

  private func run(_ settings: ProgramSettings, _ streams: ProgramStreams) -> ReplayStatus {
    let prompt = PromptDriver(world, prompt, settings, streams)
    return switch settings.driver {
    case .prompt: prompt.run()
    case .resume(let path): prompt.resume(path)
    case .record(let path): prompt.record(path)
    case .run(let script):
      ScriptDriver(settings, streams).runToEnd(script, in: world, seed: settings.seed)
    case .trace(let path): TraceDriver(world, settings, streams).run(path)
    case .explore: ExploreDriver(world, settings, streams).run()
    case .merge(let folders): MergeDriver(world: world, settings: settings, streams: streams).run(folders)
    case .store(let action): care(action, settings, streams)
    case .replay: ReplayDriver(world, settings, streams).run()
    }
  }
}
