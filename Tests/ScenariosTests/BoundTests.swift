import Synchronization
import Testing

@testable import Scenarios

/// What a hostile file can make the runner keep, and for how long.
@Suite struct BoundTests {
  /// Takes what a run came to.
  private final class Results: Sendable {
    let all = Mutex<[ScenarioResult]>([])
  }

  private func result(_ text: String) -> ScenarioResult {
    let entry = Selection.Entry(
      path: "a.scenario", name: "a.scenario",
      root: .init(path: ".", files: MemoryFiles(["a.scenario": text])))
    let run = ReplayRun(
      ReplayOptions(), host: .echo, files: MemoryFiles([:]), system: ReplaySystem { _ in })
    var runner = ScenarioRunner(run, [])
    return runner.run(entry).result
  }

  @Test func `a mismatch keeps the lines that are shown and counts the rest`() throws {
    let difference = try #require(result("> flood 400000 1\n").failures.first?.difference)
    #expect(difference.lines.count == OutputDifference.lineCountMax)
    #expect(difference.unshownCount == 200_000 - OutputDifference.lineCountMax)
    let ran = replay("> flood 400000 1\n")
    #expect(ran.output.contains("         | ⋮ 199600 more lines\n"))
    #expect(ran.output.utf8.count < 20_000)
  }

  @Test func `long lines are cut, not within a character`() {
    let ran = replay("> echo \(String(repeating: "é", count: 100_000))\n")
    #expect(ran.output.contains("éé… (200000 bytes)\n"))
    #expect(ran.output.utf8.count < 6_000)
  }

  @Test(arguments: ["", "seed: ", "format: ", "uses: ", "cause: ", "faults: ", "tags: "])
  func `a long comment of the header is cut, too`(_ name: String) {
    let long = String(repeating: "a", count: 1_000_000)
    var host = ReplayHost.echo
    host.checkCause = { header, _, _, _ in "\(header.cause)\(header.faults)" }
    for text in ["# \(name)\(long)\n> echo 1\n2\n", "# \(name)\(long)\n> echo 1\n1\n"] {
      let ran = replay(text, host: host) { $0.reports = [.init(.github)] }
      #expect(ran.output.utf8.count < 10_000)
    }
    let listed = replay("# \(name)\(long)\n> echo 1\n1\n") { $0.isListing = true }
    #expect(listed.output.utf8.count < 10_000)
  }

  @Test func `a long hash is cut, too`() {
    let ran = replay("> set x 1\n# hash: \(String(repeating: "a", count: 1_000_000))\n")
    #expect(ran.output.utf8.count < 10_000 && ran.status == .failure)
  }

  @Test func `a header with very many wrong settings has a bounded number of failures`() {
    let warnings = String(repeating: "# tag: a\n", count: 2_000)
    let errors = String(repeating: "# seed: a\n", count: 2_000)
    #expect(result(warnings + errors + "> echo 1\n1\n").failures.map(\.location.line) == [2_001])
    #expect(result(errors + "> echo 1\n1\n").failures.count == ScenarioPass.failureCountMax)
  }

  @Test func `all failures of a scenario together are bounded`() {
    // The differences of two floods have fewer bytes than all may have, and those of three have more.
    let line = String(repeating: "x", count: 3_000)
    let byteCount = OutputDifference.lineCountMax * (line.utf8.count + 1)
    let text = String(repeating: "> flood \(byteCount) \(line)\n", count: 4)
    let failures = result(text).failures
    #expect(failures.map { $0.difference == nil } == [false, false, true, true])
    #expect(failures.reduce(0) { $0 + $1.byteCount } < ScenarioPass.failureByteCountMax + 10_000)
    #expect(failures.last?.notes == ["the difference is not shown: too many precede it"])
  }

  @Test func `the output of a stopped command is truncated, too`() {
    let ran = replay("> flood 400000 1\n...\n> spin\n") {
      $0.timeoutMilliseconds = 20
    } system: {
      $0.clock = StepClock(stepNs: 1_000_000).read
    }
    #expect(ran.output.utf8.count < 10_000)
  }

  @Test func `the time of a scenario bounds comparing`() {
    let patterns = (0..<3_000).map { "[a-z]*x\($0)(a|b)* (re)" }.joined(separator: "\n")
    let printed = (0..<3_000).map { "y\($0)" }.joined(separator: "|")
    let ran = replay("> echo \(printed)\n\(patterns)\n") {
      $0.timeoutMilliseconds = 50
    } system: {
      $0.clock = StepClock(stepNs: 1_000_000).read
    }
    #expect(ran.output.contains("a.scenario:1: still running after 50 ms\n"))
    #expect(!ran.output.contains("comparing takes too long"))
  }

  @Test func `a character class costs the same however often it repeats a character`() throws {
    let pattern = Array("[^\(String(repeating: "X", count: 200_000))]* (re)".utf8)
    let program = try RegexProgram(Array(pattern.dropLast(5)))
    #expect(program.sets.map(\.ranges.count) == [1])
    #expect(program.sets[0].contains("Y") && !program.sets[0].contains("X"))
  }

  @Test func `ranges that touch or overlap are one`() {
    var set = ScalarSet(ranges: [5...9, 1...3, 4...4, 20...30, 25...27], classes: [])
    set.normalize()
    #expect(set.ranges == [1...9, 20...30])
  }

  @Test func `an unordered output of very many lines is given up`() {
    let ran = replay("# unordered\n> flood 400000 1\n2\n")
    #expect(ran.output.contains("a.scenario:2: the comparison needs more than "))
  }

  @Test func `a repeat of large outputs is compared without keeping them`() {
    let byteCount = ScenarioPass.printedByteCountMax + 1
    let text = "> flood \(byteCount) \(String(repeating: "1", count: 1_000))\n...\n"
    let ran = replay(text + "> tick\n...\n") { $0.repeatCount = 2 }
    #expect(ran.output.contains("a.scenario:3: run 2 printed different output than the first run\n"))
    #expect(!ran.output.contains("a.scenario:1:"))
  }
}
