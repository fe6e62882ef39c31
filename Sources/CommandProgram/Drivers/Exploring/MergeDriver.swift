import CommandLanguage
import Exploration
import Posix
import Scenarios
import Simulator

/// A driver that merges the folders of several explorations of a world.
struct MergeDriver<World: ProgramWorld> {
  let world: World
  let settings: ProgramSettings
  let streams: ProgramStreams

  private var output: FilePath { settings.explore.out }
  private var corpus: FilePath { settings.explore.corpus ?? output }

  func run(_ folders: [FilePath]) -> ReplayStatus {
    let replay = world.replayHost(streams, hasCoverage: false)
    guard let explored = world.explored(replay: replay) else {
      return streams.fail("this world cannot be explored: it is not a simulation")
    }
    let reports = ExploreReports(settings: settings, replay: replay)
    do {
      for folder in [output, corpus] { try checkIsEmpty(folder) }
      if let problem = reports.problem() { throw ExplorationError(problem) }
      var merge = SearchMerge(explored)
      for folder in folders {
        for path in try ExploreFiles.scenarios(in: folder, "the folder") {
          merge.add(try ExploreFiles.scenario(path))
        }
      }
      for folder in [output, corpus] { try ExploreFiles.prepare(folder) }
      return report(try merge.result(), of: explored, folderCount: folders.count, reports)
    } catch {
      return streams.fail(Explanation(of: error).message)
    }
  }

  /// Throws an error if a folder already contains scenarios.
  private func checkIsEmpty(_ folder: FilePath) throws(ExplorationError) {
    if let entries = try? PosixFiles().list(folder), entries.contains(where: \.name.isScenario) {
      throw ExplorationError("“\(folder)” already has scenarios; choose a folder without any")
    }
  }

  private func report(
    _ merged: MergedSearches, of explored: ExploredWorld, folderCount: Int, _ reports: ExploreReports
  ) -> ReplayStatus {
    let files = ExploreFiles(settings: settings, streams: streams)
    let text = ExploreText(options: settings.explore.exploration, usesColour: settings.usesColour)
    for path in merged.leftOut {
      streams.report("“\(path)” is skipped: a finding has a “# cause:” such as “view stale”")
    }
    var found: [ExploreFound] = []
    for finding in merged.findings {
      let (path, isWritten) = files.write(finding.bytes, as: finding.found.name, in: output)
      if finding.found.fault.kind == .reached {
        // A scenario does not contain whether shorter lines were tried. Every search tries the empty line first.
        text.show(witness: finding.found, path, isShortest: finding.found.lines.count == 1, to: streams)
        continue
      }
      let message =
        text.line(finding.found) + (isWritten ? "" : "; it was not written") + text.others(finding.found)
      found.append(ExploreFound(path: path.text, cause: finding.found.cause, message: message))
    }
    for entry in merged.corpus {
      if let bytes = entry.scenario(of: explored) { _ = files.write(bytes, as: entry.name, in: corpus) }
    }
    let summary = text.merged(merged, folderCount: folderCount)
    streams.show(text.lines(found) + summary)
    if let problem = reports.write(found, String(summary.dropLast()), durationNs: nil) {
      return streams.fail(problem)
    }
    return found.isEmpty && !files.hasFailed ? .success : .failure
  }
}
