import CommandLanguage
import TerminalText
import Values

/// A report with one JSON object per line: `start`, a `scenario` for each scenario, and `end`. Readers must ignore
/// unknown members. ``version`` increases when a member changes its meaning.
public struct JSONLinesReport: ReplayReport {
  /// The version of the format, which the `start` object includes.
  public static let version = 1
  private var showsTimes = false

  /// Creates a report.
  public init() {}

  /// Returns the `start` object.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    showsTimes = plan.showsTimes
    return JSONWriter.line("start") {
      $0.number(Self.version, as: "version")
      $0.number(plan.scenarioCount, as: "scenarios")
      if let shard = plan.shard { $0.text("\(shard.index)/\(shard.count)", as: "shard") }
    }
  }

  /// Returns the `scenario` object.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    JSONWriter.line("scenario") { $0.members(of: result, showsTimes: showsTimes) }
  }

  /// Returns the `end` object.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    JSONWriter.line("end") { $0.members(of: summary, showsTimes: showsTimes) }
  }
}

/// A report of the events of the sessions, with one JSON object per line: `start`, a `scenario` for each scenario,
/// followed by the events of its session, and `summary`.
public struct EventsReport: ReplayReport {
  private var showsTimes = false
  private let followUp: FollowUpText?

  /// Creates a report.
  public init() { self.init(followUp: nil) }

  init(followUp: FollowUpText?) { self.followUp = followUp }

  /// Returns the `start` object.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    showsTimes = plan.showsTimes
    var json = JSONWriter()
    json.startEvents { $0.number(plan.scenarioCount, as: "scenarios") }
    return json.bytes
  }

  /// Returns the `scenario` object and the events.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    let line = JSONWriter.line("scenario") {
      $0.members(of: result, showsTimes: showsTimes)
      $0.truth(result.failures.isEmpty, as: "passed")
      if !result.failures.isEmpty, let command = followUp?.replayCommand(of: result) {
        $0.text(command, as: "again")
      }
    }
    return line + result.events
  }

  /// Returns the `summary` object.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    JSONWriter.line("summary") { $0.members(of: summary, showsTimes: showsTimes) }
  }
}

extension JSONWriter {
  fileprivate static func line(_ type: String, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.text(type, as: "type")
      members(&$0)
    }
    json.endLine()
    return json.bytes
  }
}
