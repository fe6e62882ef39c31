import Testing

@testable import Scenarios

@Suite struct FollowUpTests {
  private func lines(
    _ files: [String: String], editor: String? = "vi", _ set: (inout ReplayOptions) -> Void = { _ in }
  ) -> [String] {
    let ran = replay(MemoryFiles(files)) {
      $0.followUp = FollowUp(replayCommand: "game replay", editor: editor)
      set(&$0)
    }
    return ran.output.split(separator: "\n").map(String.init).filter { line in
      ["  alone:", "  review:", "  open:"].contains { line.hasPrefix($0) }
    }
  }

  @Test
  func `a failed scenario ends with the commands to replay it alone, review it and open it at its line`() {
    #expect(
      lines(["s/a.scenario": "> echo a\na\n> echo b\nc\n"]) == [
        "  alone:   game replay s/a.scenario", "  review:  game replay --review s/a.scenario",
        "  open:    vi +4 s/a.scenario",
      ])
    #expect(lines(["a.scenario": "> echo a\na\n"]) == [])
  }

  @Test func `a scenario whose beginning lies beside its folder is replayed with the root that it needs`() {
    let files = ["t/s.scenario": "> echo s\n", "u/a.scenario": "# uses: ../t/s.scenario\n> echo a\na\n"]
    let found = lines(files) {
      $0.paths = ["u/a.scenario"]; $0.root = "."
    }
    #expect(
      found == [
        "  alone:   game replay --root . u/a.scenario",
        "  review:  game replay --review --root . u/a.scenario",
        "  open:    vi +1 t/s.scenario",
      ])
    // And so it is found alone.
    let alone = replay(MemoryFiles(files)) {
      $0.paths = ["u/a.scenario"]; $0.root = "."
    }
    #expect(alone.output.contains("1 failed"))
  }

  @Test func `results that cannot be accepted are not reviewed, and nothing is reviewed on a build service`()
  {
    let files = ["a.scenario": "> quit\n> echo\n"]
    #expect(lines(files, editor: nil) == ["  alone:   game replay a.scenario"])
    let differing = ["a.scenario": "> echo a\n"]
    #expect(
      lines(differing, editor: nil) { $0.isContinuousIntegration = true } == [
        "  alone:   game replay a.scenario"
      ])
  }

  @Test func `the seed and the repeats of the run depend on the scenario alone`() {
    #expect(
      lines(["a.scenario": "> tick\n* (glob)\n"], editor: nil) {
        $0.seed = 7; $0.repeatCount = 2
      } == [
        "  alone:   game replay --seed 7 --repeat 2 a.scenario"
      ])
  }

  @Test(arguments: [
    ("emacs -nw", "emacs -nw +2 a.scenario"), ("/usr/bin/code -w", "/usr/bin/code -w -g a.scenario:2"),
    ("subl", "subl a.scenario:2"), ("my\u{1B}[ed", "my\\u{1B}[ed +2 a.scenario"),
  ])
  func `an editor is given the line in its own way`(editor: String, shown: String) {
    #expect(lines(["a.scenario": "> echo a\nb\n"], editor: editor).last == "  open:    \(shown)")
  }

  @Test(arguments: [
    ("a b.scenario", "'a b.scenario'"), ("$(rm -r x).scenario", "'$(rm -r x).scenario'"),
    ("it's", #"$'it\'s'"#), ("a\nb;c", #"$'a\012b;c'"#), ("a\u{202E}1", #"$'a\342\200\2561'"#),
    (#"a\'b"#, #"$'a\\\'b'"#), ("-x", "./-x"), ("über.scenario", "'über.scenario'"), ("", "''"),
  ])
  func `a path is one word of a shell, whatever it holds`(path: String, word: String) {
    #expect(ShellWord.quoted(FilePath(path)) == word)
  }

  @Test
  func `the first character of an output line is not mistaken for a diff sign, with and without colour`() {
    let text = "> echo + appeared|same\n~ changed\nsame\n"
    #expect(
      replay(text).output.contains(
        """
             2 - | ~ changed
               + | + appeared
             3   | same

        """))
    let coloured = replay(text) { $0.usesColor = true }.output
    #expect(
      coloured.contains("\u{1B}[2m     2\u{1B}[0m \u{1B}[1;31m-\u{1B}[0m \u{1B}[2m|\u{1B}[0m \u{1B}[31m~ "))
    #expect(coloured.contains("\u{1B}[32m+\u{1B}[0m \u{1B}[2m|\u{1B}[0m \u{1B}[32m+ appeared"))
  }
}
