import CommandProgram
import Exploration
import Scenarios
import Simulator
import Testing

extension World {
  /// What is explored of a world, and how its scenarios are replayed.
  func exploredInTest() throws -> ExploredWorld {
    let replay = ReplayHost { [self] request in try makeSession(seed: request.seed ?? 1) }
    var world = try #require(explored(replay: replay))
    let checked = world
    world.replay.checkCause = { checked.sessionProblem($0, seed: $1, $2, shouldStop: $3) }
    return world
  }
}

extension ExploredWorld {
  /// Explores with a fixed seed.
  func explore(_ change: (inout ExplorationOptions) -> Void = { _ in }) throws -> ExplorationResult {
    var options = ExplorationOptions()
    options.seed = 1
    change(&options)
    return try Explorer(self, options).run()
  }
}

/// The sessions of a world replay a scenario, as `replay` does; the messages of what differs.
func failures(ofReplaying scenario: [UInt8], in world: ExploredWorld) -> [String] {
  let check = TranscriptCheck(host: world.replay, files: NoFiles(), system: ReplaySystem { _ in })
  return check.firstFailure(of: scenario, at: "found.scenario").map { failure in
    let changed = failure.difference.map { "\($0)" } ?? ""
    return ["line \(failure.location.line): \(failure.message) \(changed)"]
  } ?? []
}

/// No file can be reached.
struct NoFiles: ScenarioFiles {
  func list(_ folder: FilePath) throws(FileFailure) -> [FolderEntry] { [] }
  func read(_ path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8] {
    throw FileFailure(path, .missing)
  }
  func write(_ bytes: [UInt8], to path: FilePath, if condition: WriteCondition) throws(FileFailure) {}
  func checkIsWritable(_ path: FilePath) throws(FileFailure) {}
  func stamp(_ path: FilePath) throws(FileFailure) -> FileStamp { throw FileFailure(path, .missing) }
  func below(_ folder: FilePath) throws(FileFailure) -> any ScenarioFiles { self }
  func resolve(_ path: FilePath) throws(FileFailure) -> FilePath { path }
}
