import Exploration
import Simulator
import Testing

@testable import CommandProgram
@testable import published_models

/// Published models: exhaustive search counts the states that others counted, and finds the classic faults.
struct PublishedModelTests {
  private func visit(
    _ world: World, _ commands: [String], depth: Int? = nil, checks: CheckService.Scope = .scratch
  ) throws -> ExplorationResult {
    #expect(world.problems == [])
    return try world.exploredInTest().explore {
      $0.isExhaustive = true
      $0.commandNames = commands
      $0.depthMax = depth
      $0.checks = checks
    }
  }

  private static let commit = [
    "prepare", "give-up", "hear-commit", "hear-abort", "hear-prepared", "commit", "abort",
  ]

  @Test func `two-phase commit of three managers has 288 states, and decides alike`() throws {
    let result = try visit(twoPhaseCommit(managers: 3), Self.commit, checks: [])
    #expect(result.counts.stateCount == 288 && result.counts.isComplete, "\(result.counts)")
    #expect(result.faults == [])
  }

  @Test func `to commit when any manager is prepared is found by walks`() throws {
    let result = try twoPhaseCommit(managers: 3, commitsEarly: true).exploredInTest().explore {
      $0.stepCountMax = ExplorationOptions.usualStepCount
      $0.faultCountMax = 1
      $0.commandNames = Self.commit
    }
    let fault = try #require(result.faults.first)
    #expect(fault.fault.kind == .invariant && fault.fault.subject == "all decide alike", "\(fault)")
  }

  @Test func `four gallons take six steps, and no fewer`() throws {
    let commands = ["fill", "empty", "pour"]
    let short = try visit(waterJugs(), commands, depth: 5)
    #expect(short.faults == [], "\(short.faults)")
    let result = try visit(waterJugs(), commands, depth: 6)
    #expect(result.faults.first?.lines.count == 6, "\(result.faults)")
  }

  @Test func `a jug that spills breaks the contract of pouring`() throws {
    let result = try waterJugs(spills: true).exploredInTest().explore {
      ($0.stepCountMax, $0.faultCountMax) = (2_000, 1)
    }
    #expect(result.faults.contains { $0.fault.kind == .contract }, "\(result.faults)")
  }

  @Test
  func
    `philosophers who all take the left fork wait for ever, and not those of whom one begins with the right`()
    throws
  {
    let stuck = try visit(diningPhilosophers(3, isMended: false), ["take", "put"])
    #expect(stuck.faults.map(\.lines) == [["take P1", "take P2", "take P3"]], "\(stuck.faults)")
    let mended = try visit(diningPhilosophers(3, isMended: true), ["take", "put"])
    #expect(mended.faults == [] && mended.counts.isComplete, "\(mended)")
  }

  @Test func `Peterson's processes enter in time, and with an unfair lock one starves`() throws {
    let commands = ["want", "wait", "enter", "leave"]
    let fair = try visit(mutualExclusion(isFair: true), commands)
    #expect(fair.faults == [] && fair.counts.isComplete, "\(fair)")
    let unfair = try visit(mutualExclusion(isFair: false), commands)
    let fault = try #require(unfair.faults.first)
    #expect(fault.fault.subject == "who waits enters", "\(fault)")
  }

  @Test func `walks find that play continues after a win`() throws {
    let result = try ticTacToe(continues: true).exploredInTest().explore {
      $0.stepCountMax = 5_000
      $0.faultCountMax = 1
      $0.commandNames = ["play"]
    }
    #expect(result.faults.first?.fault.subject == "one of the two wins", "\(result.faults)")
  }
}
