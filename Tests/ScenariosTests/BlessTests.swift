import TestSupport
import Testing

@testable import Scenarios

@Suite struct BlessTests {
  private func bless(_ text: String, host: ReplayHost = .echo) -> Ran {
    replay(text, host: host) { $0.blessing = .all }
  }

  @Test(arguments: [
    // Only the lines that differ change; comments, blank lines and layout stay.
    (
      "# Claim.\n\n> echo a|b|c\na\n# why\nX\n\nc\n\n# next\n> echo d\nd\n",
      "# Claim.\n\n> echo a|b|c\na\n# why\nb\n\nc\n\n# next\n> echo d\nd\n"
    ),
    // Missing lines come where they were printed, surplus ones go.
    ("> echo a|b|c\nb\n", "> echo a|b|c\na\nb\nc\n"), ("> echo b\na\nb\nc\n", "> echo b\nb\n"),
    ("> echo a\n\n# about b\n> echo b\nb\n", "> echo a\na\n\n# about b\n> echo b\nb\n"),
    // Patterns that still match stay, as does `...`.
    ("> echo id 7|x|y|z\nid \\d (re)\n", "> echo id 7|x|y|z\nid \\d (re)\nx\ny\nz\n"),
    ("> echo id 7|b\nid [0-9] (re)\na\n", "> echo id 7|b\nid [0-9] (re)\nb\n"),
    ("> echo a|x|y|b\na\n...\nc\n", "> echo a|x|y|b\na\n...\nb\n"),
    // What would read as something else is escaped.
    (
      "> echo # x|> y|...|z (re)|\\\nq\n",
      "> echo # x|> y|...|z (re)|\\\n\\# x\n\\> y\n\\...\n\\z (re)\n\\\\\n"
    ),
    ("> raw 0A20\nq\n", "> raw 0A20\n\\\n\\ \n"),
    // Line ends are the file's own, and a file without a last newline stays without.
    ("> echo a|b\r\nx\r\n", "> echo a|b\r\na\r\nb\r\n"), ("> echo a", "> echo a\na"),
    ("> echo a|b\nx", "> echo a|b\na\nb"),
    ("> echo a\nx\ny", "> echo a\na"), ("> echo\n\nx", "> echo\n\n"),
    // An unordered output keeps its order where it can.
    ("# unordered\n> echo a|b|c\nc\nx\na\n", "# unordered\n> echo a|b|c\nc\na\nb\n"),
    // A name in printed text would be replaced, so it is escaped.
    (
      "> echo v 1\nv (?<v>.) (re)\n> raw 7B7B767D7D0A\nq\n",
      "> echo v 1\nv (?<v>.) (re)\n> raw 7B7B767D7D0A\n\\{{v}}\n"
    ),
    // A line that holds a name captured in the same output is compared with its text.
    (
      "> echo a 1|b 1|b*1|b 1|c\na (?<n>.) (re)\nb {{n}}\nb*{{n}}\n? {{n}} (glob)\nx\n",
      "> echo a 1|b 1|b*1|b 1|c\na (?<n>.) (re)\nb {{n}}\nb*{{n}}\n? {{n}} (glob)\nc\n"
    ),
    (
      "> echo a 1|b1 2|c\na (?<n>.) (re)\nb{{n}} \\d (re)\nx\n",
      "> echo a 1|b1 2|c\na (?<n>.) (re)\nb{{n}} \\d (re)\nc\n"
    ),
    ("> echo a 1|b 2\na (?<n>.) (re)\nb {{n}}\n", "> echo a 1|b 2\na (?<n>.) (re)\nb 2\n"),
  ])
  func `re-recording changes the output lines that differ and nothing else`(_ before: String, _ after: String)
  {
    let ran = bless(before)
    #expect(ran["a.scenario"] == after)
    #expect(ran.output.hasPrefix("re-recorded  a.scenario"))
    #expect(ran.status == .success)
    let again = replay(ran.files)
    #expect(again.status == .success, "\(again.output)")
  }

