/// What a run came to.
public struct RunSummary: Sendable, Equatable {
  public var passedCount = 0
  public var failedCount = 0
  public var blessedCount = 0
  public var commandCount = 0
  /// Scenarios that were chosen and did not run: the run was stopped or interrupted.
  public var notRunCount = 0
  public var isInterrupted = false
  /// A file could not be read or written.
  public var isUnreadable = false
  /// Wall time of the whole run, if the run has a clock.
  public var durationNs: UInt64?
  /// Those that took longest, longest first.
  public var slowest: [Timing] = []
  public var coverage: CoverageTable?

  public struct Timing: Sendable, Equatable {
    public var path: FilePath
    public var durationNs: UInt64

    public init(path: FilePath, durationNs: UInt64) {
      self.path = path
      self.durationNs = durationNs
    }
  }

  private let slowestCountMax: Int

  /// - Parameter slowestCountMax: how many scenarios ``slowest`` keeps.
  public init(slowestCountMax: Int = ReplayOptions.slowestCountDefault) {
    self.slowestCountMax = slowestCountMax
  }

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
    let place = slowest.firstIndex { $0.durationNs < durationNs } ?? slowest.count
    guard place < slowestCountMax else { return }
    slowest.insert(Timing(path: result.path, durationNs: durationNs), at: place)
    if slowest.count > slowestCountMax { slowest.removeLast() }
  }
}
