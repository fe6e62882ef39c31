import CommandLanguage
import Simulator
import Testing

@testable import CommandProgram
@testable import Exploration
@testable import Posix

/// The steps, the time and the commands that a search counts.
struct SearchCountTests {
  /// A world whose rule is soon violated, so that lines run again to shrink the finding.
  private static let world = World("late", Tally.schema) {
    Beginning()
    Invariant("few") { "tally.ordered < 2" }
    Command("order", "Order one") { world in
      try world.change(Tally.the) { $0.ordered = min(8, $0.ordered + 1) }
    }
    Command("rest", "Do nothing") { _ in }
  }

  @Test(arguments: [1, 3])
  func `the number of steps is exact, however often lines run again`(jobs: Int) throws {
    var options = ExplorationOptions()
    (options.stepCountMax, options.jobCount) = (1_333, jobs)
    var system = ExplorationSystem()
    system.concurrently = { PosixThreads.run($0, $1) }
    system.pause = { PosixThreads.wait(milliseconds: 1) }
    let result = try Explorer(Self.world.exploredInTest(), options, system).run()
    #expect(result.counts.stepCount == 1_333 && !result.faults.isEmpty, "\(result.counts)")
  }

  @Test func `the time and the rate include earlier processes`() throws {
    let result = try Self.world.exploredInTest().explore {
      ($0.commandNames, $0.stepCountMax) = (["rest"], 10)
    }
    let text = ExploreText(
      options: ExplorationOptions(), usesColour: false, earlierStepCount: 90, earlierNs: 5_000_000_000)
    #expect(text.summary(result, [], isInterrupted: false).contains("nothing found in 5 s, 20 steps/s\n"))
  }

  @Test func `the commands of a joined line are counted`() {
    func count(_ lines: String...) -> Int {
      FoundFault(fault: Fault(.view, "", ""), lines: lines, seed: 1, stepCount: 0).commandCount
    }
    #expect(count("order; rest", "rest") == 3)
    #expect(count(#"say "a; \"b; c""#, "def twice { rest; rest }", "print [1; 2]") == 3)
  }
}
