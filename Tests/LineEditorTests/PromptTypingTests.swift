import Glibc
import Testing

/// The display while a person types: colours, unknown names, suggestions and hints.
@Suite struct PromptTypingTests {
  @Test func `a command has its colour, and an unknown name is underlined before Return`() throws {
    let terminal = try Program.warroom.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.send("status Arthr wounded")
    try terminal.wait(for: "underlined name") { $0.texts(.underlined) == ["Arthr"] }
    #expect(terminal.screen.texts(.coloured).last?.hasPrefix("status") == true)
    try terminal.send("\u{1B}b\u{2}\u{2}u")
    try terminal.wait(for: "known name") {
      $0.texts(.underlined).isEmpty && $0.cursorLine.before.hasSuffix("Arthu")
    }
  }

  @Test(arguments: ["\u{1B}[C", "\u{5}", "\u{6}"])
  func `the rest of the newest entry is suggested, and taken at the line's end`(key: String) throws {
    let terminal = try Program.promptHost.start()
    try terminal.enter("spawn hero Morgana")
    try terminal.enter("spawn hero Arthur")
    try terminal.send("spawn")
    try terminal.wait(for: "suggestion") { $0.suggestion == " hero Arthur" }
    #expect(terminal.screen.cursorLine == ("> spawn", ""))
    try terminal.send(" hero M")
    try terminal.wait(for: "another suggestion") { $0.suggestion == "organa" }
    // Within the line, the keys only move the cursor.
    try terminal.send("\u{1}\(key)")
    if key != "\u{5}" { try terminal.wait(forLine: "> s", "pawn hero M") }
    try terminal.send("\u{5}\(key == "\u{5}" ? "" : key)")
    if key == "\u{5}" { try terminal.send("\u{5}") }
    try terminal.wait(forLine: "> spawn hero Morgana")
    try terminal.enter("")
    try terminal.wait(for: "+ units 3  Morgana")
  }

  @Test(arguments: ["xterm-256color", "screen", "tmux-256color", "linux", "vt100"])
  func `terminals that people have show suggestions`(type: String) throws {
    let terminal = try Program.promptHost.start(environment: ["TERM": type])
    try terminal.enter("spawn hero Arthur")
    try terminal.send("spawn")
    try terminal.wait(for: "suggestion") { $0.suggestion == " hero Arthur" }
  }

  @Test func `a suggestion is removed when the line is entered`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.send("spawn")
    try terminal.wait(for: "suggestion") { $0.suggestion == " hero Arthur" }
    try terminal.enter("")
    try terminal.wait(for: "\n> spawn\nerror: ")
  }

  @Test func `the possible values of a parameter are shown dimmed after the line`() throws {
    let terminal = try Program.warroom.start()
    try terminal.send("attack ")
    try terminal.wait(for: "hint") { !$0.suggestion.isEmpty }
    #expect(terminal.screen.cursorLine == ("> attack ", ""))
  }

  @Test func `hints are off where the terminal cannot show them`() throws {
    let terminal = try Program.warroom.start(environment: ["TERM": "dumb"])
    try terminal.enter("spawn hero Arthur")
    try terminal.send("spawn")
    try terminal.wait(forLine: "> spawn")
    try terminal.send("\u{5}")
    try terminal.enter(" hero Morgana")
    try terminal.wait(for: "> spawn hero Morgana\n+ ")
    #expect(!String(decoding: terminal.raw, as: UTF8.self).contains("\u{1B}[2m"))
  }

  @Test func `set hints off switches them off, and on again`() throws {
    let terminal = try Program.warroom.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("set hints off")
    try terminal.send("spawn")
    try terminal.wait(forLine: "> spawn")
    #expect(terminal.screen.suggestion.isEmpty)
    try terminal.send("\u{15}")
    try terminal.enter("set hints on")
    try terminal.send("spawn")
    try terminal.wait(for: "suggestion") { $0.suggestion == " hero Arthur" }
  }

  @Test func `a line that is typed while a feed prints keeps its colours and its suggestion`() throws {
    let feed = try NamedPipe()
    let terminal = try Program.promptHost.start(environment: ["PROMPT_HOST_FEED": feed.path], columns: 24)
    try terminal.enter("spawn hero 王😠 of the north")
    try terminal.send("spawn hero 王😠 of")
    try terminal.wait(for: "suggestion") { $0.cursorLine.before.hasSuffix("of") }
    for step in 1...5 {
      try feed.write("~ step \(step)\n")
      try terminal.wait(for: "~ step \(step)")
      try terminal.wait(for: "line") { $0.cursorLine.before.hasSuffix("of") }
      #expect(terminal.screen.text.components(of: "~ step \(step)") == 1)
    }
    terminal.resize(columns: 60, rows: 24)
    try terminal.wait(for: "one row") { $0.cursorLine == ("> spawn hero 王😠 of", "") }
    try terminal.wait(for: "suggestion") { $0.suggestion == " the north" }
  }

  @Test func `free text that begins as a change does has no colour`() throws {
    let terminal = try Program.warroom.start()
    try terminal.enter("print \"- milk\"")
    try terminal.wait(for: "\n- milk\n")
    #expect(!String(decoding: terminal.raw, as: UTF8.self).contains("\u{1B}[31m- milk"))
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("undo")
    try terminal.wait(for: "\n- map")
    #expect(String(decoding: terminal.raw, as: UTF8.self).contains("\u{1B}[31m- map"))
  }

  @Test func `a window that is cleared has the line in its first row`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.send("half a line\u{C}")
    try terminal.wait(for: "clear window") { $0.visibleLines.first == "> half a line" }
    #expect(terminal.screen.cursor == (0, 13))
  }

  @Test func `a search backwards shows what it finds, and the line is as it was after it`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("spawn hero Morgana")
    try terminal.send("\u{12}Art")
    try terminal.wait(for: "(reverse-i-search)`Art': spawn hero Arthur")
    try terminal.enter("")
    try terminal.wait(for: "+ units 3  Arthur")
  }
}
