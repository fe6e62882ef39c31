import CommandLanguage
import Simulator
import Testing

/// The check of what `why` answers.
struct ReasonCheckTests {
  private static let world = World("numbers", Item.schema) {
    Command("order", "Order one", .newName(of: Item.self)) { try $0.add(Item.self, named: $1) }
  }

  private static func session(after lines: [String]) throws -> CommandSession {
    let session = try world.makeSession()
    for line in lines { #expect(session.run(line).outcome == .done, "\(line)") }
    return session
  }

  @Test func `the steps that are named for fields are those that a search through all changes finds`() throws
  {
    let lines = [
      "verify on", "order A", "change A rank=2", "change A count=3 rank=4", "order B", "undo", "redo",
    ]
    let session = try Self.session(
      after: lines + ["change A rank=2; change A rank=4", "cancel", "set history 2"])
    #expect(session.run("change A count=4").outcome == .done)
    #expect(session.run("verify").outcome == .done)
  }
}
