import CommandLanguage
import Journaling
import ProgramTesting
import Simulator
import Testing

@testable import kanban

/// `leads to` invariants in a world with a store.
@Suite struct ObligationStoreTests {
  private static let board = World("board", Person.schema, Card.schema) {
    LeadsTo("small soon", within: .ticks(3)) {
      "cards where points > 5"
    } to: {
      "cards where points <= 5"
    }
  }

  @Test(arguments: TestEngine.all)
  func `an obligation continues in the session that reopens the store, and undo reaches back`(
    engine: TestEngine
  ) throws {
    let folder = try TemporaryFolder()
    let path = engine.address("a.store", in: folder)
    let first = try KeptSession(path, of: Self.board)
    #expect(try first.run("add card A points=9\ntick 3\nchange A points=1") == "")
    let digest = first.session.world.digest
    try first.persistence.close()
    let again = try KeptSession(path, of: Self.board)
    #expect(again.session.world.digest == digest)
    #expect(try again.run("tick 1\nundo 2").contains("undid"))
    #expect(try again.run("tick").contains("warning: the invariant “small soon” is broken by A"))
  }

  @Test func `an obligation of an object whose identity is a text continues as well`() throws {
    let folder = try TemporaryFolder()
    let house = World("house", Room.schema) {
      LeadsTo("empty soon", within: .steps(3)) {
        "rooms where full"
      } to: {
        "rooms where not full"
      }
    }
    let first = try KeptSession(folder["a.store"], of: house)
    // The session that reopens the store loads the rooms in another order.
    #expect(try first.run("add room B full=true\nadd room A") == "")
    try first.persistence.close()
    let again = try KeptSession(folder["a.store"], of: house)
    #expect(try again.run("add room C") == "")
    #expect(try again.run("add room D").contains("the invariant “empty soon” is broken by B"))
  }

  @Test func `a rule that a store does not know yet begins when it is opened`() throws {
    let folder = try TemporaryFolder()
    let first = try KeptSession(folder["a.store"])
    _ = try first.run("add card A points=9")
    try first.persistence.close()
    let again = try KeptSession(folder["a.store"], of: Self.board)
    #expect(try again.run("tick 3") == "")
    #expect(try again.run("tick").contains("is broken by A"))
  }

  @Test func `a rule of the language is there again with its goal and its bound`() throws {
    let folder = try TemporaryFolder()
    let rule = "cards where points > $most leads to cards where points <= $most within 2 steps"
    let first = try KeptSession(folder["a.store"])
    _ = try first.run("let most = 5\ninvariant soon \(rule)\nadd card A points=9")
    let listed = try first.run("invariants")
    #expect(listed.hasPrefix("soon: \(rule)"))
    try first.persistence.close()
    let again = try KeptSession(folder["a.store"])
    #expect(try again.run("invariants") == listed)
    #expect(try again.run("add card B") == "+ board/all 1  B  todo    1  none\n")
    #expect(try again.run("add card C").contains("the invariant “soon” is broken by A"))
  }
}

private struct Room: Model {
  let id: String
  var name: String
  var isFull = false
  static let schema = Schema<Room>(
    "room", plural: "rooms", "the rooms", named: \.name, new: { Room(id: $1, name: $1) },
    restoring: Restoring { Room(id: $0, name: "") }
  ) {
    Field("name", \.name)
    Field("full", \.isFull)
  }
}
