import CommandLanguage
import Scenarios
import Synchronization

/// The shared record of an exploration's jobs: their findings, and the steps left.
final class Board: Sendable {
  private struct State {
    var counts = ExplorationCounts()
    var faults: [FoundFault] = []
    var covered: Set<String> = []
    var corpus: [CorpusEntry] = []
    var lastProgressNs: UInt64 = 0
    var isStopped = false
  }

  let options: ExplorationOptions
  let system: ExplorationSystem
  let cellCount: Int
  private let startNs: UInt64
  private let state = Mutex(State())

  init(_ options: ExplorationOptions, _ system: ExplorationSystem, _ world: ExploredWorld) {
    self.options = options
    self.system = system
    cellCount = world.coverage.reduce(0) { $0 + $1.cells.count }
    startNs = system.clock?() ?? 0
  }

  /// The number of steps that a job makes before it asks for more.
  static let pieceCount = 200

  /// Adds what a job did, and tells whether it may go on.
  func goesOn(steps: Int, changes: Int) -> Bool {
    let now = system.clock?() ?? 0
    let isInterrupted = system.isInterrupted()
    let (goesOn, progress) = state.withLock { state -> (Bool, ExplorationCounts?) in
      state.counts.stepCount += steps
      state.counts.changeCount += changes
      state.counts.durationNs = now &- startNs
      var progress: ExplorationCounts?
      if now &- state.lastProgressNs > 250_000_000 {
        state.lastProgressNs = now
        progress = state.counts
      }
      if isInterrupted || state.faults.count >= options.faultCountMax { state.isStopped = true }
      if let most = options.stepCountMax, state.counts.stepCount >= most { state.isStopped = true }
      if let most = options.timeNsMax, now &- startNs >= most { state.isStopped = true }
      return (!state.isStopped, progress)
    }
    if let progress { system.onProgress?(progress) }
    return goesOn
  }

  /// Tells of the lines of a job.
  func onLine(of job: Int) -> ((Int, String) -> Void)? {
    system.onLine.map { tell in { tell(job, $0, $1) } }
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Adds the states that a job met and no other did.
  func addStates(_ count: Int, byteCount: Int) {
    state.withLock {
      $0.counts.stateCount += count
      $0.counts.stateByteCount += byteCount
    }
  }

  var stepCount: Int { state.withLock { $0.counts.stepCount } }

  // MARK: Faults

  /// Returns a Boolean value that indicates whether a fault is not known yet.
  func isNew(_ fault: Fault) -> Bool {
    !options.knownFaults.contains { $0.isSame(as: fault) }
      && state.withLock { state in !state.faults.contains { $0.fault.isSame(as: fault) } }
  }

  func add(_ found: FoundFault) {
    state.withLock { state in
      guard !state.faults.contains(where: { $0.fault.isSame(as: found.fault) }) else { return }
      state.faults.append(found)
      state.counts.faultCount = state.faults.count
    }
  }

  // MARK: Coverage

  /// Notes the cells that a session exercised, and returns the new ones.
  func cover(_ hits: [CoverageHit]) -> [String] {
    state.withLock { state in
      var new: [String] = []
      for hit in hits {
        let cell = "\(hit.dimension): \(hit.cell)"
        if state.covered.insert(cell).inserted { new.append(cell) }
      }
      state.counts.coveredCount = state.covered.count
      return new
    }
  }

  func keep(_ entry: CorpusEntry) { state.withLock { $0.corpus.append(entry) } }

  /// Returns the result, which does not depend on the speed of the jobs, unless a time limit ends them.
  func result(isComplete: Bool) -> ExplorationResult {
    let end = system.clock?() ?? 0
    return state.withLock { state in
      var counts = state.counts
      counts.cellCount = cellCount
      counts.durationNs = end &- startNs
      counts.isComplete = isComplete
      let faults = state.faults.sorted {
        ($0.fault.kind.rawValue, $0.fault.subject) < ($1.fault.kind.rawValue, $1.fault.subject)
      }
      return ExplorationResult(
        counts: counts, faults: faults, corpus: state.corpus.sorted { $0.name < $1.name })
    }
  }
}

/// The result of an exploration.
public struct ExplorationResult: Sendable {
  /// The final counts.
  public var counts: ExplorationCounts
  /// The faults, by kind and subject.
  public var faults: [FoundFault]
  /// The lines that reached something new, if they were asked for.
  public var corpus: [CorpusEntry]
}
