import Glibc
import ProgramTesting
import Scenarios
import Testing

@testable import CommandProgram

/// The built program in a hostile place.
@Suite struct HostileProcessTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram("warroom", folder: folder)
  }

  @Test func `a closed standard output corrupts no scenario`() throws {
    for (closed, status) in [(">&-", 1), ("2>&-", 0), ("<&-", 0), (">&- 2>&- <&-", 1)] {
      for index in 0..<10 { try folder.write("> print 1\nx\n", to: "s/\(index).scenario") }
      let ending = try program.run(shell: "\"$0\" replay --bless -j 4 s \(closed)")
      #expect(ending.status == status, "\(closed): \(ending)")
      // Without its output, the replay ends early, before it has blessed all scenarios.
      let allowed = ["> print 1\n1\n"] + (status == 1 ? ["> print 1\nx\n"] : [])
      for index in 0..<10 { #expect(allowed.contains(try folder.text(of: "s/\(index).scenario"))) }
    }
  }

  @Test func `runaway outputs are reported within little memory`() throws {
    // Long lines reach the limit of an output in few steps.
    let line = String(repeating: "x", count: 2_000)
    try folder.write(
      String(repeating: "> while true { print \"\(line)\" }\n", count: 4), to: "s/a.scenario")
    try folder.write("> print 1\n1\n", to: "s/b.scenario")
    // 1 GB of addresses.
    let ending = try program.run(shell: "ulimit -v 1000000; \"$0\" replay s --report junit:out.xml")
    #expect(ending.status == 1, "\(ending.errors.prefix(300))")
    #expect(ending.output.contains("passed  s/b.scenario\n"))
    #expect(try folder.text(of: "out.xml").contains("tests=\"2\" failures=\"1\""))
  }

  @Test func `save into a pipe is refused and does not wait`() throws {
    mkfifo(folder["pipe"], 0o600)
    let ending = try program.run("record", "r.scenario", input: "save pipe\nsave /dev/null\nprint 1\n")
    #expect(ending.errors.contains("error: “pipe” is not a regular file\n"))
    #expect(ending.errors.contains("error: “/dev/null” is not a regular file\n"))
    #expect(ending.status == 1)
  }

  @Test func `changes of a saved file by another process are not lost`() throws {
    let ending = try program.run(
      shell:
        "(echo 'print 1'; echo 'save a'; timeout 60 sh -c 'until test -s a; do :; done'; echo mine > a; echo 'print 2'; echo 'save a') | \"$0\" record r"
    )
    #expect(ending.errors.contains("error: “a” was changed meanwhile, so it was not written\n"))
    #expect(try folder.text(of: "a") == "mine\n")
    #expect(try folder.text(of: "r").hasSuffix("> print 1\n1\n> print 2\n2\n"))
  }

  @Test func `a recording that another process writes ends with a report and an error`() throws {
    let ending = try program.run(
      shell:
        "(echo 'print 1'; until grep -q '^1' r.scenario 2>/dev/null; do :; done; echo mine > r.scenario; echo 'print 2'; echo 'print 3') | \"$0\" record r.scenario"
    )
    #expect(try folder.text(of: "r.scenario") == "mine\n")
    #expect(
      ending.errors == """
        warroom: “r.scenario” was changed meanwhile, so it was not written; the recording ends here; the file has 0 commands
        warroom: “r.scenario” is incomplete: “r.scenario” was changed meanwhile, so it was not written

        """)
    #expect(ending.status == 1)
  }

  @Test
  func `a recording that finds no room continues when there is some, and never contains a part of a line`()
    throws
  {
    // The largest file may have 512 bytes.
    let line = String(repeating: "x", count: 200)
    let ending = try program.run(
      shell: "ulimit -f 1; \"$0\" record r",
      input: "print \"\(line)\"\nprint \"\(line)\"\nprint 1\n")
    #expect(ending.status == 1)
    #expect(ending.errors.contains("later lines are kept in memory and written when there is space\n"))
    #expect(ending.errors.contains("” is incomplete: "))
    let text = try folder.text(of: "r")
    #expect(text == "# format: 1\n\n> print \"\(line)\"\n\(line)\n")
  }

  @Test func `too large a file is an error of bless, and leaves nothing behind`() throws {
    try folder.write("> repeat 100 { print 123456789 }\n", to: "s/a.scenario")
    let before = try folder.contents()
    let ending = try program.run(shell: "(ulimit -f 1; \"$0\" replay --bless s; echo status $?) | cat")
    #expect(ending.output.hasSuffix("status 2\n"), "\(ending.errors)")
    #expect(ending.output.contains("File too large"))
    #expect(try folder.contents() == before)
  }

  @Test func `nesting is a diagnostic on a small stack, too`() throws {
    let deep = String(repeating: "(", count: 50_000)
    let ending = try program.run(shell: "ulimit -s 512; \"$0\" run -", input: "print \(deep)1\n")
    #expect(ending.status == 1)
  }

  @Test func `a file's name begins no line with a command to a build service`() throws {
    for name in ["::stop-commands::x", "##[error]x"] {
      let ending = try program.run("run", name)
      try folder.write("print (\n", to: "\(name).txt")
      let broken = try program.run("run", "\(name).txt")
      for line in (ending.errors + broken.errors).split(separator: "\n") {
        let text = line.drop { $0 == " " }
        #expect(!text.hasPrefix("::") && !text.hasPrefix("##["), "\(line)")
      }
    }
  }

  @Test func `a line of an answer is read no longer than an answer is`() throws {
    try folder.write("> print 1\nx\n", to: "a.scenario")
    let ending = try program.run(
      shell:
        "ulimit -v 1500000; (head -c 300000000 /dev/zero | tr '\\0' y; echo; echo n) | \"$0\" replay --review a.scenario"
    )
    #expect(ending.status == 1, "\(ending.errors.prefix(300))")
    #expect(try folder.text(of: "a.scenario") == "> print 1\nx\n")
  }

  @Test func `recording many steps takes time in proportion`() throws {
    let lines = (0..<20_000).map { "print \($0)\n" }.joined()
    let ending = try program.run("record", "r", input: lines)
    #expect(ending.status == 0)
    #expect(try folder.text(of: "r").hasSuffix("> print 19999\n19999\n"))
  }

  @Test func `the recording of a session replays`() throws {
    let ending = try program.run(
      "record", "r.scenario",
      input:
        "help\nspawn hero Arthur\nspawn hero Brom; save \"a;b.scenario\"\nsave c.scenario\nrecord d.scenario\nprint 1\nquit # done; bye\n"
    )
    #expect(ending.status == 0, "\(ending.errors)")
    let again = try program.run("replay", ".")
    #expect(again.status == 0, "\(again.output)")
    for name in ["a;b", "c", "d"] { #expect(again.output.contains("passed  \(name).scenario")) }
  }
}
