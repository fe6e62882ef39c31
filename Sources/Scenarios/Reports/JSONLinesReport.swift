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
    var members = [
      ("type", Quoting.json("start")), ("version", String(Self.version)),
      ("scenarios", String(plan.scenarioCount)),
    ]
    if let shard = plan.shard { members.append(("shard", Quoting.json("\(shard.index)/\(shard.count)"))) }
    return line(members)
  }

  /// Returns the `scenario` object.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    let verdict =
      switch result.verdict {
      case .passed: "passed"
      case .failed: "failed"
      case .blessed: "blessed"
      }
    var members = [
      ("type", Quoting.json("scenario")), ("path", Quoting.json(result.path.text)),
      ("claim", Quoting.json(result.claim)), ("tags", JSON.array(result.tags.map(Quoting.json))),
      ("verdict", Quoting.json(verdict)), ("commands", String(result.commandCount)),
      ("failures", JSON.array(result.failures.map(failure))),
      ("warnings", JSON.array(result.warnings.map(warning))),
    ]
    if showsTimes, let durationNs = result.durationNs { members.append(("ns", String(durationNs))) }
    return line(members)
  }

  /// Returns the `end` object.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    var members = [
      ("type", Quoting.json("end")), ("passed", String(summary.passedCount)),
      ("failed", String(summary.failedCount)), ("blessed", String(summary.blessedCount)),
      ("notRun", String(summary.notRunCount)), ("commands", String(summary.commandCount)),
      ("interrupted", summary.isInterrupted ? "true" : "false"),
    ]
    if let coverage = summary.coverage {
      members.append(("coverage", JSON.array(coverage.dimensions.map(dimension))))
    }
    if showsTimes, let durationNs = summary.durationNs { members.append(("ns", String(durationNs))) }
    return line(members)
  }

  private func failure(_ failure: StepFailure) -> String {
    var members = [
      ("path", Quoting.json(failure.place.path.text)), ("line", String(failure.place.line)),
      ("message", Quoting.json(failure.message)),
      ("command", JSON.array(failure.command.map(Quoting.json))),
      ("commandLine", String(failure.commandLine)),
      ("lines", JSON.array(FailureText.lines(of: failure).map(Quoting.json))),
    ]
    if let cause = failure.follows {
      members.append(("follows", place(cause)))
    }
    if let screens = failure.screens {
      members.append(("before", JSON.array(screens.before.map(Quoting.json))))
      members.append(("after", JSON.array(screens.after.map(Quoting.json))))
    }
    return JSON.object(members)
  }

  private func place(_ place: StepFailure.Place) -> String {
    JSON.object([("path", Quoting.json(place.path.text)), ("line", String(place.line))])
  }

  private func warning(_ finding: Finding) -> String {
    JSON.object([("line", String(finding.line)), ("message", Quoting.json(finding.message))])
  }

  private func dimension(_ dimension: CoverageTable.Dimension) -> String {
    JSON.object([
      ("name", Quoting.json(dimension.name)), ("cells", String(dimension.cellCount)),
      ("covered", String(dimension.coveredCount)),
      ("missing", JSON.array(dimension.missing.map(Quoting.json))),
    ])
  }

  private func line(_ members: [(String, String)]) -> [UInt8] {
    Array((JSON.object(members) + "\n").utf8)
  }
}

/// A report of the events of the sessions, with one JSON object per line: `start`, and for each scenario `scenario`, followed
/// by the events of its session.
public struct EventsReport: ReplayReport {
  /// Creates a report.
  public init() {}

  /// Returns the `start` object.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] { Array((SessionEvent.jsonStart() + "\n").utf8) }

  /// Returns the `scenario` object and the events.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    let object = JSON.object([
      ("type", Quoting.json("scenario")), ("path", Quoting.json(result.path.text)),
      ("claim", Quoting.json(result.claim)), ("passed", result.failures.isEmpty ? "true" : "false"),
    ])
    return Array((object + "\n").utf8) + result.events
  }

  /// Returns nothing, since nothing follows the last scenario.
  public mutating func end(_ summary: RunSummary) -> [UInt8] { [] }
}
