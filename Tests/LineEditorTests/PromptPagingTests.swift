import Glibc
import ProgramTesting
import Testing

/// Output that is longer than the window.
@Suite struct PromptPagingTests {
  @Test func `long output stops at the end of a window, and continues by a window or a row`() throws {
    let terminal = try Program.warroom.start(columns: 60, rows: 10)
    try terminal.send("for n in range(1, 30) { print n }\r")
    try terminal.wait(for: "--More--")
    #expect(terminal.screen.text.contains("\n9\n--More--"))
    try terminal.send("\r")
    try terminal.wait(for: "\n10\n--More--")
    try terminal.send(" ")
    try terminal.wait(for: "\n19\n--More--")
    let begun = terminal.screen.text
    try terminal.send("q")
    try terminal.wait(forLine: "> ")
    #expect(begun.contains("\n19\n") && !terminal.screen.text.contains("\n20\n"))
    try terminal.enter("print 99")
    try terminal.wait(for: "> print 99\n99\n>")
  }

  @Test func `set pager off shows all at once`() throws {
    let terminal = try Program.warroom.start(columns: 60, rows: 10)
    try terminal.enter("set pager off")
    try terminal.enter("for n in range(1, 30) { print n }")
    try terminal.wait(for: "\n29\n30\n>")
    #expect(!terminal.screen.text.contains("More"))
  }

  @Test func `a custom pager gets the text, and returns the terminal`() throws {
    let folder = try TemporaryFolder()
    let environment = ["PAGER": "sed 's/^/page /'", "PATH": "/usr/bin:/bin", "TMPDIR": folder.path]
    let terminal = try Program.warroom.start(environment: environment, columns: 60, rows: 10)
    try terminal.enter("for n in range(1, 30) { print n }")
    try terminal.wait(for: "\npage 30\n>")
    #expect(!terminal.screen.text.contains("\n30\n"))
  }

  /// Starts a shell with job control, and the program in it.
  private func startInShell(_ environment: [String: String]) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: ["PATH": "/usr/bin:/bin", "PS1": "shell: ", "HISTFILE": "", "WARROOM_HISTORY": "off"]
        .merging(environment) { $1 },
      columns: 160, rows: 10)
    try terminal.wait(forLine: "shell: ")
    try terminal.send("\(Program.warroom.path)\r")
    try terminal.wait(forLine: "> ")
    return terminal
  }

  /// Stops the process group, as Ctrl-Z does.
  private static let stopping = "kill -TSTP 0"

  @Test func `Ctrl-Z in the pager stops the program too, and both continue`() throws {
    let folder = try TemporaryFolder()
    try folder.write("\(Self.stopping)\nsed 's/^/page /'\n", to: "pager")
    let terminal = try startInShell(["PAGER": "sh \(folder["pager"])", "TMPDIR": folder.path])
    try terminal.send("for n in range(1, 30) { print n }\r")
    try terminal.wait(for: "shell") { $0.text.contains("Stopped") && $0.cursorLine == ("shell: ", "") }
    try terminal.send("fg\r")
    try terminal.wait(for: "\npage 30\n>")
    try terminal.send("print 99\r")
    try terminal.wait(for: "> print 99\n99\n>")
  }

  @Test func `Ctrl-Z in the editor stops the program too, and both continue`() throws {
    let folder = try TemporaryFolder()
    try folder.write("\(Self.stopping)\necho print 6 \"* 7\" > \"$1\"\n", to: "editor")
    let terminal = try startInShell(["EDITOR": "sh \(folder["editor"])", "TMPDIR": folder.path])
    try terminal.send("print 1\u{18}\u{5}")
    try terminal.wait(for: "shell") { $0.text.contains("Stopped") && $0.cursorLine == ("shell: ", "") }
    try terminal.send("fg\r")
    try terminal.wait(forLine: "> print 6 * 7")
    try terminal.send("\r")
    try terminal.wait(for: "\n42\n>")
  }

  @Test func `candidates that do not fit are listed a window at a time`() throws {
    let terminal = try Program.warroom.start(columns: 60, rows: 10)
    try terminal.send("\t\t")
    try terminal.wait(for: "--More--")
    try terminal.send("q")
    try terminal.wait(forLine: "> ")
    try terminal.enter("print 99")
    try terminal.wait(for: "> print 99\n99\n>")
  }

  @Test func `a user's settings may contain the name of the program`() throws {
    let folder = try TemporaryFolder()
    try folder.write("$if prompt-host\n\"\\C-t\": \"spawn hero Arthur\"\n$endif\n", to: "inputrc")
    let environment = ["INPUTRC": "\(folder.path)/inputrc"]
    let terminal = try Program.promptHost.start(environment: environment)
    try terminal.enter("\u{14}")
    try terminal.wait(for: "+ units 1  Arthur")
    let other = try Program.warroom.start(environment: environment)
    try other.send("ab\u{14}")
    try other.wait(forLine: "> ba")
  }
}
