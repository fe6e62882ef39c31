import CommandLanguage
import TerminalText
import TestSupport
import Testing

@testable import Scenarios

/// What workers send, and what becomes of a run whose workers cannot live. Deaths themselves are tested with processes.
@Suite struct WorkerTests {
  /// A result in which nothing is as it is at first.
  private static let full: ScenarioRunner.Outcome = {
    var result = ScenarioResult(path: FilePath(bytes: [0x61, 0xFF]), claim: "It “speaks”.", verdict: .failed)
    result.tags = ["a", "b"]
    result.commandCount = 7
    result.warnings = [Finding(.warning, line: 3, "odd"), Finding(.error, line: 0, "wrong")]
    result.durationNs = .max
    result.root = "root"
    result.renamed = [.init(line: 3, old: "a", new: "b")]
    result.events = Array("{}\n".utf8)
    let kinds: [StepFailure.Kind] = [
      .output, .finding("found"), .timeout(milliseconds: 60_000), .interrupted, .afterQuit(commandCount: 2),
      .hash(recorded: "1", computed: "2"), .unsteady(run: 2), .died(cause: "killed"),
    ]
    result.failures = kinds.map { kind in
      var failure = StepFailure(location: .init(path: "a.scenario", line: 12), kind: kind)
      failure.commandLine = 11
      failure.command = ["echo", "more"]
      var difference = OutputDifference(lines: [
        .same(line: 1, text: "a"), .skipped(count: 200), .any(line: 4, count: 0),
        .missing(line: 5, text: "b", changed: [0..<1, 3..<3]), .extra(text: "c", changed: [1..<300]),
      ])
      difference.unshownCount = 9
      failure.difference = difference
      failure.printed = ["p"]
      failure.notes = ["n"]
      failure.follows = .init(path: "b.scenario", line: 1)
      failure.screens = .init(before: ["x"], after: [])
      return failure
    }
    var outcome = ScenarioRunner.Outcome(result: result)
    outcome.coverage = [CoverageHit("commands", "echo")]
    outcome.isUnreadable = true
    outcome.reads = ["a.txt"]
    return outcome
  }()

  @Test func `a verdict arrives as it was sent, in whatever pieces it comes`() throws {
    let empty = ScenarioRunner.Outcome(result: ScenarioResult(path: "b.scenario"))
    let bytes = WorkerMessage.bytes((300, Self.full)) + WorkerMessage.bytes((0, empty))
    for size in [1, 7, 100, bytes.count] {
      var sent: [UInt8] = []
      var came: [PlacedOutcome] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        sent += bytes[start..<min(start + size, bytes.count)]
        came += try WorkerMessage.take(from: &sent)
      }
      #expect(sent.isEmpty)
      #expect(came.map(\.index) == [300, 0])
      #expect(came.map(\.outcome.result) == [Self.full.result, empty.result])
      #expect(came[0].outcome.coverage == Self.full.coverage && came[0].outcome.reads == Self.full.reads)
      #expect(came[0].outcome.isUnreadable && !came[1].outcome.isUnreadable)
    }
  }

  /// So a property that is added and not sent is noticed.
  @Test func `a sent result contains every property`() throws {
    func expectFull(_ full: Any, _ empty: Any) {
      for (a, b) in zip(Mirror(reflecting: full).children, Mirror(reflecting: empty).children) {
        #expect("\(a.value)" != "\(b.value)", "\(a.label ?? "")")
      }
    }
    expectFull(Self.full.result, ScenarioResult(path: "b"))
    expectFull(Self.full.result.failures[1], StepFailure(location: .init(path: "b", line: 0), kind: .output))
    expectFull(Self.full.result.failures[0].difference as Any, OutputDifference(lines: []) as Any)
  }

  @Test func `damaged bytes are refused or are another verdict, and never trap`() {
    var random = SplitMix(1)
    let bytes = WorkerMessage.bytes((300, Self.full))
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? WorkerMessage.take(from: &damaged)
    }
  }

  private static let files = MemoryFiles([
    "a.scenario": "> echo a\na\n", "b.scenario": "> echo b\nx\n", "c.scenario": "> echo c\nc\n",
  ])

  @Test func `a run gives the same if no process can be started`() {
    let expected = replay(Self.files).output
    for count in [0, 1] {
      let ran = replay(Self.files) {
        $0.jobs = 2
      } system: {
        $0.workers = ThreadWorkers(countMax: count)
      }
      #expect(ran.output == expected)
    }
  }

  @Test func `workers that die before they take a scenario are not started for ever`() {
    let workers = ThreadWorkers(areStillborn: true)
    let ran = replay(Self.files) { _ in
    } system: {
      $0.workers = workers
    }
    #expect(ran.output == replay(Self.files).output)
    #expect(workers.started == 16)
  }

  @Test func `a review runs passing scenarios in a worker, and asks about the rest`() {
    let files = MemoryFiles(["a.scenario": "> echo a\na\n", "b.scenario": "> echo b\nx\n"])
    let workers = ThreadWorkers()
    let ran = replay(files, answers: ["y"]) {
      $0.blessing = .review
    } system: {
      $0.workers = workers
    }
    #expect(workers.started == 2)
    #expect(files.text("b.scenario") == "> echo b\nb\n")
    #expect(ran.status == .success)
  }

  // MARK: Deaths

  private func outcome(_ death: WorkerDeath) -> StepFailure? {
    let root = Selection.Root(path: ".", files: Self.files)
    let outcome = death.outcome(of: .init(path: "b.scenario", name: "b.scenario", root: root))
    #expect(outcome.isFatal && outcome.result.verdict == .failed)
    return outcome.result.failures.first
  }

  @Test func `the report of a death names the signal, the command and the last output`() {
    let errors = Array(
      "odd \u{1B}\na.swift:1: Fatal error: Index out of range\nCurrent stack trace:\n0 x\n".utf8)
    let failure = outcome(.init(ending: .signal(name: "trap"), line: 1, errors: errors))
    #expect(failure?.message == "the process died: trap")
    #expect(failure?.location.description == "b.scenario:1" && failure?.command == ["echo b"])
    #expect(failure?.notes == ["odd \\u{1B}", "a.swift:1: Fatal error: Index out of range"])
  }

  @Test func `death by lack of memory is reported as such`() {
    let errors = Array("Fatal error: failed to allocate 64 bytes of memory with alignment 8\n".utf8)
    #expect(
      outcome(.init(ending: .signal(name: "aborted"), line: 0, errors: errors))?.message
        == "the process died: out of memory")
    #expect(
      outcome(.init(ending: .signal(name: "killed"), line: 0, errors: []))?.notes
        == ["the replay did not kill it; the system does if memory runs out"])
    #expect(
      outcome(.init(ending: .code(3), line: 0, errors: []))?.message
        == "the process died: it ended with exit code 3")
  }
}
