import TerminalText

/// A report in JUnit XML, with a `testcase` for each scenario and a suite for each folder.
///
/// The document is written at the end, since its first lines contain the counts.
public struct JUnitReport: ReplayReport {
  private struct Suite: Sendable {
    var name: FilePath
    var cases = ""
    var count = 0
    var failureCount = 0
    var errorCount = 0
    var durationNs: UInt64 = 0
  }

  private var suites: [Suite] = []
  private var showsTimes = false

  /// Creates a report.
  public init() {}

  /// Returns no bytes, since the first lines need the final counts.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    showsTimes = plan.showsTimes
    return []
  }

  /// Keeps the scenario for the end, and returns no bytes.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    let folder = result.path.folder
    let known = suites.lastIndex { $0.name == folder }
    if known == nil { suites.append(Suite(name: folder)) }
    let index = known ?? suites.count - 1
    suites[index].count += 1
    if result.failures.contains(where: \.isDeath) {
      suites[index].errorCount += 1
    } else if result.verdict == .failed {
      suites[index].failureCount += 1
    }
    suites[index].durationNs &+= result.durationNs ?? 0
    suites[index].cases += testCase(result)
    return []
  }

  /// Returns the whole document.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let errorCount = suites.reduce(0) { $0 + $1.errorCount }
    let failureCount = suites.reduce(0) { $0 + $1.failureCount }
    text += "<testsuites tests=\"\(summary.scenarioCount)\" failures=\"\(failureCount)\""
    text += " errors=\"\(errorCount)\"\(time(summary.durationNs))>\n"
    for suite in suites {
      text += "  <testsuite name=\"\(XML.attribute(suite.name.text))\" tests=\"\(suite.count)\""
      text +=
        " failures=\"\(suite.failureCount)\" errors=\"\(suite.errorCount)\" skipped=\"0\"\(time(suite.durationNs))>\n"
      text += suite.cases + "  </testsuite>\n"
    }
    return Array((text + "</testsuites>\n").utf8)
  }

  private func testCase(_ result: ScenarioResult) -> String {
    let name = result.claim.isEmpty ? result.path.text : result.claim
    var text =
      "    <testcase name=\"\(XML.attribute(name))\" classname=\"\(XML.attribute(result.path.text))\""
    text += time(result.durationNs)
    guard let first = result.failures.first else { return text + "/>\n" }
    let element = first.isDeath ? "error" : "failure"
    text += ">\n      <\(element) message=\"\(XML.attribute(first.message))\" type=\"\(type(of: first))\">"
    text += XML.text(result.failures.flatMap(FailureText.whole).joined(separator: "\n"))
    return text + "</\(element)>\n    </testcase>\n"
  }

  private func type(of failure: StepFailure) -> String {
    switch failure.kind {
    case .output: "output"
    case .finding: "diagnostic"
    case .timeout: "timeout"
    case .interrupted: "interrupted"
    case .afterQuit: "quit"
    case .hash: "hash"
    case .unsteady: "unsteady"
    case .died: "died"
    }
  }

  /// Returns a `time` attribute in seconds; empty if times are not shown.
  private func time(_ ns: UInt64?) -> String {
    guard showsTimes, let ns else { return "" }
    return " time=\"\(ns / 1_000_000_000).\(String(ns / 1_000 % 1_000_000, width: 6))\""
  }
}

/// The escaping of text for XML 1.0. Characters that XML does not allow are escaped as in the other reports.
package enum XML {
  /// Returns text for the content of an element. Line endings are kept.
  static func text(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { attribute(String($0)) }.joined(separator: "\n")
  }

  /// Returns text for an attribute value in double quotes.
  package static func attribute(_ text: String) -> String {
    var result = ""
    for scalar in Escaping.escaped(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
