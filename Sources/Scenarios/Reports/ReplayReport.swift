/// Writes a run down in some format. Scenarios come in the order in which they were chosen, whatever
/// the order in which they ran.
public protocol ReplayReport: Sendable {
  /// Returns the report's text before the first scenario.
  mutating func begin(_ plan: RunPlan) -> [UInt8]
  /// Returns the report's text for a scenario, after it and all scenarios before it are done.
  mutating func add(_ result: ScenarioResult) -> [UInt8]
  /// Returns the report's text after the last scenario.
  mutating func end(_ summary: RunSummary) -> [UInt8]
}
