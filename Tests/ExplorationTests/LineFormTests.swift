import CommandLanguage
import Simulator
import Testing

@testable import Exploration

/// The forms of the language in which lines are repeated.
struct LineFormTests {
  private static let world = World("numbers", Item.schema) {
    Command("order", "Order one", .newName(of: Item.self)) { try $0.add(Item.self, named: $1) }
  }

  @Test func `loops and branches that run a line once lead to the same state and log`() throws {
    let world = try Self.world.exploredInTest()
    // Every form occurs among lines of so many names.
    let lines = (0..<24).map {
      "order \(String(repeating: "x", count: $0 / 8))\("abcdefgh".map(String.init)[$0 % 8])"
    }
    #expect(Set(lines).count == 24)
    #expect(try Reproducer(session: JobSession(world, seed: 1, prefix: [])).formFault(of: lines) == nil)
  }
}
