import TerminalText

/// The texts that the reports for programs share.
enum FailureText {
  /// Returns `PATH: CLAIM`, escaped for display.
  static func title(of result: ScenarioResult) -> String {
    let path = result.path.description
    return result.claim.isEmpty ? path : "\(path): \(Escaping.escaped(result.claim))"
  }

  /// Returns the difference as the report for people shows it, without colour, followed by the notes.
  static func lines(of failure: StepFailure) -> [String] {
    var lines: [String] = []
    if let difference = failure.difference {
      lines += DiffText(difference, .plain).lines(
        context: OutputDifference.contextLineCount, countMax: TextReport.diffLineCountMax)
    }
    lines += failure.printed.prefix(TextReport.diffLineCountMax).map { DiffText.gutter(0, .plain) + $0 }
    if let cause = failure.follows { lines.append("follows from \(cause)") }
    return lines + failure.notes.map { "note: \($0)" }
  }

  static func whole(_ failure: StepFailure) -> [String] {
    let command = failure.command.enumerated().map { ($0.offset == 0 ? "> " : ". ") + $0.element }
    return ["\(failure.location): \(failure.message)"] + command + lines(of: failure)
  }
}
