import TestSupport
import Testing
import WarGame

@testable import CommandLanguage
@testable import Simulator
@testable import kanban

/// Sessions that are reset and used again.
struct ResetTests {
  static let worlds = [
    (world: warRoom, rows: ["units", "heroes", "messages", "planned", "watches", "screens", "shown"]),
    (world: kanban, rows: ["cards", "people", "planned", "watches", "screens", "shown"]),
  ]

  private static func end(of session: CommandSession) -> String {
    let account = session.interpreter.budget.memory
    return session.run("show width=60; views; log; hash; settings; jobs; invariants; vars; defs").output
      + "\(session.world.stateDigest) \(account.present) \(account.past) \(session.world.step)\n"
      + "\(session.world.rules.exercisedNames(of: .invariant))\n"
  }

  /// Returns the result of a line and the number of steps that it was charged.
  private static func run(_ line: String, in session: CommandSession) -> String {
    let (outcome, output) = session.run(line)
    return "\(outcome) after \(session.interpreter.budget.spentSteps) steps\n\(output)"
  }

  /// Runs random lines, which depend on the session's output and state.
  private static func play(_ session: CommandSession, _ rows: [String], seed: UInt64, count: Int) -> [String]
  {
    var random = RandomLines(session.table, rows: rows, seed: seed)
    var lines: [String] = []
    for _ in 0..<count {
      lines.append(random.line(in: session))
      if session.run(lines[lines.count - 1]).outcome == .quit { break }
    }
    return lines
  }

  @Test(arguments: 0..<2, 0..<4)
  func `a session that was reset prints and costs the same as a new one, whatever it did before`(
    world: Int, part: UInt64
  ) throws {
    let (world, rows) = Self.worlds[world]
    let session = try world.makeSession(seed: 1)
    var earlier: [[String]] = []
    for index in 0..<60 {
      let seed = part * 1_000 + UInt64(index)
      earlier.append(Self.play(session, rows, seed: seed, count: 4 + index % 24))
      try #require(session.reset(seed: seed), "seed \(seed), after \(earlier)")
      let fresh = try world.makeSession(seed: seed)
      var random = RandomLines(world.table, rows: rows, seed: seed + 500)
      var lines: [String] = []
      for _ in 0..<16 {
        let line = random.line(in: fresh)
        lines.append(line)
        let (one, other) = (Self.run(line, in: session), Self.run(line, in: fresh))
        guard one == other else {
          Issue.record(
            "seed \(seed), after \(earlier.last ?? [])\nand \(lines)\n\(one)\ninstead of\n\(other)")
          return
        }
      }
      let ends = (Self.end(of: session), Self.end(of: fresh))
      guard ends.0 == ends.1 else {
        Issue.record(
          "seed \(seed), after \(earlier.last ?? [])\nand \(lines)\n\(ends.0)\ninstead of\n\(ends.1)")
        return
      }
    }
  }

  /// Lines about what the screens show, which rules of the war room read from the beginning of a session.
  private static let linesAboutScreens = [
    "spawn hero A", "spawn hero B", "hp A 5", "dismiss B", "phase active", "phase none", "side attacker",
    "open map", "close map", "open chat", "close chat", "undo", "undo 2", "redo", "say hello",
    "watch w = units where map.visible", "watch v = units limit count(shown)", "unwatch w",
    "constraint c count(shown) < 9", "invariant i not chat.visible", "uninvariant i", "unconstraint c",
  ]

  @Test(arguments: 1...6)
  func `what reads screens follows them in a session that was reset as in a new one`(seed: UInt64) throws {
    var random = SplitMix(seed)
    func some() -> [String] {
      (0..<14).map { _ in Self.linesAboutScreens[random.below(Self.linesAboutScreens.count)] }
    }
    let session = try warRoom.makeSession(seed: 1)
    for _ in 0..<20 {
      let (earlier, lines) = (some(), some())
      for line in earlier { _ = session.run(line) }
      try #require(session.reset(seed: 1))
      let fresh = try warRoom.makeSession(seed: 1)
      for line in lines {
        let (one, other) = (session.run(line).output, fresh.run(line).output)
        guard one == other else {
          Issue.record("after \(earlier)\nand \(lines), \(line):\n\(one)\ninstead of\n\(other)")
          return
        }
      }
      try #require(session.reset(seed: 1))
    }
  }
}
