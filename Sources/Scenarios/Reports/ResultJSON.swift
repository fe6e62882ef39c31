import Values

/// The results of a run as members of JSON objects, for the reports that programs read.
extension JSONWriter {
  mutating func members(of result: ScenarioResult, showsTimes: Bool) {
    text(result.path.text, as: "path")
    text(result.claim, as: "claim")
    texts(result.tags, as: "tags")
    text(result.verdict.rawValue, as: "verdict")
    number(result.commandCount, as: "commands")
    array(result.failures, as: "failures") { $0.failure($1) }
    array(result.warnings, as: "warnings") { json, finding in
      json.object {
        $0.number(finding.line, as: "line")
        $0.text(finding.message, as: "message")
      }
    }
    if showsTimes, let durationNs = result.durationNs { number(durationNs, as: "ns") }
  }

  mutating func members(of summary: RunSummary, showsTimes: Bool) {
    number(summary.passedCount, as: "passed")
    number(summary.failedCount, as: "failed")
    number(summary.blessedCount, as: "blessed")
    number(summary.notRunCount, as: "notRun")
    number(summary.commandCount, as: "commands")
    truth(summary.isInterrupted, as: "interrupted")
    if let coverage = summary.coverage {
      array(coverage.dimensions, as: "coverage") { json, dimension in
        json.object {
          $0.text(dimension.name, as: "name")
          $0.number(dimension.cellCount, as: "cells")
          $0.number(dimension.coveredCount, as: "covered")
          $0.texts(dimension.missing, as: "missing")
        }
      }
    }
    if showsTimes, let durationNs = summary.durationNs { number(durationNs, as: "ns") }
  }

  private mutating func failure(_ failure: StepFailure) {
    object {
      $0.text(failure.location.path.text, as: "path")
      $0.number(failure.location.line, as: "line")
      $0.text(failure.message, as: "message")
      $0.texts(failure.command, as: "command")
      $0.number(failure.commandLine, as: "commandLine")
      $0.texts(FailureText.lines(of: failure), as: "lines")
      if let difference = failure.difference { $0.array(difference.lines, as: "difference") { $0.line($1) } }
      if let cause = failure.follows {
        $0.object(as: "follows") {
          $0.text(cause.path.text, as: "path")
          $0.number(cause.line, as: "line")
        }
      }
      if let screens = failure.screens {
        $0.texts(screens.before, as: "before")
        $0.texts(screens.after, as: "after")
      }
    }
  }

  /// Writes a line of a comparison: `same` or `expected` with its number, `got`, or the number of omitted lines.
  private mutating func line(_ line: OutputDifference.Line) {
    object {
      switch line {
      case .same(let number, let text):
        $0.number(number, as: "line")
        $0.text(text, as: "same")
      case .skipped(let count): $0.number(count, as: "skipped")
      case .any(let number, let count):
        $0.number(number, as: "line")
        $0.number(count, as: "any")
      case .missing(let number, let text, let changed):
        $0.number(number, as: "line")
        $0.text(text, as: "expected")
        $0.ranges(changed, in: text)
      case .extra(let text, let changed):
        $0.text(text, as: "got")
        $0.ranges(changed, in: text)
      }
    }
  }

  /// Writes the changed ranges in UTF-16 code units, which most readers of JSON count.
  private mutating func ranges(_ ranges: [Range<Int>], in text: String) {
    func offset(_ utf8: Int) -> Int {
      let index = text.utf8.index(text.startIndex, offsetBy: utf8, limitedBy: text.endIndex) ?? text.endIndex
      return text.utf16.distance(from: text.startIndex, to: index)
    }
    array(ranges, as: "changed") { json, range in
      json.array([offset(range.lowerBound), offset(range.upperBound)]) { $0.number($1) }
    }
  }
}
