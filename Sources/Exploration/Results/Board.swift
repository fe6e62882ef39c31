import CommandLanguage
public import Scenarios
import Simulator
import Synchronization

/// The shared state of an exploration's jobs, such as their findings and the remaining steps.
final class Board: Sendable {
  private struct State {
    var counts = ExplorationCounts()
    var faults: [FoundFault] = []
    /// The number of times that faults of a cause were shrunk.
    var tries: [FaultCause: Int] = [:]
    /// The number of further times that faults of a cause were found.
    var repeats: [FaultCause: Int] = [:]
    var witness: FoundFault?
    var covered: Set<String> = []
    var corpus: [CorpusEntry] = []
    var actions: [ActionCount] = []
    var edges: Set<StateEdge> = []
    var lastProgressNs: UInt64 = 0
    /// The number of steps that jobs may run and have not added yet.
    var grantedCount = 0
    var isStopped = false
    var problem: String?
    /// The steps, the changes and the nanoseconds of earlier runs of the same search.
    var earlier = (stepCount: 0, changeCount: 0, durationNs: UInt64(0))
  }

  let options: ExplorationOptions
  let system: ExplorationSystem
  private let dimensions: [CoverageDimension]
  private let isSampled: Bool
  private let startNs: UInt64
  /// The check of the objects that are treated as equal; `nil` if there are none.
  let symmetry: SymmetryCheck?
  private let state = Mutex(State())
  /// The limits of steps and time, up to the end of the present phase of the search.
  private let phase: Mutex<(stepMax: Int?, timeNsMax: UInt64?)>

  init(_ options: ExplorationOptions, _ system: ExplorationSystem, _ world: ExploredWorld) {
    self.options = options
    self.system = system
    isSampled = world.commands.contains(where: \.isSampled)
    dimensions = world.coverage.dimensions
    startNs = system.clock?() ?? 0
    symmetry = SymmetryCheck(options.symmetricKinds)
    phase = Mutex((options.stepCountMax, options.timeNsMax))
    state.withLock {
      $0.actions = world.commands.map { ActionCount(name: $0.name, isOwn: world.isOwn($0)) }
    }
  }

  /// The maximum number of steps that a job runs between two calls of ``continues(steps:changes:)``.
  static let pieceCountMax = 200
  /// The maximum number of times that faults of one cause are shrunk. The lines of each may have other commands.
  private static let tryCountMax = 4
  /// The maximum number of times that faults of one cause are shrunk while no session has reproduced any of them.
  private static let blindTryCountMax = 40

  /// Begins a phase of the search. It ends when the search as a whole has used `share` of its steps or of its time.
  func beginPhase(share: Double) {
    phase.withLock {
      $0.stepMax = options.stepCountMax.map { Int(Double($0) * share) }
      $0.timeNsMax = options.timeNsMax.map { UInt64(Double($0) * share) }
    }
    state.withLock { ($0.isStopped, $0.grantedCount) = (false, 0) }
  }

  /// Adds the steps of a job. Returns the number of steps that the job may run next, which no other job may run; 0 if it
  /// must end.
  ///
  /// - Parameters:
  ///   - granted: the number of steps that the job was last allowed to run.
  ///   - isOver: whether the job ends.
  func nextPiece(steps: Int, changes: Int, granted: Int, isOver: Bool) -> Int {
    let continues = continues(steps: steps, changes: changes)
    let stepMax = phase.withLock { $0.stepMax } ?? .max
    return state.withLock { state in
      state.grantedCount -= granted
      guard continues, !isOver else { return 0 }
      let free = max(0, stepMax - state.counts.stepCount - state.grantedCount)
      // The last steps are shared, since a job that gets none ends.
      let piece = min(Self.pieceCountMax, free == 0 ? 0 : (free - 1) / options.jobCount + 1)
      state.grantedCount += piece
      return piece
    }
  }

  /// Adds the steps of a job. Returns whether the job may continue.
  func continues(steps: Int, changes: Int) -> Bool {
    let now = system.clock?() ?? 0
    let isInterrupted = system.isInterrupted()
    let phase = phase.withLock { $0 }
    let (continues, progress) = state.withLock { state -> (Bool, ExplorationCounts?) in
      state.counts.stepCount += steps
      state.counts.changeCount += changes
      state.counts.durationNs = now &- startNs
      var progress: ExplorationCounts?
      if now &- state.lastProgressNs > 250_000_000 {
        state.lastProgressNs = now
        progress = state.counts
      }
      if isInterrupted || state.faults.count >= options.faultCountMax { state.isStopped = true }
      if let most = phase.stepMax, state.counts.stepCount >= most { state.isStopped = true }
      if let most = phase.timeNsMax, now &- startNs >= most { state.isStopped = true }
      return (!state.isStopped, progress)
    }
    if let progress { system.onProgress?(progress) }
    return continues
  }

