import Testing

/// The prompt on the screen: updates above the line, and windows and terminals of all kinds.
@Suite struct PromptScreenTests {
  @Test(arguments: [("dumb", 1, 24), ("dumb", 2, 24), ("unknown", 3, 24), ("xterm", 2, 1), ("xterm", 1, 1)])
  func `a window too small to work in ends nothing`(type: String, columns: Int, rows: Int) throws {
    let terminal = try PseudoTerminal(
      Program.warroom.path, [], environment: ["WARROOM_HISTORY": "off", "TERM": type], columns: columns,
      rows: rows)
    try terminal.send("print 123456789\r")
    terminal.resize(columns: columns + 1, rows: rows)
    terminal.resize(columns: columns, rows: rows)
    try terminal.send("quit\r")
    #expect(try terminal.end() == 0)
  }

  @Test func `news appears above the line, which stays as it was with its cursor`() throws {
    let feed = try NamedPipe()
    let terminal = try Program.promptHost.start(environment: ["PROMPT_HOST_FEED": feed.path])
    try terminal.send("spawn hero Arthur\u{2}\u{2}\u{2}")
    try terminal.wait(forLine: "> spawn hero Art", "hur")
    try feed.write("~ app/title  no game→matching\n")
    try terminal.wait(for: "matching")
    try terminal.wait(forLine: "> spawn hero Art", "hur")
    #expect(terminal.screen.visibleLines == ["~ app/title  no game→matching", "> spawn hero Arthur"])
    try terminal.enter("\u{5}!")
    try terminal.wait(for: "+ units 1  Arthur!\n>")
  }

