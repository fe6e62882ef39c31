import CommandLanguage
import Exploration
import ProgramTesting
import Simulator
import Testing

/// What cannot be explored is told before the first step.
struct BadUseTests {
  private func message(_ world: ExploredWorld, _ change: (inout ExplorationOptions) -> Void = { _ in })
    -> String
  {
    do {
      _ = try world.explore {
        $0.stepCountMax = 10
        change(&$0)
      }
      return "nothing is wrong"
    } catch {
      return (error as? ExplorationError)?.message ?? "\(error)"
    }
  }

  private static let empty = World("empty", Item.schema) {
    Command("drop", "Drop an item", .one(Item.self)) { try $0.remove($1) }
  }

  @Test func `a command that is not there is named, with the one that was meant`() throws {
    let world = try Self.empty.exploredInTest()
    #expect(
      message(world) { $0.commandNames = ["drob"] } == "there is no command “drob” to explore, but “drop”")
    #expect(message(world) { $0.commandNames = ["trace"] } == "there is no command “trace” to explore")
  }

  @Test func `a starting scenario with commands that fail is refused`() throws {
    let world = try Self.empty.exploredInTest()
    #expect(
      message(world) { $0.prefix = ["add item A", "add item A"] }
        == "this world cannot start with “add item A”: there is already an item “A”")
    #expect(
      message(world) { $0.prefix = ["add item A", "spawn hero A"] }
        == "this world cannot start with “spawn hero A”: there is no command “spawn”")
    #expect(
      message(world) { $0.prefix = ["watch w = units where hp > 3"] }
        == "this world cannot start with “watch w = units where hp > 3”: a selection begins with the plural of a kind"
    )
  }

  @Test func `a beginning whose scenario expects the error is of this world all the same`() throws {
    let world = try Self.empty.exploredInTest()
    let lines = ["add item A", "spawn hero A"]
    #expect(
      message(world) {
        $0.prefix = lines
        $0.failingLines = [1]
      } == "nothing is wrong")
    #expect(
      message(world) {
        $0.prefix = lines
        $0.failingLines = [0]
      } == "this world cannot start with “spawn hero A”: there is no command “spawn”")
  }

  @Test func `first lines that reach a limit without an effect are not repeated`() throws {
    let result = try Self.empty.exploredInTest().explore {
      $0.prefix = ["set steps 2000", "while true {}", "add item A", "let n = 0", "while true { n = n + 1 }"]
      $0.failingLines = [1, 4]
      $0.goal = .init("count(items) == 0")
      $0.stepCountMax = 100
    }
    let witness = try #require(result.witness)
    #expect(witness.lines == ["drop A"])
    #expect(witness.prefix == ["set steps 2000", "add item A", "let n = 0", "while true { n = n + 1 }"])
  }

  @Test func `a world without allowed commands is reported`() throws {
    var world = try Self.empty.exploredInTest()
    world.commands = []
    #expect(message(world) == "no command may be explored")
  }

  @Test func `a world without candidates is reported`() throws {
    let world = try Self.empty.exploredInTest()
    #expect(
      message(world) { $0.commandNames = ["drop"] }
        == "no command has candidates for all its arguments, so nothing can be tried")
  }

  @Test func `an invariant that fails at the start is reported`() throws {
    let world = World("wrong", Tally.schema) {
      Beginning()
      Invariant("ordered") { "tally.ordered > 0" }
    }
    #expect(
      message(try world.exploredInTest()) == "before the first step: the invariant “ordered” is broken")
  }

  @Test func `a kind to whose objects others refer cannot be counted as one`() throws {
    let world = try Self.empty.exploredInTest()
    #expect(message(world) { $0.symmetricKinds = ["cat"] } == "there is no kind “cat”")
  }
}
