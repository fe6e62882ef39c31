import ProgramTesting
import Testing

/// Commands of the prompt that also exist as subcommands, and the prompt's messages about its store.
@Suite struct PromptDriverTests {
  @Test func `replay reports whether the session prints the same, and replays a file as the shell does`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write("# One is one.\n> print 1\n2\n", to: "one.scenario")
    let terminal = try Program.warroom.start(columns: 120, rows: 40)
    try terminal.enter("replay")
    try terminal.wait(for: "error: there is nothing to replay yet")
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("hp Arthur 40")
    try terminal.enter("replay")
    try terminal.wait(for: "the session, 2 commands, replays with the same result")
    try terminal.enter("replay \(folder["one.scenario"])")
    try terminal.wait(for: "1 failed")
    #expect(terminal.screen.text.contains("- | 2"))
    try terminal.enter("print count(units)")
    try terminal.wait(for: "\n1\n>")
  }

  @Test func `explore continues from the session, and leaves it unchanged`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(environment: ["TMPDIR": folder.path], columns: 120, rows: 40)
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("explore 1 minute")
    try terminal.wait(for: "error: ")
    try terminal.enter("explore soon")
    try terminal.wait(for: "“soon” is not a time such as 30s, 5m or 1h")
    try terminal.enter("explore 1s")
    try terminal.wait(for: "explored")
    try terminal.enter("print count(units)")
    try terminal.wait(for: "\n1\n>")
    try terminal.enter("reach Arthur.status == ready")
    try terminal.wait(for: "“Arthur.status == ready” holds before the first step")
    #expect(try folder.contents().filter { $0.hasPrefix("auto-update-") }.isEmpty)
  }

  @Test func `help mentions replay and explore`() throws {
    let terminal = try Program.warroom.start(columns: 120, rows: 60)
    try terminal.enter("help replay")
    try terminal.wait(for: "Replay a scenario as a test, or the session so far")
    try terminal.enter("help explore")
    try terminal.wait(for: "Find faults from here with generated commands")
  }

  @Test func `the prompt summarises a store that it continues in one line`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(["--store", folder["a.store"]], columns: 160)
    #expect(!terminal.screen.text.contains("a.store"))
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("spawn tower Keep")
    try terminal.enter("status Arthur marching")
    try terminal.leave()
    let next = try Program.warroom.start(["--store", folder["a.store"]], columns: 160)
    try next.wait(for: "“\(folder["a.store"])”: 2 units; 3 steps, the last one status Arthur marching")
  }
}
