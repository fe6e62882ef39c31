import CommandLanguage
import Posix
import Scenarios
import Simulator
import Testing

@testable import CommandProgram
@testable import Exploration

/// Sessions whose store goes wrong.
struct StoreFaultTests {
  private static let world = World("kept", Item.schema) {
    Start { try $0.add(Item(id: 1, name: "A")) }
    Command("count", "Set a number", .one(Item.self), .number("count", in: 0...9)) { world, item, count in
      try world.change(item) { $0.count = count }
    }
  }

  private static let lines = (1...6).map { "count A \($0)" } + ["undo", "add item B", "count A 9"]

  private static let faults: [StoreFault] =
    [StoreFault.Kind.kill, .torn].flatMap { kind in
      (1...30).map { StoreFault(kind, position: $0, lineCount: 1 + Int($0 % 3)) }
    } + (1...20).map { StoreFault(.full, position: $0, lineCount: 1 + Int($0 % 5)) }
    + (2...6).map { StoreFault(.busy, position: 1, lineCount: $0) }
    + [0, 0b10101, 0b110110, 1, .max].map { StoreFault(.interleaved, position: $0, lineCount: 64) }
    + (0...3).map { StoreFault(.earlier, position: $0, lineCount: 64) }

  @Test(arguments: faults)
  func `a store loses nothing, whatever goes wrong around it`(fault: StoreFault) throws {
    #expect(try StoreOracle(world: Self.world, seed: 1).problem(Self.lines, fault) == nil, "\(fault.text)")
  }

  @Test(arguments: [StoreFault.Kind.kill, .torn])
  func `a process that ends at the first write of a command leaves what was before it`(kind: StoreFault.Kind)
    throws
  {
    func kill(at position: UInt64) throws -> StoreOracle.Kill {
      let names = ["faulty.store", "copy.store"].flatMap { name in ["", "-wal", "-shm"].map { name + $0 } }
      let folder = try #require(ScratchFolder(removing: names))
      // It installs the file system that fails.
      let oracle = StoreOracle(world: Self.world, seed: 1)
      #expect(try oracle.problem([], nil) == nil)
      return try oracle.kill(Self.lines, StoreFault(kind, position: position, lineCount: 1), in: folder)
    }
    let (first, never) = (try kill(at: 1), try kill(at: 10_000))
    #expect(first.acknowledgedCount == Self.lines.count - 1)
    #expect(first.found == first.digests[Self.lines.count - 1] && first.found != never.found)
    #expect(never.found == never.digests[Self.lines.count])
  }

  @Test func `a fault of a store is read again from its text`() {
    var random = SplitMix(seed: 1)
    let drawn = (0..<200).map { _ in StoreFault(&random) }
    #expect(drawn.allSatisfy { StoreFault(text: $0.text) == $0 })
    #expect(Set(drawn.map(\.kind)).count == StoreFault.Kind.allCases.count)
    for text in [
      "", "store", "store kill 1", "store burn 1 1", "feed kill 1 1", "store kill x 1", "store kill 1 0",
    ] {
      #expect(StoreFault(text: text) == nil, "\(text)")
    }
  }

  /// A kind whose count a store loses.
  typealias Note = JournalOracleTests.Note

  private static let countOn: @Sendable (inout Note) -> Void = { $0.count = ($0.count + 1) % 5 }

  private static let losing = World("losing", Note.schema) {
    Start { try $0.add(Note(id: 1, name: "A")) }
    Command("count", "Count on", .one(Note.self)) { world, note in
      try world.change(note, countOn)
    }
  }

  @Test(arguments: StoreFault.Kind.allCases)
  func `each kind of fault shows a store that loses something`(kind: StoreFault.Kind) throws {
    let position: UInt64 = kind == .interleaved ? 0b10 : kind == .earlier ? 1 : 3
    let fault = StoreFault(kind, position: position, lineCount: kind == .busy ? 2 : 1)
    let lines = ["count A", "count A", "count A"]
    let problem = try StoreOracle(world: Self.losing, seed: 1).problem(lines, fault)
    #expect(problem != nil, "\(fault.text)")
  }

  @Test func `a search of every state runs the path to each with a fault of the store`() throws {
    func search(_ world: World, _ change: (inout ExplorationOptions) -> Void) throws -> ExplorationResult {
      try world.exploredInTest().explore {
        $0.isExhaustive = true
        $0.faults = .store
        $0.commandNames = ["count"]
        change(&$0)
      }
    }
    let kept = try search(Self.world) { _ in }
    #expect(kept.faults == [] && kept.problem == nil)
    #expect(kept.counts.isComplete && kept.counts.stateCount == 5, "\(kept.counts)")
    let faults = try search(Self.losing) { _ in }.faults
    #expect(faults.contains { $0.fault.kind == .journal && $0.storeFault != nil }, "\(faults)")
    #expect(throws: ExplorationError.self) { try search(Self.world) { $0.isDepthFirst = true } }
    #expect(throws: ExplorationError.self) { try search(Self.world) { $0.faults = .feed } }
  }

