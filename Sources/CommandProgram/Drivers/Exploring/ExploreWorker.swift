import Exploration
import Posix
import Scenarios
import TerminalText

/// Explores in this process, and says what came of it.
struct ExploreWorker {
  let world: ExploredWorld
  let options: ExplorationOptions
  let settings: ProgramSettings
  let streams: ProgramStreams

  func run(journal path: FilePath) -> ReplayStatus {
    guard let journal = LineJournal(path, jobCount: options.jobCount) else {
      return streams.fail("the lines that run cannot be kept in “\(path)”")
    }
    var system = ExplorationSystem()
    system.clock = { PosixThreads.now() }
    system.isInterrupted = { Interruption.isThere }
    system.pause = { PosixThreads.wait(milliseconds: 1) }
    system.concurrently = { PosixThreads.run($0, $1) }
    system.onLine = { journal.note($0, $1, $2) }
    let progress = ExploreProgress(options: options, streams: streams)
    if progress.isShown { system.onProgress = { progress.show($0) } }
    do {
      let result = try Explorer(world, options, system).run()
      progress.hide()
      return report(result)
    } catch {
      return streams.fail((error as? ExplorationError)?.message ?? "\(error)", .failure)
    }
  }

  private func report(_ result: ExplorationResult) -> ReplayStatus {
    let text = ExploreText(options: options, usesColour: settings.usesColour)
    var found = ExploreFound.known()
    for fault in result.faults {
      let path = ExploreFiles(settings: settings, streams: streams).write(fault, world)
      found.append(ExploreFound(path: path.text, message: text.line(fault)))
    }
    for entry in result.corpus {
      ExploreFiles(settings: settings, streams: streams).write(entry, world, options)
    }
    streams.write(text.summary(result, found))
    let problem = ExploreReports(settings: settings, replay: world.replay).write(
      found, text.claim(result), durationNs: result.counts.durationNs)
    if let problem { return streams.fail(problem) }
    if Interruption.isThere { return .interrupted }
    return found.isEmpty ? .success : .failure
  }
}
