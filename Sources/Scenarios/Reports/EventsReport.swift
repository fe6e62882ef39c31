import CommandLanguage
import TerminalText
import Values

/// The events of the scenarios' sessions: one JSON object a line, `start`, and for each scenario `scenario` with the events of
/// its session behind it.
public struct EventsReport: ReplayReport {
  /// A report of a run that has not begun.
  public init() {}

  /// The `start` object.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] { Array((SessionEvent.jsonStart() + "\n").utf8) }

  /// The `scenario` object, and the events.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    let object = JSON.object([
      ("type", Quoting.json("scenario")), ("path", Quoting.json(result.path.text)),
      ("claim", Quoting.json(result.claim)), ("passed", result.failures.isEmpty ? "true" : "false"),
    ])
    return Array((object + "\n").utf8) + result.events
  }

  /// Nothing stands behind the last scenario.
  public mutating func end(_ summary: RunSummary) -> [UInt8] { [] }
}
