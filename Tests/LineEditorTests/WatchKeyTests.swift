import ProgramTesting
import Testing

/// A watching replay on a terminal, controlled by keys.
@Suite struct WatchKeyTests {
  @Test func `keys review what failed, replay everything and end the watch`() throws {
    let folder = try TemporaryFolder()
    try folder.write("> add 1\nwrong\n", to: "a.scenario")
    let path = Program.promptHost.path.replacing("prompt-host", with: "toy-program")
    let terminal = try PseudoTerminal(path, ["replay", "--watch", folder.path])
    try terminal.wait(for: "q quit\n")
    try terminal.send("r")
    try terminal.wait(for: "use this output? [y,n,e,a,q,?]")
    try terminal.send("y\r")
    try terminal.wait(for: "re-recorded")
    try terminal.send("f")
    try terminal.wait(for: "none of these scenarios failed")
    try terminal.send("a")
    try terminal.wait(for: "passed  ")
    try terminal.send("q")
    #expect(try terminal.end() == 0)
    #expect(terminal.modes == terminal.formerModes)
    #expect(try folder.text(of: "a.scenario") == "> add 1\n~ total  1\n")
  }
}
