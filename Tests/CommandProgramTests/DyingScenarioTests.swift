import Glibc
import ProgramTesting
import Testing

/// Scenarios whose commands end the process that replays them.
@Suite struct DyingScenarioTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram("toy-program", folder: folder)
  }

  /// Writes a scenario whose second command dies, between others that pass.
  private func write(_ how: String) throws {
    for name in ["a", "c", "d"] {
      try folder.write("# It adds.\n> add 1\n~ total  1\n", to: "s/\(name).scenario")
    }
    try folder.write(
      "# It dies.\n# tags: odd\n> add 1\n~ total  1\n> die \(how)\n> add 1\n", to: "s/b.scenario")
  }

  private func lines(_ failure: String) -> String {
    """
    passed  s/a.scenario  It adds.
    FAILED  s/b.scenario  It dies.
      s/b.scenario:5: \(failure)
    passed  s/c.scenario  It adds.
    passed  s/d.scenario  It adds.
    4 scenarios, 3 commands: 3 passed, 1 failed

    """
  }

  @Test(arguments: ["1", "2", "7"])
  func `a scenario that dies costs its own verdict, and the others run`(jobs: String) throws {
    for (how, told) in [
      ("fault", "segmentation fault\n     5   | > die fault"),
      ("exit", "it ended with exit code 3\n     5   | > die exit"),
      (
        "kill",
        "killed\n     5   | > die kill\n    note: the replay did not kill it; the system does if memory runs out"
      ),
    ] {
      try write(how)
      let ending = try program.run("replay", "s", "-j", jobs)
      #expect(ending == .init(status: 1, output: lines("the process died: \(told)"), errors: ""))
    }
  }

  @Test func `the output of a trap is in the report, and not between the others`() throws {
    try write("trap")
    let ending = try program.run("replay", "s")
    #expect(ending.status == 1 && ending.errors == "")
    let output = ending.output.split(separator: "\n").map(String.init)
    #expect(output.count == 8)
    #expect(output[2].hasPrefix("  s/b.scenario:5: the process died: "))
    #expect(output[3] == "     5   | > die trap")
    #expect(output[4].hasPrefix("    note: ") && output[4].contains("Fatal error: "))
  }

  @Test func `an exhausted address space costs the scenario that exhausts it`() throws {
    try write("memory")
    let ending = try program.run(shell: "ulimit -v 1000000; \"$0\" replay s -j 2")
    #expect(ending.status == 1, "\(ending.errors)")
    #expect(ending.output.contains("  s/b.scenario:5: the process died: out of memory\n"), "\(ending.output)")
    #expect(ending.output.hasSuffix("\n4 scenarios, 3 commands: 3 passed, 1 failed\n"))
  }

  @Test func `reports have the dead scenario as an error with its name, and all others`() throws {
    try write("fault")
    let ending = try program.run(
      "replay", "s", "--report", "junit:j.xml", "--report", "tap:t.tap", "--report", "jsonl:l.jsonl")
    #expect(ending.status == 1)
    let junit = try folder.text(of: "j.xml")
    #expect(junit.contains("<testsuites tests=\"4\" failures=\"0\" errors=\"1\">\n"))
    #expect(junit.contains("<testsuite name=\"s\" tests=\"4\" failures=\"0\" errors=\"1\" skipped=\"0\">\n"))
    #expect(
      junit.contains(
        """
            <testcase name="It dies." classname="s/b.scenario">
              <error message="the process died: segmentation fault" type="died">\
        s/b.scenario:5: the process died: segmentation fault
        &gt; die fault</error>
        """))
    #expect(junit.split(separator: "\n").count { $0.contains("<testcase ") } == 4)
    let tap = try folder.text(of: "t.tap")
    #expect(
      tap.contains("ok 1 - ") && tap.contains("not ok 2 - s/b.scenario: It dies.\n")
        && tap.contains("ok 4 - "))
    let jsonl = try folder.text(of: "l.jsonl").split(separator: "\n")
    #expect(jsonl.count == 6)
    #expect(jsonl[2].contains("\"path\":\"s/b.scenario\"") && jsonl[2].contains("\"tags\":[\"odd\"]"))
  }

  @Test func `every scenario may die, and no verdict is lost`() throws {
    for index in 100..<130 {
      try folder.write(index % 3 == 0 ? "> die fault\n" : "> total\n0\n", to: "s/\(index).scenario")
    }
    for jobs in ["1", "3"] {
      let ending = try program.run("replay", "s", "-j", jobs)
      #expect(ending.output.hasSuffix("\n30 scenarios, 20 commands: 20 passed, 10 failed\n"))
      let order = ending.output.split(separator: "\n").compactMap { line in
        line.hasPrefix("passed") || line.hasPrefix("FAILED") ? line.split(separator: "/").last : nil
      }
      #expect(order == (100..<130).map { "\($0).scenario" })
    }
  }

  @Test func `the run ends at a scenario that dies, where it ends at the first that fails`() throws {
    try write("fault")
    for jobs in ["1", "3"] {
      let ending = try program.run("replay", "s", "-x", "-j", jobs)
      #expect(ending.output.hasSuffix("\n2 scenarios, 1 command: 1 passed, 1 failed, 2 not run\n"))
    }
  }

  @Test
  func `scenarios rewritten before a process dies keep their new output, and the one that dies is unchanged`()
    throws
  {
    try write("kill")
    try folder.write("> add 2\n", to: "s/a.scenario")
    try folder.write("> add 3\n", to: "s/c.scenario")
    let before = try folder.text(of: "s/b.scenario")
    let ending = try program.run("replay", "s", "--bless", "-j", "1")
    #expect(ending.output.hasSuffix("\n4 scenarios, 3 commands: 1 passed, 1 failed, 2 re-recorded\n"))
    #expect(try folder.text(of: "s/a.scenario") == "> add 2\n~ total  2\n")
    #expect(try folder.text(of: "s/b.scenario") == before)
    #expect(try folder.text(of: "s/c.scenario") == "> add 3\n~ total  3\n")
  }

  @Test func `a review survives dying scenarios, and asks about the rest`() throws {
    try write("fault")
    try folder.write("> add 3\n", to: "s/c.scenario")
    let ending = try program.run(["replay", "s", "--review"], input: "y\n")
    #expect(ending.output.contains("the process died: segmentation fault"))
    #expect(ending.output.hasSuffix("\n4 scenarios, 3 commands: 2 passed, 1 failed, 1 re-recorded\n"))
    #expect(try folder.text(of: "s/c.scenario") == "> add 3\n~ total  3\n")
  }

  @Test func `a command that cannot be interrupted is killed after its time`() throws {
    try write("hang")
    let ending = try program.run("replay", "s", "-j", "1", "--timeout", "1")
    #expect(
      ending.output
        == lines(
          """
          still running after 1000 ms
               5   | > die hang
              note: the command did not stop on request, so its process was killed
          """))
  }

  @Test func `no worker outlives a replay that is killed`() throws {
    try write("hang")
    mkfifo(folder["output"], 0o600)
    let output = open(folder["output"], O_RDONLY | O_NONBLOCK)
    try #require(output >= 0)
    defer { close(output) }
    try folder.write("", to: "input")
    let process = try program.start(
      ["replay", "s", "-j", "1"], input: folder["input"], output: folder["output"], errors: folder["errors"])
    _ = fcntl(output, F_SETFL, 0)
    var byte: UInt8 = 0
    #expect(read(output, &byte, 1) == 1)
    kill(process, SIGKILL)
    #expect(BuiltProgram.wait(for: process) == 128 + SIGKILL)
    // The output is at its end when nobody has it open any more.
    while read(output, &byte, 1) > 0 {}
  }
}
