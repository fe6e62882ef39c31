import CommandLanguage
import Simulator
import Synchronization

/// The states, levels and line tables that the jobs of a breadth-first search share.
final class BreadthShared: Sendable {
  let states: BreadthStates
  let levels = BreadthLevels()
  let tables: LineTables
  /// The progress of earlier runs; `nil` for a new search.
  let progress: SearchProgress?
  private let storage: (any SearchStorage)?
  /// A Boolean value that indicates whether a later run can continue the search.
  var isKept: Bool { storage != nil }
  private let search: String
  /// The time of the last save, and the nanoseconds that it took.
  private let lastSave: Mutex<(timeNs: UInt64, durationNs: UInt64)>

  /// The minimum time in nanoseconds between two saves. After a slow save, the time is 20 times the duration of the
  /// save.
  private static let saveIntervalNs: UInt64 = 20_000_000_000

  /// - Throws: an ``ExplorationError`` if the search cannot continue from its files.
  init(_ commands: [CommandDescription], _ board: Board) throws {
    storage = board.options.isExhaustive ? board.system.storage : nil
    search = board.options.search
    progress = try storage.flatMap { try SearchProgress.load($0, search: board.options.search) }
    states = try BreadthStates(jobCount: board.options.jobCount, in: storage, continuing: progress)
    tables = LineTables(commands, board.options)
    lastSave = Mutex((board.system.clock?() ?? 0, 0))
    if let progress { levels.restore(progress) }
  }

  /// Requests a save if the last one was long enough ago.
  func wantSave(_ board: Board) {
    guard storage != nil, let now = board.system.clock?() else { return }
    let last = lastSave.withLock { $0 }
    if now &- last.timeNs >= max(Self.saveIntervalNs, last.durationNs &* 20) { levels.wantSave() }
  }

  /// Saves the progress. No job may be busy.
  ///
  /// - Throws: an ``ExplorationError`` if it cannot be written.
  func save(_ board: Board) throws {
    guard let storage else { return }
    let start = board.system.clock?() ?? 0
    var progress = SearchProgress(program: storage.program, search: search)
    let files = try states.flush()
    (progress.stateCounts, progress.stateHashes) = (files.map(\.count), files.map(\.hash))
    levels.write(to: &progress)
    progress.tables = tables.firstStates
    board.write(to: &progress)
    try storage.save(progress.bytes)
    let end = board.system.clock?() ?? 0
    lastSave.withLock { $0 = (end, end &- start) }
  }
}

extension SearchProgress {
  /// Returns the progress of a search in its files; `nil` for a new search.
  ///
  /// - Throws: an ``ExplorationError`` if the files cannot be read or belong to another search.
  static func load(_ storage: any SearchStorage, search: String) throws -> SearchProgress? {
    guard let bytes = try storage.load() else { return nil }
    guard let progress = SearchProgress(bytes) else { throw damaged(storage, "its progress cannot be read") }
    if progress.program != storage.program {
      throw ExplorationError(
        "the search in “\(storage.name)” belongs to another version of the program; choose another folder")
    }
    if progress.search != search {
      throw ExplorationError(
        "the search in “\(storage.name)” has other options; repeat them, or choose another folder")
    }
    return progress
  }

  static func damaged(_ storage: any SearchStorage, _ problem: String) -> ExplorationError {
    ExplorationError(
      "the search in “\(storage.name)” is damaged: \(problem); choose another folder to start again")
  }
}

extension ExplorationOptions {
  /// The options that determine the states that a search visits, and the checks in them.
  var search: String {
    var parts = [
      "seed \(seed)", "depth \(depthMax ?? 0)", "checks \(checks.rawValue)", "faults \(faults.rawValue)",
    ]
    parts += symmetricKinds.map { "symmetry \($0)" } + commandNames.map { "command \($0)" }
    if let goal { parts.append("\(goal.isForbidden ? "never" : "reach") \(goal.condition)") }
    return (parts + prefix).joined(separator: "\n")
  }
}
