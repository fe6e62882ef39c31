import AutoUpdate
import CommandLanguage
import Simulator
import Testing
import WarGame

struct DigestTests {
  func digest(after commands: String...) throws -> String {
    let session = try warRoom.makeSession()
    for command in commands {
      let result = session.run(command)
      #expect(result.outcome == .done, "\(result.output)")
    }
    let printed = session.run("hash").output
    #expect(printed == session.world.digest + "\n")
    return session.world.digest
  }

  @Test("a digest is the same in every run and on every machine")
  func stable() throws {
    #expect(try digest(after: "spawn hero Arthur", "say hello", "after 2 { say bye }") == "0a8af6a0e59d3532")
  }

  @Test("it depends on what is there and not on how it came there")
  func content() throws {
    #expect(try digest(after: "spawn hero A", "hp A 50", "hp A 100") == digest(after: "spawn hero A"))
    #expect(
      try digest(after: "spawn hero A; spawn hero B", "undo", "redo", "dismiss A", "undo")
        == digest(after: "spawn hero A; spawn hero B"))
    #expect(try digest(after: "spawn hero A", "close map", "open map") == digest(after: "spawn hero A"))
  }

  @Test(
    "every command that changes something changes it",
    arguments: [
      "spawn hero B", "status A marching", "hp A 50", "rename A B", "dismiss A", "side defender",
      "opponent Ban", "advance", "say x", "app ready false", "server hold", "server fail x", "poll every 2",
      "tick", "after 1 { tick }", "seed 2", "open chat", "open map rows=3", "scroll map 2",
      "watch w = units", "for u in units { watch w = units where hp > u.hp }",
    ])
  func sensitive(command: String) throws {
    #expect(try digest(after: "spawn hero A", command) != digest(after: "spawn hero A"))
  }

  @Test("equal texts that keep unequal variables differ")
  func variables() throws {
    #expect(
      try digest(after: "let n = 1", "watch w = units where hp > n")
        != digest(after: "let n = 2", "watch w = units where hp > n"))
  }

  @Test("everything that a command changed can be named")
  func recorded() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomCommands(seed: seed)
      let session = try warRoom.makeSession(seed: seed)
      for command in random.commands(10) { _ = session.run(command) }
      for step in 1..<session.world.step + 1 {
        #expect(session.world.changes(ofStep: step)?.isEmpty == false, "step \(step) of seed \(seed)")
      }
    }
  }
}
