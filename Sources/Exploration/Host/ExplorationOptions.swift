public import Scenarios

/// The options of an exploration.
public struct ExplorationOptions: Sendable {
  /// The seed of the world's random numbers and of the search.
  public var seed: UInt64 = 1
  /// The most steps, of all jobs together.
  public var stepCountMax: Int?
  /// The longest duration, in nanoseconds.
  public var timeNsMax: UInt64?
  /// The most lines in a walk, or the depth of an exhaustive search. `nil` stands for the usual length, or for no
  /// bound.
  public var depthMax: Int?
  /// A Boolean value that indicates whether to visit every state instead of walking at random.
  public var isExhaustive = false
  /// A Boolean value that indicates whether an exhaustive search goes depth first. Breadth first, the way to each state is a
  /// shortest one.
  public var isDepthFirst = false
  /// The condition that is looked for.
  public var goal: Goal?
  /// The expressions by whose values an exhaustive search draws its states in a graph.
  public var graphExpressions: [String] = []
  /// The number of jobs that explore at the same time; at least one does.
  public var jobCount = 1
  /// The part of the walks that this search makes, of those that several machines make together; all for `nil`. The parts
  /// together make the walks of one search with as many times the jobs.
  public var shard: ReplayOptions.Shard?
  /// Kinds whose objects count as one when they differ by name alone.
  public var symmetricKinds: [String] = []
  /// The lines that every session begins with.
  public var prefix: [String] = []
  /// The positions of those among them that are meant to fail, and so tell nothing of the world that they are for.
  public var failingPlaces: Set<Int> = []
  /// The names of the commands that are tried. When empty, all of the world's own, or all where none of these can be
  /// tried.
  public var commandNames: [String] = []
  /// The checks after each step.
  public var checks: Checks = .search
  /// The parts of the world around the sessions that go wrong by chance, as the seed has it.
  public var faults: OuterFaults = []
  /// Lines that are known to reach something, tried first.
  public var corpus: [[String]] = []
  /// A Boolean value that indicates whether to keep the lines that reach something new, for a corpus.
  public var keepsCorpus = false
  /// The number of different faults after which the search ends.
  public var faultCountMax = 10
  /// Faults that are known already, and are not looked for.
  public var knownFaults: [Fault] = []

  /// A condition that is looked for.
  public struct Goal: Sendable, Equatable {
    /// The condition, in the command language.
    public var condition: String
    /// A Boolean value that indicates whether it is a fault that the condition can become true.
    public var isForbidden: Bool

    /// A condition of which is asked whether it can become true.
    public init(_ condition: String, isForbidden: Bool = false) {
      self.condition = condition
      self.isForbidden = isForbidden
    }
  }

  /// An exploration as it is where nothing is chosen: walks by chance, with all checks.
  public init() {}

  /// The options with the usual number of steps, where neither steps nor a time are given.
  public var bounded: ExplorationOptions {
    var options = self
    if stepCountMax == nil, timeNsMax == nil, !isExhaustive {
      options.stepCountMax = goal == nil ? Self.usualStepCount : Self.goalStepCount
    }
    options.jobCount = max(1, jobCount)
    return options
  }

  /// The number of a job among those of all parts of the search, and how many they are.
  func number(ofJob job: Int) -> (number: Int, count: Int) {
    let (index, count) = (shard?.index ?? 1, shard?.count ?? 1)
    return ((index - 1) * jobCount + job, count * jobCount)
  }

  /// The usual number of steps, where neither steps nor time are given.
  public static let usualStepCount = 20_000
  /// The usual number of steps where a condition is looked for.
  public static let goalStepCount = 1_000_000
  /// The usual length of the longest walks.
  public static let usualDepth = 64
}

/// The parts of the world around a session that exploration lets go wrong.
public struct OuterFaults: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Drops, doubles, delays and reorders what a feed brings.
  public static let feed = OuterFaults(rawValue: 1)
  /// Ends the process of a store at a write, fills its disk, and lets others write to it.
  public static let store = OuterFaults(rawValue: 2)
}

/// The services of the system that an exploration uses.
public struct ExplorationSystem: Sendable {
  /// Nanoseconds of a monotonic clock; without it there is no time limit and no rate.
  public var clock: (@Sendable () -> UInt64)?
  /// Returns a Boolean value that indicates whether the user has asked for the exploration to end.
  public var isInterrupted: @Sendable () -> Bool = { false }
  /// Calls `body` with each of `0..<jobs`, at the same time if it can.
  public var concurrently: @Sendable (_ jobs: Int, _ body: @escaping @Sendable (Int) -> Void) -> Void = {
    jobs, body in
    for job in 0..<jobs { body(job) }
  }
  /// Called by a job that waits for another's work: lets others run for a moment. Whoever has several jobs gives
  /// one that does; without it the job asks again and again.
  public var pause: @Sendable () -> Void = {}
  /// Told from time to time how far the exploration is.
  public var onProgress: (@Sendable (ExplorationCounts) -> Void)?
  /// Told of each line before a job runs it, and behind how many others, so that a program that ends there leaves
  /// them behind.
  public var onLine: (@Sendable (_ job: Int, _ depth: Int, _ line: String) -> Void)?
  /// Called with each finding once it is shrunk.
  public var onFound: (@Sendable (FoundFault) -> Void)?
  /// Called with the lines that reach something new, once they are shrunk.
  public var onEntry: (@Sendable (CorpusEntry) -> Void)?

  /// A system without a clock, which runs jobs one after another.
  public init() {}
}

/// The progress of an exploration.
public struct ExplorationCounts: Sendable, Equatable {
  /// Lines that were run.
  public var stepCount = 0
  /// Of these, such as changed the state.
  public var changeCount = 0
  /// Different states that were met.
  public var stateCount = 0
  /// The memory that the set of states takes, in bytes.
  public var stateByteCount = 0
  /// Different faults that were found.
  public var faultCount = 0
  /// Cells of the coverage that were exercised.
  public var coveredCount = 0
  /// Cells that the coverage has; known at the end.
  public var cellCount = 0
  /// Nanoseconds since it began; 0 without a clock.
  public var durationNs: UInt64 = 0
  /// A Boolean value that indicates whether an exhaustive search has visited every state within its depth.
  public var isComplete = false
  /// The greatest number of lines between the beginning and a state, where an exhaustive search goes breadth first.
  public var depth = 0

  /// The counts of an exploration that has not begun.
  public init() {}
}
