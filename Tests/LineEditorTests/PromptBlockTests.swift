import ProgramTesting
import Testing

/// Editing a block as a whole.
@Suite struct PromptBlockTests {
  private static let up = "\u{1B}[A"
  private static let down = "\u{1B}[B"

  @Test func `Up and Down move within a block, and Return at its end runs it`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.open("repeat 1 {")
    try terminal.open("spawn hero Artur")
    try terminal.send("}\(Self.up)")
    try terminal.wait(forLine: ". s", "pawn hero Artur")
    try terminal.send("\u{5}\u{2}\u{2}h")
    try terminal.wait(forLine: ". spawn hero Arth", "ur")
    try terminal.send(Self.up)
    try terminal.wait(forLine: "> repeat 1 {")
    try terminal.send("\(Self.down)\(Self.down)\u{5}")
    try terminal.wait(forLine: ". }")
    try terminal.enter("")
    try terminal.wait(for: "+ units 1  Arthur\n>")
  }

  @Test func `Return within a block begins another line of it`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.open("repeat 1 {")
    try terminal.open("spawn hero Arthur")
    try terminal.send("}\(Self.up)\u{5}\rspawn hero Morgana")
    try terminal.wait(for: "three lines") {
      $0.visibleLines == ["> repeat 1 {", ". spawn hero Arthur", ". spawn hero Morgana", ". }"]
    }
    try terminal.send("\(Self.down)")
    try terminal.enter("")
    try terminal.wait(for: "+ units 2  Morgana")
  }

  @Test func `Alt-Return begins another line of any command`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("spawn hero Arthur\u{1B}\rspawn hero Morgana")
    try terminal.wait(for: "two lines") {
      $0.visibleLines == ["> spawn hero Arthur", ". spawn hero Morgana"]
    }
    try terminal.enter("")
    try terminal.wait(for: "+ units 2  Morgana")
  }

  @Test func `a block that a search has found runs at Return, wherever the cursor is`() throws {
    let terminal = try Program.warroom.start()
    try terminal.open("repeat 1 {")
    try terminal.open("print \"needle\"")
    try terminal.enter("}")
    try terminal.wait(for: "\nneedle\n")
    try terminal.send("\u{12}need")
    try terminal.wait(for: "the block") { $0.cursorLine.after.hasPrefix("needle") }
    try terminal.enter("")
    try terminal.wait(for: "needle twice") { $0.visibleLines.count { $0 == "needle" } == 2 }
  }

  @Test func `history brings a block back whole`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.open("repeat 1 {")
    try terminal.open("spawn hero Arthur")
    try terminal.enter("}")
    try terminal.enter("spawn hero Morgana")
    try terminal.send("\(Self.up)\(Self.up)")
    try terminal.wait(forLine: ". }")
    #expect(terminal.screen.visibleLines.suffix(3) == ["> repeat 1 {", ". spawn hero Arthur", ". }"])
    try terminal.send("\(Self.up)\(Self.up)\(Self.down)\(Self.down)")
    try terminal.enter("\u{5}")
    try terminal.wait(for: "+ units 3  Arthur")
  }

  @Test func `Ctrl-D at the end of an open block leaves no blank lines behind`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.open("repeat 2 {")
    try terminal.enter("\u{4}".replacing("\r", with: ""))
    try terminal.wait(for: "error: the block has no end\n>")
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "> spawn hero Arthur\n+ units 1  Arthur\n>")
  }

  @Test func `Alt-E opens the text in an editor and takes the result back`() throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\nsed -i 's/Artur/Arthur/; $a status Arthur marching' \"$1\"\n", to: "editor")
    // Read by a shell, since a file cannot be executed while a child of another test still has it open for writing.
    let terminal = try Program.warroom.start(environment: [
      "EDITOR": "sh \(folder.path)/editor", "PATH": "/usr/bin:/bin",
    ])
    try terminal.send("spawn hero Artur")
    try terminal.wait(forLine: "> spawn hero Artur")
    try terminal.send("\u{1B}e")
    try terminal.wait(forLine: ". status Arthur marching")
    #expect(terminal.modes != terminal.formerModes)
    try terminal.enter("")
    try terminal.wait(for: "\n~ map/units 1  🙂→🚶 Arthur")
  }

  @Test func `lines of a scenario are understood, and what they printed is not`() throws {
    let terminal = try Program.promptHost.start()
    let text =
      "> spawn hero Arthur\n+ units 1  Arthur\n> repeat 1 {\n. spawn hero Morgana\n. }\n+ units 2  Morgana"
    try terminal.send("\u{1B}[200~\(text)\u{1B}[201~")
    try terminal.wait(forLine: ". + units 2  Morgana")
    try terminal.enter("")
    try terminal.wait(for: "\n+ units 1  Arthur\n+ units 2  Morgana\n>")
    #expect(!terminal.screen.text.contains("error"))
  }

  @Test func `a scenario is understood from its claim on`() throws {
    let terminal = try Program.promptHost.start()
    let text = "# A claim\n# tags: a\n\n> spawn hero Arthur\n+ units 1  Arthur\n"
    try terminal.send("\u{1B}[200~\(text)\u{1B}[201~")
    try terminal.wait(for: ". + units 1  Arthur")
    try terminal.enter("")
    try terminal.wait(for: "\n+ units 1  Arthur\n>")
    #expect(!terminal.screen.text.contains("error"))
  }

  @Test func `a NUL in a paste cuts nothing off`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("\u{1B}[200~spawn hero Ar\0thur\u{1B}[201~")
    try terminal.wait(for: "the whole line") { $0.cursorLine.before.hasSuffix("thur") }
    try terminal.enter("")
    try terminal.wait(for: "thur\n>")
  }
}
