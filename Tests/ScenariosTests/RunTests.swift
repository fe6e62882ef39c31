import Foundation
import Synchronization
import Testing

@testable import Scenarios

@Suite struct RunTests {
  private let many = MemoryFiles([
    "b/two.scenario": "# Two.\n# tags: slow phases\n> echo 2\n2\n",
    "a/one.scenario": "# One.\n# tags: fast\n> echo 1\n1\n",
    "a/deep/three.scenario": "# Three.\n# tags: slow\n> echo 3\n3\n", "a/notes.txt": "> echo no\nscenario\n",
    ".hidden/four.scenario": "> echo 4\nno\n",
  ])

  private func names(_ ran: Ran) -> [String] {
    ran.output.split(separator: "\n").compactMap { line in
      line.hasPrefix("passed  ") || line.hasPrefix("FAILED  ")
        ? line.dropFirst(8).split(separator: "  ").first.map(String.init) : nil
    }
  }

  // MARK: Choose

  @Test func `folders are searched for scenarios, in the order of their paths`() {
    let ran = replay(many)
    #expect(names(ran) == ["a/deep/three.scenario", "a/one.scenario", "b/two.scenario"])
    #expect(
      names(replay(many) { $0.paths = ["./b/", "b/two.scenario", "a/notes.txt"] }) == [
        "a/notes.txt", "b/two.scenario",
      ])
  }

  @Test func `names that only Unicode calls equal are two files`() {
    let files = MemoryFiles([
      "\u{E9}.scenario": "> echo a\na\n", "./\u{301}x/e\u{301}.scenario": "> folder\n/work/\u{301}x\n",
    ])
    #expect(replay(files) { $0.paths = ["./\u{301}x/", "\u{E9}.scenario"] }.status == .success)
    #expect(Selection.trimmed("./\u{301}x//") == "\u{301}x")
    #expect(ScenarioPath.normalized("/a/\u{301}b/../c") == "/a/c")
    #expect(RunRecords.failed(in: RunRecords.write(failed: ["\u{301}x"])) == ["\u{301}x"])
    #expect(RunRecords.timings(in: RunRecords.write(timings: ["\u{301}x": 4])) == ["\u{301}x": 4])
  }

  @Test func `tags and texts choose`() {
    #expect(names(replay(many) { $0.tags = ["slow"] }) == ["a/deep/three.scenario", "b/two.scenario"])
    #expect(names(replay(many) { $0.tags = ["slow", "phases"] }) == ["b/two.scenario"])
    #expect(names(replay(many) { $0.tags = ["!slow"] }) == ["a/one.scenario"])
    #expect(names(replay(many) { $0.matches = ["Two"] }) == ["b/two.scenario"])
    #expect(names(replay(many) { $0.matches = ["deep/"] }) == ["a/deep/three.scenario"])
  }

  @Test func `a choice of nothing is an error`() {
    let ran = replay(many) {
      $0.tags = ["none"]
      $0.matches = ["x"]
    }
    #expect(ran.status == .usage && ran.output.isEmpty)
    #expect(ran.errors == "error: no scenario matches: --tag none --match x\n")
    #expect(
      replay(MemoryFiles(["a/x.txt": ""])).errors
        == "error: there is no “*.scenario” file in what was named\n")
    #expect(replay(many) { $0.paths = [] }.errors == "error: no file or folder is named\n")
    #expect(replay(many) { $0.paths = ["c"] }.errors == "error: there is no file “c”\n")
  }

  @Test func `a list shows what would run and runs nothing`() {
    let ran = replay(many) { $0.isListing = true }
    #expect(
      ran.output == """
        a/deep/three.scenario  Three.  [slow]
        a/one.scenario  One.  [fast]
        b/two.scenario  Two.  [slow phases]

        """)
  }

  @Test func `those that failed last time are run until they pass`() {
    let files = MemoryFiles([
      "a.scenario": "> echo a\nx\n", "b.scenario": "> echo b\nb\n", "c.scenario": "> echo c\nx\n",
    ])
    func run(_ paths: [String] = ["."], failed: Bool) -> Ran {
      replay(files) {
        $0.paths = paths
        $0.stateFile = "state"
        $0.onlyFailed = failed
      }
    }
    #expect(run(failed: true).errors == "error: --failed: no earlier run is known\n")
    _ = run(failed: false)
    #expect(names(run(failed: true)) == ["a.scenario", "c.scenario"])
    try? files.replace("a.scenario", with: Array("> echo a\na\n".utf8))
    _ = run(["a.scenario", "b.scenario"], failed: false)
    #expect(names(run(failed: true)) == ["c.scenario"])
    try? files.replace("c.scenario", with: Array("> echo c\nc\n".utf8))
    _ = run(failed: true)
    #expect(run(failed: true).errors == "error: no scenario matches: --failed\n")
  }

  @Test func `paths with odd characters survive in the records`() {
    let paths = ["a b.scenario", "line\nbreak", "back\\slash\\n", "é"]
    #expect(RunRecords.failed(in: RunRecords.write(failed: paths)) == paths)
    let timings: [String: UInt64] = ["a b": 5, "x\ny": 0, "z": .max]
    #expect(RunRecords.timings(in: RunRecords.write(timings: timings)) == timings)
    #expect(
      RunRecords.timings(in: Array("# scenario timings 1\nrubbish\n\u{0}\n-1 x\n7 y\n".utf8)) == ["y": 7])
    #expect(RunRecords.timings(in: Array("# another file\n7 y\n".utf8)).isEmpty)
  }

  @Test func `shards share the scenarios out without rest or repeat`() {
    for seed in UInt64(0)..<300 {
      var random = TestGenerator(state: seed)
      let paths = (0..<Int.random(in: 1...30, using: &random)).map { "s\($0)" }
      var timings: [String: UInt64] = [:]
      for path in paths where Bool.random(using: &random) {
        timings[path] = UInt64.random(in: 0...1_000, using: &random)
      }
      let count = Int.random(in: 1...6, using: &random)
      let shards = (1...count).compactMap { index in
        ReplayOptions.Shard(index: index, count: count).map {
          Sharding.paths(paths, shard: $0, timings: timings)
        }
      }
      #expect(shards.reduce(0) { $0 + $1.count } == paths.count, "seed \(seed)")
      #expect(shards.reduce(into: Set()) { $0.formUnion($1) } == Set(paths), "seed \(seed)")
      if timings.isEmpty {
        let sizes = shards.map(\.count)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
      }
    }
  }

  @Test func `earlier times balance the shards`() {
    let paths = ["a", "b", "c", "d", "e"]
    let timings: [String: UInt64] = ["a": 100, "b": 40, "c": 30, "d": 20, "e": 10]
    func shard(_ text: String) -> [String] {
      ReplayOptions.Shard(text).map { Sharding.paths(paths, shard: $0, timings: timings).sorted() } ?? []
    }
    #expect(shard("1/2") == ["a"] && shard("2/2") == ["b", "c", "d", "e"])
  }

  @Test(arguments: ["0/2", "3/2", "1/0", "1", "a/b", "1/2/3", "-1/2", "1/99999"])
  func `a shard that cannot be is refused`(_ text: String) { #expect(ReplayOptions.Shard(text) == nil) }

  @Test func `a shard without a scenario passes, since the others have them`() {
    let ran = replay(many) { $0.shard = .init("4/4") }
    #expect(ran.output == "shard 4/4: 0 scenarios\n0 scenarios, 0 commands: 0 passed\n")
    #expect(ran.status == .success)
  }

  @Test func `times are kept and brought up to date`() {
    let files = MemoryFiles([
      "a.scenario": "> echo\n", "timings": "# scenario timings 1\n7 gone.scenario\n9 a.scenario\n",
    ])
    let ran = replay(files) {
      $0.timingsFile = "timings"
    } system: {
      $0.clock = StepClock(stepNs: 1_000_000).read
    }
    #expect(ran["timings"] == "# scenario timings 1\n1000000 a.scenario\n7 gone.scenario\n")
    #expect(
      ran.output == """
        passed  a.scenario  (1.0 ms)

        slowest
          1.0 ms  a.scenario

        1 scenario, 1 command: 1 passed in 3.0 ms

        """)
  }

  // MARK: Run

  private static let threads: @Sendable (Int, @escaping @Sendable (Int) -> Void) -> Void = { jobs, body in
    let group = DispatchGroup()
    for job in 0..<jobs {
      group.enter()
      let thread = Thread {
        body(job)
        group.leave()
      }
      thread.stackSize = 1 << 22
      thread.start()
    }
    group.wait()
  }

  @Test func `nothing is started below the first failure`() {
    let made = Atomic<Int>(0)
    var host = ReplayHost.echo
    host.makeSession = { request in
      made.add(1, ordering: .relaxed)
      return EchoSession(request)
    }
    var files = ["a.scenario": "> echo a\na\n", "b.scenario": "> echo b\nx\n"]
    for index in 0..<100 { files["c\(index).scenario"] = "> echo c\nc\n" }
    let ran = replay(MemoryFiles(files), host: host) { $0.stopsAtFirst = true }
    #expect(ran.output.hasSuffix("2 scenarios, 2 commands: 1 passed, 1 failed, 100 not run\n"))
    #expect(made.load(ordering: .relaxed) == 2)
  }

  @Test func `what ran at the same time as the first failure, and stands below it, is not reported`() {
    // The first waits until the second is under way, so that both run for sure.
    let isSecondThere = Atomic<Bool>(false)
    var host = ReplayHost.echo
    host.makeSession = { request in
      if request.path == "b.scenario" { isSecondThere.store(true, ordering: .relaxed) }
      while request.path == "a.scenario", !isSecondThere.load(ordering: .relaxed) {}
      return EchoSession(request)
    }
    let files = MemoryFiles(["a.scenario": "> echo a\nx\n", "b.scenario": "> echo b\nb\n"])
    let ran = replay(files, host: host) {
      $0.stopsAtFirst = true
      $0.jobs = 2
    } system: {
      $0.concurrently = Self.threads
    }
    #expect(names(ran) == ["a.scenario"])
    #expect(ran.output.hasSuffix("1 scenario, 1 command: 0 passed, 1 failed, 1 not run\n"))
  }

  @Test func `any number of jobs gives the same report`() {
    var files: [String: String] = [:]
    for index in 0..<200 {
      files["s\(index).scenario"] = "> echo \(index)\n\(index % 7 == 0 ? "x" : "\(index)")\n"
    }
    let all = MemoryFiles(files)
    let one = replay(all)
    for jobs in [2, 5] {
      let ran = replay(all) {
        $0.jobs = jobs
      } system: {
        $0.concurrently = Self.threads
      }
      #expect(ran.output == one.output)
    }
    let stopped = replay(all) { $0.stopsAtFirst = true }
    for jobs in [2, 5] {
      let ran = replay(all) {
        $0.stopsAtFirst = true
        $0.jobs = jobs
      } system: {
        $0.concurrently = Self.threads
      }
      #expect(ran.output == stopped.output)
    }
    #expect(stopped.output.hasSuffix("1 scenario, 1 command: 0 passed, 1 failed, 199 not run\n"))
  }

  @Test func `a runaway is stopped in time and shows what it printed`() {
    let ran = replay("> echo a\na\n> spin\nx\n> echo b\nb\n") {
      $0.timeoutMilliseconds = 20
    } system: {
      $0.clock = StepClock(stepNs: 1_000_000).read
    }
    #expect(
      ran.output == """
        FAILED  a.scenario
          a.scenario:3: still running after 20 ms
               3 | > spin
            printed so far
                 |   spinning
                 |   error: interrupted
        1 scenario, 2 commands: 0 passed, 1 failed

        """)
  }

  @Test func `an interrupted run reports what ran`() {
    let asked = Atomic<Int>(0)
    let files = MemoryFiles([
      "a.scenario": "> echo a\na\n", "b.scenario": "> spin\nx\n", "c.scenario": "> echo c\nc\n",
    ])
    let ran = replay(files) { _ in
    } system: {
      $0.isInterrupted = { asked.wrappingAdd(1, ordering: .relaxed).oldValue > 10 }
    }
    #expect(ran.output.hasPrefix("passed  a.scenario\nFAILED  b.scenario\n  b.scenario:1: interrupted\n"))
    #expect(ran.output.hasSuffix("interrupted: 2 scenarios, 2 commands: 1 passed, 1 failed, 1 not run\n"))
    #expect(ran.status == .interrupted)
  }

  @Test func `a repeat fails where two runs differ`() {
    #expect(replay("> roll\n* (glob)\n") { $0.repeatCount = 3 }.status == .success)
    let ran = replay("> echo a\na\n> tick\n* (glob)\n") { $0.repeatCount = 3 }
    #expect(
      ran.output.contains(
        "a.scenario:3: run 2 printed something else than the first run\n       3 | > tick\n"))
    #expect(ran.status == .failure)
  }

  @Test func `a hash is compared, and a mismatch names the step`() {
    let ran = replay("> set x 1\n# hash: 00\n")
    #expect(ran.output.contains("a.scenario:2: the state differs: its hash was 00, now it is "))
    #expect(ran.output.contains("       1 | > set x 1\n"))
  }

  @Test func `a session that cannot be made fails the scenario`() {
    struct NoRoom: Error, CustomStringConvertible { var description: String { "no room\u{1B}" } }
    let ran = replay("> echo a\na\n", host: ReplayHost { _ in throw NoRoom() })
    #expect(ran.output.contains("a.scenario: no session: no room\\u{1B}\n"))
    #expect(ran.status == .failure)
  }

  @Test func `options that do not go together are refused`() {
    func errors(_ set: (inout ReplayOptions) -> Void) -> String {
      let ran = replay("> echo\n", set)
      #expect(ran.status == .usage)
      return ran.errors
    }
    #expect(errors { $0.jobs = 0 } == "error: --jobs is from 1 to 1024\n")
    #expect(errors { $0.repeatCount = 0 } == "error: --repeat is at least 1\n")
    #expect(
      errors { $0.onlyFailed = true }
        == "error: --failed needs a file in which the last run kept what failed\n")
    #expect(errors { $0.timeoutMilliseconds = 1 } == "error: --timeout needs a clock\n")
    #expect(
      errors { $0.coverage = .init() } == "error: --coverage: nothing is declared that could be covered\n")
    #expect(
      errors { $0.reports = [.init(.tap), .init(.junit)] }
        == "error: only one report can go to standard output; write “junit:FILE”\n")
  }

  @Test func `progress goes to standard error and leaves nothing behind`() {
    let ran = replay(many) { $0.showsProgress = true }
    #expect(ran.output == replay(many).output)
    #expect(ran.errors == "0/3\r\u{1B}[K1/3\r\u{1B}[K2/3\r\u{1B}[K3/3\r\u{1B}[K")
  }

  // MARK: Coverage

  private var coveredHost: ReplayHost {
    var host = ReplayHost.echo
    host.coverage = CoverageHost(dimensions: [
      CoverageDimension("commands", cells: ["echo", "set", "get"]),
      CoverageDimension("views", cells: ["map"]),
    ]) { session in
      ((session as? EchoSession)?.words ?? []).map { CoverageHit("commands", $0) }
    }
    return host
  }

  @Test func `coverage says what ran and what did not`() {
    let ran = replay(many, host: coveredHost) { $0.coverage = .init() }
    #expect(
      ran.output.hasSuffix(
        """

        coverage
          commands  1/3  33.3 %
            missing: set
            missing: get
          views     0/1  0.0 %
            missing: map
          in all  1/4  25.0 %

        3 scenarios, 3 commands: 3 passed

        """))
    #expect(ran.status == .success)
  }

  @Test func `too little coverage fails the run, as does a cell that nobody declared`() {
    #expect(replay(many, host: coveredHost) { $0.coverage = .init(percentMin: 25) }.status == .success)
    #expect(replay(many, host: coveredHost) { $0.coverage = .init(percentMin: 25.1) }.status == .failure)
    let ran = replay("> echo\n> roll\n* (glob)\n", host: coveredHost) { $0.coverage = .init(percentMin: 0) }
    #expect(ran.status == .failure && ran.output.contains("  undeclared: commands: roll\n"))
  }
}
