import Testing

@testable import Scenarios

@Suite struct UsesTests {
  private let setup = "# Two sides.\n# seed: 3\n> set side attacker\n> echo id 7\nid (?<id>.) (re)\n"

  @Test func `a shared beginning in another folder is shown by its own path`() {
    let ran = replay(
      MemoryFiles([
        "x/a.scenario": "# uses: ../y/b.scenario\n> echo a\na\n", "y/b.scenario": "> echo b\nc\n",
      ]))
    #expect(ran.output.contains("  y/b.scenario:2: the output differs\n"))
    #expect(!ran.output.contains(".."))
  }

  @Test func `a shared beginning runs first, in the same session`() {
    let files = MemoryFiles([
      "setup/two.scenario": setup,
      "units/a.scenario":
        "# uses: ../setup/two.scenario\n> get side\nattacker\n> echo {{id}}\n7\n> seed\n3\n",
    ])
    let ran = replay(files)
    #expect(
      ran.output == """
        passed  setup/two.scenario  Two sides.
        passed  units/a.scenario
        2 scenarios, 5 commands: 2 passed

        """)
  }

  @Test func `beginnings may use others and run in their order`() {
    let files = MemoryFiles([
      "1.scenario": "> set a 1\n", "2.scenario": "# uses: 1.scenario\n> set b 2\n",
      "3.scenario": "# uses: 2.scenario\n# uses: 4.scenario\n> all\na = 1\nb = 2\nc = 3\n",
      "4.scenario": "> set c 3\n",
    ])
    #expect(replay(files).status == .success)
  }

  @Test func `a beginning that is used in several ways runs once, at its first use`() {
    let files = MemoryFiles([
      "one.scenario": "> set a 1\n", "two.scenario": "# uses: one.scenario\n> set a 2\n",
      "x.scenario": "# uses: two.scenario\n# uses: ./one.scenario\n# uses: two.scenario\n> get a\n2\n",
    ])
    let ran = replay(files)
    #expect(ran.status == .success, "\(ran.output)")
  }

  @Test func `a starting scenario with wrong output fails each scenario that uses it, at its own location`() {
    let files = MemoryFiles([
      "setup.scenario": "> echo a\nb\n", "x.scenario": "# uses: setup.scenario\n> echo c\nd\n",
    ])
    let ran = replay(files) { $0.paths = ["x.scenario"] }
    #expect(
      ran.output == """
        FAILED  x.scenario
          setup.scenario:2: the output differs
             1   | > echo a
             2 - | b
               + | a
          x.scenario:3: the output differs
             2   | > echo c
             3 - | d
               + | c
        1 scenario, 1 command: 0 passed, 1 failed

        """)
    let alone = replay(files) {
      $0.paths = ["x.scenario"]
      $0.blessing = .all
    }
    #expect(alone.status == .failure)
    #expect(alone.output.contains("  setup.scenario:2: the output differs\n"))
    #expect(alone.output.contains("    note: it is a shared beginning: re-record it on its own\n"))
    #expect(alone.output.contains("    note: the rest of the file was re-recorded\n"))
    #expect(alone["setup.scenario"] == "> echo a\nb\n")
    #expect(alone["x.scenario"] == "# uses: setup.scenario\n> echo c\nc\n")
    try? files.replace("x.scenario", with: Array("# uses: setup.scenario\n> echo c\nd\n".utf8))
    let blessed = replay(files) { $0.blessing = .all }
    #expect(blessed.status == .success)
    #expect(
      blessed["setup.scenario"] == "> echo a\na\n"
        && blessed["x.scenario"] == "# uses: setup.scenario\n> echo c\nc\n")
  }

  @Test func `a beginning that the same run re-records later does not fail the scenarios that use it`() {
    let files = MemoryFiles([
      "a.scenario": "# uses: b.scenario\n> echo c\nd\n", "b.scenario": "> echo a\nb\n",
    ])
    let blessed = replay(files) { $0.blessing = .all }
    #expect(blessed.status == .success)
    #expect(
      blessed.output.contains(
        "“b.scenario” differs from its recording at line 2, and is re-recorded on its own"))
    #expect(replay(blessed.files).status == .success)
  }

  @Test func `a beginning that the same run refuses to re-record fails the scenarios that use it`() {
    let files = MemoryFiles([
      "base.scenario": "> expect\n", "top.scenario": "# uses: base.scenario\n> echo c\nc\n",
    ])
    let blessed = replay(files) { $0.blessing = .all }
    #expect(blessed.output.contains("note: not re-recorded: a failing check is only rewritten in a review\n"))
    #expect(blessed.output.contains("FAILED  top.scenario\n"))
    #expect(blessed.output.contains("    note: it is a shared beginning: re-record it on its own\n"))
    #expect(blessed.output.contains(": 0 passed, 2 failed\n"), "\(blessed.output)")
  }

  @Test func `a beginning may not end the session`() {
    let files = MemoryFiles(["s.scenario": "> quit\n", "x.scenario": "# uses: s.scenario\n> echo c\nc\n"])
    let ran = replay(files) { $0.paths = ["x.scenario"] }
    #expect(ran.output.contains("s.scenario:1: a command below was not run: this one ended the session\n"))
  }

  @Test(arguments: [
    ("x.scenario", "“x.scenario” uses itself, directly or through others"),
    ("y.scenario", "“x.scenario” uses itself, directly or through others"),
    ("none.scenario", "there is no file “none.scenario”"),
    ("notes.txt", "“notes.txt” is not a “.scenario” file"),
    ("../outside.scenario", "“../outside.scenario” is outside the replayed folder"),
    ("/etc/passwd.scenario", "“/etc/passwd.scenario” is outside the replayed folder"),
    ("sub/../../outside.scenario", "“../outside.scenario” is outside the replayed folder"),
    ("link.scenario", "“link.scenario” is outside the replayed folder"),
    ("folder/outside.scenario", "“folder/outside.scenario” is outside the replayed folder"),
  ])
  func `a file that cannot be used is a failure at the line that names it`(_ path: String, _ message: String)
  {
    let files = MemoryFiles(
      [
        "x.scenario": "# Claim.\n# uses: \(path)\n> echo\n", "y.scenario": "# uses: x.scenario\n",
        "notes.txt": "",
        "sub/z.scenario": "", "/outside.scenario": "> secret\n", "/etc/passwd.scenario": "secret\n",
        "/etc/passwd": "secret\n",
      ],
      links: ["link.scenario": "/etc/passwd.scenario", "folder": "/"])
    let ran = replay(files) { $0.paths = ["x.scenario"] }
    #expect(ran.output.contains(": \(message)\n"), "\(ran.output)")
    #expect(ran.status == .failure && !ran.output.contains("secret"))
  }

  @Test func `the files that a scenario uses are limited together`() {
    let comment = "# " + String(repeating: "a", count: 9 << 20) + "\n"
    let files = MemoryFiles([
      "a.scenario": comment, "b.scenario": comment,
      "x.scenario": "# uses: a.scenario\n# uses: b.scenario\n> echo a\na\n",
    ])
    let ran = replay(files) { $0.paths = ["x.scenario"] }
    let message = "x.scenario:2: the files that a scenario uses may have at most 16777216 bytes together"
    #expect(ran.output.contains(message) && ran.status == .failure)
  }

  @Test func `a scenario that is a link out of the folder is not read`() {
    let files = MemoryFiles(
      ["a.scenario": "> echo\n", "/etc/passwd": "secret\n"], links: ["b.scenario": "/etc/passwd"])
    for paths: [FilePath] in [["."], ["b.scenario"]] {
      let ran = replay(files) { $0.paths = paths }
      #expect(ran.output.contains("  b.scenario: “b.scenario” is not below “/project”\n"))
      #expect(ran.status == .usage && !ran.output.contains("secret"))
    }
  }

  @Test func `the session gets its folder and the fact that it is restricted, which no file can change`() {
    let files = MemoryFiles(["f/a.scenario": "# restricted: no\n> restricted\nyes\n> folder\nf\n"])
    #expect(replay(files).status == .success)
    #expect(replay("> restricted\nno\n") { $0.isRestricted = false }.status == .success)
  }
}
