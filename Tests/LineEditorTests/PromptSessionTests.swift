import Glibc
import ProgramTesting
import Testing

/// The beginning and the end of a prompt session.
@Suite struct PromptSessionTests {
  private static let hero = "> spawn hero Arthur\n+ map/units 1  🙂 Arthur    ready    100 hp\n"
  /// The session's recording.
  private static let scenario = "# format: 1\n\n" + hero

  @Test func `a scenario on the command line is continued with its seed`() throws {
    let folder = try TemporaryFolder()
    try folder.write("# format: 1\n# seed: 7\n\n" + Self.hero, to: "duel.scenario")
    let terminal = try Program.warroom.start(["\(folder.path)/duel.scenario"])
    try terminal.wait(for: "> spawn hero Arthur\n+ map/units 1  🙂 Arthur")
    try terminal.enter("save \(folder.path)/next.scenario")
    try terminal.wait(for: "has 1 command, which replays with the same")
    #expect(try folder.text(of: "next.scenario") == "# format: 1\n# seed: 7\n\n" + Self.hero)
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
  }

  @Test func `a script on the command line runs before the prompt, as it does without a terminal`() throws {
    let folder = try TemporaryFolder()
    try folder.write("print 6 * 7\nspawn hero Arthur\n", to: "day.txt")
    let terminal = try Program.warroom.start(["\(folder.path)/day.txt"])
    try terminal.wait(for: "\n42\n")
    try terminal.wait(for: "\n+ map/units 1  🙂 Arthur")
    try terminal.send("\u{4}")
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
  }

