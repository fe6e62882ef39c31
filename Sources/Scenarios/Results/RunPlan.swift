/// What a run was about to do.
public struct RunPlan: Sendable, Equatable {
  /// How many scenarios are to run.
  public var scenarioCount: Int
  /// Whether times are shown; without, a report of the same run is the same bytes.
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