  @Test func `an expected line that was changed is restored byte for byte`() {
    let text = """
      # Claim.
      # tags: a

      > set x 1
      # a comment in between
      > echo a|b (re)|c
      a
      \\b (re)

      c
      > echo id 12|rest|rest
      id (?<id>\\d+) (re)
      ...
      # the end
      > echo {{id}}
      {{id}}
      """
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for index in [6, 7, 9] {
      var changed = lines
      changed[index] = "something else"
      let ran = replay(changed.joined(separator: "\n"))
      #expect(ran.status == .failure && ran.output.contains("a.scenario:\(index + 1): the output differs\n"))
      let blessed = bless(changed.joined(separator: "\n"))
      #expect(blessed["a.scenario"] == text, "line \(index + 1)")
    }
  }

  @Test func `random outputs are re-recorded so that they pass, and a second time changes nothing`() {
    let alphabet = ["a", "b", "# c", "...", "x (re)", "\\", "", "> y", "a (glob)"]
    for seed in UInt64(0)..<400 {
      var random = SplitMix(seed)
      func lines(_ range: ClosedRange<Int>, from alphabet: [String]) -> [String] {
        (0..<Int.random(in: range, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }
      }
      let text = (0..<3).map { _ in
        let output = lines(1...4, from: alphabet.filter { $0 != "" } + ["z"])
        return (["> echo \(output.joined(separator: "|"))"] + lines(0...4, from: alphabet + ["* (glob)"]))
          .joined(separator: "\n")
      }.joined(separator: "\n")
      let ran = bless(text)
      guard let first = ran["a.scenario"] else { continue }
      // A line of three dots or a comment is no output, and a pattern that cannot match is replaced.
      #expect(ran.status == .success, "seed \(seed): \(text)\n\(ran.output)")
      #expect(replay(first).status == .success, "seed \(seed): \(first)")
      #expect(bless(first)["a.scenario"] == first, "seed \(seed)")
      let comments = { (text: String) in text.split(separator: "\n").filter { $0.hasPrefix("#") } }
      #expect(comments(text) == comments(first), "seed \(seed)")
    }
  }

  @Test func `nothing is rewritten under CI`() {
    let ran = replay("> echo a\nb\n") {
      $0.blessing = .all
      $0.isContinuousIntegration = true
    }
    #expect(ran.status == .usage)
    #expect(
      ran.errors == "error: scenarios are not rewritten under CI=true: rewrite them locally and commit them\n"
    )
    #expect(ran["a.scenario"] == "> echo a\nb\n")
  }

  @Test func `a scenario that ends in a limit is not rewritten`() {
    let ran = bless("> limit\nx\n")
    #expect(ran["a.scenario"] == "> limit\nx\n")
    #expect(ran.output.contains("note: not re-recorded: line 1 reached a limit\n"))
    #expect(ran.status == .failure)
  }

  @Test func `a scenario that runs out of time is not rewritten`() {
    let text = "> echo a\nb\n> spin\nx\n"
    let ran = replay(text) {
      $0.blessing = .all
      $0.timeoutMilliseconds = 5
    } system: {
      $0.clock = StepClock(stepNs: 1_000_000).read
    }
    #expect(ran["a.scenario"] == text)
    #expect(ran.output.contains("note: not re-recorded: still running after 5 ms\n"))
  }

  @Test func `a scenario that prints something else each time is not rewritten`() {
    let ran = bless("> tick\nx\n")
    #expect(ran["a.scenario"] == "> tick\nx\n")
    #expect(ran.output.contains("note: not re-recorded: the output differs each time\n"))
  }

