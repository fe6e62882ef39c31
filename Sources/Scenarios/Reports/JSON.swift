/// Writes JSON values in ASCII, so that no reader can take part of a string for a line's end.
enum JSON {
  static func string(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x20...0x7E: result.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
      default: result += "\\u" + Escaping.hex(UInt32(unit), digits: 4)
      }
    }
    return result + "\""
  }

  static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

  /// Members in the given order; the values are JSON already.
  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }
}

/// The words that the reports for programs share.
enum FailureText {
  /// `PATH: CLAIM`, fit to be shown.
  static func title(of result: ScenarioResult) -> String {
    let path = Escaping.visible(result.path)
    return result.claim.isEmpty ? path : "\(path): \(Escaping.visible(result.claim))"
  }

  /// What differs, as the report for people shows it without colour, then the notes.
  static func lines(of failure: StepFailure) -> [String] {
    var lines: [String] = []
    if let difference = failure.difference {
      lines += DiffText(difference, TextStyle(usesColor: false)).lines(
        context: TextReport.contextLineCount, countMax: TextReport.diffLineCountMax)
    }
    lines += failure.printed.prefix(TextReport.diffLineCountMax).map { DiffText.gutter(0) + "  " + $0 }
    if let cause = failure.follows { lines.append("follows from \(TextReport.shown(cause))") }
    return lines + failure.notes.map { "note: \($0)" }
  }

  /// A failure's heading, command and lines.
  static func whole(_ failure: StepFailure) -> [String] {
    let command = failure.command.enumerated().map { ($0.offset == 0 ? "> " : ". ") + $0.element }
    return ["\(TextReport.shown(failure.place)): \(failure.message)"] + command + lines(of: failure)
  }
}
