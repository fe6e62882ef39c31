import Glibc
import ProgramTesting
import Testing

/// `--store FILE` of a whole program.
@Suite struct ProgramStoreTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram("kanban", folder: folder)
  }

  private func run(_ text: String, _ options: String...) throws -> BuiltProgram.Ending {
    try program.run(["run", "--store", "a.store"] + options + ["-c", text])
  }

  @Test func `a script continues with the contents of the store`() throws {
    #expect(try run("add card Docs points=3").output == "+ board/todo 1  Docs  todo    3  none\n")
    #expect(try run("change Docs points=4").output == "~ board/todo 1  Docs  todo  3→4  none\n")
    #expect(
      try run("undo 2").output == """
        undid steps 1-2
        - board/todo 1  Docs  todo    4  none

        """)
    // After a normal exit there is only one file.
    #expect(try folder.contents().filter { $0.hasPrefix("a.store") }.count == 1)
  }

  @Test(arguments: [":memory:", "file:a?mode=memory"])
  func `a name that means something to SQLite is the name of a file`(name: String) throws {
    #expect(try program.run("run", "--store", name, "-c", "add card A").status == 0)
    #expect(try program.run("run", "--store", name, "-c", "print count(cards)").output == "1\n")
  }

  @Test func `a store without a name is refused`() throws {
    let ending = try program.run("run", "--store", "", "-c", "add card A")
    #expect(ending.status == 2 && ending.errors.hasSuffix("the store “”: it has no name\n"), "\(ending)")
  }

  @Test func `nothing is copied into a store that has only its beginning`() throws {
    #expect(try run("add card A").status == 0)
    #expect(try program.run("--store", "b.store", input: "cards\n").status == 0)
    let ending = try program.run("store", "copy", "a.store", "b.store")
    #expect(ending.errors.hasSuffix(": it is not empty: choose a new store\n"), "\(ending)")
  }

  @Test func `standard input and a recording are kept, too`() throws {
    #expect(try program.run("--store", "a.store", input: "add card A\n").status == 0)
    #expect(try program.run("record", "--store", "a.store", "b.scenario", input: "add card B\n").status == 0)
    #expect(try run("print count(cards)").output == "2\n")
    #expect(try folder.text(of: "b.scenario").contains("> add card B\n"))
  }

  @Test func `a recording begins with what the store held, and with the seed of that beginning`() throws {
    let game = BuiltProgram("warroom", folder: folder)
    let lines = "spawn hero A\nspawn hero B\nattack A B\nseed 3\nattack A B\n"
    #expect(try game.run("--seed", "5", "--store", "g.store", input: lines).status == 0)
    let ending = try game.run("record", "--store", "g.store", "g.scenario", input: "attack A B\n")
    #expect(
      ending.errors == "“g.scenario” has 6 commands, which replay with the same result\n", "\(ending)")
    #expect(try folder.text(of: "g.scenario").hasPrefix("# format: 1\n# seed: 5\n\n> spawn hero A\n"))
    let again = try game.run("record", "--store", "g.store", "g.scenario", input: "attack A B\n")
    #expect(again.errors.hasPrefix("continuing from 6 commands in “g.scenario”\n"), "\(again)")
    #expect(try game.run("replay", "g.scenario").status == 0)
    #expect(try game.run("run", "--store", "g.store", "-c", "spawn hero C").status == 0)
    #expect(try game.run("record", "--store", "g.store", "g.scenario", input: "print 1\n").status == 0)
    try folder.write("> print 1\n1\n", to: "other.scenario")
    let other = try game.run("record", "--store", "g.store", "other.scenario")
    #expect(
      other.errors
        == "warroom: “other.scenario” already exists, and it is not the beginning of the store's history: choose another name\n"
    )
  }

  @Test(arguments: [
    ("spawn hero A; spawn hero B; hp Q 5", "log"), ("def two { spawn hero A; spawn hero B }\ntwo", "print 1"),
    ("spawn hero A\nspawn hero B\nundo", "redo"), ("let n = 2; spawn hero A; hp A $n", "print 1"),
    ("after 1 { print 1 }\ntick", "print tick"),
  ])
  func `the history of a store can be recorded and explored`(lines: String, next: String) throws {
    let game = BuiltProgram("warroom", folder: folder)
    _ = try game.run("--store", "g.store", "--keep-going", input: lines)
    let recorded = try game.run("record", "--store", "g.store", "g.scenario", input: "units\n\(next)\n")
    #expect(!recorded.errors.contains("leads to a different state"), "\(recorded)")
    if next != "log" { #expect(recorded.errors.contains("with the same result"), "\(recorded)") }
    let explored = try game.run(
      "explore", "--store", "g.store", "--exhaustive", "--depth", "1", "--commands", "spawn")
    #expect(explored.status == 0, "\(explored)")
  }

  @Test func `a script reads the intact part of a damaged store, and stops at a line that changes something`()
    throws
  {
    _ = try run("add card A\nadd card B\nadd card C")
    let damaged = try program.run(
      shell: "sqlite3 a.store \"UPDATE step SET changes = 'x' WHERE serial = 3\"")
    guard damaged.status == 0 else { return }
    let check = try run("print count(cards)\nstore check")
    #expect(check.status == 0 && check.output.hasPrefix("2\nstep 3 (serial 3) cannot be read\n"), "\(check)")
    let ending = try program.run("--store", "a.store", input: "print 1\nadd card D\nprint 2\n")
    #expect(ending.status == 1 && ending.output == "1\n", "\(ending)")
    #expect(ending.errors.hasSuffix("; 1 line that ran is not on disk\n"), "\(ending)")
  }

  @Test func `a store that cannot be opened or read has the exit code of an unreadable file`() throws {
    #expect(try program.run("store", "copy", "missing.store", "x.store").status == 2)
    #expect(try program.run("store", "migrate", "missing.store").status == 2)
    #expect(try program.run("store", "accept", "missing.store", "card.x").status == 2)
    #expect(try run("add card A").status == 0)
    #expect(try program.run("store", "accept", "a.store", "card.x").status == 1)
  }

  @Test func `the store describes itself, and is maintained`() throws {
    _ = try run("add card A\nadd card B")
    let told = try run("store").output
    #expect(told.hasPrefix("“a.store”: 2 steps, "))
    #expect(told.hasSuffix(" bytes, durability group, session 2\n"))
    #expect(try run("set durability step\nstore").output.contains("durability step"))
    #expect(try run("store check").output == "the store is intact\n")
    let compacted = try run("set history 1\nstore compact\nlog").output
    #expect(compacted.contains(" bytes before, "))
    #expect(try run("log").output.contains("(the oldest state kept)"))
    #expect(try run("print count(cards)").output == "2\n")
  }

  @Test(arguments: ["step", "group"])
  func `a store that is cared for in the midst of a line or a group loses nothing`(durability: String) throws
  {
    let told = try run(
      "set durability \(durability)\nadd card A\nadd card B; store; store compact; add card C; add card D")
    #expect(told.output.contains("“a.store”: 2 steps"))
    #expect(try run("log").output.contains("add card B"))
    #expect(try run("print count(cards)\nstore check").output == "4\nthe store is intact\n")
    // Everything that the line did afterwards is one step.
    #expect(try run("undo\nprint count(cards)").output.hasSuffix("2\n"))
  }

  @Test func `two thousand steps of one word take sixty bytes each at most`() throws {
    let words = ["marching", "ready", "fighting"]
    let lines = (0..<2_000).map { "status u1 \(words[$0 % 3])\n" }.joined()
    let game = BuiltProgram("warroom", folder: folder)
    let told = try game.run(
      "run", "--store", "g.store", "-", input: "close map\nspawn hero u1\n\(lines)store compact\nstore\n")
    let parts = told.output.split(separator: " ")
    #expect(told.output.contains("2002 steps"))
    let place = try #require(parts.lastIndex(of: "bytes,"))
    #expect(try #require(Int(parts[place - 1])) <= 2_002 * 60)
  }

  @Test func `an exploration begins with what a store holds, and writes nothing to it`() throws {
    _ = try run("add person Ann\nadd card A\nadd card B\nundo")
    func explore(_ options: String...) throws -> BuiltProgram.Ending {
      try program.run(["explore", "--exhaustive", "--depth", "1", "--commands", "take"] + options)
    }
    let before = try run("log\nstore check").output
    let ending = try explore("--store", "a.store")
    #expect(ending.status == 0, "\(ending)")
    #expect(ending.output + ending.errors != (try explore()).output)
    #expect(try run("log\nstore check").output == before)
    #expect(try explore("--store", "b.store").status == 2)
    #expect(try !folder.contents().contains("b.store"))
  }

  @Test func `without a store its commands explain how to get one`() throws {
    let ending = try program.run("run", "-c", "store")
    #expect(ending.status == 1)
    #expect(ending.errors.hasPrefix("error: no store is open: start the program with --store FILE\n"))
    #expect(
      try program.run("run", "-c", "set durability soon").errors.hasPrefix(
        "error: “soon” is not a durability: choose step or group\n"))
  }

  @Test func `a replay opens no store, and must not request one`() throws {
    try folder.write("# Asks for a store.\n> store\n", to: "a.scenario")
    let ending = try program.run("replay", "a.scenario")
    #expect(ending.status == 1)
    #expect(ending.output.contains("error: “store” is not allowed in a replay"))
    #expect(try program.run("replay", "--store", "a.store").status == 2)
  }

  @Test func `a file that cannot be opened is reported as wrong usage`() throws {
    func message(_ path: String) throws -> String {
      let ending = try program.run("run", "--store", path, "-c", "add card A")
      #expect(ending.status == 2)
      #expect(ending.output == "")
      return ending.errors
    }
    #expect(try message(".") == "kanban: the store “.”: it is a folder\n")
    #expect(
      try message("no/a.store")
        == "kanban: the store “no/a.store”: there is no such folder: create it first\n")
    #expect(
      try message("/dev/null")
        == "kanban: the store “/dev/null”: it is not a regular file: choose another file\n")
    try folder.write("a letter, which is long enough to be more than nothing\n", to: "letter")
    #expect(try message("letter") == "kanban: the store “letter”: it is not a store: choose another file\n")
    _ = try run("add card A")
    let other = BuiltProgram("warroom", folder: folder)
    #expect(
      try other.run("run", "--store", "a.store", "-c", "show").errors
        == "warroom: the store “a.store”: it is a store of “kanban”: open it with that program\n")
  }

  @Test func `values that their fields do not allow are a remark when a store is opened`() throws {
    _ = try run("add card A points=77")
    let edited = try program.run(
      shell: "sqlite3 a.store \"UPDATE step SET changes = replace(changes, '77', '900')\"")
    guard edited.status == 0 else { return }
    #expect(
      try run("print A.points").errors == """
        kanban: the store “a.store” breaks some rules; commands can repair it:
          900 is out of range: “points” of A ranges from 0 to 100

        """)
  }

  @Test(arguments: ["", "--keep-going"])
  func `a script whose store cannot be written stops, shows what is on disk, and counts what is not`(
    option: String
  ) throws {
    _ = try run("add card A")
    let lines = "set durability step\n" + (0..<1_000).map { "add card C\($0); print \"done\"\n" }.joined()
    // The limit of file sizes prevents the store's files from growing.
    let ending = try program.run(
      shell: "ulimit -f 300; exec $0 run \(option) --store a.store -", input: lines)
    #expect(ending.status == 1)
    let shown = ending.output.split(separator: "\n").count { $0 == "done" }
    #expect(shown > 0 && shown < 1_000)
    #expect(
      ending.errors
        == "kanban: the store “a.store”: disk I/O error; 1 line that ran is not on disk\n")
    #expect(try run("print count(cards)").output == "\(shown + 1)\n")
  }

  @Test func `a world without objects cannot be kept`() throws {
    let toy = BuiltProgram("toy-program", folder: folder)
    #expect(
      try toy.run("run", "--store", "a.store", "-c", "add 1").errors
        == "toy-program: this world cannot be kept in a store\n")
  }

  @Test func `a file or folder without write permission is reported as such`() throws {
    _ = try run("add card A")
    // Root may write everything, so another user runs the program. That user cannot write a coverage profile either.
    let nobody = getuid() == 0 ? "LLVM_PROFILE_FILE=/dev/null setpriv --reuid=65534 --clear-groups " : ""
    let shell = "chmod 555 . && chmod 444 a.store && \(nobody)$0 run --store a.store -c 'add card B'"
    let ending = try program.run(shell: shell)
    #expect(ending.status == 2)
    #expect(
      ending.errors
        == "kanban: the store “a.store”: it or its folder cannot be written: change the permissions\n"
    )
    chmod(folder.path, 0o700)
    #expect(try run("print count(cards)").output == "1\n")
  }

  @Test func `a store that is kept from being written for long refuses the line, and nothing is done`() throws
  {
    _ = try run("add card A")
    let holder = try PipedProgram("/usr/bin/env", ["sqlite3", folder["a.store"]])
    defer { holder.kill() }
    holder.send("BEGIN IMMEDIATE; SELECT 'held';")
    guard holder.line() == "held" else { return }
    let ending = try run("add card B")
    #expect(ending.status == 1)
    #expect(
      ending.errors.hasPrefix(
        "error: the store “a.store”: another program is writing to it; try again later\n"))
    holder.finish()
    #expect(try run("print count(cards)").output == "1\n")
  }
}