  @Test func `a capture that no longer matches is left to the author`() {
    let text = "> echo 1\n2\n> echo ab\nx(?<n>.) (re)\n> echo {{n}}\ny\n"
    let ran = bless(text)
    #expect(ran["a.scenario"] == text)
    #expect(
      ran.output.contains(
        """
             4 - | x(?<n>.) (re)
               + | ab
            note: not re-recorded: line 4 captures a name and no longer matches; change its pattern by hand

        """), "\(ran.output)")
    #expect(ran.output.split(separator: "not re-recorded").count == 2)
  }

  @Test func `lines that cannot be rewritten are kept and reported, and others are rewritten`() {
    let text = "stray\n> echo a\nx\n"
    let ran = bless(text)
    #expect(ran["a.scenario"] == "stray\n> echo a\na\n")
    #expect(ran.output.contains("note: the rest of the file was re-recorded\n"))
    #expect(ran.status == .failure)
  }

  @Test func `a file that cannot be written is a failure with its reason`() {
    let ran = replay(MemoryFiles(["a.scenario": "> echo a\nx\n"], isReadOnly: true)) { $0.blessing = .all }
    #expect(ran.output.contains("a.scenario: no permission for “a.scenario”\n"))
    #expect(ran.status == .usage)
  }

  @Test func `hashes are recorded below each command and compared from then on`() {
    let ran = replay("> set x 1\n# about\n> all\nx = 1\n") { $0.blessing = .hashes }
    let hash = "# hash: \(hashOf("x=1;"))\n"
    #expect(ran["a.scenario"] == "> set x 1\n\(hash)# about\n> all\nx = 1\n\(hash)")
    #expect(replay(ran.files).status == .success)
    let changed = (ran["a.scenario"] ?? "").replacing("set x 1", with: "set x 2").replacing(
      "x = 1", with: "x = 2")
    let failed = replay(changed)
    #expect(
      failed.output.contains(
        "a.scenario:2: the state differs: its hash was \(hashOf("x=1;")), now it is \(hashOf("x=2;"))\n"))
    #expect(failed.output.contains("a.scenario:6: the state differs"))
    let refused = replay("> echo a\nx\n") { $0.blessing = .hashes }
    #expect(
      refused.output.contains(
        "note: not re-recorded: hashes are only written to a scenario that passes\n"), "\(refused.output)")
    #expect(
      replay(changed) { $0.blessing = .hashes }["a.scenario"]
        == changed.replacing(hashOf("x=1;"), with: hashOf("x=2;")))
  }

  private func hashOf(_ text: String) -> String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(value, radix: 16)
  }

  // MARK: Review

  private func review(_ answers: [String]) -> Ran {
    replay("> echo a\nx\n> echo b\ny\n> echo c\nz\n", answers: answers) { $0.blessing = .review }
  }

  @Test(arguments: [
    (["y", "n", "y"], "a", "y", "c"), (["n", "a"], "x", "b", "c"), (["y", "q"], "a", "y", "z"),
    ([], "x", "y", "z"),
    (["?", "y", "n", "n"], "a", "y", "z"), (["e", "* (glob)", ".", "n", "n"], "* (glob)", "y", "z"),
  ])
  func `a review takes what is accepted and keeps the rest`(
    _ answers: [String], _ one: String, _ two: String, _ three: String
  ) {
    let ran = review(answers)
    #expect(ran["a.scenario"] == "> echo a\n\(one)\n> echo b\n\(two)\n> echo c\n\(three)\n")
  }

  @Test func `a review shows the difference before its question`() {
    let ran = review(["?", "q"])
    #expect(
      ran.output.hasPrefix(
        """
        a.scenario:2
                 | > echo a
             2 - | x
               + | a
        use this output? [y,n,e,a,q,?]\u{20}
        y  use the printed output
        n  keep the expected output
        e  write other lines instead
        a  use this output and all that follow
        q  keep this and all that follow
        use this output? [y,n,e,a,q,?]\u{20}

        """))
  }

  @Test func `lines that would change the file's meaning are refused in an edit`() {
    let ran = review(["e", "> echo x", "# no", "", "\\# yes", ".", "q"])
    #expect(ran.output.components(of: "this would not be read as output; begin the line with “\\”") == 3)
    #expect(ran["a.scenario"] == "> echo a\n\\# yes\n> echo b\ny\n> echo c\nz\n")
  }

  @Test func `quitting a review leaves the scenarios that follow as they are`() {
    let files = MemoryFiles(["a.scenario": "> echo a\nx\n", "b.scenario": "> echo b\ny\n"])
    let ran = replay(files, answers: ["q", "y"]) { $0.blessing = .review }
    #expect(ran["a.scenario"] == "> echo a\nx\n" && ran["b.scenario"] == "> echo b\ny\n")
    #expect(ran.output.contains("2 scenarios, 2 commands: 0 passed, 2 failed\n"))
  }
}

extension String {
  func components(of text: String) -> Int { ranges(of: text).count }
}
