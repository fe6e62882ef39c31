import TerminalText

/// The report for people, with one line for a scenario that passed, and all failed steps of a scenario that failed.
public struct TextReport: ReplayReport {
  static let diffLineCountMax = OutputDifference.lineCountMax
  static let screenLineCountMax = 60

  private let style: TextStyle
  private var showsTimes = false

  private let followUp: FollowUpText?

  /// Creates a report, with or without colours.
  public init(usesColor: Bool) { self.init(usesColor: usesColor, followUp: nil) }

  init(usesColor: Bool, followUp: FollowUpText?) {
    style = TextStyle(usesColor: usesColor)
    self.followUp = followUp
  }

  /// Returns a line with the shard, if there is one.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    showsTimes = plan.showsTimes
    guard let shard = plan.shard else { return [] }
    let count = English.count(plan.scenarioCount, "scenario")
    return Array("shard \(shard.index)/\(shard.count): \(count)\n".utf8)
  }

  /// Returns a line for the scenario, followed by its warnings and failures.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] {
    var lines = [title(of: result)]
    lines += result.warnings.map { warning in
      let location = StepFailure.Location(path: result.path, line: warning.line)
      return "  \(location): \(style.note("warning:")) \(warning.message)"
    }
    for line in result.renamed {
      let location = StepFailure.Location(path: result.path, line: line.line)
      lines += ["  \(location): rewritten", "    - \(line.old)", "    + \(line.new)"]
    }
    for failure in result.failures { append(failure, to: &lines) }
    if let followUp { lines += followUp.lines(for: result).map { "  " + style.note($0) } }
    return Self.bytes(lines)
  }

  /// Returns the coverage, the slowest scenarios and the counts.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    var lines: [String] = []
    if let coverage = summary.coverage {
      lines += ["", "coverage"] + coverage.lines.map { "  " + $0 }
    }
    if showsTimes, !summary.slowest.isEmpty {
      lines += ["", "slowest"]
      lines += summary.slowest.map { "  \(Self.milliseconds($0.durationNs))  \($0.path)" }
    }
    if !lines.isEmpty { lines.append("") }
    lines.append(self.summary(summary))
    return Self.bytes(lines)
  }

  // MARK: Parts

  private func title(of result: ScenarioResult) -> String {
    let word =
      switch result.verdict {
      case .passed: style.good("passed")
      case .failed: style.bad("FAILED")
      case .blessed: style.note("re-recorded")
      }
    var line = "\(word)  \(result.path)"
    if !result.claim.isEmpty { line += "  \(Escaping.escaped(result.claim))" }
    if showsTimes, let durationNs = result.durationNs { line += "  (\(Self.milliseconds(durationNs)))" }
    return line
  }

  private func append(_ failure: StepFailure, to lines: inout [String]) {
    var heading = "  \(failure.location): \(failure.message)"
    if let cause = failure.follows { heading += ", which follows from \(cause)" }
    lines.append(heading)
    if !failure.command.isEmpty { appendCommand(failure, to: &lines) }
    if let difference = failure.difference {
      let context = failure.follows == nil ? OutputDifference.contextLineCount : 0
      lines += DiffText(difference, style).lines(context: context, countMax: Self.diffLineCountMax)
    }
    if !failure.printed.isEmpty {
      lines.append("    printed so far")
      appendBlock(failure.printed, to: &lines)
    }
    if let screens = failure.screens, !(screens.before.isEmpty && screens.after.isEmpty) {
      lines.append("    before the step")
      appendBlock(screens.before, to: &lines)
      if screens.after == screens.before {
        lines.append("    after the step: the same")
      } else {
        lines.append("    after the step")
        appendBlock(screens.after, to: &lines)
      }
    }
    for note in failure.notes { lines.append("    \(style.note("note:")) \(note)") }
  }

  private func appendCommand(_ failure: StepFailure, to lines: inout [String]) {
    for (offset, text) in failure.command.enumerated() {
      let mark = offset == 0 ? ">" : "."
      lines.append(DiffText.gutter(failure.commandLine + offset, style) + style.command("\(mark) \(text)"))
    }
  }

  private func appendBlock(_ text: [String], to lines: inout [String]) {
    for line in text.prefix(Self.screenLineCountMax) { lines.append(DiffText.gutter(0, style) + line) }
    let more = text.count - Self.screenLineCountMax
    if more > 0 { lines.append(DiffText.gutter(0, style) + "⋮ \(English.count(more, "more line"))") }
  }

  private func summary(_ summary: RunSummary) -> String {
    var parts = ["\(summary.passedCount) passed"]
    if summary.failedCount > 0 { parts.append(style.bad("\(summary.failedCount) failed")) }
    if summary.blessedCount > 0 { parts.append("\(summary.blessedCount) re-recorded") }
    if summary.notRunCount > 0 { parts.append("\(summary.notRunCount) not run") }
    var line =
      "\(English.count(summary.scenarioCount, "scenario")), \(English.count(summary.commandCount, "command")): "
    line += parts.joined(separator: ", ")
    if showsTimes, let durationNs = summary.durationNs { line += " in \(Self.milliseconds(durationNs))" }
    return summary.isInterrupted ? "interrupted: " + line : line
  }

  // MARK: Words

  /// Returns a duration such as `12.3 ms`.
  static func milliseconds(_ ns: UInt64) -> String {
    "\(ns / 1_000_000).\(ns / 100_000 % 10) ms"
  }

  private static func bytes(_ lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

/// A style of text, with or without colours.
struct TextStyle: Sendable, Equatable {
  var usesColor: Bool

  static let plain = TextStyle(usesColor: false)

  func good(_ text: String) -> String { sgr("32", text) }
  func bad(_ text: String) -> String { sgr("1;31", text) }
  func note(_ text: String) -> String { sgr("36", text) }
  func command(_ text: String) -> String { sgr("1", text) }
  func removed(_ text: String) -> String { sgr("31", text) }
  func added(_ text: String) -> String { sgr("32", text) }
  func quiet(_ text: String) -> String { sgr("2", text) }

  private func sgr(_ code: String, _ text: String) -> String {
    usesColor ? "\u{1B}[\(code)m\(text)\(Painter.reset)" : text
  }

  /// Returns the text with parts of it in reverse video.
  func marking(_ text: String, _ ranges: [Range<Int>]) -> String {
    guard usesColor, !ranges.isEmpty else { return text }
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var copied = 0
    for range in ranges where range.lowerBound >= copied && range.upperBound <= bytes.count {
      result += bytes[copied..<range.lowerBound]
      result += "\u{1B}[7m".utf8
      result += bytes[range]
      result += "\u{1B}[27m".utf8
      copied = range.upperBound
    }
    result += bytes[copied...]
    return String(decoding: result, as: UTF8.self)
  }
}
