import CommandLanguage
import Simulator
import Testing

/// The contract of `cancel`.
struct CancelTests {
  private static let world = World("numbers", Item.schema) {
    Command("order", "Order one", .newName(of: Item.self)) { try $0.add(Item.self, named: $1) }
  }

  private static func session(after lines: [String]) throws -> CommandSession {
    let session = try world.makeSession()
    for line in lines { #expect(session.run(line).outcome == .done, "\(line)") }
    return session
  }

  @Test func `a job is cancelled alone, or all are`() throws {
    let session = try Self.session(after: ["after 3 { order A }", "after 5 { order B }", "every 2 { tick }"])
    for line in ["cancel 2", "cancel", "cancel"] {
      #expect(!session.run(line).output.contains("warning"), "\(line)")
    }
    #expect(session.run("cancel 1").outcome != .done)
  }
}
