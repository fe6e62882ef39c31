import CommandLanguage
import Scenarios
import Simulator
import Testing

@testable import Exploration

/// Feeds that go wrong by chance.
struct FaultyFeedTests {
  enum Gate: String, FieldWord, CaseIterable {
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t
  }

  /// What a turnstile has seen.
  struct Turnstile: Model {
    let id: Int
    var passed = 0
    var gate = Gate.a

    static let the = Reference<Turnstile>(0)
    static let schema = Schema<Turnstile>("turnstile", plural: "turnstiles", isSingle: true) {
      Field("passed", \.passed).access(.commandsOnly())
      Field("gate", \.gate)
    }
  }

  /// A turnstile that must not be passed twice at the same gate, one time after the other.
  private static let world = World("turnstile", Turnstile.schema) {
    Start { try $0.add(Turnstile(id: 0)) }
    Invariant("once") { "not any turnstiles where passed > 1" }
    Feed("admit", "Let somebody pass", of: Turnstile(id: 0), \.gate) { world, shown in
      try world.change(Turnstile.the) { turnstile in
        turnstile.passed = turnstile.passed > 0 && turnstile.gate == shown.gate ? 2 : 1
        turnstile.gate = shown.gate
      }
    }
    Command("rest", "Do nothing") { _ in }
  }

  private func feed(_ number: Int) -> Invocation { Invocation(line: "show \(number)") }

  private func deliveries(_ seed: UInt64) -> [Invocation] {
    var (feed, random) = (FaultyFeed(command: "show"), SplitMix(seed: seed))
    var lines: [Invocation] = []
    for number in 0..<1_000 {
      for line in [self.feed(number), Invocation(line: "rest \(number)")] {
        while let due = feed.takeDue() { lines.append(due) }
        if let line = feed.deliver(line, &random) { lines.append(line) }
      }
    }
    return lines
  }

  @Test func `lines of a feed are dropped, doubled, late and out of order, and other lines are not`() {
    let lines = deliveries(1)
    let (shown, others) = (
      lines.filter { $0.text.hasPrefix("show") }, lines.filter { $0.text.hasPrefix("rest") }
    )
    #expect(others.map(\.text) == (0..<1_000).map { "rest \($0)" })
    let counts = shown.reduce(into: [:]) { $0[$1.text, default: 0] += 1 }
    #expect(counts.values.allSatisfy { $0 <= 2 })
    #expect(counts.count { $0.value == 2 } > 40 && counts.count < 960)
    let problems = FaultyFeed(command: "show").problems(of: lines)
    for kind in ["twice", " late: ", " out of order: "] {
      #expect(problems.count { $0.contains(kind) } > 20, "\(kind)")
    }
  }

  @Test func `the same seed makes the same faults, and another one others`() {
    #expect(deliveries(1) == deliveries(1) && deliveries(1) != deliveries(2))
  }

  private func shrunk(
    _ lines: [Invocation], isStill: @escaping ([String]) -> Bool
  ) -> (lines: [String], problems: [String]) {
    var shrinker = Shrinker([], trials: { _, _, _ in [] }, isStill: { isStill($0.map(\.text)) })
    let lines = shrinker.shrink(lines)
    return (lines.map(\.text), FaultyFeed(command: "show").problems(of: lines))
  }

  /// “show 1” was sent first, and comes last.
  private var late: [Invocation] {
    zip([feed(2), Invocation(line: "rest"), feed(1)], [2, 3, 1]).map { line, number in
      var line = line
      line.number = number
      return line
    }
  }

  @Test func `a finding keeps a fault of the feed only if it needs it`() {
    let needed = shrunk(late) { $0.firstIndex(of: "show 2") ?? 9 < $0.firstIndex(of: "show 1") ?? 0 }
    #expect(needed.lines == ["show 2", "show 1"])
    #expect(needed.problems == ["the feed delivers “show 1” out of order: it was sent before “show 2”"])
    let rest = shrunk(late) { $0.firstIndex(of: "rest") ?? 9 < $0.firstIndex(of: "show 1") ?? 0 }
    #expect(rest.problems == ["the feed delivers “show 1” late: it was sent before “rest”"])
    let other = shrunk(late) { $0.contains("show 2") && $0.contains("show 1") }
    #expect(other.lines == ["show 1", "show 2"] && other.problems == [])
  }

  @Test func `a line that is delivered twice is found, and the header of the finding mentions it`() throws {
    let world = try Self.world.exploredInTest()
    // By chance a gate may also be passed twice without a fault of the feed.
    let first = try (1...24 as ClosedRange<UInt64>).lazy.compactMap { seed in
      try world.explore {
        $0.faults = .feed
        $0.seed = seed
        ($0.stepCountMax, $0.faultCountMax) = (400, 1)
        $0.commandNames = ["admit", "rest"]
      }.faults.first { !$0.outerFaults.isEmpty }
    }.first
    let found = try #require(first)
    try #require(found.lines.count == 2, "\(found)")
    #expect(found.lines[0] == found.lines[1])
    #expect(found.outerFaults == ["the feed delivers “\(found.lines[1])” twice"])
    let scenario = found.scenario(of: world)
    let text = String(decoding: scenario, as: UTF8.self)
    #expect(text.contains("# Around the session, the feed delivers “\(found.lines[1])” twice.\n"), "\(text)")
    #expect(failures(ofReplaying: scenario, in: world) != [])
  }

  @Test func `a feed that cannot go wrong is refused`() throws {
    func message(_ world: ExploredWorld, _ change: (inout ExplorationOptions) -> Void) -> String? {
      let error = #expect(throws: ExplorationError.self) {
        try world.explore {
          $0.faults = .feed
          change(&$0)
        }
      }
      return error?.message
    }
    let world = try Self.world.exploredInTest()
    let bare = World("bare", Item.schema) { Command("rest", "Do nothing") { _ in } }
    #expect(try message(bare.exploredInTest()) { _ in } == "this world has no feed")
    #expect(message(world) { $0.commandNames = ["rest"] }?.contains("not among the commands") == true)
    #expect(message(world) { $0.isExhaustive = true }?.contains("a search of every state") == true)
  }
}
