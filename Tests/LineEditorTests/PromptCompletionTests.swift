import Testing

/// Completion at the prompt with the session's words.
@Suite struct PromptCompletionTests {
  @Test(arguments: Program.allCases)
  func `Tab completes a command and adds a space`(program: Program) throws {
    let terminal = try program.start()
    try terminal.send("spa\t")
    try terminal.wait(forLine: "> spawn ")
    try terminal.send("her\t")
    try terminal.wait(forLine: "> spawn hero ")
    try terminal.enter("Arthur")
    try terminal.wait(for: "\n+ ")
    try terminal.send("status Art\twou\t")
    try terminal.wait(forLine: "> status Arthur wounded ")
  }

  @Test func `a second Tab lists what fits, with summaries, and the line stays`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("s\t\t")
    try terminal.wait(forLine: "> s")
    try terminal.wait(for: "list") { $0.cursorLine == ("> s", "") && $0.text.contains("status") }
    #expect(
      terminal.screen.visibleLines == [
        "> s",
        "spawn   Bring a unit onto the map",
        "spin    Do nothing until interrupted",
        "status  Change a unit's status",
        "> s",
      ])
    try terminal.send("paw\t")
    try terminal.wait(forLine: "> spawn ")
  }

  @Test func `candidates without a summary are listed in columns in the session's order`() throws {
    let terminal = try Program.promptHost.start(columns: 30)
    try terminal.enter("spawn hero Arthur")
    try terminal.send("status Arthur \t\t")
    try terminal.wait(for: "list") {
      $0.text.contains("wounded") && $0.cursorLine.before.hasPrefix("> status")
    }
    #expect(
      terminal.screen.visibleLines.suffix(4) == [
        "> status Arthur",
        "fallen    healing   ready",
        "fighting  marching  wounded",
        "> status Arthur",
      ])
  }

  @Test(arguments: Program.allCases)
  func `a name of many bytes is completed whole, and the cursor stays right`(program: Program) throws {
    let terminal = try program.start()
    try terminal.enter("spawn hero Gwenhwyfâr")
    try terminal.wait(for: "\n+ ")
    try terminal.send("status Gwen\t")
    try terminal.wait(forLine: "> status Gwenhwyfâr ")
    try terminal.send("ready\u{1}\u{6}\u{6}")
    try terminal.wait(forLine: "> st", "atus Gwenhwyfâr ready")
  }

  @Test func `a word under the cursor is replaced whole`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("spawn herx x\u{2}\u{2}\u{2}\u{2}\t")
    try terminal.wait(forLine: "> spawn hero", " x")
  }

  @Test func `the rest of a completed word is not doubled`() throws {
    let terminal = try Program.warroom.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.send("status Arthur\u{2}\u{2}\u{2}\t")
    try terminal.wait(forLine: "> status Arthur ")
    try terminal.send("\u{15}print cou(units)\u{1}\u{1B}f\u{1B}f\t")
    try terminal.wait(forLine: "> print count(", "units)")
  }

  @Test func `no space follows a candidate that continues`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("spawn hero Arthur si\t")
    try terminal.wait(forLine: "> spawn hero Arthur side=")
    try terminal.send("attacker\u{5}")
    try terminal.wait(forLine: "> spawn hero Arthur side=attacker")
  }

  @Test func `completion in an open block considers only its line`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.open("repeat 2 {")
    try terminal.send("spa\t")
    try terminal.wait(forLine: ". spawn ")
  }

  @Test func `nothing that fits changes nothing`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("xyz\t\t\u{1}")
    try terminal.wait(forLine: "> ", "xyz")
    #expect(terminal.screen.visibleLines == ["> xyz"])
  }
}
