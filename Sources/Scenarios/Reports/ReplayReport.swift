/// Writes a run down in some format. Scenarios come in the order in which they were chosen, whatever
/// the order in which they ran.
public protocol ReplayReport: Sendable {
  mutating func begin(_ plan: RunPlan) -> [UInt8]
  mutating func add(_ result: ScenarioResult) -> [UInt8]
  mutating func end(_ summary: RunSummary) -> [UInt8]
}
