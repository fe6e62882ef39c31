import Glibc
import ProgramTesting
import Testing

/// Full-window mode: the open screens above, and the line being typed below.
@Suite struct PromptLiveTests {
  private static func open(
    _ arguments: [String] = [], columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    let terminal = try Program.warroom.start(arguments, columns: columns, rows: rows)
    try terminal.enter("spawn hero Arthur")
    try terminal.send("live\r")
    try terminal.wait(for: "full screen") {
      $0.visibleLines.first?.hasPrefix("┌ map ") == true && $0.cursor.row == rows - 1
        && $0.cursorLine == ("> ", "")
    }
    return terminal
  }

  @Test func `a feed's changes flash, and q on an empty line goes back to what was printed meanwhile`() throws
  {
    let pipe = try NamedPipe()
    let terminal = try Program.warroom.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("feed -- cat \(pipe.path)")
    try terminal.wait(for: "is running\n")
    try terminal.send("live\r")
    try terminal.wait(for: "full screen") {
      $0.visibleLines.first?.hasPrefix("┌ map ") == true && $0.text.contains("q or Ctrl-C goes back")
    }
    #expect(terminal.screen.texts(.reversed).isEmpty)
    try pipe.write("{\"phase\":\"matching\",\"opponent\":\"Mordred\"}\n")
    try pipe.write("{\"phase\":\"active\",\"opponent\":\"Mordred\"}\n")
    try terminal.wait(for: "flash") { $0.texts(.reversed).contains { $0.contains("attack Mordred") } }
    try terminal.send("q")
    try terminal.wait(for: "the prompt with what was printed meanwhile") {
      $0.text.contains("> live\n") && $0.text.contains("~ app/title  matching→active")
        && $0.cursorLine == ("> ", "")
    }
    try terminal.enter("print 99")
    try terminal.wait(for: "> print 99\n99\n>")
  }

  @Test func `typed lines run while the view is on, and the view follows`() throws {
    let terminal = try Self.open()
    try terminal.enter("status Arthur marching")
    try terminal.wait(for: "changed view") { $0.texts(.reversed).contains { $0.contains("🚶 Arthur") } }
    try terminal.wait(for: "~ map/units 1  🙂→🚶 Arthur")
    #expect(terminal.screen.visibleLines.first?.hasPrefix("┌ map ") == true)
    #expect(terminal.screen.cursor == (23, 2))
    // A `q` within a word is inserted.
    try terminal.send("print \"q\"")
    try terminal.wait(forLine: "> print \"q\"")
    try terminal.enter("")
    try terminal.send("q")
    try terminal.wait(for: "the prompt") {
      $0.text.contains("> live\n> status Arthur marching\n~ map/units 1  🙂→🚶 Arthur")
        && $0.text.contains("> print \"q\"\nq\n>")
    }
  }

  @Test func `a running line's output and progress are in the window, and Ctrl-C stops the line`() throws {
    let terminal = try Self.open()
    try terminal.send("print \"first\"; while true { tick 1 }\r")
    try terminal.wait(for: "output") { $0.visibleLines.dropLast().contains { $0 == "first" } }
    try terminal.wait(for: "progress") {
      $0.visibleLines.contains { $0.hasPrefix("live") && $0.contains("Ctrl-C stops it") }
    }
    try terminal.send("\u{3}")
    try terminal.wait(for: "the line") {
      $0.text.contains("q or Ctrl-C goes back") && $0.cursorLine == ("> ", "")
    }
    #expect(terminal.screen.visibleLines.first?.hasPrefix("┌ map ") == true)
  }

  @Test func `an error is reported with its location, and the view is kept`() throws {
    let terminal = try Self.open()
    try terminal.enter("status Arthr marching")
    try terminal.wait(
      for: "error: there is no unit “Arthr”\n  status Arthr marching\n         ^~~~~  did you mean")
    #expect(terminal.screen.visibleLines.first?.hasPrefix("┌ map ") == true)
  }

