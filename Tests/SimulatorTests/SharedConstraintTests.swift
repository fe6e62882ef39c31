import CommandLanguage
import Simulator
import Testing

/// The declared constraints of a world, which are read once for all its sessions.
@Suite struct SharedConstraintTests {
  private static func makeWorld() -> World {
    World("shared", Person.schema, Card.schema) {
      Constraint("few cards") { "(((count(cards) < 3)))" }
      Constraint("small cards") { "not any cards where points > 50 and points > 1" }
    }
  }

  private static let commands = """
    add card A points=9
    change A points=60
    add card B
    add card C
    constraints
    """

  @Test func `variables and limits of a session affect neither the constraints nor later sessions`()
    throws
  {
    let alone = try Self.makeWorld().makeSession().transcript(Self.commands)
    #expect(
      alone == """
        > add card A points=9
        > change A points=60
        error: this would break the constraint “small cards”
          change A points=60
          ^~~~~~~~~~~~~~~~~~
          note: broken by A
          note: condition: not any cards where points > 50 and points > 1
        > add card B
        > add card C
        error: this would break the constraint “few cards”
          add card C
          ^~~~~~~~~~
          note: condition: (((count(cards) < 3)))
        > constraints
        few cards: (((count(cards) < 3)))
        small cards: not any cards where points > 50 and points > 1

        """)
    let world = Self.makeWorld()
    let odd = try world.makeSession()
    #expect(
      odd.transcript("let points = 70\nset nesting 1") == "> let points = 70\n> set nesting 1\n")
    #expect(odd.transcript(Self.commands) == alone)
    #expect(try world.makeSession().transcript(Self.commands) == alone)
  }

  @Test func `a constraint that names a variable is read by each session`() throws {
    let world = World("named", Card.schema, Person.schema) {
      Constraint("few cards") { "count(cards) < $most" }
    }
    for most in [2, 1, 3] {
      let session = try world.makeSession()
      // Another variable has the first place.
      let made = session.transcript(
        "let other = 100\nlet most = \(most)\nadd card A\nadd card B\nadd card C\nprint count(cards)")
      #expect(made.hasSuffix("\n\(most - 1)\n"), "\(made)")
    }
  }
}
