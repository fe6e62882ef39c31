import CommandLanguage
import Simulator
import Testing

@testable import Exploration
@testable import published_models

/// Searches that treat objects which differ only by name as equal.
struct SymmetryTests {
  /// Three items with three words each.
  private func world(
    startsWith names: [String] = ["A", "B", "C"],
    _ turn: @escaping @Sendable (Simulation, Item, Item.State) throws -> Void = { _, _, _ in }
  ) -> World {
    World("small", Item.schema) {
      Start { world in for name in names { _ = try world.add(Item.self, named: name) } }
      Command("turn", "Let an item do something", .one(Item.self), .field(\Item.state)) {
        (world: Simulation, item: Reference<Item>, state: Item.State) in
        if let changed = world[item] { try turn(world, changed, state) }
        try world.change(item) { $0.state = state }
      }
      Command("make", "Make an item", .newName(of: Item.self)) { world, name in
        if world.all(Item.self).count == 3 { throw Explanation("there are three") }
        try world.add(Item.self, named: name)
      }
    }
  }

  private func explore(
    _ world: World, commands: [String] = ["turn"], _ change: (inout ExplorationOptions) -> Void = { _ in }
  ) throws -> ExplorationResult {
    try world.exploredInTest().explore {
      $0.isExhaustive = true
      $0.symmetricKinds = ["item"]
      $0.commandNames = commands
      change(&$0)
    }
  }

  private func message(_ body: () throws -> ExplorationResult) -> String {
    do { return "\(try body().counts)" } catch { return Explanation(of: error).message }
  }

  @Test(arguments: [false, true])
  func `interchangeable objects count as equal`(isDepthFirst: Bool) throws {
    let result = try explore(world()) { $0.isDepthFirst = isDepthFirst }
    #expect(result.counts.stateCount == 10 && result.counts.isComplete, "\(result.counts)")
    let made = try explore(world(startsWith: []), commands: ["make", "turn"]) {
      $0.isDepthFirst = isDepthFirst
    }
    // Of 0, 1, 2 and 3 items, there are 1, 3, 6 and 10 combinations.
    #expect(made.counts.stateCount == 20 && made.counts.isComplete, "\(made.counts)")
  }

  @Test func `a command that treats one name specially ends the search`() {
    let world = world { _, item, state in
      if item.name == "C", state == .done { throw Explanation("C is never done") }
    }
    for isDepthFirst in [false, true] {
      let message = message { try explore(world) { $0.isDepthFirst = isDepthFirst } }
      #expect(message.hasPrefix("the objects of “item” are not interchangeable: after “turn "), "\(message)")
    }
    #expect(
      message { try explore(world) } == """
        the objects of “item” are not interchangeable: after “turn A busy”, “turn A done” leads to a state to which no \
        tried command leads after “turn C busy”, although the states differ only by names
        """)
  }

  @Test func `a command that compares names ends the search`() {
    let world = world { world, item, state in
      let isFirst = world.all(Item.self).allSatisfy { $0.name >= item.name || $0.state == state }
      if !isFirst { throw Explanation("\(item.name) waits") }
    }
    let message = message { try explore(world) }
    #expect(message.contains("are not interchangeable"), "\(message)")
  }

  @Test func `objects that are made during the search and have names that matter end the search`() {
    let world = world(startsWith: []) { _, item, state in
      if item.name == "B", state == .done { throw Explanation("B is never done") }
    }
    let message = message { try explore(world, commands: ["make", "turn"]) }
    #expect(message.contains("are not interchangeable"), "\(message)")
  }

  @Test func `a condition that distinguishes made objects ends the search`() {
    let goal = ExplorationOptions.Goal(
      "any items where name == \"two words\" and state == done and count > 0")
    for isExhaustive in [true, false] {
      let message = message {
        try explore(world(startsWith: []), commands: ["make", "turn", "change"]) {
          $0.isExhaustive = isExhaustive
          ($0.goal, $0.stepCountMax) = (goal, 400_000)
        }
      }
      #expect(message.contains("are not interchangeable"), "\(message)")
    }
  }

  @Test func `texts that name an object with blanks are refused`() throws {
    let lines = ["add item \"two words\"", "add item A"]
    func message(_ rule: String) -> String {
      self.message { try explore(world(startsWith: [])) { $0.prefix = lines + [rule] } }
    }
    let named = message("invariant one count(items where name == \"two words\" and state == done) == 0")
    #expect(named.hasPrefix("“two words” is named in a rule"), "\(named)")
    let other = message("invariant one count(items where name == \"two wordsmiths\") == 0")
    #expect(other.contains("isComplete: true"), "\(other)")
  }

  @Test func `the published model of equal managers has fewer states`() throws {
    let commands = ["prepare", "give-up", "hear-commit", "hear-abort", "hear-prepared", "commit", "abort"]
    let result = try twoPhaseCommit(managers: 3).exploredInTest().explore {
      $0.isExhaustive = true
      $0.commandNames = commands
      $0.symmetricKinds = ["manager"]
      $0.checks = []
    }
    #expect(result.counts.stateCount == 80 && result.counts.isComplete, "\(result.counts)")
  }

  @Test func `all of the first states and fewer of the later ones are in the sample`() {
    let counts = [0..<128, 128..<256, 256..<512, 1 << 20..<1 << 21].map {
      $0.count(where: SymmetryCheck.isSampled)
    }
    #expect(counts == [128, 64, 64, 64])
  }
}
