import Testing

/// A program without a prompt on a terminal.
@Suite struct PromptlessProgramTests {
  @Test func `standard input is run line by line, and continues after a mistake`() throws {
    let path = Program.promptHost.path.replacing("prompt-host", with: "toy-program")
    let terminal = try PseudoTerminal(path)
    try terminal.send("add 2\n")
    try terminal.wait(for: "~ total  2\n")
    try terminal.send("add x\n")
    try terminal.wait(for: "error: NUMBER must be")
    try terminal.send("add 3\n")
    try terminal.wait(for: "~ total  5\n")
    try terminal.send("\u{4}")
    #expect(try terminal.end() == 1)
  }
}
