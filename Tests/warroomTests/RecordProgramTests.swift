import ProgramTesting
import Testing

/// What `record` keeps of a script that comes from a pipe.
@Suite struct RecordProgramTests {
  private let folder: TemporaryFolder
  private var program: BuiltProgram { BuiltProgram("warroom", folder: folder) }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a recording whose commands have other results is not continued, and the message says so`()
    throws
  {
    let recorded = "# format: 1\n\n> print 1\n2\n"
    try folder.write(recorded, to: "a.scenario")
    let ending = try program.run("record", "a.scenario", input: "print 3\n")
    #expect(
      ending.errors == """
        warroom: “a.scenario” already exists, and a recording cannot continue it: the session printed something else \
        below its line 3; choose another name

        """)
    #expect(try ending.status == 2 && folder.text(of: "a.scenario") == recorded)
  }

  @Test func `a step is called by what is recorded of its line`() throws {
    let ending = try program.run(
      "record", "a.scenario", input: "spawn hero A; spawn hero B; help units; print 1\nundo\n")
    #expect(ending.status == 0, "\(ending.errors)")
    let recorded = try folder.text(of: "a.scenario")
    #expect(recorded.contains("\nundid spawn hero A; spawn hero B; print 1 (step 1)\n"), "\(recorded)")
    let replayed = try program.run("replay", "a.scenario")
    #expect(replayed.status == 0, "\(replayed.output)")
  }

  @Test func `the comments of a script are recorded where they are, and the result is a test`() throws {
    let script = """
      # Who falls stays fallen.

      # Arthur comes.
      spawn hero Arthur # for a while
      # seed: 7
      for i in range(0, 2) {
        # within a block
        hp Arthur 0
      }

        # and that is all
      """
    let ending = try program.run("record", "a.scenario", input: script)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(
      try folder.text(of: "a.scenario") == """
        # format: 1

        # Who falls stays fallen.
        # Arthur comes.
        > spawn hero Arthur # for a while
        + map/units 1  🙂 Arthur    ready    100 hp
        # “seed: 7”
        > for i in range(0, 2) {
        .   # within a block
        .   hp Arthur 0
        . }
        ~ map/units 1  🙂→💀 Arthur  ready→fallen  100→0 hp
        # and that is all

        """)
    #expect(try program.run("replay", "a.scenario").status == 0)
  }

  @Test(arguments: [
    ("help zzzz; spawn hero B", ""), ("print 1; help hp; print 2", "> print 1; print 2\n1\n2\n"),
    ("feed -- ./missing; print 1", ""), ("print 1; feed -- ./missing; print 2", "> print 1\n1\n"),
    ("prnt; help", ""), ("print 1; save /nope/a", "> print 1\n1\n"),
    ("if true { save x.scenario; print 22 }", "# not repeated: if true { save x.scenario; print 22 }\n"),
    ("if true { quit }", "# not repeated: if true { quit }\n"), ("quit; spawn hero B", ""),
    ("print 1; quit; print 2", "> print 1\n1\n"),
    (
      "set codes on; hp Q 5",
      """
      > set codes on; hp Q 5
      error: there is no unit “Q” [unknown-object]
        set codes on; hp Q 5
                         ^

      """
    ),
  ])
  func `a recorded line has the output of what a replay repeats`(line: String, recorded: String) throws {
    let ending = try program.run("record", "a.scenario", input: "spawn hero A\n\(line)\n")
    let beginning = "# format: 1\n\n> spawn hero A\n+ map/units 1  🙂 A         ready    100 hp\n"
    #expect(try folder.text(of: "a.scenario") == beginning + recorded)
    #expect(ending.errors.contains("with the same result"), "\(ending)")
  }

  @Test func `a recording warns of a line that it keeps only as a comment`() throws {
    let ending = try program.run(
      "record", "a.scenario", input: "spawn hero A\nif true { hp A 20; save b.scenario }\n")
    #expect(ending.errors.contains("1 line is kept only as a comment"), "\(ending)")
  }

  @Test func `a program that begins with a scenario is in the state of its replay`() throws {
    let text = "> if true { spawn hero A; later }\n...\n> def later { hp A 50 }\n"
    try folder.write(text, to: "a.scenario")
    let begun = try program.run("--keep-going", "a.scenario", input: "hash\n")
    let hash = try #require(begun.output.split(separator: "\n").last, "\(begun)")
    try folder.write("\(text)> hash\n\(hash)\n", to: "b.scenario")
    let replayed = try program.run("replay", "b.scenario")
    #expect(replayed.status == 0, "\(begun) \(replayed)")
  }
}
