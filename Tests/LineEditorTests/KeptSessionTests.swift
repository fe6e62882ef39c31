import Glibc
import Testing

/// What is left of a session that is ended from outside.
@Suite struct KeptSessionTests {
  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that ends the prompt keeps the session`(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(environment: ["XDG_STATE_HOME": folder.path])
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "\n+ ")
    try terminal.wait(forLine: "> ")
    terminal.signal(signal)
    #expect(try terminal.end() == 128 + signal)
    let text = try folder.text(of: "warroom/sessions/session-1.scenario")
    #expect(text.contains("> spawn hero Arthur\n+ "))
    #expect(terminal.screen.text.contains("the session is kept in “"))
  }

  @Test func `a sitting in which nothing was done leaves nothing`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(environment: ["XDG_STATE_HOME": folder.path])
    terminal.signal(SIGTERM)
    #expect(try terminal.end() == 128 + SIGTERM)
    #expect(!terminal.screen.text.contains("the session is kept"))
  }
}
