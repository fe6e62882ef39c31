import CommandLanguage
import TerminalText

/// A line hook that prints the duration of each line below it, if `time on` is set.
///
/// The timer is the outermost hook, so that no transcript contains a time.
final class LineTimer: LineHook {
  private let isOn: () -> Bool
  private let observerCallCount: () -> Int
  /// Returns the time since a fixed moment.
  private let clock: () -> Duration
  private var start = (time: Duration.zero, observerCallCount: 0)

  init(isOn: @escaping () -> Bool, observerCallCount: @escaping () -> Int, clock: @escaping () -> Duration) {
    self.isOn = isOn
    self.observerCallCount = observerCallCount
    self.clock = clock
  }

  func lineBegins(_ line: PreparedLine, in session: any Session, _ output: inout [UInt8]) -> Outcome? {
    start = (clock(), observerCallCount())
    return nil
  }

  func lineEnded(
    _ line: PreparedLine, in session: any Session, _ output: inout [UInt8], from start: Int,
    _ outcome: Outcome
  ) -> Outcome {
    if isOn() {
      let told = observerCallCount() - self.start.observerCallCount
      let duration = Self.text(of: clock() - self.start.time)
      output += "took \(duration), \(English.count(told, "observer")) called\n".utf8
    }
    return outcome
  }

  /// Returns a duration with at least three digits: `0.042 ms`, `12.3 ms`, `4.07 s`.
  static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    if microseconds < 1_000 { return "0.\(String(microseconds, width: 3)) ms" }
    if microseconds < 1_000_000 { return "\(microseconds / 1_000).\(microseconds / 100 % 10) ms" }
    return "\(microseconds / 1_000_000).\(String(microseconds / 10_000 % 100, width: 2)) s"
  }
}
