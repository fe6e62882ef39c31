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
      ending.errors.hasPrefix(
        "warroom: “a.scenario” already exists, and its commands now give different results: "),
      "\(ending)")
    #expect(try ending.status == 2 && folder.text(of: "a.scenario") == recorded)
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
}
