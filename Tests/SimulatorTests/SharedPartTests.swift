import CommandLanguage
import Simulator
import Testing

/// What the conditions of watches cost: counted in the steps that a line may take, so that no clock decides.
@Suite struct SharedPartTests {
  private func session(of count: Int) throws -> CommandSession {
    let session = try skirmish.makeSession()
    _ = session.run("close map")
    for number in 0..<count { _ = session.run("add unit u\(number) hp=\(number % 90 + 10)") }
    return session
  }

  @Test func `a change evaluates each of a hundred watches for the changed object only`() throws {
    let session = try session(of: 1_000)
    for number in 0..<100 { _ = session.run("watch w\(number) = units where hp < \(number) by hp") }
    _ = session.run("set steps 2000")
    for number in stride(from: 0, to: 1_000, by: 100) {
      let run = session.run("change u\(number) hp=500")
      #expect(run.outcome == .done && !run.output.contains("error"))
    }
  }

  @Test(
    "what a condition counts is counted once for all rows",
    arguments: [
      "count(units where side == it.side) > 3", "hp < avg(units.hp)", "hp < max(units.hp) - 5",
      "count(units where hp < avg(units.hp)) > 4",
    ])
  func nestedCount(condition: String) throws {
    let session = try session(of: 500)
    _ = session.run("set steps 20000")
    let made = session.run("watch w = units where \(condition) by name limit 3")
    #expect(made.output.contains("+ w 1  u0\n"))
    for number in 1..<4 { #expect(session.run("change u\(number) hp=1").outcome == .done) }
  }

  @Test func `a shared value is computed again when it changes, also by undo`() throws {
    let session = try session(of: 0)
    _ = session.transcript("add unit A\nadd unit B\nadd person C")
    #expect(session.run("watch w = units where count(units where hp < 50) > 0 limit 1").output == "")
    #expect(session.run("change B hp=20").output.contains("+ w 1  A\n"))
    #expect(session.run("print count(w)").output == "1\n")
    #expect(session.run("change B hp=60").output.contains("- w 1  A\n"))
    #expect(session.run("undo").output.contains("+ w 1  A\n"))
    #expect(session.run("undo").output.contains("- w 1  A\n"))
    #expect(session.run("verify").outcome == .done)
  }

  @Test func `an error in what is counted once is an error of each row`() throws {
    let session = try session(of: 0)
    _ = session.transcript("add unit A\nadd unit B")
    #expect(session.run("watch w = units where sum([100 / u.hp for u in units]) > 0 limit 1").output != "")
    #expect(
      session.run("watch v = units where count(units where 100 / hp > 0) > 0").output.contains("+ v 2  B"))
    let printed = session.run("change B hp=0").output
    #expect(printed.contains("warning: the watch “v” leaves out A, B: division by zero\n"))
    #expect(printed.contains("- v 1  A\n"))
    #expect(session.run("change B hp=1").output.contains("+ v 2  B\n"))
  }

  @Test func `watches with nested conditions show what fresh ones would, whatever happens`() throws {
    let session = try session(of: 6)
    for (number, condition) in [
      "hp < avg(units.hp)", "count(units where side == attacker and hp < 50) > 2",
      "hp > min(units.hp) and status == ready", "count(messages) > 1 or side == defender",
      "count(units where side == attacker) > 2", "count(players where side == unit.side) > 0",
    ].enumerated() {
      #expect(session.run("watch w\(number) = units where \(condition) by hp desc limit 4").outcome == .done)
    }
    var random = Generator(seed: 16)
    for _ in 0..<200 {
      let unit = "u\(Int.random(in: 0..<6, using: &random))"
      let lines = [
        "change \(unit) hp=\(Int.random(in: 1...99, using: &random))", "change \(unit) side=defender",
        "change \(unit) side=attacker", "change \(unit) status=wounded", "change \(unit) status=ready",
        "say hello", "undo", "redo", "remove \(unit)", "add unit \(unit)", "change me side=defender",
      ]
      _ = session.run(lines[Int.random(in: 0..<lines.count, using: &random)])
      let check = session.run("verify")
      try #require(check.outcome == .done, "\(check.output)")
    }
  }
}
