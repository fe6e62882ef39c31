import TestSupport
import Testing

@testable import Scenarios

/// Outputs that are too large for the exact comparison.
@Suite struct AlignmentTests {
  private func bless(_ expected: [String], _ printed: [String]) -> [String]? {
    var matcher = Self.matcher(expected, printed)
    guard let aligned = matcher.compare(isUnordered: false) else { return expected }
    let failure = StepFailure(location: .init(path: "a.scenario", line: 1), kind: .output)
    let hunk = BlessHunk(
      failure, difference: .init(lines: []), step: 0, aligned, matcher, Self.transcript(expected))
    var rewriter = Rewriter(Self.transcript(expected))
    rewriter.apply(hunk)
    let lines = String(decoding: rewriter.bytes(), as: UTF8.self).split(separator: "\n").map(String.init)
    return Array(lines.dropFirst())
  }

  static func transcript(_ expected: [String]) -> Transcript {
    Transcript(Array((["> x"] + expected).map { $0 + "\n" }.joined().utf8))
  }

  static func matcher(_ expected: [String], _ printed: [String]) -> OutputMatcher {
    let transcript = transcript(expected)
    return OutputMatcher(
      transcript, transcript.steps[0], printed: Array(printed.map { $0 + "\n" }.joined().utf8),
      variables: Variables(), budget: MatchBudget())
  }

  private let many = (0..<3_000).map { "line \($0)" }

  @Test func `three dots stay where much is printed and a line beside them differs`() {
    #expect(bless(["first", "...", "old"], ["first"] + many + ["new"]) == ["first", "...", "new"])
    #expect(bless(["old", "...", "last"], ["new"] + many + ["last"]) == ["new", "...", "last"])
    let wide = (0..<400_000).map { "line \($0)" }
    #expect(bless(["a", "old", "...", "z"], ["b", "new"] + wide + ["z"]) == ["b", "new", "...", "z"])
  }

  @Test func `blocks between three dots are found, however much surrounds them`() {
    let expected = ["old", "...", "line 700", "line 701", "...", "line 2000", "...", "end"]
    #expect(
      bless(expected, ["new"] + many + ["ends"])
        == ["new", "...", "line 700", "line 701", "...", "line 2000", "...", "ends"])
  }

  @Test func `large outputs with and without three dots are re-recorded so that they match`() {
    for seed in UInt64(0)..<40 {
      var random = SplitMix(seed)
      var printed = (0..<2_000).map { _ in "l\(Int.random(in: 0...50, using: &random))" }
      var expected = printed
      for _ in 0..<3 {
        let at = Int.random(in: 0..<expected.count - 100, using: &random)
        expected.replaceSubrange(at..<at + 90, with: ["..."])
      }
      for _ in 0..<4 { printed[Int.random(in: 0..<printed.count, using: &random)] = "changed" }
      guard let blessed = bless(expected, printed) else { continue }
      var matcher = Self.matcher(blessed, printed)
      let matches = matcher.matchesInOrder()
      #expect(matches, "seed \(seed)")
      #expect(blessed.count { $0 == "..." } == expected.count { $0 == "..." }, "seed \(seed)")
    }
  }

  @Test func `millions of lines too many are one run`() {
    let text = Array(String(repeating: "1\n", count: 2_000_000).utf8)
    let transcript = Self.transcript(["a"])
    var matcher = OutputMatcher(
      transcript, transcript.steps[0], printed: text, variables: Variables(), budget: MatchBudget())
    let aligned = matcher.alignment()
    #expect(aligned.count <= 3)
  }

  @Test func `comparing ends when it is cancelled`() {
    var asked = 0
    let budget = MatchBudget {
      asked += 1
      return asked > 2
    }
    let transcript = Self.transcript((0..<2_000).map { "a*\($0)*b*c (glob)" })
    let printed = (0..<2_000).map { "a\($0)\n" }.joined()
    var matcher = OutputMatcher(
      transcript, transcript.steps[0], printed: Array(printed.utf8), variables: Variables(), budget: budget)
    _ = matcher.compare(isUnordered: false)
    #expect(matcher.budget.wasStopped && asked == 3)
  }
}
