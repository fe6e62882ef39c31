import CommandLanguage
import Simulator
import Testing

@testable import CommandProgram
@testable import Exploration
@testable import Posix

/// Random walks go on behind known violations of the world's rules. Searches of every state do not, so that they end.
struct ViolationTests {
  /// Two rules, of which the second one is violated only while the first one is violated, too.
  private static let world = World("late", Tally.schema) {
    Beginning()
    Invariant("few") { "tally.ordered < 2" }
    Invariant("not many") { "tally.ordered < 5" }
    Command("order", "Order one") { world in
      try world.change(Tally.the) { $0.ordered = min(8, $0.ordered + 1) }
    }
    Command("rush", "Order as many as possible") { world in try world.change(Tally.the) { $0.ordered = 8 } }
    Command("rest", "Do nothing") { _ in }
  }

  private func search(
    of world: World = world, _ commands: [String], _ change: (inout ExplorationOptions) -> Void = { _ in }
  ) throws -> ExplorationResult {
    try world.exploredInTest().explore {
      $0.commandNames = commands
      change(&$0)
    }
  }

  private func lines(of result: ExplorationResult) -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: result.faults.map { ($0.cause.subject, $0.lines) })
  }

  private static let expected = [
    "few": Array(repeating: "order", count: 2), "not many": Array(repeating: "order", count: 5),
  ]

  @Test(arguments: [false, true])
  func `a search of every state ends at a violation, and so does not run forever`(isDepthFirst: Bool) throws {
    let endless = World("endless", Tally.schema) {
      Beginning()
      Invariant("few") { "tally.ordered < 2" }
      Command("order", "Order one") { world in try world.change(Tally.the) { $0.ordered += 1 } }
      Command("rest", "Do nothing") { _ in }
    }
    let result = try search(of: endless, ["order", "rest"]) {
      ($0.isExhaustive, $0.isDepthFirst) = (true, isDepthFirst)
    }
    #expect(lines(of: result) == ["few": ["order", "order"]], "\(result.faults)")
    #expect(result.counts.stateCount == 2 && result.counts.isComplete, "\(result.counts)")
    var options = ExplorationOptions()
    options.isExhaustive = true
    let text = ExploreText(options: options, usesColour: false).claim(result, isInterrupted: false)
    #expect(
      text == "explored 4 steps, 2 states, all states that are reached without a fault, seed 1", "\(text)")
  }

  @Test(arguments: [false, true])
  func `a search for a condition goes on behind a violation`(isExhaustive: Bool) throws {
    let result = try search(["order", "rest"]) {
      ($0.goal, $0.isExhaustive) = (.init("tally.ordered == 6"), isExhaustive)
    }
    #expect(result.witness?.lines == Array(repeating: "order", count: 6), "\(result)")
  }

  @Test func `a violation found from several states is counted`() throws {
    let result = try search(["order", "rush"]) { $0.isExhaustive = true }
    // From each of two states, one line of each command violates the first rule, except “order” in the first state.
    let few = try #require(result.faults.first { $0.cause.subject == "few" })
    #expect(few.repeatCount == 2, "\(result.faults)")
  }

  @Test func `walks go on behind a violation, and report each rule once`() throws {
    let result = try search(["order", "rest"]) { $0.stepCountMax = 2_000 }
    #expect(lines(of: result) == Self.expected, "\(result.faults)")
    let text = ExploreText(options: ExplorationOptions(), usesColour: false)
    let few = try #require(result.faults.first { $0.cause.subject == "few" })
    #expect(few.repeatCount > 0 && text.others(few) == "\n       and \(few.repeatCount) more times")
  }

  @Test func `all rules that one line violates are reported`() throws {
    let result = try search(["rush"]) { $0.isExhaustive = true }
    #expect(lines(of: result) == ["few": ["rush"], "not many": ["rush"]], "\(result.faults)")
  }

  @Test func `a rule that stays violated is reported once`() throws {
    let session = try Self.world.makeSession()
    let checking = session.world.checking
    checking.begin(.all)
    let found = (1...8).map { _ in
      _ = session.run("order")
      var subjects: [String] = []
      while let fault = checking.takeFault() { subjects.append(fault.subject) }
      return subjects
    }
    #expect(found == [[], ["few"], [], [], ["not many"], [], [], []])
    _ = session.run("order")
    #expect(session.run("verify").output.contains("the invariant “few” is broken"))
  }

  @Test func `a state behind a fault of the machinery is not visited`() throws {
    let world = World("broken", Tally.schema) {
      Beginning()
      Label("secret") { $0[Tally.the]?.secret ?? "" }
      Command("whisper", "Say it") { world in
        try world.change(Tally.the) { ($0.secret, $0.ordered) = ("psst", min(8, $0.ordered + 1)) }
      }
      Label("ordered", keptBy: { _, _ in Box(0) }, text: { "\($0[Tally.the]?.ordered ?? 0)" })
    }
    let result = try search(of: world, ["whisper"]) { $0.isExhaustive = true }
    #expect(result.counts.stateCount == 1 && result.faults.map(\.lines) == [["whisper"]], "\(result)")
  }

  @Test func `rules that read a screen agree with it when a search goes back`() throws {
    let world = World("shown", Tally.schema) {
      Beginning()
      Screen("panel", isOpen: true) {
        Label("bar", visible: .when(\Tally.phase, of: 0, is: .busy)) { _ in "at work" }
      }
      Invariant("the bar is for the busy") { "not panel.bar.visible or tally.phase == busy" }
      Command("go", "Go on", .field(\Tally.phase)) { world, phase in
        try world.change(Tally.the) { $0.phase = phase }
      }
    }
    let result = try search(of: world, ["go"]) { $0.isExhaustive = true }
    #expect(result.faults.isEmpty && result.counts.stateCount == 3, "\(result)")
  }
}
