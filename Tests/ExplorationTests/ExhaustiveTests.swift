import CommandLanguage
import Exploration
import Simulator
import Testing

/// Searches that visit every state.
struct ExhaustiveTests {
  /// Two items with three words each, and a tally with three.
  private static let world = World("small", Item.schema, Tally.schema) {
    Beginning()
    List("things", of: Item.self, by: \.rank)
    Command("go", "Go on", .field(\Tally.phase)) { world, phase in
      try world.change(Tally.the) { $0.phase = phase }
    }
    Command("turn", "Let an item do something", .one(Item.self), .field(\Item.state)) { world, item, state in
      try world.change(item) { $0.state = state }
    }
  }

  private func explore(_ change: (inout ExplorationOptions) -> Void = { _ in }) throws -> ExplorationResult {
    try Self.world.exploredInTest().explore {
      $0.isExhaustive = true
      $0.commandNames = ["go", "turn"]
      $0.prefix = ["add item A", "add item B"]
      change(&$0)
    }
  }

  @Test func `all states are visited, as many as there are combinations`() throws {
    let result = try explore()
    #expect(result.counts.stateCount == 3 * 3 * 3 && result.counts.isComplete, "\(result.counts)")
    #expect(result.faults == [])
    // Of “go” four lines, three words and one that is none; of “turn” eleven: of names and words one at most is odd.
    #expect(result.counts.stepCount == result.counts.stateCount * (4 + 11))
  }

  @Test func `two jobs visit the same states as one`() throws {
    let result = try explore { $0.jobCount = 2 }
    #expect(result.counts.stateCount == 27 && result.counts.isComplete, "\(result.counts)")
  }

  @Test func `items that differ by name alone count as one`() throws {
    // Of two items in three states each there are six kinds of pairs.
    let result = try explore { $0.symmetricKinds = ["item"] }
    #expect(result.counts.stateCount == 6 * 3 && result.counts.isComplete, "\(result.counts)")
  }

  @Test(arguments: [(1, 1 + 2 + 2 + 2), (2, 19), (3, 27)])
  func `as far as the depth says, nearer states are found by whatever way`(depth: Int, states: Int) throws {
    let result = try explore { $0.depthMax = depth }
    #expect(result.counts.stateCount == states, "\(result.counts)")
  }

  @Test func `a fault on the way is found and shrunk`() throws {
    let broken = try #require(BrokenWorld.all.first { $0.name.hasPrefix("an invariant that only breaks") })
    let result = try broken.world.exploredInTest().explore {
      $0.isExhaustive = true
      $0.commandNames = ["order", "rest"]
    }
    #expect(result.faults.map(\.lines) == [Array(repeating: "order", count: 7)])
  }

  @Test func `what ended before all was visited says so`() throws {
    let result = try explore { $0.stepCountMax = 200 }
    #expect(!result.counts.isComplete && result.counts.stepCount < 300, "\(result.counts)")
  }
}
