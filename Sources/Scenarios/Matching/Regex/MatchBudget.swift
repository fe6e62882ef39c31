/// A limit of the work for the comparisons of one scenario, so that no file can make a run hang.
///
/// A step is one comparison of lines, 64 bytes of a line, one byte of a glob or one state of a pattern at one
/// character. The limit is a count and not a time, so that the result for a file is always the same unless the run is
/// stopped.
struct MatchBudget {
  static let stepCountMax = 100_000_000
  /// The cost of keeping an instruction of a pattern. It limits the patterns of an output to 2,000,000 instructions.
  static let stepsPerInstruction = 50
  private static let pollStepCount = 1 << 14

  private(set) var stepsLeft: Int
  private var nextPoll: Int
  /// A Boolean value that indicates whether the comparison was stopped, by the time limit or by the user.
  private(set) var wasStopped = false
  private let shouldStop: (() -> Bool)?

  init(_ steps: Int = MatchBudget.stepCountMax, shouldStop: (() -> Bool)? = nil) {
    stepsLeft = steps
    nextPoll = steps - Self.pollStepCount
    self.shouldStop = shouldStop
  }

  var isSpent: Bool { stepsLeft <= 0 }

  /// Calls `work`, which subtracts its steps from the argument.
  mutating func spending<Result>(_ work: (inout Int) -> Result) -> Result {
    // This call only checks whether to stop.
    defer { spend(0) }
    return work(&stepsLeft)
  }

  mutating func spend(_ steps: Int) {
    stepsLeft &-= steps
    if stepsLeft < nextPoll { poll() }
  }

  mutating func exhaust() { stepsLeft = 0 }

  private mutating func poll() {
    nextPoll = stepsLeft &- Self.pollStepCount
    guard stepsLeft > 0, let shouldStop, shouldStop() else { return }
    wasStopped = true
    stepsLeft = 0
    nextPoll = .min
  }
}
