import ProgramTesting
import Testing

/// The question before a person leaves, and the lines of the saved session.
@Suite struct LeavingTests {
  private func start(_ folder: TemporaryFolder, _ arguments: [String] = []) throws -> PseudoTerminal {
    try Program.warroom.start(arguments, environment: ["XDG_STATE_HOME": folder.path], columns: 160)
  }

  @Test func `the prompt can be left while a feed talks, however often it does`() throws {
    let folder = try TemporaryFolder()
    let pipe = try NamedPipe()
    let terminal = try start(folder)
    try terminal.enter("feed -- cat \(pipe.path)")
    try pipe.write("{\"phase\":\"matching\",\"opponent\":\"Mordred\"}\n")
    try terminal.wait(for: "~ app/title  no game→matching")
    try terminal.enter("quit")
    try terminal.wait(for: "1 command is not saved")
    try pipe.write("{\"phase\":\"active\",\"opponent\":\"Mordred\"}\n")
    try terminal.wait(for: "~ app/title  matching→active")
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
  }

  @Test(arguments: ["units", "hel", "hp Arthr 3", "status Arthur", "print count(units)", "help spawn"])
  func `after a save, lines that changed nothing cause no question`(line: String) throws {
    let folder = try TemporaryFolder()
    let terminal = try start(folder)
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("save \(folder.path)/a.scenario")
    try terminal.wait(for: "has 1 command")
    try terminal.enter(line)
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(!terminal.screen.text.contains("not saved"))
  }

  @Test(arguments: [
    "let n = 1", "def twice { tick 1; tick 1 }", "expect count(units) == 1", "undo; spawn hero Morgana",
  ])
  func `after a save, lines that changed something cause a question, and only they are counted`(line: String)
    throws
  {
    let folder = try TemporaryFolder()
    let terminal = try start(folder)
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("save \(folder.path)/a.scenario")
    try terminal.wait(for: "has 1 command")
    try terminal.enter("units")
    try terminal.enter(line)
    try terminal.enter("quit")
    try terminal.wait(for: "1 command is not saved")
  }

  @Test func `a session in which nothing was changed is left without a question`() throws {
    let folder = try TemporaryFolder()
    let terminal = try start(folder)
    for line in ["units", "print 1", "hel", "status Arthr ready"] { try terminal.enter(line) }
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
  }

  private static let saved = """
    # format: 1

    > spawn hero Arthur
    + map/units 1  🙂 Arthur    ready    100 hp
    > status Arthur fallen
    ~ map/units 1  🙂→💀 Arthur  ready→fallen  100 hp
    > heal Arthur
    error: Arthur is fallen and cannot be healed
      heal Arthur
           ^~~~~~

    """

  @Test func `a saved session omits mistyped lines, and contains errors of commands that ran`() throws {
    let folder = try TemporaryFolder()
    let terminal = try start(folder)
    for line in [
      "hel", "spawn hero Arthur", "hp Arthr 40", "status Arthur", "status Arthur fallen",
      "status Arthur fallan",
      "heal Arthur",
    ] { try terminal.enter(line) }
    try terminal.enter("save \(folder.path)/a.scenario")
    try terminal.wait(for: "has 3 commands, which replay with the same")
    try terminal.wait(for: "4 lines that failed before they ran are omitted; “record FILE” keeps such lines")
    #expect(try folder.text(of: "a.scenario") == Self.saved)
    terminal.signal(15)
    #expect(try terminal.end() == 128 + 15)
    #expect(try !folder.contents().contains { $0.contains("open-") })
  }

  @Test func `a saved session omits the output of the commands that it omits`() throws {
    let folder = try TemporaryFolder()
    let terminal = try start(folder)
    try terminal.enter("print 1; help vars; print 2")
    try terminal.enter("spawn hero Arthur; save /nope/a")
    try terminal.enter("save \(folder.path)/a.scenario")
    try terminal.wait(for: "has 2 commands, which replay with the same")
    #expect(
      try folder.text(of: "a.scenario").hasSuffix(
        "> print 1; print 2\n1\n2\n> spawn hero Arthur\n+ map/units 1  🙂 Arthur    ready    100 hp\n"))
  }

  @Test func `a saved session contains a line that failed after a command acted`() throws {
    let folder = try TemporaryFolder()
    let terminal = try start(folder)
    try terminal.enter("def shout { print 2; hp Q 5 }")
    for line in ["print 1; hp Q 5", "trace on; hp Q 5", "shout"] { try terminal.enter(line) }
    try terminal.enter("save \(folder.path)/a.scenario")
    try terminal.wait(for: "has 4 commands, which replay with the same")
  }

  @Test func `a recording keeps every line, and a loaded scenario its own`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.scenario"
    let terminal = try start(folder)
    try terminal.enter("record \(path)")
    try terminal.enter("hel")
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("record")
    try terminal.wait(for: "has 2 commands")
    let recorded = try folder.text(of: "a.scenario")
    #expect(recorded.contains("> hel\nerror: there is no command “hel”\n"))
    try terminal.leave()
    let next = try start(folder, [path])
    try next.wait(for: "\n+ map/units 1")
    try next.enter("hel")
    try next.enter("undo")
    try next.enter("save \(path)")
    try next.wait(for: "has 3 commands")
    #expect(try folder.text(of: "a.scenario").hasPrefix(recorded + "> undo\n"))
  }
}
