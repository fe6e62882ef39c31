import CommandLanguage
import Simulator
import Testing

@testable import Exploration

/// Walks that follow selections without lines.
struct FollowedWalkTests {
  private final class Side: SessionService {
    var isTurned = false
    func reset() { isTurned = false }
  }

  private struct Coin: Model {
    let id: Int
    var name: String
    static let schema = Schema<Coin>("coin", plural: "coins", named: \.name, new: { Coin(id: $0, name: $1) })
    {
      Field("name", \.name)
      Derived("heads", "which side is up, of which nobody is told") { world, _ in
        world.service { _ in Side() }.isTurned
      }
    }
  }

  private static let world = World("coins", Coin.schema) {
    Command("mint", "Make a coin", .newName(of: Coin.self)) { try $0.add(Coin.self, named: $1) }
    Command("turn", "Turn all coins") { (world: Simulation) in
      world.service { _ in Side() }.isTurned.toggle()
    }
  }

  @Test func `wrong rows of a followed selection are found, with a line that watches it`() throws {
    let world = try Self.world.exploredInTest()
    let found = try (UInt64(1)...8).flatMap { seed in
      try world.explore { ($0.seed, $0.stepCountMax) = (seed, 500) }.faults
    }
    let followed = found.filter { $0.lines.contains { $0.hasPrefix("watch followed") } }
    #expect(!followed.isEmpty && followed.allSatisfy(\.isRepeatable), "\(found.map(\.lines))")
  }

  @Test func `the line is inserted where the walk began to follow the selection`() throws {
    let job = try Self.world.exploredInTest()
    let composer = Composer(Self.world.table.commands)
    var selections = FollowedSelections(composer: composer, seed: 1)
    let runner = try LineRunner(job, seed: 1)
    for _ in 0..<100 { selections.add(in: runner, [], after: 1) }
    let path = ["mint A", "mint B"].map { Invocation(line: $0) }
    let shown = try #require(selections.path(path, showing: Fault(.view, "followed1", "wrong")))
    #expect(shown.map(\.text).enumerated().filter { $1.hasPrefix("watch followed1 = ") }.map(\.offset) == [1])
    #expect(shown.count == 3)
    #expect(selections.path(path, showing: Fault(.view, "other", "wrong")) == nil)
  }
}
