/// A report of a run in some format. Scenarios are added in the order in which they were chosen, regardless
/// of the order in which they ran.
public protocol ReplayReport: Sendable {
  /// Returns the report's text before the first scenario.
  mutating func begin(_ plan: RunPlan) -> [UInt8]
  /// Returns the report's text for a scenario, after it and all scenarios before it are done.
  mutating func add(_ result: ScenarioResult) -> [UInt8]
  /// Returns the report's text after the last scenario.
  mutating func end(_ summary: RunSummary) -> [UInt8]
}

/// The plan of a run before it begins.
public struct RunPlan: Sendable, Equatable {
  /// The number of scenarios to run.
  public var scenarioCount: Int
  /// A Boolean value that indicates whether durations are shown. Without them, the reports of equal runs are equal.
  public var showsTimes: Bool
  /// The shard that is run; `nil` for all scenarios.
  public var shard: ReplayOptions.Shard?

  /// Creates a plan of a number of scenarios.
  public init(scenarioCount: Int, showsTimes: Bool, shard: ReplayOptions.Shard? = nil) {
    self.scenarioCount = scenarioCount
    self.showsTimes = showsTimes
    self.shard = shard
  }
}
