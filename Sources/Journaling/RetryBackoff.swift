/// Decides when a journal that could not be written is tried again: after 1, 2, 4, 8, … lines.
///
/// An attempt costs as much as there is to write. All attempts together cost at most twice as much as the last one.
struct RetryBackoff {
  /// The number of lines of the last wait.
  private var interval = 0
  /// The number of lines before the next attempt.
  private var remaining = 0

  /// A Boolean value that indicates whether it is too early for another attempt.
  var isWaiting: Bool { remaining > 0 }

  /// Waits twice as long as after the failure before.
  mutating func noteFailure() {
    interval = max(1, interval * 2)
    remaining = interval
  }

  /// Counts a line that begins.
  mutating func countLine() { remaining = max(0, remaining - 1) }
}