  @Test func `a finding of a store has its fault in the header, and a replay repeats it`() throws {
    var world = try Self.losing.exploredInTest()
    // Without a fault nothing is looked at here.
    let journalProblem = try #require(world.journalProblem)
    world.journalProblem = { seed, lines, fault, shouldStop in
      try fault.flatMap { try journalProblem(seed, lines, $0, shouldStop) }
    }
    let checked = world
    world.replay.checkCause = { checked.sessionProblem($0, seed: $1, $2, shouldStop: $3) }
    let result = try world.explore {
      $0.faults = .store
      ($0.stepCountMax, $0.faultCountMax) = (3_000, 1)
      $0.commandNames = ["count"]
    }
    let found = try #require(result.faults.first, "\(result.counts)")
    let fault = try #require(found.storeFault)
    #expect(found.fault.kind == .journal && found.cause.subject == fault.kind.rawValue)
    #expect((1...3).contains(found.lines.count), "\(found.lines)")
    let scenario = found.scenario(of: world)
    let header = Transcript(scenario).header
    #expect(header.faults == fault.text && header.cause == "journal \(fault.kind.rawValue)")
    #expect(failures(ofReplaying: scenario, in: world).first?.contains(found.fault.message) == true)
    let read = try #require(FoundFault(Transcript(scenario), of: world))
    #expect(read.storeFault == fault)
    #expect(read.outerFaults == found.outerFaults && found.outerFaults.count == 1)
    // The same commands without the fault's line are a scenario that passes.
    let text = String(decoding: scenario, as: UTF8.self)
    let other = text.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.hasPrefix("# cause")
    }
    #expect(failures(ofReplaying: Array(other.joined(separator: "\n").utf8), in: world) == [])
  }

  @Test func `whole walks are checked unless a search has chosen checks`() throws {
    var world = try Self.world.exploredInTest()
    world.journalProblem = { _, _, _, _ in "the store is lost" }
    func kinds(_ checks: CheckService.Scope) throws -> [Fault.Kind] {
      try world.explore {
        ($0.checks, $0.seed, $0.stepCountMax, $0.faultCountMax) = (checks, 3, 100, 1)
      }.faults.map(\.fault.kind)
    }
    let found = try kinds(.search)
    #expect(found == [.journal])
    #expect(try kinds([]) == [])
    #expect(try kinds(.views) == [])
  }

  @Test(arguments: ["", "# cause: journal kill\n"])
  func `faults in a header that cannot be read fail the scenario`(cause: String) throws {
    let world = try Self.world.exploredInTest()
    func failure(_ faults: String) -> String? {
      let text = "# A claim.\n\(cause)# faults: \(faults)\n\n> count A 1\n...\n"
      return failures(ofReplaying: Array(text.utf8), in: world).first
    }
    #expect(failure("store kill 3 1") == nil)
    let problem = try #require(failure("store kill 3"))
    let expected = "such as “store kill 3 1”, where a kind is one of kill, torn, full"
    #expect(problem.contains(expected), "\(problem)")
    #expect(problem.contains("not “store kill 3”"), "\(problem)")
  }

  @Test(arguments: [nil] + StoreFault.Kind.allCases.map { StoreFault($0, position: 3, lineCount: 2) })
  func `a comparison that is stopped ends with an error, and not with a finding`(fault: StoreFault?) {
    var askCount = 0
    let oracle = StoreOracle(world: Self.world, seed: 1) {
      askCount += 1
      return askCount > 2
    }
    #expect(throws: ExplorationError("the comparison was stopped")) {
      try oracle.problem(Self.lines, fault)
    }
  }

  @Test func `a search that cannot keep sessions in a store reports it once, and finds nothing`() throws {
    var world = try Self.world.exploredInTest()
    world.journalProblem = { _, _, _, _ in throw ExplorationError("there is no place for it") }
    let result = try world.explore {
      $0.faults = .store
      $0.stepCountMax = 500
    }
    #expect(result.faults == [] && result.problem == "there is no place for it")
  }

  @Test func `a search whose stores go wrong finds nothing where nothing is lost, and the same each time`()
    throws
  {
    func search() throws -> ExplorationResult {
      try Self.world.exploredInTest().explore {
        $0.faults = .store
        $0.stepCountMax = 1_500
      }
    }
    let (one, other) = (try search(), try search())
    #expect(one.faults == [] && one.problem == nil && one.counts.stepCount == other.counts.stepCount)
    #expect(one.counts.stateCount == other.counts.stateCount)
  }
}
