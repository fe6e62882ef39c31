import CommandLanguage
import Simulator
import Synchronization
import Testing

@testable import CommandProgram
@testable import Exploration

/// Searches for a condition.
struct QuestionTests {
  /// The jugs of “Die Hard”: one holds 3 gallons, the other 5, and 4 are wanted.
  private static let jugs = World("jugs", Jugs.schema) {
    Start { try $0.add(Jugs(id: 0)) }
    Root("jugs", "the jugs") { _ in .object("jugs", 0) }
    Command("fillSmall", "Fill the small jug") { try $0.change(Jugs.the) { $0.small = 3 } }
    Command("fillBig", "Fill the big jug") { try $0.change(Jugs.the) { $0.big = 5 } }
    Command("emptySmall", "Empty the small jug") { try $0.change(Jugs.the) { $0.small = 0 } }
    Command("emptyBig", "Empty the big jug") { try $0.change(Jugs.the) { $0.big = 0 } }
    Command("smallToBig", "Pour the small jug into the big one") { world in
      try world.change(Jugs.the) { jugs in
        let poured = min(jugs.small, 5 - jugs.big)
        (jugs.small, jugs.big) = (jugs.small - poured, jugs.big + poured)
      }
    }
    Command("bigToSmall", "Pour the big jug into the small one") { world in
      try world.change(Jugs.the) { jugs in
        let poured = min(jugs.big, 3 - jugs.small)
        (jugs.small, jugs.big) = (jugs.small + poured, jugs.big - poured)
      }
    }
  }

  private static let own = ["fillSmall", "fillBig", "emptySmall", "emptyBig", "smallToBig", "bigToSmall"]

  private func explore(
    _ condition: String, isForbidden: Bool = false, _ change: (inout ExplorationOptions) -> Void = { _ in }
  ) throws -> ExplorationResult {
    try Self.jugs.exploredInTest().explore {
      $0.commandNames = Self.own
      $0.goal = .init(condition, isForbidden: isForbidden)
      change(&$0)
    }
  }

  @Test func `the way to a condition is a shortest one`() throws {
    let result = try explore("jugs.big == 4")
    let witness = try #require(result.witness)
    #expect(witness.lines.count == 6 && result.isShortest && result.faults == [], "\(witness.lines)")
    // The scenario shows that it can happen.
    let world = try Self.jugs.exploredInTest()
    #expect(failures(ofReplaying: witness.scenario(of: world), in: world) == [])
  }

  @Test func `a condition about two states is refused`() throws {
    #expect(throws: ExplorationError.self) { try explore("old(jugs.big) < jugs.big") }
  }

  @Test func `a condition that reads nothing and is false is refused at once`() throws {
    for condition in ["1 == 2", "false", "sum([1, 2]) > 3"] {
      #expect(throws: ExplorationError.self, "\(condition)") { try explore(condition) }
    }
    #expect(try explore("sum([1, 2]) > 2").witness?.lines == [])
  }

  private struct Dial: Model {
    let id: Int
    var digit = 0
    static let schema = Schema<Dial>("dial", plural: "dials", new: { id, _ in Dial(id: id) }) {
      Field("digit", \.digit, in: 0...1_000_000)
    }
  }

  @Test(arguments: [(1_000, false), (400_000, true)])
  func `a walk may find a condition first, which a complete search confirms as the shortest`(
    steps: Int, isShortest: Bool
  ) throws {
    let world = World("dials", Dial.schema) {
      Start { world in for id in 1...5 { try world.add(Dial(id: id)) } }
      Command("turn", "Turn a dial", .number("dial", in: 1...5), .number("digit", in: 0...8)) {
        (world: Simulation, dial: Int, digit: Int) in
        try world.change(Reference<Dial>(dial)) { $0.digit = digit }
      }
    }
    let result = try world.exploredInTest().explore {
      $0.commandNames = ["turn"]
      $0.goal = .init("count(dials where digit > 0) == 3", isForbidden: false)
      $0.stepCountMax = steps
    }
    let witness = try #require(result.witness)
    #expect(witness.lines.count == 3 && result.isShortest == isShortest, "\(result.counts)")
  }

