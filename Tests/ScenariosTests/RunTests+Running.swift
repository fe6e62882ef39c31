import CommandLanguage
import Synchronization
import Testing

@testable import Scenarios

extension RunTests {
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

  @Test func `scenarios that ran beside the first failure and are listed after it are not reported`() {
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
      $0.workers = ThreadWorkers()
    }
    #expect(names(ran) == ["a.scenario"])
    #expect(ran.output.hasSuffix("1 scenario, 1 command: 0 passed, 1 failed, 1 not run\n"))
  }

  @Test func `the lines of scenarios that ran one after another are written at once`() {
    var files: [String: String] = [:]
    for index in 0..<200 { files["s\(index).scenario"] = "> echo a\na\n" }
    let writes = Atomic<Int>(0)
    let ran = replay(MemoryFiles(files)) { _ in
    } system: { system in
      system.output = { [output = system.output] bytes in
        writes.add(1, ordering: .relaxed)
        output(bytes)
      }
    }
    #expect(ran.output.hasSuffix("200 scenarios, 200 commands: 200 passed\n"))
    #expect(writes.load(ordering: .relaxed) < 100)
  }

  @Test func `any number of jobs leads to the same report`() {
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
        $0.workers = ThreadWorkers()
      }
      #expect(ran.output == one.output)
    }
    let stopped = replay(all) { $0.stopsAtFirst = true }
    for jobs in [2, 5] {
      let ran = replay(all) {
        $0.stopsAtFirst = true
        $0.jobs = jobs
      } system: {
        $0.workers = ThreadWorkers()
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
             3   | > spin
            printed so far
                 | spinning
                 | error: interrupted
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
        "a.scenario:3: run 2 printed different output than the first run\n     3   | > tick\n"))
    #expect(ran.status == .failure)
  }

  @Test func `a hash is compared, and a mismatch names the step`() {
    let ran = replay("> set x 1\n# hash: 00\n")
    #expect(ran.output.contains("a.scenario:2: the state differs: its hash was 00, now it is "))
    #expect(ran.output.contains("     1   | > set x 1\n"))
  }

  @Test(arguments: ["", "soon", "0x12"])
  func `a hash that is no hexadecimal number is reported with its line, and re-recorded`(hash: String) {
    let ran = replay("> set x 1\n# hash: \(hash)\n")
    #expect(
      ran.output.contains("a.scenario:2: the hash must be a hexadecimal number, not “\(hash)”\n"),
      "\(ran.output)")
    let blessed = replay("> set x 1\n# hash: \(hash)\n") { $0.blessing = .all }
    #expect(replay(blessed.files).status == .success)
  }

  @Test func `a session that cannot be made fails the scenario`() {
    struct NoRoom: Error, CustomStringConvertible { var description: String { "no room\u{1B}" } }
    let ran = replay("> echo a\na\n", host: ReplayHost { _ in throw NoRoom() })
    #expect(ran.output.contains("a.scenario: no session: no room\\u{1B}\n"))
    #expect(ran.status == .failure)
  }

  @Test func `the cause of a scenario is checked once for each verdict`() {
    let checkCount = Atomic<Int>(0)
    var host = ReplayHost.echo
    host.checkCause = { _, _, _, _ in
      checkCount.add(1, ordering: .relaxed)
      return nil
    }
    let repeated = replay("# cause: journal kill\n\n> echo a\na\n", host: host) { $0.repeatCount = 3 }
    #expect(repeated.status == .success && checkCount.load(ordering: .relaxed) == 1)
    let blessed = replay("# cause: journal kill\n\n> echo a\nb\n", host: host) { $0.blessing = .all }
    #expect(blessed["a.scenario"]?.hasSuffix("> echo a\na\n") == true, "\(blessed.output)")
    #expect(checkCount.load(ordering: .relaxed) == 2)
  }

  @Test func `the check of a cause ends with the time of its scenario, or when the run is interrupted`() {
    var host = ReplayHost.echo
    host.checkCause = { _, _, _, shouldStop in
      while !shouldStop() {}
      return "a comparison that was stopped"
    }
    let text = "# cause: journal kill\n\n> echo a\na\n"
    let late = replay(text, host: host) {
      $0.timeoutMilliseconds = 20
    } system: {
      $0.clock = StepClock(stepNs: 1_000_000).read
    }
    #expect(late.output.contains("a.scenario:1: still running after 20 ms\n"), "\(late.output)")
    #expect(late.output.contains("the commands ran again to check “# cause:”"), "\(late.output)")
    let askCount = Atomic<Int>(0)
    let interrupted = replay(text, host: host) { _ in
    } system: {
      $0.isInterrupted = { askCount.add(1, ordering: .relaxed).newValue > 100 }
    }
    #expect(interrupted.status == .interrupted, "\(interrupted.output)")
    #expect(!(late.output + interrupted.output).contains("a comparison that was stopped"))
  }

  @Test func `options that do not go together are refused`() {
    func errors(_ set: (inout ReplayOptions) -> Void) -> String {
      let ran = replay("> echo\n", set)
      #expect(ran.status == .usage)
      return ran.errors
    }
    #expect(errors { $0.jobs = 0 } == "error: --jobs must be from 1 to 1024\n")
    #expect(errors { $0.repeatCount = 0 } == "error: --repeat must be at least 1\n")
    #expect(
      errors { $0.onlyFailed = true }
        == "error: --failed needs a file with the failures of the last run\n")
    #expect(errors { $0.timeoutMilliseconds = 1 } == "error: --timeout needs a clock\n")
    #expect(
      errors { $0.coverage = .init() } == "error: --coverage: there are no declarations to cover\n")
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

  @Test func `coverage lists what ran and what did not`() {
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
          total  1/4  25.0 %

        3 scenarios, 3 commands: 3 passed

        """))
    #expect(ran.status == .success)
  }

  @Test func `the total counts the world's cells, and the language's share is apart`() {
    var host = ReplayHost.echo
    host.coverage = CoverageHost(dimensions: [
      CoverageDimension("commands", cells: ["echo", "set"]),
      CoverageDimension("language: commands", cells: ["print", "let", "if"], isOfLanguage: true),
    ]) { _ in [CoverageHit("commands", "echo"), CoverageHit("language: commands", "let")] }
    let ran = replay(many, host: host) { $0.coverage = .init(percentMin: 50) }
    #expect(ran.output.contains("  total  1/2  50.0 %\n  language  1/3  33.3 %\n"), "\(ran.output)")
    #expect(ran.status == .success)
    #expect(replay(many, host: host) { $0.coverage = .init(percentMin: 51) }.status == .failure)
  }

  @Test func `too little coverage fails the run, as does a cell that was not declared`() {
    #expect(replay(many, host: coveredHost) { $0.coverage = .init(percentMin: 25) }.status == .success)
    #expect(replay(many, host: coveredHost) { $0.coverage = .init(percentMin: 25.1) }.status == .failure)
    let ran = replay("> echo\n> roll\n* (glob)\n", host: coveredHost) { $0.coverage = .init(percentMin: 0) }
    #expect(ran.status == .failure && ran.output.contains("  undeclared: commands: roll\n"))
  }
}
