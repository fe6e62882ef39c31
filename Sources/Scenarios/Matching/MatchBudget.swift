/// How much work the comparison of one scenario may take, so that no file can hang the runner.
///
/// A step is one line comparison, one byte of a glob or one state of a pattern at one character. The
/// bound is a count and no clock: the same file always ends the same way.
struct MatchBudget {
  static let stepCountMax = 100_000_000
  /// What a pattern's instruction costs to keep; so all patterns of an output have at most 2,000,000.
  static let stepsPerInstruction = 50
  private(set) var stepsLeft: Int

  init(_ steps: Int = MatchBudget.stepCountMax) { stepsLeft = steps }

  var isSpent: Bool { stepsLeft <= 0 }

  mutating func spend(_ steps: Int) { stepsLeft &-= steps }
}
