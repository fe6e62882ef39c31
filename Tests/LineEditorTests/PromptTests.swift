import Glibc
import Testing

/// A person at the prompt. These tests use the toy language, but apply to every program with a prompt.
@Suite struct PromptTests {
  @Test(arguments: Program.allCases)
  func `a command prints what changed, and the next line is ready`(program: Program) throws {
    let terminal = try program.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "\n+ ")
    try terminal.wait(forLine: "> ")
    #expect(terminal.screen.text.contains("> spawn hero Arthur\n+ "))
  }

  @Test(arguments: Program.allCases)
  func `Ctrl-D on an empty line leaves, with the terminal as it was`(program: Program) throws {
    let terminal = try program.start()
    #expect(terminal.modes != terminal.formerModes)
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(terminal.modes == terminal.formerModes)
    #expect(terminal.screen.cursorLine == ("", ""))
  }

  @Test(arguments: Program.allCases)
  func `quit leaves, with the terminal as it was`(program: Program) throws {
    let terminal = try program.start()
    try terminal.send("quit\r")
    #expect(try terminal.end() == 0)
    #expect(terminal.modes == terminal.formerModes)
  }

  @Test(arguments: Program.allCases)
  func `an open block continues at another prompt and runs when it is closed`(program: Program) throws {
    let terminal = try program.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "\n+ ")
    try terminal.open("repeat 2 {")
    try terminal.wait(forLine: ". ")
    try terminal.open("  status Arthur marching")
    try terminal.open("  status Arthur ready")
    try terminal.wait(for: ".   status Arthur ready\n.")
    #expect(!terminal.screen.text.contains("\n~ "))
    try terminal.enter("}")
    try terminal.wait(for: "four changes") { $0.text.components(of: "\n~ ") == 4 }
    try terminal.wait(forLine: "> ")
  }

  @Test(arguments: Program.allCases)
  func `Ctrl-C drops the line`(program: Program) throws {
    let terminal = try program.start()
    try terminal.send("spawn hero Mordred")
    try terminal.wait(forLine: "> spawn hero Mordred")
    try terminal.send("\u{1}\u{3}")
    try terminal.wait(for: "> spawn hero Mordred^C\n>")
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "\n+ ")
    #expect(terminal.screen.text.components(of: "\n+ ") == 1)
  }

  @Test(arguments: ["xterm", "dumb"])
  func `text typed directly after Ctrl-C belongs to the new line`(terminalType: String) throws {
    let terminal = try Program.promptHost.start(environment: ["TERM": terminalType])
    for line in ["abc1 def", "sav s", "repeat 2 {", ""] {
      try terminal.send("\(line)\u{3}spawn hero Arthur\r")
      try terminal.wait(for: "> \(line)^C\n> spawn hero Arthur\n+ ")
      try terminal.wait(forLine: "> ")
    }
    #expect(!terminal.screen.text.contains("error"))
  }

  @Test func `Ctrl-C drops a search, and the line with it`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.send("\u{12}spa")
    try terminal.wait(for: "bck-i-search") { $0.text.contains("spa': ") || $0.text.contains("spa`: ") }
    try terminal.send("\u{3}spawn hero Morgana\r")
    try terminal.wait(for: "^C\n> spawn hero Morgana\n+ units 2  Morgana\n")
  }

  @Test(arguments: Program.allCases)
  func `Ctrl-C drops an open block`(program: Program) throws {
    let terminal = try program.start()
    try terminal.open("repeat 2 {")
    try terminal.wait(forLine: ". ")
    try terminal.send("\u{3}")
    try terminal.wait(forLine: "> ")
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "\n+ ")
  }

  @Test(arguments: Program.allCases)
  func `Ctrl-D in an open block explains what is missing and does not leave the prompt`(program: Program)
    throws
  {
    let terminal = try program.start()
    try terminal.open("repeat 2 {")
    try terminal.wait(forLine: ". ")
    try terminal.send("\u{4}")
    try terminal.wait(for: "\n.\nerror: ")
    try terminal.wait(forLine: "> ")
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 0)
  }

  @Test(arguments: Program.allCases)
  func `a paste of many lines waits for the end of its open block, and runs each command then`(
    program: Program
  ) throws {
    let terminal = try program.start()
    let text = "spawn hero Arthur\n\nspawn hero Morgana\nrepeat 2 {\n  status Arthur marching"
    try terminal.open("\u{1B}[200~\(text)\u{1B}[201~")
    #expect(terminal.screen.text.components(of: "\n+ ") == 0)
    try terminal.open("  status Arthur ready")
    try terminal.enter("}")
    try terminal.wait(for: "four changes") { $0.text.components(of: "\n~ ") == 4 }
    #expect(terminal.screen.text.components(of: "\n+ ") == 2)
  }

  @Test func `lines of a paste are made durable together, and shown then`() throws {
    let terminal = try Program.promptHost.start(environment: ["PROMPT_HOST_BATCHES": "1"])
    try terminal.send("\u{1B}[200~spawn hero Arthur\nspawn hero Morgana\nspawn hero Mordred\u{1B}[201~")
    try terminal.wait(forLine: ". spawn hero Mordred")
    try terminal.send("\r")
    try terminal.wait(
      for: "3 lines are durable\n+ units 1  Arthur\n+ units 2  Morgana\n+ units 3  Mordred\n")
    try terminal.enter("spawn hero Kay")
    try terminal.wait(for: "Kay\n+ units 4  Kay\n")
  }

  @Test func `Ctrl-C ends a running command, and what was pasted behind it`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("\u{1B}[200~spin\nspawn hero Arthur\u{1B}[201~")
    try terminal.wait(forLine: ". spawn hero Arthur")
    try terminal.send("\r")
    try terminal.wait(for: "spinning")
    #expect(terminal.modes == terminal.formerModes)
    try terminal.send("\u{3}")
    try terminal.wait(for: "spinning\n^C\nerror: interrupted\n>")
    #expect(!terminal.screen.text.contains("\n+ "))
    try terminal.enter("spawn hero Morgana")
    try terminal.wait(for: "+ units 1  Morgana")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func `a signal that ends the program finds the terminal restored`(signal: Int32) throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("half a li")
    try terminal.wait(forLine: "> half a li")
    terminal.signal(signal)
    #expect(try terminal.end() == 128 + signal)
    #expect(terminal.modes == terminal.formerModes)
    #expect(terminal.screen.text == "> half a li\n")
  }

  @Test func `a signal that ends the program ends its running command too`() throws {
    let terminal = try Program.promptHost.start()
    try terminal.send("spin\r")
    try terminal.wait(for: "spinning")
    terminal.signal(SIGTERM)
    #expect(try terminal.end() == 128 + SIGTERM)
  }

  @Test func `Ctrl-Z stops the program, and fg shows the line again`() throws {
    // Only a shell with job control can stop and continue a program.
    let shell = try PseudoTerminal("/bin/bash", ["--norc", "--noprofile", "-i"], environment: ["PS1": "$ "])
    try shell.wait(forLine: "$ ")
    try shell.send("PROMPT_HOST_HISTORY=off \(Program.promptHost.path)\r")
    try shell.wait(forLine: "> ")
    try shell.send("spawn hero Arth")
    try shell.wait(forLine: "> spawn hero Arth")
    try shell.send("\u{1A}")
    try shell.wait(for: "Stopped")
    try shell.wait(forLine: "$ ")
    try shell.send("fg\r")
    try shell.wait(forLine: "> spawn hero Arth")
    try shell.send("ur\r")
    try shell.wait(for: "+ units 1  Arthur")
    try shell.wait(forLine: "> ")
    try shell.send("\u{4}")
    try shell.wait(forLine: "$ ")
    try shell.send("exit\r")
    #expect(try shell.end() == 0)
  }
}
