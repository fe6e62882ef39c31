import CommandLanguage
import Simulator
import Testing

@testable import CommandProgram
@testable import Exploration
@testable import Posix

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

  @Test func `a search of states refuses definitions with effects on variables, and names of equal objects`()
    throws
  {
    let prefix = [
      "let n = 0", "def rise { outer n = n + 1 }", "def twice { rise; rise }", "def once { let n = 1 }",
    ]
    for name in ["rise", "twice"] {
      #expect(throws: ExplorationError.self, "\(name)") {
        try explore {
          $0.prefix += prefix
          $0.commandNames.append(name)
        }
      }
    }
    _ = try explore {
      $0.prefix += prefix
      $0.commandNames.append("once")
    }
    // Without their names, they are left out.
    let result = try explore {
      $0.prefix += prefix
      ($0.commandNames, $0.depthMax) = ([], 1)
    }
    #expect(!result.actions.contains { $0.name == "twice" } && result.actions.contains { $0.name == "once" })
    for line in ["invariant named A.name == \"A\"", "def start { turn B }"] {
      #expect(throws: ExplorationError.self, "\(line)") {
        try explore {
          $0.prefix.append(line)
          $0.symmetricKinds = ["item"]
        }
      }
    }
  }

  @Test func `objects that only differ by name may be renamed`() throws {
    let result = try explore {
      $0.commandNames = ["change"]
      $0.depthMax = 1
      $0.symmetricKinds = ["item"]
    }
    #expect(result.faults == [], "\(result.faults)")
  }

  @Test func `two jobs visit the same states as one`() throws {
    let result = try explore { $0.jobCount = 2 }
    #expect(result.counts.stateCount == 27 && result.counts.isComplete, "\(result.counts)")
  }

  @Test func `two jobs at the same time run the same lines and meet the same states as one`() throws {
    func search(_ jobCount: Int) throws -> ExplorationCounts {
      var options = ExplorationOptions()
      options.isExhaustive = true
      options.commandNames = ["go", "turn"]
      options.checks = []
      options.prefix = ["A", "B", "C", "D"].map { "add item \($0)" }
      options.jobCount = jobCount
      var system = ExplorationSystem()
      system.concurrently = { PosixThreads.run($0, $1) }
      system.pause = { PosixThreads.wait(milliseconds: 1) }
      return try Explorer(try Self.world.exploredInTest(), options, system).run().counts
    }
    let (one, two) = (try search(1), try search(2))
    #expect(one.stateCount == 3 * 3 * 3 * 3 * 3 && one.isComplete && two.isComplete, "\(one) \(two)")
    #expect(one.stateCount == two.stateCount && one.stepCount == two.stepCount, "\(one) \(two)")
    #expect(one.changeCount == two.changeCount, "\(one) \(two)")
  }

  @Test func `a way that is given away is taken by who has nothing to do, and the end is known to all`()
    throws
  {
    let work = SharedWork()
    let first = try #require(work.take { false })
    #expect(first.states.isEmpty && !work.isWanted)
    // Another one waits until something is given.
    var pauses = 0
    let line = LineTable.Line(invocation: Invocation(line: "go"), text: "go")
    let state = SharedWork.PathState(digest: StateDigest(low: 1, high: 2), done: 1, line: line)
    let second = work.take {
      pauses += 1
      if pauses == 3 { work.give(SharedWork.Way(states: [state], floor: 0)) }
      return work.isWanted
    }
    #expect(second?.states.map(\.line.text) == ["go"] && pauses == 3)
    work.finish(isWhole: true)
    #expect(work.take { false } == nil, "the first is busy, and nobody wants to wait")
    work.finish(isWhole: true)
    #expect(work.take { true } == nil, "all is done")
  }

  @Test func `a state is kept in 64 bytes at most`() throws {
    var states = StateSet()
    for number in 0..<5_000 as Range<UInt64> {
      _ = states.insert(StateDigest(low: number &* 0x9E37_79B9_7F4A_7C15, high: number))
      if number > 500 { #expect(states.byteCount <= 64 * states.count) }
    }
  }

  @Test func `items that differ only in their names count as one`() throws {
    // Of two items in three states each there are six kinds of pairs.
    let result = try explore { $0.symmetricKinds = ["item"] }
    #expect(result.counts.stateCount == 6 * 3 && result.counts.isComplete, "\(result.counts)")
  }

  @Test(arguments: [(1, 1 + 2 + 2 + 2), (2, 19), (3, 27)])
  func `within the depth, nearer states are found on any path`(depth: Int, states: Int) throws {
    let result = try explore { $0.depthMax = depth }
    #expect(result.counts.stateCount == states, "\(result.counts)")
  }

  @Test func `a search that creates the lines of its states again meets the same states`() throws {
    func search(_ keptLineCountMax: Int) throws -> ExplorationCounts {
      try explore {
        $0.commandNames = ["add", "turn"]
        $0.depthMax = 2
        $0.keptLineCountMax = keptLineCountMax
      }.counts
    }
    let (kept, some, none) = (try search(100_000), try search(60), try search(0))
    #expect(kept.isComplete && kept.stateCount > 30, "\(kept)")
    #expect([some, none].map(\.stateCount) == [kept.stateCount, kept.stateCount])
    #expect([some, none].map(\.stepCount) == [kept.stepCount, kept.stepCount])
    #expect([some, none].map(\.changeCount) == [kept.changeCount, kept.changeCount])
  }

  @Test(arguments: [0, 100_000])
  func `a fault on the way is found and shrunk`(keptLineCountMax: Int) throws {
    let broken = try #require(BrokenWorld.all.first { $0.name.hasPrefix("an invariant that only breaks") })
    let result = try broken.world.exploredInTest().explore {
      $0.isExhaustive = true
      $0.commandNames = ["order", "rest"]
      $0.keptLineCountMax = keptLineCountMax
    }
    #expect(result.faults.map(\.lines) == [Array(repeating: "order", count: 7)])
  }

  @Test func `a search that ended before all states were visited reports it`() throws {
    let result = try explore { $0.stepCountMax = 200 }
    #expect(!result.counts.isComplete && result.counts.stepCount < 300, "\(result.counts)")
  }
}
