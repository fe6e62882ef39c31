import Glibc
import ProgramTesting
import Testing

/// Prompts on one store.
@Suite struct PromptStoreTests {
  private let folder: ProgramTesting.TemporaryFolder
  private var path: String { folder["a.store"] }

  init() throws { folder = try ProgramTesting.TemporaryFolder() }

  @Test func `what another prompt does appears above the half-typed line`() throws {
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
    try second.wait(for: "spawn hero Arthur   sitting 1")
  }

  @Test func `a prompt that is killed loses nothing that it showed, and its undo goes on`() throws {
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

  @Test func `when the file is taken away the prompt says so and goes on, and save still works`() throws {
    let terminal = try Program.warroom.start(["--store", path])
    try terminal.enter("spawn hero Arthur")
    unlink(path)
    try terminal.wait(for: "the file was removed, or replace")
    try terminal.wait(for: "what is done from here on is in memory only")
    try terminal.enter("spawn hero Morgana")
    try terminal.enter("save \(folder["day.scenario"])")
    try terminal.wait(for: "2 commands, which give the same when re")
    #expect(try folder.text(of: "day.scenario").contains("> spawn hero Morgana\n+ map/units"))
  }
}
