import Glibc
import ProgramTesting
import Testing

/// Prompts that share a store.
@Suite struct PromptStoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder["a.store"] }

  init() throws { folder = try TemporaryFolder() }

  @Test func `changes by another prompt appear above the unfinished line`() throws {
    let first = try Program.warroom.start(["--store", path])
    let second = try Program.warroom.start(["--store", path])
    try second.send("spawn hero Morg")
    try second.wait(forLine: "> spawn hero Morg")
    try first.enter("spawn hero Arthur")
    try second.wait(for: "+ map/units 1  🙂 Arthur")
    try second.wait(forLine: "> spawn hero Morg")
    try second.enter("ana")
    try second.wait(for: "\n+ map/units 2  🙂 Morgana")
    try first.wait(for: "+ map/units 2  🙂 Morgana")
    try first.enter("undo")
    try second.wait(for: "\n- map/units 2  🙂 Morgana")
    try second.enter("log")
    try second.wait(for: "spawn hero Arthur   session 1")
  }

  @Test func `a killed prompt loses nothing that it showed, and its undo continues`() throws {
    let first = try Program.warroom.start(["--store", path])
    try first.enter("spawn hero Arthur")
    try first.enter("watch reserve = units by name")
    first.signal(SIGKILL)
    #expect(try first.end() == 128 + SIGKILL)
    let second = try Program.warroom.start(["--store", path])
    try second.enter("status Arthur wounded")
    try second.wait(for: "~ map/units 1  🙂→🤕 Arthur")
    try second.enter("undo 3")
    try second.wait(for: "- map/units")
    try second.wait(for: "- reserve")
  }

  @Test func `when the file is removed, the prompt reports it and continues, and save still works`() throws {
    let terminal = try Program.warroom.start(["--store", path], columns: 120)
    try terminal.enter("spawn hero Arthur")
    unlink(path)
    try terminal.wait(for: "the file or its log was removed")
    try terminal.wait(for: "further changes are only in memory")
    try terminal.enter("spawn hero Morgana")
    try terminal.enter("save \(folder["day.scenario"])")
    try terminal.wait(for: "2 commands, which replay with the sa")
    #expect(try folder.text(of: "day.scenario").contains("> spawn hero Morgana\n+ map/units"))
  }

  @Test func `when the log is removed, the prompt reports it, and loses nothing that it showed`() throws {
    let first = try Program.warroom.start(["--store", path], columns: 120)
    try first.enter("spawn hero Arthur")
    try first.wait(for: "+ map/units 1  🙂 Arthur")
    unlink(path + "-wal")
    try first.wait(for: "the file or its log was removed, or replaced")
    first.signal(SIGKILL)
    #expect(try first.end() == 128 + SIGKILL)
    let second = try Program.warroom.start(["--store", path])
    try second.enter("status Arthur wounded")
    try second.wait(for: "~ map/units 1  🙂→🤕 Arthur")
  }

  @Test func `a paste is shown and kept whole`() throws {
    let first = try Program.warroom.start(["--store", path], rows: 60)
    let text = (1...20).map { "spawn hero U\($0)" }.joined(separator: "\n")
    try first.send("\u{1B}[200~\(text)\u{1B}[201~")
    try first.wait(forLine: ". spawn hero U20")
    try first.send("\r")
    try first.wait(for: "+ map/units 20")
    first.signal(SIGKILL)
    #expect(try first.end() == 128 + SIGKILL)
    let second = try Program.warroom.start(["--store", path])
    try second.wait(for: "20 units; 20 steps")
  }

  @Test func `a session that continues from a store saves the whole history of the store`() throws {
    let first = try Program.warroom.start(["--store", path])
    try first.enter("spawn hero Arthur")
    try first.enter("status Arthur marching; status Arthur ready")
    try first.enter("spawn hero Gone")
    try first.enter("undo")
    try first.leave()
    let second = try Program.warroom.start(["--store", path], columns: 200)
    try second.enter("status Arthur marching")
    try second.enter("save \(folder["day.scenario"])")
    try second.wait(for: "contains the store's history (3 commands); a replay gives the same result")
    let text = try folder.text(of: "day.scenario")
    #expect(text.contains("> spawn hero Arthur\n+ map/units"))
    #expect(text.contains("> status Arthur marching; status Arthur ready\n~ "))
    #expect(text.contains("> status Arthur marching\n~ "))
    #expect(!text.contains("Gone"))
    try second.enter("set history 1")
    // The store still has the steps that the session has dropped.
    try second.enter("save \(folder["rest.scenario"])")
    try second.wait(
      for: "rest.scenario” contains the store's history (3 commands); a replay gives the same result")
    #expect(try folder.text(of: "rest.scenario") == text)
  }

  @Test func `a scenario of the last session begins with what its store held`() throws {
    let environment = ["XDG_STATE_HOME": folder["state"]]
    for line in ["spawn hero Arthur", "status Arthur marching"] {
      let terminal = try Program.warroom.start(["--store", path], environment: environment)
      try terminal.enter(line)
      try terminal.leave()
    }
    let made = try PseudoTerminal(
      Program.warroom.path, ["replay", "--new", folder["day"]], environment: environment, columns: 120)
    #expect(try made.end() == 0)
    #expect(made.screen.text.contains("day.scenario: 2 commands, and a replay has the same result"))
  }

  @Test func `leaving a session that is in a store asks nothing, and leaves nothing to recover`() throws {
    let environment = ["XDG_STATE_HOME": folder["state"]]
    let first = try Program.warroom.start(["--store", path], environment: environment)
    try first.enter("spawn hero Arthur")
    try first.send("quit\r")
    #expect(try first.end() == 0)
    #expect(!first.screen.text.contains("not saved"))
    let second = try Program.warroom.start(["--store", path], environment: environment)
    try second.enter("spawn hero Morgana")
    second.signal(SIGKILL)
    _ = try second.end()
    let third = try Program.warroom.start(["--store", path], environment: environment)
    try third.enter("print count(units)")
    try third.wait(for: "\n2")
    #expect(!third.screen.text.contains("ended unexpectedly"))
  }

  @Test func `if lines cannot be saved in the store, the prompt asks before it ends`() throws {
    let terminal = try Program.warroom.start(["--store", path], columns: 120)
    try terminal.enter("spawn hero Arthur")
    unlink(path)
    try terminal.wait(for: "the file or its log was removed")
    try terminal.enter("spawn hero Morgana")
    try terminal.enter("quit")
    try terminal.wait(for: "2 commands are not saved")
  }

  @Test func `the prompt asks even if an undone step was replaced by another one`() throws {
    let first = try Program.warroom.start(["--store", path])
    try first.enter("spawn hero Arthur")
    try first.leave()
    let second = try Program.warroom.start(["--store", path], columns: 120)
    unlink(path)
    try second.wait(for: "the file or its log was removed")
    try second.enter("undo")
    try second.enter("spawn hero Morgana")
    try second.enter("quit")
    try second.wait(for: "2 commands are not saved")
  }

  @Test func `a prompt never waits, whatever the durability`() throws {
    let first = try Program.warroom.start(["--store", path])
    let second = try Program.warroom.start(["--store", path])
    try first.enter("set durability group")
    try first.enter("spawn hero Arthur")
    try second.wait(for: "+ map/units 1  🙂 Arthur")
    try second.enter("spawn hero Morgana")
    try first.wait(for: "+ map/units 2  🙂 Morgana")
  }

  @Test func `another prompt's step is shown within a tenth of a second`() throws {
    let first = try Program.warroom.start(["--store", path])
    let second = try Program.warroom.start(["--store", path])
    // On a busy machine, one quick step of ten is sufficient proof, because the prompt does not poll.
    var quickest = Double.infinity
    for number in 1...10 {
      try first.enter("spawn hero h\(number)")
      try first.wait(for: "🙂 h\(number)")
      let start = PseudoTerminal.now
      try second.wait(for: "🙂 h\(number)")
      quickest = min(quickest, PseudoTerminal.now - start)
    }
    #expect(quickest < 0.1)
  }
}
