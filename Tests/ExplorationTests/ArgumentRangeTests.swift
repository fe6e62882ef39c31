import CommandLanguage
import Simulator
import Testing

@testable import Exploration

/// Arguments near the bounds of their declarations, and chains of commands that lead to a state.
@Suite struct ArgumentRangeTests {
  struct Box: Model {
    let id: Int
    var name: String
    var time = Duration.seconds(600)
    var weight = 1.0
    var inside: [Reference<Box>] = []
    static let schema = Schema<Box>("box", plural: "boxes", named: \.name, new: { Box(id: $0, name: $1) }) {
      Field("name", \.name)
      Field("time", \.time, in: .seconds(60) ... .seconds(14_400))
      Field("weight", \.weight, in: 0.5...99.5)
      Field("inside", \.inside)
    }
  }

  private static func world(_ rule: String) -> World {
    World("boxes", Box.schema) {
      Command("make", "Make a box", .newName(of: Box.self)) { try $0.add(Box.self, named: $1) }
      Command("keep", "Keep a box", .one(Box.self), .field(\Box.time)) { world, box, time in
        try world.change(box) { $0.time = time }
      }
      Command("weigh", "Weigh a box", .one(Box.self), .field(\Box.weight)) { world, box, weight in
        try world.change(box) { $0.weight = weight }
      }
      Command("put", "Put boxes into another", .one(Box.self), .repeated(.one(Box.self))) { world, box, all in
        try world.change(box) { $0.inside = all }
      }
      Invariant("rule") { rule }
    }
  }

  @Test(arguments: [
    "not any boxes where time == 4h", "not any boxes where time > 3h and time < 4h",
    "not any boxes where weight > 90", "not any boxes where count(distinct(inside)) > 3",
  ])
  func `durations, decimals and repeated arguments are tried up to their bounds`(rule: String) throws {
    let result = try Self.world(rule).exploredInTest().explore {
      ($0.stepCountMax, $0.faultCountMax) = (3_000, 1)
    }
    #expect(result.faults.contains { $0.fault.subject == "rule" }, "\(result.counts)")
  }

  struct Order: Model {
    let id: Int
    var name: String
    var stage = Stage.draft
    static let schema = Schema<Order>(
      "order", plural: "orders", named: \.name, new: { Order(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("stage", \.stage)
    }
  }

  enum Stage: StateCases {
    case draft, sent, accepted(Int), packed, gone

    static let cases: [StateCase<Stage>] = [
      StateCase("draft", .draft), StateCase("sent", .sent),
      StateCase("accepted", Stage.accepted) { if case .accepted(let rank) = $0 { rank } else { nil } },
      StateCase("packed", .packed), StateCase("gone", .gone),
    ]
  }

  @Test func `the cases of a state lead the search through a chain of commands`() throws {
    func step(_ name: String, _ next: @escaping @Sendable (Stage) -> Stage?) -> Command {
      Command(name, "Go on", .one(Order.self)) { (world: Simulation, order: Reference<Order>) in
        guard let stage = world[order].flatMap({ next($0.stage) }) else { throw Explanation("not now") }
        try world.change(order) { $0.stage = stage }
      }
    }
    let world = World("orders", Order.schema) {
      Command("write", "Write an order", .newName(of: Order.self)) { try $0.add(Order.self, named: $1) }
      step("send") { $0 == .draft ? .sent : nil }
      step("accept") { $0 == .sent ? .accepted(1) : nil }
      step("pack") { $0 == .accepted(1) ? .packed : nil }
      step("ship") { $0 == .packed ? .gone : .draft }
      Invariant("nothing goes") { "not any orders where stage is gone" }
    }
    let result = try world.exploredInTest().explore { ($0.stepCountMax, $0.faultCountMax) = (6_000, 1) }
    #expect(result.faults.contains { $0.fault.subject == "nothing goes" }, "\(result.counts)")
  }

  @Test func `a complete search tries each command in a block`() throws {
    let names = (1...9).map { "run\($0)" }
    let world = World("runs", Box.schema) {
      for name in names {
        Command(name, "Run") { (world: Simulation) in try world.add(Box.self, named: name) }
      }
    }
    let result = try world.exploredInTest().explore {
      $0.isExhaustive = true
      $0.depthMax = 1
      $0.commandNames = ["after"] + names
      $0.goal = .init("count(planned where commands == \"{ run9 }\") > 0", isForbidden: false)
    }
    #expect(result.witness?.lines.count == 1, "\(result.counts)")
  }

  @Test func `an untyped parameter of a definition is tried with numbers`() throws {
    let world = World("small", Item.schema) { Command("rest", "Do nothing") { _ in } }
    func search(_ change: (inout ExplorationOptions) -> Void) throws -> ExplorationResult {
      try world.exploredInTest().explore {
        $0.prefix = ["add item A", "def grade n { change A count=$n }"]
        $0.commandNames = ["grade"]
        change(&$0)
      }
    }
    for steps in [nil, 3_000] {
      let result = try search { ($0.goal, $0.stepCountMax) = (.init("any items where count == 7"), steps) }
      #expect(result.witness?.lines == ["grade 7"], "\(result)")
    }
    let walks = try search { $0.stepCountMax = 300 }
    #expect(walks.actions.contains { $0.name == "grade" && $0.successCount > 0 }, "\(walks.actions)")
  }
}
