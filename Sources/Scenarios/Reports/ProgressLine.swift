import TerminalText

/// A line on a terminal with the progress of a run. It is erased before anything else is written.
///
/// With a clock, the line appears only in longer runs, and shows the speed and the remaining time.
struct ProgressLine: Sendable {
  private let scenarioCount: Int
  private let clock: (@Sendable () -> UInt64)?
  private let startNs: UInt64
  private var isShown = false

  static let quietNs: UInt64 = 500_000_000

  init(scenarioCount: Int, clock: (@Sendable () -> UInt64)?) {
    self.scenarioCount = scenarioCount
    self.clock = clock
    startNs = clock?() ?? 0
  }

  /// Returns the text that erases the line; empty if the line is not shown.
  mutating func hide() -> String {
    defer { isShown = false }
    return isShown ? Painter.erasedLine : ""
  }

  /// Returns the text that shows the line; empty at the beginning of a run.
  mutating func show(doneCount: Int, failedCount: Int) -> String {
    let elapsedNs = clock.map { $0() &- startNs }
    if let elapsedNs, elapsedNs < Self.quietNs { return "" }
    isShown = true
    return Self.text(doneCount, of: scenarioCount, failedCount: failedCount, elapsedNs: elapsedNs)
  }

  /// Returns `120/1200 2 failed 85/s 13 s left`. The last two parts need an elapsed time and at least one finished
  /// scenario.
  static func text(_ doneCount: Int, of count: Int, failedCount: Int, elapsedNs: UInt64?) -> String {
    var text = "\(doneCount)/\(count)" + (failedCount > 0 ? "  \(failedCount) failed" : "")
    guard let elapsedNs, elapsedNs > 0, doneCount > 0 else { return text }
    let seconds = Double(elapsedNs) / 1e9
    let leftSeconds = seconds / Double(doneCount) * Double(max(0, count - doneCount))
    text += "  \(rate(Double(doneCount) / seconds))/s  \(duration(leftSeconds.rounded(.up))) left"
    return text
  }

  /// Returns a rate with one decimal if it is less than 10, and otherwise as a whole number.
  private static func rate(_ perSecond: Double) -> String {
    perSecond >= 10
      ? "\(Int(min(perSecond, 1e9).rounded()))" : "\((perSecond * 10).rounded() / 10)"
  }

  /// Returns a duration such as `13 s`, `2 min 5 s` or `3 h 20 min`.
  private static func duration(_ seconds: Double) -> String {
    let seconds = Int(min(max(0, seconds), 1e9))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
  }
}