  @Test func `Ctrl-C and Ctrl-D also go back, and the session continues`() throws {
    let terminal = try Self.open()
    try terminal.send("half a line\u{3}")
    try terminal.wait(for: "the prompt") { $0.text.contains("> live\n>") && $0.cursorLine == ("> ", "") }
    try terminal.send("live\r")
    try terminal.wait(for: "q or Ctrl-C goes back")
    try terminal.wait(forLine: "> ")
    try terminal.send("\u{4}")
    try terminal.wait(for: "the prompt") { $0.text.contains("> live\n> live\n>") }
    try terminal.enter("print 99")
    try terminal.wait(for: "> print 99\n99\n>")
  }

  @Test func `a block is typed, Tab lists candidates, and the history continues`() throws {
    let terminal = try Self.open()
    try terminal.send("repeat 2 {\r")
    try terminal.wait(for: "second row") { $0.cursorLine == (". ", "") && $0.cursor.row == 23 }
    try terminal.enter("heal Arthur 1 }")
    try terminal.wait(for: "the view") { $0.visibleLines.first?.hasPrefix("┌ map ") == true }
    try terminal.send("sta\t")
    try terminal.wait(forLine: "> status ")
    try terminal.send("Arthur \t\t")
    try terminal.wait(for: "list") {
      $0.text.contains("wounded") && $0.cursorLine == ("> status Arthur ", "")
    }
    try terminal.send("m")
    try terminal.wait(for: "no list") { !$0.text.contains("wounded") }
    try terminal.send("\u{15}\u{1B}[A")
    try terminal.wait(forLine: ". heal Arthur 1 }")
  }

  @Test(arguments: [(40, 12), (20, 6), (8, 3), (1, 1)])
  func `a window of any size has its line in the last rows`(columns: Int, rows: Int) throws {
    let terminal = try Self.open()
    try terminal.send("print 1")
    try terminal.wait(forLine: "> print 1")
    terminal.resize(columns: columns, rows: rows)
    try terminal.wait(for: "the line below") { screen in
      screen.cursor.row == rows - 1 && (columns < 9 || screen.cursorLine == ("> print 1", ""))
    }
    terminal.resize(columns: 80, rows: 24)
    try terminal.wait(for: "the line below") { $0.cursor.row == 23 && $0.cursorLine == ("> print 1", "") }
    #expect(terminal.screen.visibleLines.first?.hasPrefix("┌ map ") == true)
    try terminal.enter("23")
    try terminal.wait(for: "> print 123\n123")
  }

  @Test func `changes by another prompt of the same store are shown`() throws {
    let folder = try ProgramTesting.TemporaryFolder()
    let terminal = try Self.open(["--store", folder["a.store"]])
    let other = try Program.warroom.start(["--store", folder["a.store"]])
    try terminal.send("spawn hero Mor")
    try terminal.wait(forLine: "> spawn hero Mor")
    try other.enter("status Arthur wounded")
    try terminal.wait(for: "flash") { $0.texts(.reversed).contains { $0.contains("🤕 Arthur") } }
    #expect(terminal.screen.cursorLine == ("> spawn hero Mor", ""))
    try terminal.enter("gana")
    try other.wait(for: "+ map/units 2  🙂 Morgana")
  }

  @Test func `Ctrl-Z restores the window, and resuming takes it again`() throws {
    let terminal = try Self.open()
    try terminal.send("print 9")
    try terminal.wait(forLine: "> print 9")
    let before = terminal.raw.count
    try terminal.send("\u{1A}")
    try terminal.wait(for: "former screen") { _ in
      String(decoding: terminal.raw[before...], as: UTF8.self).contains("\u{1B}[?1049l")
    }
    terminal.signal(SIGCONT)
    try terminal.wait(for: "full screen") {
      $0.visibleLines.first?.hasPrefix("┌ map ") == true && $0.cursorLine == ("> print 9", "")
    }
  }

  @Test func `quit ends the program with the terminal as it was`() throws {
    let terminal = try Self.open()
    try terminal.enter(" quit")
    try terminal.wait(for: "1 command is not saved")
    try terminal.send(" quit\r")
    #expect(try terminal.end() == 0)
    #expect(terminal.modes == terminal.formerModes)
    #expect(terminal.screen.text.contains("> live\n>  quit\n"))
  }
}