  /// The number of lines after which the condition of the search becomes true; `nil` if no such lines are known.
  var witnessLength: Int? { state.withLock { $0.witness?.lines.count } }

  /// A Boolean value that indicates whether the user ended the search.
  var isInterrupted: Bool { system.isInterrupted() }

  /// The maximum number of lines of a path. A search for a condition needs only paths that are shorter than the known
  /// one.
  var depthMax: Int {
    min(options.depthMax ?? .max, witnessLength.map { $0 - 1 } ?? .max)
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Adds the states that one job was the first to reach.
  func addStates(_ count: Int, byteCount: Int) {
    state.withLock {
      $0.counts.stateCount += count
      $0.counts.stateByteCount += byteCount
    }
  }

  /// Notes the states that a search reached from the initial state. The greatest number is reported, since several
  /// searches reach the same states.
  func noteStates(_ count: Int, byteCount: Int) {
    state.withLock {
      if count <= $0.counts.stateCount { return }
      ($0.counts.stateCount, $0.counts.stateByteCount) = (count, byteCount)
    }
  }

  /// Notes the distance of states from the initial state.
  func note(depth: Int) { state.withLock { $0.counts.depth = max($0.counts.depth, depth) } }

  /// Adds a job's numbers of lines, by command.
  func add(_ actions: [ActionCount]) {
    state.withLock { state in
      for action in actions {
        guard let index = state.actions.firstIndex(where: { $0.name == action.name }) else { continue }
        state.actions[index].tryCount += action.tryCount
        state.actions[index].successCount += action.successCount
      }
    }
  }

  /// Notes the reason why a walk could not be checked as a whole. The result contains the first reason.
  func note(problem: String) { state.withLock { $0.problem = $0.problem ?? problem } }

  func add(_ edges: Set<StateEdge>) { state.withLock { $0.edges.formUnion(edges) } }

  var stepCount: Int { state.withLock { $0.counts.stepCount } }

  // MARK: Several runs

  /// Restores the counts of earlier runs of the same search.
  func restore(_ progress: SearchProgress) {
    state.withLock { state in
      state.earlier = (progress.stepCount, progress.changeCount, progress.durationNs)
      state.counts.depth = progress.depth
    }
    add(progress.actions)
  }

  /// Writes the counts of all runs to a progress.
  func write(to progress: inout SearchProgress) {
    let now = system.clock?() ?? 0
    state.withLock { state in
      progress.stepCount = state.counts.stepCount + state.earlier.stepCount
      progress.changeCount = state.counts.changeCount + state.earlier.changeCount
      progress.durationNs = now &- startNs &+ state.earlier.durationNs
      progress.actions = state.actions
    }
  }

  // MARK: Faults

  /// Returns a Boolean value that indicates whether a fault of a cause is to be shrunk. If so, it counts as one more
  /// try.
  func wants(_ cause: FaultCause) -> Bool {
    state.withLock { state in
      if state.tries[cause] != nil { state.repeats[cause, default: 0] += 1 }
      if isKnown(cause, in: state) || state.faults.count >= options.faultCountMax { return false }
      state.tries[cause, default: 0] += 1
      return true
    }
  }

  /// Returns a Boolean value that indicates whether faults of a cause are no longer shrunk. If so, it counts as found once
  /// more.
  func isKnown(_ cause: FaultCause) -> Bool {
    state.withLock { state in
      guard isKnown(cause, in: state) else { return false }
      state.repeats[cause, default: 0] += 1
      return true
    }
  }

  private func isKnown(_ cause: FaultCause, in state: State) -> Bool {
    if options.knownFaults.contains(where: { $0.kind == cause.kind && $0.subject == cause.subject }) {
      return true
    }
    let isShown = state.faults.contains { $0.cause == cause && $0.isRepeatable }
    return state.tries[cause, default: 0] >= (isShown ? Self.tryCountMax : Self.blindTryCountMax)
  }

  /// Adds a finding. If its cause is known, its lines are added to the first finding of the cause.
  func add(_ found: FoundFault) {
    let isNew = state.withLock { state in
      if found.fault.kind == .reached || found.fault.kind == .never {
        let isBetter = state.witness.map { found.lines.count < $0.lines.count } ?? true
        if isBetter { state.witness = found }
        state.isStopped = true
        return false
      }
      if let index = state.faults.firstIndex(where: { $0.cause == found.cause }) {
        // Lines that show the fault again replace those that did not.
        if found.isRepeatable, !state.faults[index].isRepeatable {
          state.faults[index] = found
          return true
        }
        state.faults[index].addOther(found)
        return false
      }
      state.faults.append(found)
      state.counts.faultCount = state.faults.count
      return true
    }
    if isNew { system.onFound?(found) }
  }

  // MARK: Coverage

  /// Notes the cells that a session exercised, and returns the new ones.
  func cover(_ cells: [String]) -> [String] {
    state.withLock { state in
      let new = cells.filter { state.covered.insert($0).inserted }
      state.counts.coveredCount = state.covered.count
      return new
    }
  }

  func keep(_ entry: CorpusEntry) {
    state.withLock { $0.corpus.append(entry) }
    system.onEntry?(entry)
  }

  /// Returns the result, with its faults, its corpus and its edges in a fixed order. Lines that make a forbidden
  /// condition true are a finding.
  ///
  /// - Parameters:
  ///   - isComplete: whether every state was visited.
  ///   - isShortest: whether no shorter lines meet the condition of the search.
  func result(isComplete: Bool, isShortest: Bool = false) -> ExplorationResult {
    let end = system.clock?() ?? 0
    let forbidden = state.withLock { state -> FoundFault? in
      guard let found = state.witness, found.fault.kind == .never else { return nil }
      state.witness = nil
      state.faults.append(found)
      state.counts.faultCount = state.faults.count
      return found
    }
    if let forbidden { system.onFound?(forbidden) }
    return state.withLock { state in
      var counts = state.counts
      counts.stepCount += state.earlier.stepCount
      counts.changeCount += state.earlier.changeCount
      counts.cellCount = dimensions.reduce(0) { $0 + $1.cells.count }
      counts.durationNs = end &- startNs &+ state.earlier.durationNs
      counts.isComplete = isComplete
      var faults = state.faults.sorted {
        ($0.fault.kind.rawValue, $0.fault.subject) < ($1.fault.kind.rawValue, $1.fault.subject)
      }
      for index in faults.indices { faults[index].repeatCount = state.repeats[faults[index].cause] ?? 0 }
      return ExplorationResult(
        counts: counts, faults: faults, corpus: state.corpus.sorted { $0.name < $1.name },
        witness: state.witness, isShortest: isShortest, isSampled: isSampled, actions: state.actions,
        edges: state.edges.sorted(),
        problem: state.problem, coverage: table(of: state))
    }
  }

  /// Returns the coverage of the walks; `nil` for a search that does not count it.
  private func table(of state: State) -> CoverageTable? {
    if dimensions.isEmpty || options.isExhaustive || options.goal != nil { return nil }
    return CoverageTable(dimensions) { dimension, cell in
      let dimension = dimensions[dimension]
      return state.covered.contains(ExploredWorld.text(ofCell: dimension.cells[cell], in: dimension.name))
    }
  }
}

/// The result of an exploration.
public struct ExplorationResult: Sendable {
  /// The final counts.
  public var counts: ExplorationCounts
  /// The faults, by kind and subject.
  public var faults: [FoundFault]
  /// The lines that reached new cells, by name; empty unless the options ask for a corpus.
  public var corpus: [CorpusEntry]
  /// The lines after which the condition of the search is true; `nil` if no line made it true, or if it is forbidden.
  public var witness: FoundFault?
  /// A Boolean value that indicates whether none of the shorter lines that were tried meet the condition.
  public var isShortest = false
  /// A Boolean value that indicates whether the arguments that were tried are a sample, such as a few of all numbers.
  public var isSampled = false
  /// The numbers of lines that were tried, by command.
  public var actions: [ActionCount]
  /// The edges of the graph of states, in order; empty unless the options ask for a graph.
  public var edges: [StateEdge]
  /// The first reason why a walk could not be saved and replayed, or run with a store; `nil` if there was none.
  public var problem: String?
  /// The coverage of the walks; `nil` for a search that does not count it.
  public var coverage: CoverageTable?
}

/// The number of lines of a command that a search ran.
public struct ActionCount: Sendable, Equatable {
  /// The name of the command.
  public var name: String
  /// A Boolean value that indicates whether the command is one of the world's own commands, or a substitute for them.
  public var isOwn = true
  /// The number of lines.
  public var tryCount = 0
  /// The number of lines that succeeded.
  public var successCount = 0
}

/// An edge between two states of a graph. A state is represented by the values of the graph's expressions.
public struct StateEdge: Sendable, Hashable, Comparable {
  /// The state before the step; `nil` for the edge to the initial state.
  public var from: String?
  /// The state after the step.
  public var to: String
  /// The name of the command.
  public var command: String

  public static func < (a: StateEdge, b: StateEdge) -> Bool {
    (a.from ?? "", a.to, a.command) < (b.from ?? "", b.to, b.command)
  }
}