  @Test func `load continues from a file, and record extends that file`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.scenario, to: "duel.scenario")
    let path = "\(folder.path)/duel.scenario"
    let terminal = try Program.warroom.start(columns: 120)
    try terminal.enter("load \(path)")
    try terminal.wait(for: "\n+ map/units 1")
    try terminal.enter("record \(path)")
    try terminal.wait(for: "recording the whole session to “\(path)”")
    try terminal.enter("status Arthur marching")
    try terminal.wait(for: "\n~ ")
    #expect(
      try folder.text(of: "duel.scenario")
        == Self.scenario + "> status Arthur marching\n~ map/units 1  🙂→🚶 Arthur  ready→marching  100 hp\n")
    try terminal.enter("record")
    try terminal.wait(for: "has 2 commands, which replay with the same")
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
  }

  @Test
  func `record on the command line continues a file whose commands print the same, and keeps its comments`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/duel.scenario"
    let commented = "# A duel.\n\n# First he comes.\n" + Self.hero + "\n# That is all.\n"
    try folder.write(commented, to: "duel.scenario")
    let terminal = try Program.warroom.start(["record", path], columns: 120)
    try terminal.wait(for: "continuing from 1 command in “\(path)”")
    try terminal.enter("undo")
    try terminal.wait(for: "\n- map/units 1")
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(terminal.screen.text.contains("has 2 commands, which replay with the same"))
    #expect(try folder.text(of: "duel.scenario").hasPrefix(commented + "> undo\n"))
  }

  @Test func `record leaves a file as it is whose commands give something else`() throws {
    let folder = try TemporaryFolder()
    let other = Self.scenario.replacing("100 hp", with: "99 hp")
    try folder.write(other, to: "other.scenario")
    let refused = try PseudoTerminal(
      Program.warroom.path, ["record", "\(folder.path)/other.scenario"],
      environment: ["WARROOM_HISTORY": "off"])
    #expect(try refused.end() == 2)
    #expect(refused.screen.text.contains("already exists"))
    #expect(try folder.text(of: "other.scenario") == other)
  }

  @Test(arguments: ["record", "save"])
  func `a file that is being recorded can be neither recorded nor saved again`(command: String) throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(columns: 160)
    try terminal.enter("record \(folder.path)/a.scenario")
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("\(command) \(folder.path)/./a.scenario")
    try terminal.wait(for: "error: the session is already being recorded to “")
    try terminal.enter("record")
    try terminal.wait(for: "has 1 command, which replays with the same")
  }

  @Test func `replaying a missing file at the prompt is an error that names no other file`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.scenario, to: "duel.scenario")
    let terminal = try Program.warroom.start(columns: 160)
    let path = "\(folder.path)/dual.scenario"
    try terminal.enter("replay \(path)")
    try terminal.wait(for: "error: there is no file “\(path)”\n  replay \(path)")
    #expect(!terminal.screen.text.contains("duel"))
  }

  @Test func `a recording is saved once it has stopped`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(columns: 120)
    try terminal.enter("record \(folder.path)/a.scenario")
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("record")
    try terminal.wait(for: "has 1 command, which replays with the same")
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
  }

  @Test func `a recording whose file was changed has ended, and claims no more than the file contains`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/z.scenario"
    let terminal = try Program.warroom.start(environment: ["XDG_STATE_HOME": folder.path], columns: 160)
    try terminal.enter("set prompt status")
    try terminal.enter("record \(path)")
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(forLine: "1 recording> ")
    try folder.write(try folder.text(of: "z.scenario") + "# mine\n", to: "z.scenario")
    try terminal.enter("hp Arthur 40")
    try terminal.wait(for: "so it was not written; the recording ends here; the file has 2 commands")
    try terminal.wait(forLine: "2> ")
    try terminal.enter("record")
    try terminal.wait(for: "error: nothing is being recorded")
    #expect(!terminal.screen.text.contains("when replayed"))
    try terminal.enter("quit")
    try terminal.wait(for: "2 commands are not saved")
  }

  @Test func `leaving with something unsaved asks once`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(environment: ["XDG_STATE_HOME": folder.path], columns: 120)
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("quit")
    try terminal.wait(
      for: "1 command is not saved: “save FILE” saves the session; “quit” or Ctrl-D again ends it")
    try terminal.enter("spawn hero Morgana")
    try terminal.enter("quit")
    try terminal.wait(for: "2 commands are not saved")
    try terminal.send("quit\r")
    #expect(try terminal.end() == 0)
    #expect(try folder.text(of: "warroom/sessions/last.scenario").hasPrefix(Self.scenario))
  }

  @Test func `a scenario is made of the last session`() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    let terminal = try Program.warroom.start(environment: environment)
    try terminal.enter("spawn hero Arthur")
    try terminal.leave()
    let made = try PseudoTerminal(
      Program.warroom.path, ["replay", "--new", "\(folder.path)/first-hero"], environment: environment,
      columns: 120)
    #expect(try made.end() == 0)
    #expect(made.screen.text.contains("first-hero.scenario: 1 command, and a replay has the same result"))
    #expect(try folder.text(of: "first-hero.scenario") == "# first hero\n" + Self.scenario)
  }

  @Test func `an expectation that holds is reported, but not recorded`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start()
    try terminal.enter("expect 1 + 1 == 2")
    try terminal.wait(for: "\nas expected\n")
    try terminal.enter("save \(folder.path)/a.scenario")
    #expect(try folder.text(of: "a.scenario") == "# format: 1\n\n> expect 1 + 1 == 2\n")
  }

  @Test func `run takes the commands of a scenario, and not its output`() throws {
    let folder = try TemporaryFolder()
    try folder.write("# A duel.\n" + Self.hero + "> nonsense\nerror: x\n", to: "duel.scenario")
    let terminal = try Program.warroom.start(columns: 120)
    try terminal.enter("run \(folder.path)/duel.scenario")
    try terminal.wait(for: "duel.scenario:4")
    #expect(terminal.screen.text.components(of: "error: there is no command “nonsense”") == 1)
    let script = try PseudoTerminal(
      Program.warroom.path, ["run", "-k", "\(folder.path)/duel.scenario"], columns: 120)
    #expect(try script.end() == 1)
    #expect(script.screen.text.contains("+ map/units 1  🙂 Arthur"))
  }

  @Test func `the prompt shows the position of the session`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(columns: 100)
    try terminal.enter("set prompt status")
    try terminal.wait(forLine: "0> ")
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(forLine: "1> ")
    try terminal.enter("undo")
    try terminal.wait(forLine: "0 undone> ")
    try terminal.enter("redo")
    try terminal.enter("record \(folder.path)/a.scenario")
    try terminal.wait(forLine: "1 recording> ")
    try terminal.enter("feed -- cat")
    try terminal.wait(for: "recording feed “cat”")
  }

  @Test func `a long status leaves room to type`() throws {
    let terminal = try Program.warroom.start(columns: 100)
    try terminal.enter("set prompt status")
    let text = String(repeating: "a", count: 70)
    try terminal.enter("feed -- sh -c \"sleep 30; echo \(text)\"")
    try terminal.wait(for: "a clipped status") {
      $0.cursorLine.before.hasPrefix("0 feed “sh -c ") && $0.cursorLine.before.hasSuffix("…> ")
    }
    try terminal.send("print 1")
    try terminal.wait(for: "half of the window") {
      $0.cursorLine.before.hasSuffix("…> print 1") && Screen.width(of: $0.cursorLine.before) < 60
    }
  }

  @Test func `a lesson suggests one command after another, and explains what each did`() throws {
    let terminal = try Program.warroom.start(columns: 120, rows: 60)
    try terminal.enter("demo")
    try terminal.wait(for: "suggestion") { $0.suggestion == "spawn hero Arthur" }
    var count = 0
    while !terminal.screen.text.contains("That is all there is to it.") {
      let former = terminal.screen.suggestion
      count += 1
      try terminal.enter("\u{1B}[C")
      try terminal.wait(for: "next step") {
        $0.text.contains("That is all") || !$0.suggestion.isEmpty && $0.suggestion != former
      }
    }
    #expect(count == 11)
    try terminal.enter("print count(units)")
    try terminal.wait(for: "\n2\n")
  }

  @Test func `a lesson breaks its lines between words in a narrow window`() throws {
    let terminal = try Program.warroom.start(columns: 40, rows: 30)
    try terminal.enter("demo")
    try terminal.wait(
      for:
        "The next command is suggested: Right\naccepts it, Return runs it. You may type\nanything else at any time.\n"
    )
  }

  @Test(arguments: [["TERM": "dumb"], [:]])
  func `a lesson writes its commands where no suggestions are shown`(environment: [String: String]) throws {
    let terminal = try Program.warroom.start(environment: environment, columns: 100, rows: 60)
    if environment.isEmpty { try terminal.enter("set hints off") }
    try terminal.enter("demo")
    try terminal.wait(for: "Type the command after “>”, and press Return.")
    try terminal.wait(for: "\n  > spawn hero Arthur\n")
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "\n  > spawn hero Morgana side=defender hp=80\n")
    #expect(!terminal.screen.text.contains("suggest") && !terminal.screen.text.contains("Right"))
  }

  @Test func `a lesson begins in a session without commands, or explains what to do`() throws {
    let terminal = try Program.warroom.start(columns: 100, rows: 60)
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "\n+ map/units 1")
    try terminal.enter("demo")
    try terminal.wait(for: "error: the lesson needs a new session\n")
    try terminal.wait(for: "note: “goto 0” undoes this session; “save FILE” keeps it in a file\n")
    #expect(terminal.screen.suggestion.isEmpty)
    try terminal.enter("goto 0")
    try terminal.wait(for: "\n- map/units 1")
    try terminal.enter("demo")
    try terminal.wait(for: "suggestion") { $0.suggestion == "spawn hero Arthur" }
    try terminal.enter("\u{1B}[C")
    try terminal.wait(for: "the next step") { $0.suggestion == "spawn hero Morgana side=defender hp=80" }
  }

  @Test func `messages break between words in a narrow window, and are recorded unbroken`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(columns: 50, rows: 40)
    #expect(
      terminal.screen.text.contains(
        "“help” lists the commands, “demo”\nteaches, Tab completes, Ctrl-D exits\n"))
    let command = "print 1 < none and 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 == 63"
    try terminal.enter(command)
    try terminal.wait(
      for: "  note: “x != none” tests for a value, as in “x !=\n  none and x < 3”\n")
    try terminal.wait(for: "  print 1 < none and 3 + 4 + 5 + 6 + 7 + 8…\n        ^~~~~~~~\n")
    try terminal.enter("save \(folder.path)/a.scenario")
    try terminal.wait(for: "has 1 command")
    #expect(
      try folder.text(of: "a.scenario").hasSuffix(
        """
        > \(command)
        error: a number and none cannot be compared
          \(command)
                ^~~~~~~~
          note: “x != none” tests for a value, as in “x != none and x < 3”

        """))
  }

  @Test func `show fills the window, and the record has it as it ever is`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(columns: 100)
    try terminal.enter("show")
    try terminal.wait(for: "a box as wide as the window") {
      $0.visibleLines.contains { $0.hasPrefix("┌ map ") && Screen.width(of: $0) == 100 }
    }
    terminal.resize(columns: 40, rows: 24)
    try terminal.enter("show")
    try terminal.wait(for: "a smaller box") {
      $0.visibleLines.contains { $0.hasPrefix("┌ map ") && Screen.width(of: $0) == 40 }
    }
    try terminal.enter("save \(folder.path)/a.scenario")
    let lines = try folder.text(of: "a.scenario").split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("┌") }.allSatisfy { Screen.width(of: String($0)) == 60 })
    #expect(lines.filter { $0.hasPrefix("┌") }.count >= 2)
  }
}
