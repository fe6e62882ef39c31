/// The plan of a run, before it starts.
public struct RunPlan: Sendable, Equatable {
  /// The number of scenarios to run.
  public var scenarioCount: Int
  /// A Boolean value that indicates whether durations are shown; without them, a report of the same run is the same
  /// bytes.
  public var showsTimes: Bool
  /// The shard that this run is, if it is one.
  public var shard: ReplayOptions.Shard?

  /// The plan of a run of so many scenarios.
  public init(scenarioCount: Int, showsTimes: Bool, shard: ReplayOptions.Shard? = nil) {
    self.scenarioCount = scenarioCount
    self.showsTimes = showsTimes
    self.shard = shard
  }
}
