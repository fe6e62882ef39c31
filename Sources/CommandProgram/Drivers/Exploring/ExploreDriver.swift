import CommandLanguage
import Exploration
import Scenarios
import TerminalText

/// Explores a world: brings what was asked for, a process that may trap, and files for what is found.
struct ExploreDriver<World: ProgramWorld> {
  let world: World
  let settings: ProgramSettings
  let streams: ProgramStreams

  init(_ world: World, _ settings: ProgramSettings, _ streams: ProgramStreams) {
    self.world = world
    self.settings = settings
    self.streams = streams
  }

  func run() -> ReplayStatus {
    let replay = world.replayHost(streams, hasCoverage: false)
    guard let explored = world.explored(replay: replay) else {
      return streams.fail("this world tells nothing of its state, so it cannot be explored")
    }
    do {
      let options = try options()
      try checkFiles(replay)
      let explorer = try Explorer(explored, options, ExplorationSystem())
      _ = explorer
      Interruption.install()
      if let journal = ProcessState.variable(ExploreVariables.journal) {
        return ExploreWorker(world: explored, options: options, settings: settings, streams: streams)
          .run(journal: FilePath(journal))
      }
      return ExploreSupervisor(world: explored, options: options, settings: settings, streams: streams).run()
    } catch let error as ExplorationError {
      return streams.fail(error.message)
    } catch {
      return streams.fail((error as? any Explainable)?.explanation.message ?? "\(error)")
    }
  }

  // MARK: Reading

  private func options() throws -> ExplorationOptions {
    var options = settings.explore.exploration
    options.seed = settings.seed ?? 1
    options.keepsCorpus = settings.explore.corpus != nil
    for path in settings.explore.from { options.prefix += try lines(of: path) }
    if let corpus = settings.explore.corpus { options.corpus = try scenarios(in: corpus) }
    return options
  }

  /// The commands of a scenario; those of files that it uses are not among them.
  private func lines(of path: FilePath) throws -> [String] {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try PosixFiles().read(path, byteCountMax: Transcript.byteCountMax)
    } catch {
      throw ExplorationError(error.description)
    }
    let transcript = Transcript(bytes)
    return transcript.steps.map { String(decoding: transcript.command(of: $0), as: UTF8.self) }
  }

  private func scenarios(in folder: FilePath) throws -> [[String]] {
    let entries: [FolderEntry]
    do throws(FileFailure) {
      entries = try PosixFiles().list(folder)
    } catch {
      throw ExplorationError("the corpus cannot be read: \(error.description)")
    }
    return try entries.map(\.name).filter(\.isScenario).sorted().map { try lines(of: folder.joined($0)) }
  }

  private func checkFiles(_ replay: ReplayHost) throws {
    do throws(FileFailure) {
      try PosixFiles().checkIsWritable(settings.explore.out.joined("explored.scenario"))
    } catch {
      throw ExplorationError("--out: \(error.description)")
    }
    if let problem = ExploreReports(settings: settings, replay: replay).problem() {
      throw ExplorationError(problem)
    }
  }
}
