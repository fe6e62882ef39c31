import CommandLanguage
import Scenarios
import Simulator
import Testing

@testable import Exploration

/// Each of these worlds has one small fault, and is right otherwise.
struct BrokenWorldTests {
  @Test(arguments: BrokenWorld.all)
  func
    `a fault is found within 20,000 steps and shrunk to within a line of the shortest path, and its scenario fails`(
      broken: BrokenWorld
    )
    throws
  {
    #expect(broken.world.problems == [])
    let world = broken.broken(try broken.world.exploredInTest())
    func isMeant(_ found: FoundFault) -> Bool {
      found.fault.kind == broken.kind && found.fault.subject == broken.subject && found.isRepeatable
    }
    func explored(faultCountMax: Int) throws -> ExplorationResult {
      try world.explore { ($0.stepCountMax, $0.faultCountMax) = (20_000, faultCountMax) }
    }
    var result = try explored(faultCountMax: 1)
    // A fault may show in two ways, or depend on the walks before.
    if !result.faults.contains(where: isMeant) { result = try explored(faultCountMax: 3) }
    let found = try #require(
      result.faults.first(where: isMeant) ?? result.faults.first, "after \(result.counts.stepCount) steps")
    #expect(found.fault.kind == broken.kind && found.fault.subject == broken.subject, "\(found)")
    #expect(found.lines.count <= broken.shortest + 1, "\(found)")
    #expect(found.stepCount <= 20_000)
    // Its scenario fails until the fault is mended.
    let scenario = found.scenario(of: world)
    #expect(failures(ofReplaying: scenario, in: world) != [], "\(String(decoding: scenario, as: UTF8.self))")
  }

  @Test(arguments: [true, false])
  func `a state that only a session that was reset leads to is a finding that does not repeat`(isReset: Bool)
    throws
  {
    let world = World("broken", Tally.schema) {
      Beginning()
      Command("roll", "Roll the dice") { world in
        let count = world.service { _ in Leftover(isReset: isReset) }.next()
        try world.change(Tally.the) { $0.ordered = count }
      }
    }
    let explored = try world.exploredInTest()
    let result = try explored.explore {
      $0.stepCountMax = 2_000
      $0.commandNames = ["roll"]
    }
    let found = result.faults.first { $0.fault.kind == .chance }
    #expect((found == nil) == isReset, "\(result.faults)")
    guard let found else { return }
    #expect(!found.isRepeatable && found.fault.message.hasSuffix("in a session that was reset"), "\(found)")
    let scenario = found.scenario(of: explored)
    #expect(failures(ofReplaying: scenario, in: explored) == [])
    #expect(String(decoding: scenario, as: UTF8.self).contains("# tags: explored unrepeated\n"))
  }

  @Test func `a fault that only a new session shows is shrunk too`() throws {
    let world = try World("broken", Tally.schema) {
      Beginning()
      Root("tally", "the tally") { _ in .object("tally", 0) }
      Command("roll", "Roll the dice") { world in
        let count = world.service { _ in Leftover(isReset: false) }.next()
        try world.change(Tally.the) { $0.ordered = count }
      }
      Invariant("luck") { "tally.ordered != 1" }
    }.exploredInTest()
    let board = Board(ExplorationOptions(), ExplorationSystem(), world)
    let job = SearchJob(world, board, number: 0)
    let lines = ["tick", "roll"]
    let found = Reproducer(session: job.session).fault(of: lines, lookingFor: .invariant)
    job.report(try #require(found?.fault), of: lines.map { Invocation(line: $0) }, in: job.session)
    #expect(board.result(isComplete: false).faults.map(\.lines) == [["roll"]])
  }

  /// A count that belongs to no state, and begins again with the session unless that is forgotten.
  private final class Leftover: SessionService {
    private let isReset: Bool
    private var count = 0

    init(isReset: Bool) { self.isReset = isReset }

    func next() -> Int {
      count += 1
      return count
    }

    func reset() { if isReset { count = 0 } }
  }

  @Test func `worlds without a fault have nothing to be found`() throws {
    let right = World("right", Item.schema, Owner.schema, Tally.schema) {
      Beginning()
      Screen("all", isOpen: true) {
        List("items", of: Item.self, by: \.rank)
        Label("total") { "\($0.all(Item.self).reduce(0) { $0 + $1.count }) in all" }
      }
      List("people", of: Owner.self)
      Label("away") { world in world.all(Owner.self).filter(\.isAway).map(\.name).joined(separator: " ") }
      Invariant("few owners") { "count(owners) < 4" }
    }
    #expect(right.problems == [])
    let result = try right.exploredInTest().explore { $0.stepCountMax = 3_000 }
    #expect(result.faults == [])
    #expect(result.counts.stateCount > 200 && result.counts.coveredCount > 20, "\(result.counts)")
    let short = try right.exploredInTest().explore { $0.stepCountMax = 10 }
    #expect(short.counts.stepCount == 10 && short.counts.coveredCount > 0, "\(short.counts)")
  }
}