  private struct Task: Model {
    let id: Int
    var name: String
    var isBegun = false
    static let schema = Schema<Task>(
      "task", plural: "tasks", named: \.name, new: { Task(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("begun", \.isBegun)
    }
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func `a walk waits for what is due at a time`(seed: UInt64) throws {
    let world = World("tasks", Task.schema) {
      Command("plan", "Plan a task", .newName(of: Task.self)) { try $0.add(Task.self, named: $1) }
      Command("begin", "Begin a task", .one(Task.self)) { world, task in
        try world.change(task) { $0.isBegun = true }
      }
      Command("end", "End a task", .one(Task.self)) { world, task in try world.remove(task) }
      LeadsTo("a task that is begun ends", over: Task.self, within: .ticks(777)) { _, task in
        task.isBegun
      } to: { _, task in
        !task.isBegun
      }
    }
    let found = try world.exploredInTest().explore {
      $0.seed = seed
      ($0.stepCountMax, $0.faultCountMax) = (3_000, 1)
    }.faults.first
    #expect(found?.cause.subject == "a task that is begun ends", "\(String(describing: found))")
    #expect(found?.lines.last?.hasPrefix("tick ") == true && found?.lines.count == 3, "\(found?.lines ?? [])")
  }

  @Test(arguments: [[], ["plan", "begin", "tick", "cancel"]])
  func `the jobs of schedules are cancelled only if the commands to try name cancel`(names: [String]) throws {
    let world = World("tasks", Task.schema) {
      Command("plan", "Plan a task", .newName(of: Task.self)) { try $0.add(Task.self, named: $1) }
      Command("begin", "Begin a task", .one(Task.self)) { world, task in
        try world.change(task) { $0.isBegun = true }
      }
      Every(2, "close") { world in for task in world.all(Task.self) { try world.remove(task) } }
      LeadsTo("a task that is begun ends", over: Task.self, within: .ticks(4)) { _, task in
        task.isBegun
      } to: { _, task in
        !task.isBegun
      }
    }
    let found = try world.exploredInTest().explore {
      $0.stepCountMax = 1_000
      $0.commandNames = names
    }.faults
    #expect(found.contains { $0.lines.contains { $0.hasPrefix("cancel") } } == !names.isEmpty, "\(found)")
  }

  @Test(arguments: [true, false])
  func `a rule that only a random constraint breaks is no finding`(hasSchedule: Bool) throws {
    let world = try World("tasks", Task.schema) {
      Command("plan", "Plan a task", .newName(of: Task.self)) { try $0.add(Task.self, named: $1) }
      Command("begin", "Begin a task", .one(Task.self)) { world, task in
        try world.change(task) { $0.isBegun = true }
      }
      if hasSchedule {
        Every(2, "close") { world in for task in world.all(Task.self) { try world.remove(task) } }
      }
      LeadsTo("a task that is begun ends", over: Task.self, within: .ticks(4)) { _, task in
        task.isBegun
      } to: { _, task in
        !task.isBegun
      }
    }.exploredInTest()
    // Time stops at each job that fails.
    let texts = ["plan A", "begin A", "constraint c any tasks"] + Array(repeating: "tick 10", count: 5)
    let lines = texts.map { Invocation(line: $0) }
    let board = Board(ExplorationOptions(), ExplorationSystem(), world)
    let job = SearchJob(world, board, number: 0)
    let found = Reproducer(session: job.session).fault(of: texts, lookingFor: .invariant)
    job.report(try #require(found?.fault), of: lines, in: job.session)
    #expect(board.result(isComplete: false).faults.isEmpty == hasSchedule)
  }

  @Test func `a condition that must never hold is a finding, whose scenario fails`() throws {
    let result = try explore("jugs.big == 4", isForbidden: true)
    let found = try #require(result.faults.first)
    #expect(found.fault.kind == .never && found.lines.count == 6 && result.witness == nil, "\(result.faults)")
    #expect(try result.counts.stepCount == explore("jugs.big == 4").counts.stepCount)
    let world = try Self.jugs.exploredInTest()
    #expect(failures(ofReplaying: found.scenario(of: world), in: world) != [])
  }

  @Test func `when all states are visited, it is reported that a condition cannot hold`() throws {
    let result = try explore("jugs.big > 5")
    #expect(result.witness == nil && result.counts.isComplete, "\(result.counts)")
    // Of 4 × 6 contents 16 can be reached.
    #expect(result.counts.stateCount == 16, "\(result.counts)")
  }

  @Test func `a condition that does not mean anything is refused`() {
    #expect(throws: ExplorationError.self) { try explore("jugs.blue == 4") }
  }

  @Test(arguments: [false, true])
  func `a condition that holds at the start is reached by no commands`(isExhaustive: Bool) throws {
    let reached = try explore("jugs.big == 0") { $0.isExhaustive = isExhaustive }
    #expect(reached.witness?.lines == [] && reached.isShortest && reached.counts.stepCount == 0)
    #expect(reached.witness?.fault.message == "“jugs.big == 0” holds before the first step")
    let found = try explore("jugs.big == 0", isForbidden: true) { $0.isExhaustive = isExhaustive }.faults
    #expect(found.map(\.lines) == [[]], "\(found)")
    let world = try Self.jugs.exploredInTest()
    #expect(try failures(ofReplaying: #require(found.first).scenario(of: world), in: world) != [])
  }

  @Test func `walks try the names, texts and numbers in rules, and a search those of its condition`() throws {
    let world = World("tasks", Task.schema) {
      Command("plan", "Plan a task", .newName(of: Task.self)) { try $0.add(Task.self, named: $1) }
      Command("call", "Give a task another name", .one(Task.self), .text("name")) { world, task, name in
        try world.change(task) { $0.name = name }
      }
      Invariant("early") { "tick < 5000" }
      Invariant("nameless") { "not any tasks where name == \"Zaphod\"" }
    }
    let found = try world.exploredInTest().explore { ($0.stepCountMax, $0.faultCountMax) = (8_000, 2) }.faults
    #expect(Set(found.map(\.cause.subject)) == ["early", "nameless"], "\(found)")
    #expect(found.contains { $0.lines == ["tick 5000"] }, "\(found)")
    for command in ["plan", "call"] {
      let witness = try world.exploredInTest().explore {
        $0.commandNames = [command]
        $0.prefix = ["plan Arthur"]
        $0.goal = .init("any tasks where name == \"Trillian\"")
      }.witness
      #expect(witness?.lines.count == 1, "\(witness?.lines ?? [])")
    }
    let every = try world.exploredInTest().explore {
      $0.commandNames = ["tick"]
      $0.prefix = ["invariant later tick != 337"]
      $0.isExhaustive = true
      $0.depthMax = 1
    }.faults
    #expect(every.map(\.lines) == [["tick 337"]])
  }

  @Test func `the first of two searches has half of the steps, or half of the time`() throws {
    let time = Atomic<UInt64>(0)
    var system = ExplorationSystem()
    system.clock = { time.load(ordering: .relaxed) }
    var options = ExplorationOptions()
    options.timeNsMax = 100
    let timed = Board(options, system, try Self.jugs.exploredInTest())
    timed.beginPhase(share: 0.5)
    for (now, continues) in [(49, true), (50, false)] as [(UInt64, Bool)] {
      time.store(now, ordering: .relaxed)
      #expect(timed.continues(steps: 1, changes: 0) == continues, "\(now)")
    }
    timed.beginPhase(share: 1)
    for (now, continues) in [(99, true), (100, false)] as [(UInt64, Bool)] {
      time.store(now, ordering: .relaxed)
      #expect(timed.continues(steps: 1, changes: 0) == continues, "\(now)")
    }
    (options.timeNsMax, options.stepCountMax) = (nil, 10)
    let counted = Board(options, system, try Self.jugs.exploredInTest())
    counted.beginPhase(share: 0.5)
    #expect(counted.continues(steps: 4, changes: 0) && !counted.continues(steps: 1, changes: 0))
    counted.beginPhase(share: 1)
    #expect(counted.continues(steps: 4, changes: 0) && !counted.continues(steps: 1, changes: 0))
  }

  @Test func `walks come nearer to numbers that are too far for all ways there`() throws {
    let world = World("far", Jugs.schema) {
      Start { try $0.add(Jugs(id: 0)) }
      Root("jugs", "the jugs") { _ in .object("jugs", 0) }
      Command("more", "Add one", .number("side", in: 0...9)) { world, side in
        try world.change(Jugs.the) { jugs in
          if side == 7 { jugs.small += 1 } else { jugs.big += 1 }
        }
      }
    }
    let result = try world.exploredInTest().explore {
      $0.commandNames = ["more"]
      $0.goal = .init("jugs.small == 12")
      $0.stepCountMax = 10_000
    }
    let witness = try #require(result.witness, "\(result.counts)")
    #expect(witness.lines == Array(repeating: "more 7", count: 12), "\(witness.lines)")
  }

  // MARK: Exhaustive searches

  @Test func `a breadth-first search reports the distance of states and the commands that never succeed`()
    throws
  {
    let world = World("jugs", Jugs.schema) {
      Start { try $0.add(Jugs(id: 0)) }
      Command("fill", "Fill the small jug") { world in
        guard let jugs = world[Jugs.the], jugs.small < 3 else { throw Explanation("it is full") }
        try world.change(Jugs.the) { $0.small += 1 }
      }
      Command("spill", "Spill four gallons") { world in
        guard let jugs = world[Jugs.the], jugs.small >= 4 else { throw Explanation("there are not four") }
        try world.change(Jugs.the) { $0.small -= 4 }
      }
    }
    let result = try world.exploredInTest().explore {
      $0.isExhaustive = true
      $0.commandNames = ["fill", "spill"]
    }
    #expect(result.counts.stateCount == 4 && result.counts.depth == 3 && result.counts.isComplete)
    #expect(
      result.actions.map(\.name) == ["fill", "spill"] && result.actions.map(\.tryCount) == [4, 4]
        && result.actions.map(\.successCount) == [3, 0], "\(result.actions)")
  }

  @Test func `commands that no state accepts are named, and none that comes with every world`() throws {
    let world = World("jugs", Jugs.schema) {
      Start { try $0.add(Jugs(id: 0)) }
      Command("spill", "Spill a gallon") { _ in throw Explanation("there is none") }
      Command("turn", "Turn a jug", .choice("jug", of: ["small", "big"])) { world, jug in
        try world.change(Jugs.the) { $0.small = jug == "small" ? 1 : 0 }
      }
    }
    var options = ExplorationOptions()
    options.isExhaustive = true
    options.depthMax = 1
    var result = try world.exploredInTest().explore { $0 = options }
    // “undo” and “log” are in no search of states.
    #expect(result.actions.contains { $0.name == "undo" && $0.successCount == 0 }, "\(result.actions)")
    let summary = ExploreText(options: options, usesColour: false).summary(result, [], isInterrupted: false)
    #expect(summary.contains("\ncommands that always failed: spill\n"), "\(summary)")
    result.actions.append(ActionCount(name: "pour"))
    func text() -> String {
      ExploreText(options: options, usesColour: false).summary(result, [], isInterrupted: false)
    }
    #expect(text().contains("\ncommands that had no candidates: pour\n"))
    result.counts.isComplete = false
    #expect(!text().contains("pour"), "it may have candidates in a state that was not visited")
  }

  @Test func `depth first and breadth first meet the same states`() throws {
    func search(isDepthFirst: Bool) throws -> ExplorationCounts {
      try Self.jugs.exploredInTest().explore {
        $0.isExhaustive = true
        $0.isDepthFirst = isDepthFirst
        $0.commandNames = Self.own
      }.counts
    }
    let (deep, broad) = (try search(isDepthFirst: true), try search(isDepthFirst: false))
    #expect(deep.stateCount == 16 && broad.stateCount == 16 && deep.stepCount == broad.stepCount)
  }

  @Test func `a state of a breadth-first search takes 64 bytes at most`() throws {
    let states = try BreadthStates(jobCount: 1)
    let origin = BreadthStates.Origin(parent: 0, table: 0, line: 0)
    for number in 0..<20_000 as Range<UInt64> {
      let key = StateDigest(low: number &* 0x9E37_79B9_7F4A_7C15, high: number)
      #expect(try states.insert(key, origin).isNew)
      let counts = states.counts
      if number > 500, number % 97 == 0 { #expect(counts.bytes <= 64 * counts.states) }
    }
    #expect(try !states.insert(StateDigest(low: 0x9E37_79B9_7F4A_7C15, high: 1), origin).isNew)
  }

  @Test func `a graph has the states that differ in some expressions, and the steps between them`() throws {
    let result = try Self.jugs.exploredInTest().explore {
      $0.isExhaustive = true
      $0.commandNames = Self.own
      $0.graphExpressions = ["jugs.big > 0", "jugs.small > 0"]
    }
    #expect(Set(result.edges.map(\.to)).count == 4, "\(result.edges)")
    #expect(result.edges.contains(StateEdge(from: nil, to: "false, false", command: "")))
    #expect(result.edges.contains(StateEdge(from: "false, false", to: "true, false", command: "fillBig")))
    let dot = GraphFile(result.edges).dot
    #expect(dot.hasPrefix("digraph states {\n") && dot.contains("s0 [label=\"false, false\", penwidth=2];"))
    #expect(GraphFile(result.edges).page.contains("<svg "))
  }

  @Test func `expressions of a graph are parted by commas outside of brackets`() {
    #expect(
      ExploreOptions.expressions("game.phase, count(units where hp in (1, 2)),  \"a, b\"")
        == ["game.phase", "count(units where hp in (1, 2))", "\"a, b\""])
  }
}

/// Two jugs of water.
private struct Jugs: Model {
  let id: Int
  var small = 0
  var big = 0

  static let the = Reference<Jugs>(0)

  static let schema = Schema<Jugs>("jugs", plural: "", label: { _ in "jugs" }, isSingle: true) {
    Field("small", reading: { $0.small })
    Field("big", reading: { $0.big })
  }
}
