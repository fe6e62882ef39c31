/// The work that the comparison of one scenario may take, so that no file can make the runner hang.
///
/// A step is one line comparison, 64 bytes of a line, one byte of a glob or one state of a pattern at one
/// character. The bound is a count and no clock: the same file always ends the same way, unless somebody
/// stops it.
struct MatchBudget {
  static let stepCountMax = 100_000_000
  /// The cost of keeping an instruction of a pattern. It limits the patterns of an output to 2,000,000 instructions.
  static let stepsPerInstruction = 50
  /// So often it is asked whether to stop.
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

  /// Lets `work` take steps, of which it leaves those that it did not need.
  mutating func spending<Result>(_ work: (inout Int) -> Result) -> Result {
    // In portions, between which it can be stopped.
    defer { spend(0) }
    return work(&stepsLeft)
  }

  mutating func spend(_ steps: Int) {
    stepsLeft &-= steps
    if stepsLeft < nextPoll { poll() }
  }

  /// Takes all that is left.
  mutating func exhaust() { stepsLeft = 0 }

  private mutating func poll() {
    nextPoll = stepsLeft &- Self.pollStepCount
    guard stepsLeft > 0, let shouldStop, shouldStop() else { return }
    wasStopped = true
    stepsLeft = 0
    nextPoll = .min
  }
}
