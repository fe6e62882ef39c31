import CommandLanguage
import TerminalText
import Values

/// A report with one JSON object per line: `start`, a `scenario` for each scenario, and `end`. Readers must ignore unknown
/// members. ``version`` increases when a member changes its meaning.
public struct JSONLinesReport: ReplayReport {
  /// The version of the format, which the `start` object includes.
  public static let version = 1
  private var showsTimes = false

  /// Creates a report.
  public init() {}

  /// Returns the `start` object.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    showsTimes = plan.showsTimes
    var members = [("version", String(Self.version)), ("scenarios", String(plan.scenarioCount))]
    if let shard = plan.shard { members.append(("shard", Quoting.json("\(shard.index)/\(shard.count)"))) }
    return line("start", members)
  }

  /// Returns the `scenario` object.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    line("scenario", ResultJSON.members(of: result, showsTimes: showsTimes))
  }

  /// Returns the `end` object.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    line("end", ResultJSON.members(of: summary, showsTimes: showsTimes))
  }

  private func line(_ type: String, _ members: ResultJSON.Members) -> [UInt8] {
    Array((JSON.object([("type", Quoting.json(type))] + members) + "\n").utf8)
  }
}

/// A report of the events of the sessions, with one JSON object per line: `start`, for each scenario `scenario`, followed by the
/// events of its session, and `summary`.
public struct EventsReport: ReplayReport {
  private var showsTimes = false
  private let followUp: FollowUpText?

  /// Creates a report.
  public init() { self.init(followUp: nil) }

  /// - Parameter followUp: provides the command that replays a failed scenario alone.
  init(followUp: FollowUpText?) { self.followUp = followUp }

  /// Returns the `start` object.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    showsTimes = plan.showsTimes
    return Array((SessionEvent.jsonStart([("scenarios", String(plan.scenarioCount))]) + "\n").utf8)
  }

  /// Returns the `scenario` object and the events.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    var members = ResultJSON.members(of: result, showsTimes: showsTimes)
    members.append(("passed", result.failures.isEmpty ? "true" : "false"))
    if !result.failures.isEmpty, let command = followUp?.replayCommand(of: result) {
      members.append(("again", Quoting.json(command)))
    }
    return line("scenario", members) + result.events
  }

  /// Returns the `summary` object.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    line("summary", ResultJSON.members(of: summary, showsTimes: showsTimes))
  }

  private func line(_ type: String, _ members: ResultJSON.Members) -> [UInt8] {
    Array((JSON.object([("type", Quoting.json(type))] + members) + "\n").utf8)
  }
}
