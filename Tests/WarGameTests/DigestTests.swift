import AutoUpdate
import CommandLanguage
import Testing

@testable import WarGame

struct DigestTests {
  /// The first and other outputs of the reference: message 00 01 … n-1 under the key 00 01 … 0f.
  @Test(
    "bytes hash as the reference does",
    arguments: [
      (0, 0x726F_DB47_DD0E_0E31), (1, 0x74F8_39C5_93DC_67FD), (8, 0x93F5_F579_9A93_2462),
      (15, 0xA129_CA61_49BE_45E5),
    ] as [(Int, UInt64)])
  func reference(count: Int, hash: UInt64) {
    let bytes = (0..<count).map { UInt8($0) }
    #expect(SipHash.hash(bytes.span) == hash)
  }

  func digest(after commands: String...) throws -> String {
    let session = try GameSession()
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
    #expect(try digest() == "175d2c309ae4b195")
    #expect(try digest(after: "spawn hero Arthur", "say hello", "after 2 { say bye }") == "21a982cb87f5dd63")
  }

  @Test("it depends on what is there and not on how it came there")
  func content() throws {
    #expect(try digest(after: "spawn hero A", "hp A 50", "hp A 100") == digest(after: "spawn hero A"))
    #expect(
      try digest(after: "spawn hero A; spawn hero B", "undo 2", "redo 2", "dismiss A", "undo")
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
      let session = try GameSession(seed: seed)
      for command in random.commands(10) { _ = session.run(command) }
      for step in session.world.store.history.steps {
        let changes = try #require(session.world.store.history.changes(of: step))
        #expect(
          !ChangeText.summary(of: changes).isEmpty, "step “\(changes.cause)” changed nothing that is shown")
        for change in changes.changes { #expect(change is any RecordedChange) }
      }
    }
  }
}
