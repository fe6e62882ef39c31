/// The summary of a run.
public struct RunSummary: Sendable, Equatable {
  /// The number of scenarios that passed.
  public var passedCount = 0
  /// The number of scenarios that failed.
  public var failedCount = 0
  /// The number of scenarios that were rewritten.
  public var blessedCount = 0
  /// The number of commands that ran, in all scenarios.
  public var commandCount = 0
  /// The number of chosen scenarios that did not run because the run was stopped or interrupted.
  public var notRunCount = 0
  /// A Boolean value that indicates whether the user ended the run before all scenarios had run.
  public var isInterrupted = false
  /// A Boolean value that indicates whether a file could not be read or written.
  public var isUnreadable = false
  /// The duration of the whole run in nanoseconds, if the run has a clock.
  public var durationNs: UInt64?
  /// The slowest scenarios, slowest first.
  public var slowest: [Timing] = []
  /// The coverage of the scenarios, if it was counted.
  public var coverage: CoverageTable?

  /// The duration of one scenario.
  public struct Timing: Sendable, Equatable {
    /// The scenario's path, as it was given or found.
    public var path: FilePath
    /// The duration in nanoseconds.
    public var durationNs: UInt64

    /// Creates the duration of a scenario.
    public init(path: FilePath, durationNs: UInt64) {
      self.path = path
      self.durationNs = durationNs
    }
  }

  private let slowestCountMax: Int

  /// Creates an empty summary.
  ///
  /// - Parameter slowestCountMax: the maximum number of scenarios in ``slowest``.
  public init(slowestCountMax: Int = ReplayOptions.slowestCountDefault) {
    self.slowestCountMax = slowestCountMax
  }

  /// The number of scenarios that ran.
  public var scenarioCount: Int { passedCount + failedCount + blessedCount }

  mutating func add(_ result: ScenarioResult, isUnreadable: Bool) {
    switch result.verdict {
    case .passed: passedCount += 1
    case .failed: failedCount += 1
    case .blessed: blessedCount += 1
    }
    commandCount += result.commandCount
    if isUnreadable { self.isUnreadable = true }
    if result.failures.contains(where: { $0.kind == .interrupted }) { isInterrupted = true }
    guard let durationNs = result.durationNs else { return }
    let index = slowest.firstIndex { $0.durationNs < durationNs } ?? slowest.count
    guard index < slowestCountMax else { return }
    slowest.insert(Timing(path: result.path, durationNs: durationNs), at: index)
    if slowest.count > slowestCountMax { slowest.removeLast() }
  }
}
