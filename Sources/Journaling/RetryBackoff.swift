/// The schedule by which a failed write to a journal is retried: after 1, 2, 4, 8, … lines.
///
/// An attempt costs as much as there is to write, so all attempts together cost at most twice as much as the last one.
struct RetryBackoff {
  /// The number of lines of the last wait.
  private var interval = 0
  /// The number of lines before the next attempt.
  private var remaining = 0

  /// A Boolean value that indicates whether it is too early for another attempt.
  var isWaiting: Bool { remaining > 0 }

  /// Starts a wait that is twice as long as the previous one.
  mutating func noteFailure() {
    interval = max(1, interval * 2)
    remaining = interval
  }

  mutating func countLine() { remaining = max(0, remaining - 1) }
}
