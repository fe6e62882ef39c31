import CommandLanguage
import TerminalText
import Values

/// The events of the scenarios' sessions: one JSON object a line, `start`, for each scenario `scenario` with the events of
/// its session behind it, and `summary`.
public struct EventsReport: ReplayReport {
  private var showsTimes = false
  private let followUp: FollowUpText?

  /// A report of a run that has not begun.
  public init() { self.init(followUp: nil) }

  /// - Parameter followUp: gives the command that replays a failed scenario alone.
  init(followUp: FollowUpText?) { self.followUp = followUp }

  /// The `start` object.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    showsTimes = plan.showsTimes
    return Array((SessionEvent.jsonStart([("scenarios", String(plan.scenarioCount))]) + "\n").utf8)
  }

  /// The `scenario` object, and the events.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    var members = ResultJSON.members(of: result, showsTimes: showsTimes)
    members.append(("passed", result.failures.isEmpty ? "true" : "false"))
    if !result.failures.isEmpty, let command = followUp?.replayCommand(of: result) {
      members.append(("again", Quoting.json(command)))
    }
    return line("scenario", members) + result.events
  }

  /// The `summary` object.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    line("summary", ResultJSON.members(of: summary, showsTimes: showsTimes))
  }

  private func line(_ type: String, _ members: ResultJSON.Members) -> [UInt8] {
    Array((JSON.object([("type", Quoting.json(type))] + members) + "\n").utf8)
  }
}
