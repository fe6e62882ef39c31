import TerminalText
import Values

/// One JSON object a line: `start`, one `scenario` each, `end`. Unknown members are to be ignored by
/// readers; ``version`` grows when one changes its meaning.
public struct JSONLinesReport: ReplayReport {
  /// The version of the format, which the `start` object tells.
  public static let version = 1
  private var showsTimes = false

  /// A report of a run that has not begun.
  public init() {}

  /// The `start` object.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    showsTimes = plan.showsTimes
    var members = [("version", String(Self.version)), ("scenarios", String(plan.scenarioCount))]
    if let shard = plan.shard { members.append(("shard", Quoting.json("\(shard.index)/\(shard.count)"))) }
    return line("start", members)
  }

  /// The `scenario` object.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    line("scenario", ResultJSON.members(of: result, showsTimes: showsTimes))
  }

  /// The `end` object.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    line("end", ResultJSON.members(of: summary, showsTimes: showsTimes))
  }

  private func line(_ type: String, _ members: ResultJSON.Members) -> [UInt8] {
    Array((JSON.object([("type", Quoting.json(type))] + members) + "\n").utf8)
  }
}
