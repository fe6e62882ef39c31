import TerminalText
import Values

/// The results of a run as members of JSON objects, for the reports that programs read.
enum ResultJSON {
  typealias Members = [(name: String, value: String)]

  /// Returns the members about a scenario.
  static func members(of result: ScenarioResult, showsTimes: Bool) -> Members {
    let verdict =
      switch result.verdict {
      case .passed: "passed"
      case .failed: "failed"
      case .blessed: "blessed"
      }
    var members: Members = [
      ("path", Quoting.json(result.path.text)),
      ("claim", Quoting.json(result.claim)), ("tags", JSON.array(result.tags.map(Quoting.json))),
      ("verdict", Quoting.json(verdict)), ("commands", String(result.commandCount)),
      ("failures", JSON.array(result.failures.map(failure))),
      ("warnings", JSON.array(result.warnings.map(warning))),
    ]
    if showsTimes, let durationNs = result.durationNs { members.append(("ns", String(durationNs))) }
    return members
  }

  /// Returns the members about a whole run.
  static func members(of summary: RunSummary, showsTimes: Bool) -> Members {
    var members: Members = [
      ("passed", String(summary.passedCount)),
      ("failed", String(summary.failedCount)), ("blessed", String(summary.blessedCount)),
      ("notRun", String(summary.notRunCount)), ("commands", String(summary.commandCount)),
      ("interrupted", summary.isInterrupted ? "true" : "false"),
    ]
    if let coverage = summary.coverage {
      members.append(("coverage", JSON.array(coverage.dimensions.map(dimension))))
    }
    if showsTimes, let durationNs = summary.durationNs { members.append(("ns", String(durationNs))) }
    return members
  }

  private static func failure(_ failure: StepFailure) -> String {
    var members: Members = [
      ("path", Quoting.json(failure.location.path.text)), ("line", String(failure.location.line)),
      ("message", Quoting.json(failure.message)),
      ("command", JSON.array(failure.command.map(Quoting.json))),
      ("commandLine", String(failure.commandLine)),
      ("lines", JSON.array(FailureText.lines(of: failure).map(Quoting.json))),
    ]
    if let difference = failure.difference {
      members.append(("difference", JSON.array(difference.lines.map(line))))
    }
    if let cause = failure.follows {
      members.append(("follows", location(cause)))
    }
    if let screens = failure.screens {
      members.append(("before", JSON.array(screens.before.map(Quoting.json))))
      members.append(("after", JSON.array(screens.after.map(Quoting.json))))
    }
    return JSON.object(members)
  }

  /// Returns a line of a comparison: `same` or `expected` with its number, `got`, or the number of lines left out.
  private static func line(_ line: OutputDifference.Line) -> String {
    switch line {
    case .same(let number, let text):
      JSON.object([("line", String(number)), ("same", Quoting.json(text))])
    case .skipped(let count): JSON.object([("skipped", String(count))])
    case .any(let number, let count): JSON.object([("line", String(number)), ("any", String(count))])
    case .missing(let number, let text, let changed):
      JSON.object([
        ("line", String(number)), ("expected", Quoting.json(text)), ("changed", ranges(changed, in: text)),
      ])
    case .extra(let text, let changed):
      JSON.object([("got", Quoting.json(text)), ("changed", ranges(changed, in: text))])
    }
  }

  /// Returns ranges in UTF-16 code units, which most readers of JSON count.
  private static func ranges(_ ranges: [Range<Int>], in text: String) -> String {
    func offset(_ utf8: Int) -> String {
      let location =
        text.utf8.index(text.startIndex, offsetBy: utf8, limitedBy: text.endIndex) ?? text.endIndex
      return String(text.utf16.distance(from: text.startIndex, to: location))
    }
    return JSON.array(ranges.map { JSON.array([offset($0.lowerBound), offset($0.upperBound)]) })
  }

  private static func location(_ location: StepFailure.Location) -> String {
    JSON.object([("path", Quoting.json(location.path.text)), ("line", String(location.line))])
  }

  private static func warning(_ finding: Finding) -> String {
    JSON.object([("line", String(finding.line)), ("message", Quoting.json(finding.message))])
  }

  private static func dimension(_ dimension: CoverageTable.Dimension) -> String {
    JSON.object([
      ("name", Quoting.json(dimension.name)), ("cells", String(dimension.cellCount)),
      ("covered", String(dimension.coveredCount)),
      ("missing", JSON.array(dimension.missing.map(Quoting.json))),
    ])
  }
}
