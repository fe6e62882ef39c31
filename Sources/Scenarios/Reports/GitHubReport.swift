import TerminalText

/// A report of GitHub workflow commands, which show failures next to the lines of the files.
public struct GitHubReport: ReplayReport {
  /// Creates a report.
  public init() {}

  /// Returns no bytes, since no workflow command marks the beginning of a run.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] { [] }

  /// Returns a warning for each finding and an error for each failure, with its file and line.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    var text = ""
    for warning in result.warnings {
      let location = StepFailure.Location(path: result.path, line: warning.line)
      text += command("warning", location, title: result.claim, [warning.message])
    }
    for failure in result.failures {
      text += command("error", failure.location, title: result.claim, FailureText.whole(failure))
    }
    return Array(text.utf8)
  }

  /// Returns a notice of the coverage, if it was counted.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    guard let coverage = summary.coverage else { return [] }
    return Array("::notice title=Coverage::\(Self.data(coverage.lines.joined(separator: "\n")))\n".utf8)
  }

  private func command(
    _ name: String, _ location: StepFailure.Location, title: String, _ lines: [String]
  ) -> String {
    var properties = "file=\(Self.property(location.path.description))"
    if location.line > 0 { properties += ",line=\(location.line)" }
    if !title.isEmpty { properties += ",title=\(Self.property(Escaping.escaped(title)))" }
    return "::\(name) \(properties)::\(Self.data(lines.joined(separator: "\n")))\n"
  }

  /// Returns a message in which the characters that would end it are encoded.
  static func data(_ text: String) -> String { encoded(text, "%\r\n") }

  /// Returns the value of a property in which the characters that would end it are encoded.
  static func property(_ text: String) -> String { encoded(text, "%\r\n:,") }

  private static func encoded(_ text: String, _ special: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if special.unicodeScalars.contains(scalar) {
        result += (scalar.value < 16 ? "%0" : "%") + String(scalar.value, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
