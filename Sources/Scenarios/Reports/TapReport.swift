import TerminalText

/// A report in the Test Anything Protocol, with a test point for each scenario and its failures as a YAML block.
///
/// The report uses version 13 of the protocol, since some readers refuse later versions.
public struct TapReport: ReplayReport {
  private var number = 0
  private var plan = RunPlan(scenarioCount: 0, showsTimes: false)

  /// Creates a report.
  public init() {}

  /// Returns the version and the plan.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    self.plan = plan
    return Array("TAP version 13\n1..\(plan.scenarioCount)\n".utf8)
  }

  /// Returns the scenario's line, and a YAML block of its failures.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    number += 1
    let name = TapReport.description(FailureText.title(of: result))
    var text = "\(result.verdict == .failed ? "not ok" : "ok") \(number) - \(name)\n"
    if let block = block(result) { text += "  ---\n\(block)  ...\n" }
    return Array(text.utf8)
  }

  /// Returns a `Bail out!` line if not all scenarios ran.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    if summary.isInterrupted { return Array("Bail out! interrupted\n".utf8) }
    guard summary.notRunCount > 0 else { return [] }
    return Array("Bail out! \(summary.notRunCount) scenarios were not run\n".utf8)
  }

  /// Returns a YAML block; `nil` if it would be empty. Every value is a JSON string or number, which YAML can read.
  private func block(_ result: ScenarioResult) -> String? {
    var text = ""
    if plan.showsTimes, let durationNs = result.durationNs {
      text += "  duration_ms: \(durationNs / 1_000_000)\n"
    }
    if !result.failures.isEmpty { text += "  failures:\n" }
    for failure in result.failures {
      text += "    - at: \(Quoting.json(failure.location.description))\n"
      text += "      message: \(Quoting.json(failure.message))\n"
      text += joined("command", failure.command) + joined("lines", FailureText.lines(of: failure))
    }
    return text.isEmpty ? nil : text
  }

  /// Returns lines as one string. Simple YAML readers would take a list item with `:` for a key.
  private func joined(_ name: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : "      \(name): \(Quoting.json(lines.joined(separator: "\n")))\n"
  }

  /// Returns a description in which `#` and `\` are escaped, so that it contains no directive.
  static func description(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "#" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
