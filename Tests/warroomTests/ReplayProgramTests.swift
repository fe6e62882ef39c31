import Glibc
import ProgramTesting
import Scenarios
import Testing

@testable import CommandProgram

/// What the binary does with scenarios, seen from outside.
@Suite struct ReplayProgramTests {
  private let folder: TemporaryFolder
  private var program: BuiltProgram { BuiltProgram("warroom", folder: folder) }

  private static let good = "# It speaks.\n> print 1\n1\n"
  private static let bad = "# It does not.\n> print 1\n2\n"

  init() throws { folder = try TemporaryFolder() }

  // MARK: Re-recording

  @Test func `a changed line is named, and blessing restores the file byte for byte`() throws {
    let path = ScenarioTests.folder + "/cells/north-star.scenario"
    let bytes = try PosixFiles().read(FilePath(path), byteCountMax: 1 << 20)
    let original = String(decoding: bytes, as: UTF8.self)
    var lines = original.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.hasPrefix("~ ") })
    lines[line] += " "
    try folder.write(lines.joined(separator: "\n"), to: "north-star.scenario")

    let failed = try program.run("replay", ".")
    #expect(failed.status == 1)
    #expect(failed.output.contains("\n  north-star.scenario:\(line + 1): the output differs\n"))
    #expect(try program.run("replay", ".", "--bless").status == 0)
    #expect(try folder.text(of: "north-star.scenario") == original)
    #expect(try program.run("replay", ".").status == 0)
  }

  @Test func `under CI nothing is rewritten`() throws {
    try folder.write(Self.bad, to: "bad.scenario")
    var program = program
    program.environment["CI"] = "true"
    for option in ["--bless", "--review", "--hashes"] {
      let ending = try program.run("replay", ".", option, input: "y\n")
      #expect(ending.status == 2)
      #expect(ending.errors.hasPrefix("error: under CI=true no scenario is rewritten"))
    }
    #expect(try folder.text(of: "bad.scenario") == Self.bad)
  }

  @Test func `a review takes what is answered with yes`() throws {
    try folder.write("> print 1\n2\n> print 3\n4\n", to: "a.scenario")
    let ending = try program.run("replay", "a.scenario", "--review", input: "n\ny\n")
    #expect(ending.status == 1)
    #expect(ending.output.contains("take this output? [y,n,e,a,q,?] "))
    #expect(try folder.text(of: "a.scenario") == "> print 1\n2\n> print 3\n3\n")
  }

  @Test(arguments: [
    ("> set steps 100\n> while true { }\n", "line 2 reached a limit"),
    ("> set nesting 2\n> print (((1)))\n> print 1\n", "line 2 reached a limit"),
    ("> set jobs 0\n> after 1 { tick }\n", "line 2 reached a limit"),
    ("> set output 10\n> after 1 { repeat 9 { print 12 } }\n> tick\n", "line 3 reached a limit"),
  ])
  func `what ends in a limit is not written into a file`(text: String, reason: String) throws {
    try folder.write(text, to: "a.scenario")
    let ending = try program.run("replay", ".", "--bless")
    #expect(ending.status == 1)
    #expect(ending.output.contains("note: not re-recorded: \(reason)\n"), "\(ending.output)")
    #expect(try folder.text(of: "a.scenario") == text)
  }

  @Test func `a limit that the file expects does not keep the rest from being rewritten`() throws {
    let path = ScenarioTests.folder + "/language/limits.scenario"
    let bytes = try PosixFiles().read(FilePath(path), byteCountMax: 1 << 20)
    let original = String(decoding: bytes, as: UTF8.self)
    try folder.write(original + "> print 1\n", to: "a.scenario")
    #expect(try program.run("replay", ".", "--bless").status == 0)
    #expect(try folder.text(of: "a.scenario") == original + "> print 1\n1\n")
  }

  @Test func `what does not end in time is not written into a file`() throws {
    let text = "> set steps 1000000000000\n> print 1\n> while true { }\n"
    try folder.write(text, to: "a.scenario")
    let ending = try program.run("replay", ".", "--bless", "--timeout", "1")
    #expect(ending.status == 1)
    #expect(ending.output.contains("a.scenario:3: still running after 1000 ms\n"))
    #expect(try folder.text(of: "a.scenario") == text)
  }

  // MARK: Choosing

  @Test func `where no state can be kept, only --failed misses it`() throws {
    try folder.write(Self.bad, to: "bad.scenario")
    var program = program
    program.environment = ["XDG_STATE_HOME": "/proc/nowhere"]
    #expect(try program.run("replay", ".").status == 1)
    #expect(try program.run("replay", ".", "--failed").errors.hasPrefix("error: --failed needs a file"))
  }

  // MARK: Recording

  @Test func `what a file holds is not lost to a recording, unless it is one's own`() throws {
    try folder.write("mine\n", to: "mine.txt")
    let refused = try program.run("record", "mine.txt", input: "print 1\n")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("“mine.txt” is there already"))
    #expect(try folder.text(of: "mine.txt") == "mine\n")

    try folder.write("", to: "empty.scenario")
    let ending = try program.run(
      "record", "empty.scenario", input: "save mine.txt\nsave other\nprint 2\nsave other\n")
    #expect(ending.output.hasPrefix("error: “mine.txt” is there already\n"))
    #expect(ending.output.contains("  note: remove it, or choose another name\n"))
    #expect(try folder.text(of: "mine.txt") == "mine\n")
    #expect(try folder.text(of: "other").hasSuffix("> print 2\n2\n"))
    #expect(try folder.text(of: "empty.scenario") == folder.text(of: "other"))
  }

  @Test func `what a replay would not find beside the scenario is said when it is saved`() throws {
    try folder.write("print 7\n", to: "seven.txt")
    try folder.write("", to: "s/a.scenario")
    let beside = try program.run("record", "a.scenario", input: "run seven.txt\n")
    #expect(beside.errors == "“a.scenario” holds 1 command, which gives the same when replayed\n")
    let away = try program.run(
      "record", "s/a.scenario", input: "run seven.txt\nrun seven.txt\nsave s/b\nsave c\n")
    let warning = "warning: a replay looks for “seven.txt” in the scenario's folder, and it is not there\n"
    let differs = "warning: replayed, this does not give the same: s/b:4: the output differs\n"
    let recorded = differs.replacing("s/b:4", with: "s/a.scenario:4")
    let saved = "“c” holds 2 commands, which give the same when replayed\n"
    #expect(away.errors == warning + warning + differs + saved + recorded)
    #expect(try program.run("replay", "a.scenario", "s/a.scenario").status == 1)
  }

  @Test func `a path may begin with the home folder`() throws {
    var program = program
    program.environment = ["HOME": folder["home"]]
    try folder.write("print 7\n", to: "home/seven.txt")
    #expect(try program.run(input: "run ~/seven.txt\n").output == "7\n")
    #expect(try program.run(input: "run ~x/seven.txt\n").status == 1)
  }

  // MARK: Running

  @Test func `Ctrl-C reports what ran`() throws {
    try folder.write(Self.good, to: "s/a.scenario")
    try folder.write("> set steps 1000000000000; while true { }\n", to: "s/b.scenario")
    try folder.write("", to: "input")
    mkfifo(folder["output"], 0o600)
    let output = open(folder["output"], O_RDONLY | O_NONBLOCK)
    try #require(output >= 0)
    defer { close(output) }
    let process = try program.start(
      ["replay", "s", "--jobs", "1"], input: folder["input"], output: folder["output"],
      errors: folder["errors"])
    _ = fcntl(output, F_SETFL, 0)

    var text: [UInt8] = []
    var isSent = false
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &chunk, chunk.count)
      if count <= 0 { break }
      text += chunk[..<count]
      // The first result stands there, so the second scenario runs, or is about to.
      if !isSent { kill(process, SIGINT) }
      isSent = true
    }
    #expect(BuiltProgram.wait(for: process) == 130)
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "passed  s/a.scenario  It speaks.")
    #expect(
      lines.last == "interrupted: 2 scenarios, 2 commands: 1 passed, 1 failed"
        || lines.last == "interrupted: 1 scenario, 1 command: 1 passed, 1 not run")
  }

  @Test func `a pipe is shown neither colour, nor progress, nor times`() throws {
    try folder.write(Self.good, to: "good.scenario")
    let ending = try program.run("replay", ".")
    #expect(ending.output == "passed  good.scenario  It speaks.\n1 scenario, 1 command: 1 passed\n")
    #expect(ending.errors == "")
  }

  @Test func `several reports are written at once`() throws {
    try folder.write(Self.bad, to: "s/bad.scenario")
    let ending = try program.run(
      "replay", "s", "--report", "tap", "--report", "junit:out.xml", "--report", "github:notes",
      "--report", "jsonl:out.jsonl")
    #expect(ending.status == 1)
    #expect(ending.output.hasPrefix("TAP version 13\n1..1\nnot ok 1 - s/bad.scenario: It does not.\n"))
    #expect(ending.errors.hasPrefix("FAILED  s/bad.scenario"))
    #expect(try folder.text(of: "out.xml").contains("<testsuite "))
    #expect(try folder.text(of: "notes").hasPrefix("::error file=s/bad.scenario,line=3,title=It does not.::"))
    #expect(try folder.text(of: "out.jsonl").contains("\"s/bad.scenario\""))
  }

  @Test func `a coverage that is too low fails the run`() throws {
    try folder.write(Self.good, to: "good.scenario")
    let ending = try program.run("replay", ".", "--coverage", "--fail-under", "50")
    #expect(ending.status == 1)
    #expect(ending.output.contains("  commands  "))
    #expect(ending.errors.hasPrefix("error: the coverage is below 50.0 %\n"))
    #expect(try program.run("replay", ".", "--fail-under", "0").status == 0)
  }

  @Test func `a watch does not go with what would never end, or wake itself`() throws {
    for options in [["--bless"], ["--review"], ["--hashes"], ["--list"]] {
      #expect(try program.run(["replay", "--watch"] + options).status == 2)
    }
    var program = program
    program.environment["CI"] = "1"
    #expect(try program.run("replay", "--watch").status == 2)
  }
}
