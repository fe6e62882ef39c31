import CommandLanguage
import Simulator
import Testing

@Suite struct LifetimeTests {
  @Test func `a session that is over leaves nothing behind, whatever it kept`() throws {
    let world = World("lasting", Person.schema, Card.schema) {
      List("board", of: Card.self, by: \.column)
      Constraint("small") { "not any cards where points > 90" }
      Constraint("few") { "count(cards) < 10" }
      Reason(of: Card.self) { _, _ in nil }
    }
    var session: CommandSession? = try world.makeSession()
    weak let simulation = session?.world
    world.declaredCoverage().note(in: try #require(session))
    _ = session?.transcript(
      """
      add card A
      constraint more not any cards where points > 91
      every 2 { change A points=(tick) }
      tick 4
      change A points=95
      hash
      trace on
      undo
      why A
      log
      """)
    #expect(simulation != nil)
    session = nil
    #expect(simulation == nil)
  }
}

extension LifetimeTests {
  @Test func `a session with screens and watches leaves nothing behind`() throws {
    var session: CommandSession? = try skirmish.makeSession()
    weak let simulation = session?.world
    skirmish.declaredCoverage().note(in: try #require(session))
    _ = session?.transcript(
      """
      add unit A
      open chat
      watch all = units where hp > count(messages) limit 3 + count(messages)
      watch more = units where hp < A.hp
      why all A
      why app/alarm
      why map/attacker
      undo
      shown
      """)
    #expect(simulation != nil)
    session = nil
    #expect(simulation == nil)
  }
}
