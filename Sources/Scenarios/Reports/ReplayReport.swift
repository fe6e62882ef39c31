/// Writes a run down in some format. Scenarios come in the order in which they were chosen, whatever
/// the order in which they ran.
public protocol ReplayReport: Sendable {
  /// What the report says before the first scenario.
  mutating func begin(_ plan: RunPlan) -> [UInt8]
  /// What the report says of a scenario, once it and all before it are done.
  mutating func add(_ result: ScenarioResult) -> [UInt8]
  /// What the report says behind the last scenario.
  mutating func end(_ summary: RunSummary) -> [UInt8]
}
