import CommandLanguage
public import Scenarios
public import Simulator

/// The options of an exploration.
public struct ExplorationOptions: Sendable {
  /// The seed of the world's random numbers and of the search.
  public var seed: UInt64 = 1
  /// The maximum number of steps of all jobs together. Lines that run again, to check a session as a whole or to shrink a
  /// finding, are no steps.
  public var stepCountMax: Int?
  /// The maximum duration in nanoseconds.
  public var timeNsMax: UInt64?
  /// The maximum number of lines in a walk, or the depth of an exhaustive search. `nil` means the default length of
  /// walks, or an unbounded depth.
  public var depthMax: Int?
  /// A Boolean value that indicates whether to visit every state, instead of making random walks.
  public var isExhaustive = false
  /// A Boolean value that indicates whether an exhaustive search is depth-first. A breadth-first search finds a
  /// shortest path to each state.
  public var isDepthFirst = false
  /// The condition to search for.
  public var goal: Goal?
  /// The expressions whose values distinguish the states in the graph of an exhaustive search.
  public var graphExpressions: [String] = []
  /// The number of concurrent jobs, at least one.
  public var jobCount = 1
  /// The part of the walks that this machine makes; `nil` for all. All parts together make the same walks as one search
  /// with that many times the jobs.
  public var shard: ReplayOptions.Shard?
  /// The kinds whose objects are interchangeable, so that states that differ only by their names count as one.
  public var symmetricKinds: [String] = []
  /// The lines that every session runs first.
  public var prefix: [String] = []
  /// The indices of prefix lines that are expected to fail.
  public var failingLines: Set<Int> = []
  /// The names of the commands to try. If empty, all commands are tried except substitutes for the world's own
  /// commands, such as `add`. The substitutes are tried too if none of the world's own commands can be.
  public var commandNames: [String] = []
  /// The checks of the search. Only with the default value, whole walks are checked, too: their recording, their
  /// definitions and their journal.
  public var checks: CheckService.Scope = .search
  /// The parts of the environment of sessions in which random faults are injected.
  public var faults: OuterFaults = []
  /// The walks of a corpus, which run first.
  public var corpus: [[String]] = []
  /// A Boolean value that indicates whether to collect lines that reach new cells, for a corpus.
  public var keepsCorpus = false
  /// The number of distinct faults after which the search ends.
  public var faultCountMax = 10
  /// Known faults, which are not reported.
  public var knownFaults: [Fault] = []
  /// The number of lines to try above which a search of every state no longer keeps the lines of further states, but
  /// generates them again when it needs them. A line takes about 250 bytes.
  var keptLineCountMax = 100_000

  /// A condition to search for.
  public struct Goal: Sendable, Equatable {
    /// The condition, in the command language.
    public var condition: String
    /// A Boolean value that indicates whether the condition must never become true. If it does, that is a fault.
    public var isForbidden: Bool

    /// Creates a goal.
    public init(_ condition: String, isForbidden: Bool = false) {
      self.condition = condition
      self.isForbidden = isForbidden
    }
  }

  /// The numbers and texts of the condition to search for and of the users' rules. A search of every state does not try
  /// those of the world's own rules, since they would multiply the lines in each state.
  var constants: TrialConstants {
    let rules = prefix.filter { $0.hasPrefix("invariant ") || $0.hasPrefix("constraint ") }
    return TrialConstants(of: rules + (goal.map { [$0.condition] } ?? []))
  }

  /// Creates the default options: random walks with all checks.
  public init() {}

  /// The options, with the default number of steps if random walks have neither a number of steps nor a time limit, and
  /// with at least one job.
  public var bounded: ExplorationOptions {
    var options = self
    if stepCountMax == nil, timeNsMax == nil, !isExhaustive {
      options.stepCountMax = goal == nil ? Self.usualStepCount : Self.goalStepCount
    }
    options.jobCount = max(1, jobCount)
    return options
  }

  /// Returns the number of a job among the jobs of all parts of the search, and the number of those jobs.
  func number(ofJob job: Int) -> (number: Int, count: Int) {
    let (index, count) = (shard?.index ?? 1, shard?.count ?? 1)
    return ((index - 1) * jobCount + job, count * jobCount)
  }

  /// The default number of steps.
  public static let usualStepCount = 20_000
  /// The default number of steps of a search for a condition.
  public static let goalStepCount = 1_000_000
  /// The default maximum length of a walk.
  public static let usualDepth = 64
}

extension CheckService.Scope {
  /// The checks of a search.
  public static let search: CheckService.Scope = [.views, .history, .scratch, .grouped]
}

/// The parts of the environment of a session in which exploration injects faults.
public struct OuterFaults: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Messages of a feed are dropped, duplicated, delayed and reordered.
  public static let feed = OuterFaults(rawValue: 1)
  /// The process ends while it writes to its store, the disk is full, or another program or an earlier version of the
  /// world writes to the store.
  public static let store = OuterFaults(rawValue: 2)
}

/// The system services that an exploration uses.
public struct ExplorationSystem: Sendable {
  /// Returns the nanoseconds of a monotonic clock. Without a clock, there is no time limit, and the duration is 0.
  public var clock: (@Sendable () -> UInt64)?
  /// Returns a Boolean value that indicates whether the user has interrupted the exploration.
  public var isInterrupted: @Sendable () -> Bool = { false }
  /// Calls `body` with each of `0..<jobs`, concurrently if possible.
  public var concurrently: @Sendable (_ jobs: Int, _ body: @escaping @Sendable (Int) -> Void) -> Void = {
    jobs, body in
    for job in 0..<jobs { body(job) }
  }
  /// Called by a job that waits for another job's work; yields the processor. The default returns
  /// immediately, so the job polls.
  public var pause: @Sendable () -> Void = {}
  /// Called with the number of a job before it runs a step.
  public var onStep: (@Sendable (Int) -> Void)?
  /// Called regularly with the progress of the exploration.
  public var onProgress: (@Sendable (ExplorationCounts) -> Void)?
  /// Called with each line before a job runs it, and with the number of lines before it. If the line ends the program,
  /// the caller therefore knows the lines that led there. An empty line means that the last one has ended.
  public var onLine: (@Sendable (_ job: Int, _ depth: Int, _ line: String) -> Void)?
  /// Called with each finding once it is shrunk.
  public var onFound: (@Sendable (FoundFault) -> Void)?
  /// Called with each new entry of the corpus once it is shrunk.
  public var onEntry: (@Sendable (CorpusEntry) -> Void)?

  /// The files of a search that visits every state breadth first; `nil` to keep the states in memory.
  public var storage: (any SearchStorage)?

  /// Creates a system without a clock, which runs jobs one after another.
  public init() {}
}

/// The progress of an exploration.
public struct ExplorationCounts: Sendable, Equatable {
  /// The number of lines that were run.
  public var stepCount = 0
  /// The number of lines that changed the state.
  public var changeCount = 0
  /// The number of distinct states that were reached.
  public var stateCount = 0
  /// The size of the set of states in bytes.
  public var stateByteCount = 0
  /// The number of distinct faults that were found.
  public var faultCount = 0
  /// The number of coverage cells that were exercised.
  public var coveredCount = 0
  /// The number of coverage cells; 0 until the exploration ends.
  public var cellCount = 0
  /// The duration in nanoseconds; 0 without a clock.
  public var durationNs: UInt64 = 0
  /// A Boolean value that indicates whether an exhaustive search has visited every state within its depth.
  public var isComplete = false
  /// The distance from the initial state to the farthest state that a breadth-first search visited.
  public var depth = 0

  /// Creates the counts of an exploration that has not begun.
  public init() {}
}
