import Glibc
import ProgramTesting
import Testing

/// The recovery of sessions that were ended from outside.
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
    #expect(terminal.screen.text.contains("the session is saved; the next prompt offers to run it"))
    let next = try Program.warroom.start(environment: ["XDG_STATE_HOME": folder.path], columns: 200)
    let path = "\(folder.path)/warroom/sessions/session-1.scenario"
    try next.wait(
      for: "the last session ended unexpectedly; “load \(path)” runs its command again")
    let text = try folder.text(of: "warroom/sessions/session-1.scenario")
    #expect(text.contains("> spawn hero Arthur\n+ "))
    try next.enter("load \(path)")
    try next.wait(for: "> spawn hero Arthur\n+ map/units 1")
  }

  @Test func `a session with another seed is not offered to a session that would draw other numbers`() throws
  {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    let terminal = try Program.warroom.start(["--seed", "9"], environment: environment)
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "\n+ ")
    terminal.signal(SIGKILL)
    #expect(try terminal.end() == 128 + SIGKILL)
    let next = try Program.warroom.start(environment: environment, columns: 200)
    let path = "\(folder.path)/warroom/sessions/session-1.scenario"
    try next.wait(
      for: "the last session ended unexpectedly; “warroom \(path)” runs its command again with its seed 9")
    try next.enter("load \(path)")
    try next.wait(
      for: "has seed 9, and this session has seed 1, so random results may differ; “warroom")
    try next.wait(for: "> spawn hero Arthur\n+ map/units 1")
  }

  @Test func `making a scenario of an earlier session, since the last one was killed, is reported`() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    let first = try Program.warroom.start(environment: environment)
    try first.enter("spawn hero Morgana")
    try first.leave()
    let second = try Program.warroom.start(environment: environment)
    try second.enter("spawn hero Arthur")
    try second.wait(for: "\n+ ")
    second.signal(SIGKILL)
    #expect(try second.end() == 128 + SIGKILL)
    let made = try PseudoTerminal(
      Program.warroom.path, ["replay", "--new", "\(folder.path)/hero"], environment: environment, columns: 120
    )
    #expect(try made.end() == 0)
    #expect(made.screen.text.contains("the last session ended unexpectedly and is not used here"))
    #expect(try folder.text(of: "hero.scenario").contains("> spawn hero Morgana\n+ map/units 1"))
  }

  @Test func `lines typed before the program was killed are offered once by the next one`() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    let terminal = try Program.warroom.start(environment: environment)
    try terminal.enter("help spawn")
    try terminal.enter("spawn hero Arthur")
    try terminal.wait(for: "\n+ ")
    try terminal.open("repeat 2 {")
    try terminal.enter("status Arthur marching; status Arthur ready }")
    try terminal.wait(for: "\n~ ")
    terminal.signal(SIGKILL)
    #expect(try terminal.end() == 128 + SIGKILL)
    let next = try Program.warroom.start(environment: environment, columns: 200)
    try next.wait(for: "session-1.scenario” runs its 2 commands again")
    #expect(
      try folder.text(of: "warroom/sessions/session-1.scenario")
        == "# format: 1\n\n> spawn hero Arthur\n> repeat 2 {\n. status Arthur marching; status Arthur ready }\n"
    )
    try next.send("\u{4}")
    #expect(try next.end() == 0)
    let third = try Program.warroom.start(environment: environment)
    #expect(!third.screen.text.contains("ended unexpectedly"))
  }

  @Test(arguments: [["record"], []])
  func `lines that a recording contains are not offered again`(driver: [String]) throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    let path = "\(folder.path)/rr.scenario"
    let terminal = try Program.warroom.start(["record", path], environment: environment)
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("hp Arthur 40")
    try terminal.wait(for: "\n~ ")
    terminal.signal(SIGKILL)
    #expect(try terminal.end() == 128 + SIGKILL)
    let next = try Program.warroom.start(driver + [path], environment: environment, columns: 200)
    try next.enter("print 99")
    try next.wait(for: "\n99\n")
    #expect(!next.screen.text.contains("ended unexpectedly"))
    #expect(try !folder.contents().contains { $0.contains("session-") })
  }

  @Test func `a sitting in which nothing was done leaves nothing`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Program.warroom.start(environment: ["XDG_STATE_HOME": folder.path])
    terminal.signal(SIGTERM)
    #expect(try terminal.end() == 128 + SIGTERM)
    #expect(!terminal.screen.text.contains("the session is saved"))
  }
}
