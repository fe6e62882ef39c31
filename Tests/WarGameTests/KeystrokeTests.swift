import CommandLanguage
import Glibc
import Simulator
import Testing
import WarGame

/// The work of a session for each key at the prompt: colours, the hint, and completion.
@Suite struct KeystrokeTests {
  private static let lines = [
    "status U9999 wounded", "attack U1 U9998", "units where status == ready and hp > 50 by hp desc limit 3",
    "for u in units where side == attacker { heal $u 5 }", "expect count(units where hp < 10) == 0",
    "why U5000.status",
  ]

  /// Returns the maximum processor time of a key in seconds, with the best of several attempts for each key.
  private static func worst(in session: GameSession) -> Double {
    var worst = 0.0
    for line in lines {
      let text = Array(line.utf8)
      for count in 1...text.count {
        let typed = Array(text[..<count])
        let best = (0..<3).map { _ in
          let start = now
          _ = session.highlights(of: typed.span)
          _ = session.hint(of: typed.span, at: count)
          _ = session.suggestion(of: typed.span, at: count)
          return now - start
        }.min()
        worst = max(worst, best ?? 0)
      }
    }
    return worst
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func session(unitCount: Int) throws -> GameSession {
    let session = try warRoom.makeSession(seed: 1)
    _ = session.run("set steps 10000000")
    #expect(session.run("for n in range(1, \(unitCount)) { spawn hero \"U\\(n)\" }").outcome == .done)
    #expect(session.run("expect count(units) == \(unitCount)").outcome == .done)
    return session
  }

  @Test func `a key costs less than 2 ms with 10,000 units, and no more than with few`() throws {
    let many = Self.worst(in: try Self.session(unitCount: 10_000))
    let few = Self.worst(in: try Self.session(unitCount: 10))
    #if DEBUG
      // The code is not optimised, and the times vary with the load.
      #expect(many < 0.04)
    #else
      #expect(many < 0.002)
    #endif
    #expect(many < 4 * few, "\(many) s with many, \(few) s with few")
  }
}