  @Test func `news appears above a line of several rows`() throws {
    let feed = try NamedPipe()
    let terminal = try Program.promptHost.start(
      environment: ["PROMPT_HOST_FEED": feed.path], columns: 10, rows: 8)
    try terminal.send("spawn hero Arthur Pendragon")
    try terminal.wait(forLine: "Pendragon")
    try terminal.send("\u{1}")
    try terminal.wait(forLine: "> ", "spawn he")
    for step in 1...3 {
      try feed.write("~ step \(step)\n")
      try terminal.wait(for: "~ step \(step)")
    }
    try terminal.wait(forLine: "> ", "spawn he")
    #expect(
      terminal.screen.visibleLines
        == ["~ step 1", "~ step 2", "~ step 3", "> spawn he", "ro Arthur", "Pendragon"])
    try terminal.enter("")
    try terminal.wait(for: "+ units 1")
  }

  @Test func `news in an open block leaves the block open`() throws {
    let feed = try NamedPipe()
    let terminal = try Program.promptHost.start(environment: ["PROMPT_HOST_FEED": feed.path])
    try terminal.open("repeat 1 {")
    try terminal.send("spawn hero ")
    try terminal.wait(forLine: ". spawn hero ")
    try feed.write("~ news\n")
    try terminal.wait(for: "~ news\n> repeat 1 {\n. spawn hero")
    try terminal.open("Arthur")
    try terminal.enter("}")
    try terminal.wait(for: "+ units 1  Arthur")
  }

  @Test(arguments: 1...12)
  func `a window of any width takes a command`(columns: Int) throws {
    let terminal = try Program.promptHost.start(columns: columns, rows: 40)
    try terminal.enter("spa\t\u{1}\u{5}hero Arthur")
    try terminal.wait(for: "unit") { $0.text.filter { $0 != "\n" && $0 != " " }.contains("+units1Arthur") }
    try terminal.waitForLines(2)
    try terminal.send("s\t\t\u{3}")
    try terminal.waitForLines(3)
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(terminal.modes == terminal.formerModes)
  }

  @Test func `a window that changes its size takes the line with it`() throws {
    let terminal = try Program.promptHost.start(columns: 80)
    try terminal.send("spawn hero Arthur")
    try terminal.wait(forLine: "> spawn hero Arthur")
    for columns in [12, 3, 1, 30] {
      let before = terminal.raw.count
      terminal.resize(columns: columns, rows: 24)
      try terminal.wait(for: "redrawing") { _ in terminal.raw.count > before }
    }
    try terminal.enter("!")
    try terminal.wait(for: "+ units 1  Arthur!")
  }

  /// A terminal rewraps the rows of a narrower window before it sends the signal.
  @Test(arguments: [(30, 19), (60, 19), (19, 60), (20, 19)])
  func `a line of many rows is shown once in a window of another width`(columns: Int, other: Int) throws {
    let terminal = try Program.promptHost.start(columns: columns, rows: 24)
    try terminal.enter("spawn hero Morgana")
    let text = "spawn hero Arthur of the long name and of a longer line"
    try terminal.send(text)
    try terminal.wait(for: "typed line") { $0.visibleLines.joined().hasSuffix("longer line") }
    try terminal.send("\u{1B}b\u{1B}b\u{1B}b")
    try terminal.wait(for: "cursor") {
      $0.cursorLine.after.hasPrefix("a longer") || $0.cursorLine.after.hasPrefix("a")
    }
    terminal.reflow(columns: other, rows: 24)
    try terminal.wait(for: "the line, once") { screen in
      let joined = screen.visibleLines.joined()
      return joined.hasSuffix("units 1  Morgana> " + text) && joined.components(of: "Arthur") == 1
    }
    try terminal.enter("\u{5}!")
    try terminal.wait(for: "the unit") { $0.text.filter { $0 != "\n" }.contains("longer line!") }
  }

  @Test func `a terminal that truncates its rows keeps the rows above the line`() throws {
    let terminal = try Program.promptHost.start(
      environment: ["XTERM_VERSION": "XTerm(390)"], columns: 60, rows: 24)
    try terminal.enter("spawn hero Morgana")
    try terminal.send("spawn hero Arthur of the long name and of a longer line")
    try terminal.wait(for: "typed line") { $0.cursorLine.before.hasSuffix("line") }
    terminal.resize(columns: 20, rows: 24)
    try terminal.wait(for: "three rows") { $0.visibleLines.suffix(3).joined().hasSuffix("longer line") }
    #expect(terminal.screen.visibleLines.prefix(2) == ["> spawn hero Morgana", "+ units 1  Morgana"])
  }

  @Test func `a window that changed its size during a command is known to the next line`() throws {
    let terminal = try Program.promptHost.start(columns: 80)
    try terminal.send("spin\r")
    try terminal.wait(for: "spinning")
    terminal.resize(columns: 12, rows: 24)
    try terminal.send("\u{3}")
    try terminal.wait(forLine: "> ")
    try terminal.send("spawn hero Arthur")
    try terminal.wait(forLine: " Arthur")
  }

  @Test func `colour is given to marked lines and to the prompt`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("nonsense")
    try terminal.wait(for: "error:")
    let raw = String(decoding: terminal.raw, as: UTF8.self)
    #expect(raw.contains("\u{1B}[1m> \u{1B}[0m"))
    #expect(raw.contains("\u{1B}[32m+ units 1  Arthur\u{1B}[0m"))
    #expect(raw.contains("\u{1B}[1;31merror: there is"))
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func `a terminal without colour gets none`(environment: [String: String]) throws {
    let terminal = try Program.promptHost.start(environment: environment)
    try terminal.enter("spawn hero Arthur")
    try terminal.send("quit\r")
    #expect(try terminal.end() == 0)
    #expect(!String(decoding: terminal.raw, as: UTF8.self).contains("\u{1B}[3"))
    #expect(!String(decoding: terminal.raw, as: UTF8.self).contains("\u{1B}[1m"))
  }

  @Test func `a dumb terminal gets no escape code at all, and news on a line of its own`() throws {
    let feed = try NamedPipe()
    let terminal = try Program.promptHost.start(
      environment: ["TERM": "dumb", "PROMPT_HOST_FEED": feed.path])
    try terminal.send("spawn hero Arth")
    try terminal.wait(forLine: "> spawn hero Arth")
    try feed.write("~ news\n")
    try terminal.wait(for: "\n~ news\n")
    try terminal.wait(forLine: "> spawn hero Arth")
    try terminal.enter("ur")
    try terminal.wait(for: "+ units 1  Arthur")
    #expect(!terminal.raw.contains(0x1B))
  }

  @Test(arguments: [["LANG": ""], ["LC_ALL": "C"], ["LANG": "POSIX"]])
  func `letters of many bytes are typed in a bare container too`(environment: [String: String]) throws {
    let terminal = try Program.promptHost.start(environment: environment)
    try terminal.send("spawn hero Jürgen 😠 王\u{2}\u{2}")
    try terminal.wait(forLine: "> spawn hero Jürgen 😠", " 王")
    try terminal.enter("\u{5}\u{7F}")
    try terminal.wait(for: "+ units 1  Jürgen 😠")
  }
}
