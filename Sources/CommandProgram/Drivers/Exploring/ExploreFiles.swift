import Exploration
import Posix
import Scenarios
import Synchronization
import TerminalText

/// The scenario files that an exploration writes.
struct ExploreFiles {
  let settings: ProgramSettings
  let streams: ProgramStreams
  /// The number of names that are tried for a scenario.
  var nameCountMax = 1_000

  /// A Boolean value that indicates whether a file could not be written.
  var hasFailed: Bool { failure.isThere.load(ordering: .relaxed) }
  private let failure = Failure()

  private final class Failure: Sendable {
    let isThere = Atomic(false)
  }

  /// Writes a finding, and returns it with the path of its file. If another file exists at this path, the new file gets
  /// another name. The message of a finding that cannot be written lists its commands, so that they are not lost.
  func write(_ found: FoundFault, _ world: ExploredWorld, _ text: ExploreText) -> ExploreFound {
    let (path, isWritten) = write(found.scenario(of: world), as: found.name, in: settings.explore.out)
    let commands = (found.prefix + found.lines).map { Escaping.escaped($0) }.joined(separator: "; ")
    let message = text.line(found) + (isWritten ? "" : "; it was not written, its commands are: \(commands)")
    return ExploreFound(path: path.text, cause: found.cause, message: message)
  }

  func write(_ entry: CorpusEntry, _ world: ExploredWorld, _ options: ExplorationOptions) {
    guard let folder = settings.explore.corpus,
      let bytes = entry.scenario(of: world, prefix: options.prefix)
    else { return }
    _ = write(bytes, as: entry.name, in: folder)
  }

  /// Creates a folder for scenarios if it is missing, and checks that it is writable.
  static func prepare(_ folder: FilePath) throws(ExplorationError) {
    let folder = folder.trimmed
    let parent = folder.folder
    guard (try? PosixFiles().stamp(parent))?.kind == .folder else {
      throw ExplorationError("there is no folder “\(parent)” for “\(folder)”")
    }
    do throws(FileFailure) {
      try PosixFiles().makeFolder(folder)
      guard try PosixFiles().stamp(folder).kind == .folder else {
        throw FileFailure(folder, .other("this is not a folder"))
      }
      try PosixFiles().checkIsWritable(folder.joined("explored.scenario"))
    } catch {
      throw ExplorationError(FileFailure(folder, error.reason).description)
    }
  }

  /// Reads a scenario and the files that it uses.
  ///
  /// - Throws: an error if one of these files cannot be read, or is not a scenario.
  static func scenario(_ path: FilePath) throws -> StartingScenario {
    let scenario = try StartingScenario(path, in: PosixFiles())
    for part in scenario.parts {
      guard let stray = part.transcript.strayLines.first else { continue }
      throw ExplorationError(
        "“\(part.path)” is not a scenario: its line \(stray + 1) is neither a command nor a comment")
    }
    return scenario
  }

  /// Returns the paths of the scenarios in a folder, sorted by name.
  ///
  /// - Parameter what: the noun for the folder in an error message.
  static func scenarios(in folder: FilePath, _ what: String) throws(ExplorationError) -> [FilePath] {
    do throws(FileFailure) {
      return try PosixFiles().list(folder).map(\.name).filter(\.isScenario).sorted().map(folder.joined)
    } catch {
      throw ExplorationError("\(what) cannot be read: \(error.message(ofMissing: "folder"))")
    }
  }

  /// Writes a scenario. Returns the path of its file, and whether it was written.
  func write(_ bytes: [UInt8], as name: String, in folder: FilePath) -> (path: FilePath, isWritten: Bool) {
    for number in 1...nameCountMax {
      let file = name + (number == 1 ? "" : "-\(number)") + FilePath.scenarioEnding
      let path = folder.joined(FilePath(file))
      do throws(FileFailure) {
        if let old = try? PosixFiles().read(path, byteCountMax: Transcript.byteCountMax), old == bytes {
          return (path, true)
        }
        try PosixFiles().write(bytes, to: path, if: .free)
        return (path, true)
      } catch {
        if error.reason != .exists {
          fail(error.description)
          return (path, false)
        }
      }
    }
    let path = folder.joined(FilePath(name))
    fail(
      "“\(path)” was not written: \(nameCountMax) other scenarios have this name; choose another folder")
    return (path, false)
  }

  /// Appends a finding to a list of findings.
  func append(_ found: ExploreFound, to list: FilePath) {
    if !WorkerProcess.append(Array("\(found.text)\n".utf8), to: list) {
      fail("“\(list)”: a finding could not be added")
    }
  }

  private func fail(_ message: String) {
    failure.isThere.store(true, ordering: .relaxed)
    streams.remark(message)
  }
}

/// The reports of an exploration, in the same formats as the reports of a replay.
struct ExploreReports {
  private let reports: FoundReports

  init(settings: ProgramSettings, replay: ReplayHost) {
    var system = ReplaySystem { ProgramStreams(program: "").write($0) }
    system.clock = { PosixThreads.now() }
    system.workers = ForkedWorkers()
    reports = FoundReports(settings.replay.reports, host: replay, files: PosixFiles(), system: system)
  }

  func problem() -> String? { reports.problem() }

  /// - Parameter claim: the summary of the exploration, with its seed, which each result includes.
  func write(
    _ found: [ExploreFound], _ claim: String, coverage: CoverageTable? = nil, durationNs: UInt64?
  ) -> String? {
    var results = found.map { found in
      var result = ScenarioResult(path: FilePath(found.path), claim: claim, verdict: .failed)
      result.failures = [
        StepFailure(location: .init(path: FilePath(found.path), line: 0), kind: .finding(found.message))
      ]
      return result
    }
    if results.isEmpty { results = [ScenarioResult(path: "explore", claim: claim)] }
    return reports.write(results, coverage: coverage, durationNs: durationNs)
  }
}
