import ProgramTesting
import Testing

/// The output and the progress of long-running lines. No line here ends by itself.
@Suite struct StreamedOutputTests {
  private static let limits = "set steps 1000000000000000; set output 1000000000000"
  private static let endless = "while true { let i = 1 }"

  /// Starts a prompt without a time limit for lines.
  private func start(
    _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 80
  ) throws -> PseudoTerminal {
    let terminal = try Program.warroom.start(arguments, environment: environment, columns: columns)
    try terminal.enter(Self.limits)
    return terminal
  }

  @Test func `output of a line appears while the line runs`() throws {
    let terminal = try start()
    try terminal.send("print 41 + 1; \(Self.endless)\r")
    try terminal.wait(for: "\n42\n")
    try terminal.send("\u{3}")
    try terminal.wait(for: "error: interrupted")
    try terminal.wait(forLine: "> ")
  }

  @Test func `output of a script appears while its line runs, on a terminal and in a pipe`() throws {
    let script = "\(Self.limits)\nprint 41 + 1\nprint 2; \(Self.endless)"
    let terminal = try PseudoTerminal(Program.warroom.path, ["run", "-c", script])
    try terminal.wait(for: "42\n2\n")
    try terminal.send("\u{3}")
    #expect(try terminal.end() == 130)
    let folder = try TemporaryFolder()
    try folder.write("\(Self.limits)\nwhile true { print 7 }\n", to: "day.txt")
    let program = BuiltProgram("warroom", folder: folder)
    #expect(try program.run(shell: "timeout 120 \"$0\" run day.txt 2>&1 | head -n 2").output == "7\n7\n")
  }

  @Test(arguments: [(80, "Ctrl-C stops it"), (20, " s, ")])
  func `a slow line shows its progress on a row that it removes again`(
    columns: Int, text: String
  ) throws {
    let terminal = try start(environment: ["NO_COLOR": "1"], columns: columns)
    let begun = terminal.raw.count
    try terminal.send(Self.endless + "\r")
    try terminal.wait(for: text)
    try terminal.send("\u{3}")
    try terminal.wait(for: "error: interrupted")
    try terminal.wait(forLine: "> ")
    #expect(!terminal.screen.text.contains(text))
    #expect(!String(decoding: terminal.raw[begun...], as: UTF8.self).contains("\u{1B}[2m"))
  }

  @Test func `a script in a window shows what a slow line is doing`() throws {
    let terminal = try PseudoTerminal(
      Program.warroom.path, ["run", "-c", "\(Self.limits)\nprint 1\n\(Self.endless)"])
    try terminal.wait(for: "1\n")
    try terminal.wait(for: "Ctrl-C stops it")
    try terminal.send("\u{3}")
    #expect(try terminal.end() == 130)
  }

  @Test func `with a store a line's output waits for its end, and its progress does not`() throws {
    let folder = try TemporaryFolder()
    let terminal = try start(["--store", folder["a.store"]])
    try terminal.send("print 41 + 1; \(Self.endless)\r")
    try terminal.wait(for: "Ctrl-C stops it")
    #expect(!terminal.screen.text.contains("\n42\n"))
    try terminal.send("\u{3}")
    try terminal.wait(for: "\n42\nerror: interrupted")
  }

  @Test func `Ctrl-C ends a line that prints on and on, and little of it comes behind`() throws {
    let terminal = try start()
    try terminal.send("while true { print \"0123456789 0123456789 0123456789\" }\r")
    try terminal.wait(for: "much") { _ in terminal.raw.count > 200_000 }
    let count = terminal.raw.count
    try terminal.send("\u{3}")
    try terminal.wait(for: "error: interrupted")
    #expect(terminal.raw.count - count < 200_000)
    try terminal.wait(forLine: "> ")
    try terminal.enter("print 99")
    try terminal.wait(for: "\n99\n")
  }

  @Test func `Ctrl-C stops the output of a finished line, and a message reports it`() throws {
    let terminal = try start()
    try terminal.enter("set pager off")
    let begun = terminal.raw.count
    // More than a million bytes.
    try terminal.send("print range(1, 200000)\r")
    try terminal.wait(for: "a part") { _ in terminal.raw.count - begun > 50_000 }
    try terminal.send("\u{3}")
    try terminal.wait(for: "… some of the output is omitted")
    try terminal.wait(forLine: "> ")
    #expect(terminal.raw.count - begun < 600_000)
    try terminal.enter("print 99")
    try terminal.wait(for: "\n99\n")
  }

  @Test func `prompt, script and recording print the same, and what they keep replays`() throws {
    let folder = try TemporaryFolder()
    let lines = [
      "let i = 0", "while i < 20000 { let i = i + 1; if i % 5000 == 0 { print \"+ x\", i } }",
      "spawn hero Arthur", "for n in range(1, 3000) { print n; if n == 2900 { hp Arthur 3000 } }",
    ]
    try folder.write(lines.joined(separator: "\n") + "\n", to: "day.txt")
    let program = BuiltProgram("warroom", folder: folder)
    #expect(try program.run(shell: "\"$0\" record piped.scenario < day.txt > /dev/null 2>&1").status == 1)
    let replayed = try program.run("replay", "piped.scenario")
    #expect(replayed.status == 0, "\(replayed.output)")
    let printed = try program.run(shell: "\"$0\" run -k day.txt 2> /dev/null")
    let terminal = try Program.warroom.start()
    try terminal.enter("set pager off")
    for line in lines { try terminal.enter(line) }
    try terminal.enter("save \(folder["typed.scenario"])")
    try terminal.leave()
    let typed = try folder.text(of: "typed.scenario")
    #expect(typed.replacing("> set pager off\n", with: "") == (try folder.text(of: "piped.scenario")))
    let kept = typed.split(separator: "\n").filter { !$0.hasPrefix(">") && !$0.hasPrefix("#") }
    let errors = try #require(kept.firstIndex { $0.hasPrefix("error: ") })
    #expect(printed.output.split(separator: "\n") == Array(kept[..<errors]))
  }
}
