import Testing

@testable import Scenarios

@Suite struct ReplayTests {
  @Test func `a scenario whose output is as expected passes`() {
    let ran = replay("# Echo echoes.\n> echo a|b\na\nb\n> echo\n\n> set x 1\n> get x\n1\n")
    #expect(ran.output == "passed  a.scenario  Echo echoes.\n1 scenario, 4 commands: 1 passed\n")
    #expect(ran.status == .success)
  }

  @Test func `a mismatch shows location, command and difference with the changed part marked`() {
    let ran = replay("# Claim.\n> echo one|two 100 hp|three\none\ntwo 90 hp\nthree\n")
    #expect(
      ran.output == """
        FAILED  a.scenario  Claim.
          a.scenario:4: the output differs
             2   | > echo one|two 100 hp|three
             3   | one
             4 - | two 90 hp
               ? |     ^^
               + | two 100 hp
               ? |     ^^^
             5   | three
        1 scenario, 1 command: 0 passed, 1 failed

        """)
    #expect(ran.status == .failure)
  }

  @Test func `every mismatch of a scenario is shown, and none is reported as a consequence without need`() {
    let ran = replay("> sett x 1\n> echo a\nb\n> get x\n1\n")
    #expect(
      ran.output == """
        FAILED  a.scenario
          a.scenario:1: the output differs
             1   | > sett x 1
               + | error: there is no command “sett”
          a.scenario:3: the output differs
             2   | > echo a
             3 - | b
               + | a
          a.scenario:5: the output differs
             4   | > get x
             5 - | 1
               + | error: there is no “x”
        1 scenario, 3 commands: 0 passed, 1 failed

        """)
  }

  @Test func `a tab and a backslash with a t are shown differently`() {
    let ran = replay("> echo a\tb\na\\tb\n")
    #expect(ran.output.contains("     2 - | a\\\\tb\n"), "\(ran.output)")
    #expect(ran.output.contains("       + | a\\tb\n"), "\(ran.output)")
  }

  @Test func `a later mismatch of the same words follows from the first`() {
    let ran = replay("> echo hp 100 left\nhp 90 left\n> echo Arthur: hp 100\nArthur: hp 90\n> echo x\ny\n")
    #expect(ran.output.contains("a.scenario:4: the output differs, which follows from a.scenario:2\n"))
    #expect(ran.output.contains("a.scenario:6: the output differs\n"))
  }

  @Test func `a mismatch in a line that uses a name is attributed to the line that no longer captures it`() {
    let ran = replay("> echo ab\nx(?<n>.) (re)\n> echo {{n}}\ny\n> echo c\nd\n")
    #expect(ran.output.contains("a.scenario:4: the output differs, which follows from a.scenario:2\n"))
    #expect(ran.output.contains("a.scenario:6: the output differs\n"))
  }

  @Test func `each scenario has a session of its own`() {
    let ran = replay(
      MemoryFiles(["a.scenario": "> set x 1\n", "b.scenario": "> get x\nerror: there is no “x”\n"]))
    #expect(ran.status == .success)
  }

  @Test func `quit ends the scenario and commands below are a failure`() {
    #expect(replay("> echo a\na\n> quit\n").status == .success)
    let ran = replay("> quit\n> echo a\na\n> echo b\nb\n")
    #expect(ran.output.contains("a.scenario:1: 2 commands below were not run: this one ended the session\n"))
    #expect(ran.status == .failure)
  }

  @Test func `a difference far below many patterns is shown`() {
    let printed = (0..<600).map { $0 == 590 ? "x" : "\($0)" }.joined(separator: "|")
    let ran = replay("> echo \(printed)\n" + (0..<600).map { "\($0)\n...\n" }.joined())
    #expect(ran.output.contains("a.scenario:1182: the output differs\n"))
    #expect(ran.output.contains("- | 590\n"))
  }

  @Test func `a file with too many lines is not replayed`() {
    let ran = replay("> echo a\n" + String(repeating: "a\n", count: Transcript.lineCountMax))
    #expect(ran.output.contains("“a.scenario” has more than 1000000 lines\n"))
    #expect(ran.status == .usage)
  }

  @Test func `output above the first command is a failure`() {
    let ran = replay("stray\n> echo a\na\n")
    #expect(
      ran.output.contains("a.scenario:1: there is expected output above the first command\n"))
    #expect(ran.status == .failure)
    #expect(replay(">echo a\n").output.contains("first command; a command begins with “>” and a blank\n"))
  }

  @Test(arguments: ["", "# Just prose.\n", "\n\n", ">\n", "> \n. \n"])
  func `a file without a command fails`(text: String) {
    let ran = replay(text)
    #expect(ran.output.contains("a.scenario: no commands: nothing is tested; add one, or remove the file\n"))
    #expect(ran.status == .failure)
  }

  @Test func `a command left open is pointed out where its output differs`() {
    let ran = replay("> { a\nx\n. b\n}\n")
    #expect(ran.output.contains("note: the command is incomplete"))
    #expect(ran.output.contains("note: line 3 is output: “. ” continues a command only directly below it"))
  }

  @Test func `carriage returns, tabs, NUL bytes and a missing newline at the end compare as they should`() {
    #expect(replay("> echo a\tb|c\r\na\tb\r\nc\r\n").status == .success)
    #expect(replay("> raw 610062\na\u{0}b").status == .success)
    #expect(replay("> raw 610D0A62\na\nb\n").status == .success)
    #expect(replay("> raw 610D62\nab\n").status == .failure)
    #expect(replay("> echo a \na\n").status == .failure)
  }

  @Test func `hidden characters are shown, never sent to the terminal`() {
    let ran = replay("> raw 1B5B33316DE280AEFF\nx\n")
    #expect(ran.output.contains("+ | \\u{1B}[31m\\u{202E}\\xFF\n"))
  }

  @Test func `a huge line is compared`() {
    let line = String(repeating: "x", count: 100_000)
    #expect(replay("> echo \(line)\n\(line)\n").status == .success)
    #expect(replay("> echo \(line)\n\(line)y\n").status == .failure)
  }

  @Test func `the seed of the header reaches the session, the run's is for those without`() {
    #expect(replay("# seed: 7\n> seed\n7\n") { $0.seed = 9 }.status == .success)
    #expect(replay("> seed\n9\n") { $0.seed = 9 }.status == .success)
    #expect(replay("> seed\nnone\n").status == .success)
  }

  @Test func `a file of a later format is refused with its reason and not run`() {
    let ran = replay("# format: 99\n> echo a\nb\n")
    #expect(
      ran.output == """
        FAILED  a.scenario
          a.scenario:1: the file is in format 99, this program reads formats up to 1: a newer version of the \
        program is needed
        1 scenario, 0 commands: 0 passed, 1 failed

        """)
  }

  @Test func `the first of very many mismatches are shown, and the rest are counted`() {
    let ran = replay(String(repeating: "> echo a\nb\n", count: 1_002))
    #expect(ran.output.contains("  a.scenario: 2 more mismatches\n"))
    #expect(ran.output.components(of: ": the output differs") == 1_000)
  }

  @Test func `long runs of lines as expected are cut`() {
    let lines = (1...20).map { "line \($0)" }
    let ran = replay(
      "> echo \(lines.joined(separator: "|"))\n\(lines.joined(separator: "\n").replacing("line 10\n", with: ""))\n"
    )
    #expect(
      ran.output.contains(
        """
                 | ⋮ 6 lines as expected
             8   | line 7
             9   | line 8
            10   | line 9
               + | line 10
            11   | line 11
            12   | line 12
            13   | line 13
                 | ⋮ 7 lines as expected

        """))
  }

  @Test func `the screens are shown as they stood before and after the failed step`() {
    var host = ReplayHost.echo
    host.screenCommand = "all"
    let ran = replay("> set x 1\n> set y 2\nx\n", host: host)
    #expect(
      ran.output.contains(
        """
            before the step
                 | x = 1
            after the step
                 | x = 1
                 | y = 2

        """))
  }
}
