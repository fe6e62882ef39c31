import CommandLanguage
import Simulator
import Testing

/// Rules about selections that must be empty, in all their forms, and rules that compare two states.
@Suite struct ComparedRowsTests {
  private func warnings(_ lines: String) throws -> [String] {
    try kanban.makeSession().transcript(lines).split(separator: "\n").filter {
      $0.hasPrefix("warning") || $0.hasPrefix("error")
    }.map { String($0) }
  }

  @Test(arguments: [
    ("not any cards where points <= old(points)", " by A"),
    ("not any cards where it.points <= old(points)", " by A"),
    ("not any cards where points <= old(card.points)", " by A"),
    ("not any cards as c where c.points <= old(c.points)", " by A"),
    ("not any (cards where points <= old(points))", " by A"),
    ("not (any cards where points <= old(points))", " by A"),
    ("empty((cards where it.points <= old(it.points)))", " by A"),
    ("count(cards as c where c.points <= old(c.points)) == 0", " by A"),
    ("count(cards where points <= old(points)) < 1", ""),
    ("true and not any cards where it.points <= old(it.points)", ""),
    ("not any (cards where points > 0) as c where points <= old(c.points)", ""),
    ("count(people) > 9 or empty(cards where card.points <= old(card.points))", ""),
  ])
  func `a comparison with the former state leaves out objects that are new or unchanged`(
    condition: String, objects: String
  ) throws {
    let printed = try warnings(
      """
      add card A points=5
      add card C points=5
      invariant i \(condition)
      add card B points=3
      add person Ann
      remove C
      change A points=9
      change A points=8
      """)
    #expect(printed == ["warning: the invariant “i” is broken\(objects); condition: \(condition)"])
  }

  @Test func `a comparison that reads other objects leaves out new objects alone`() throws {
    let condition =
      "not any people where count(cards where owner == person) < old(count(cards where owner == person) + 1)"
    let printed = try warnings(
      """
      invariant i \(condition)
      add person Bob
      add card B
      """)
    // Bob is new at first. The card B does not change him, but might change what the condition reads.
    #expect(printed == ["warning: the invariant “i” is broken; condition: \(condition)"])
  }

  @Test(arguments: [
    "not any cards where points > 50", "not any (cards where points > 50)",
    "not (any cards where points > 50)", "not any ((cards where it.points > 50))",
    "empty((cards where points > 50))", "count(cards where points > 50) == 0",
    "(0 == (count((cards as c where c.points > 50))))",
  ])
  func `a constraint that is broken refuses more objects, however the selection is written`(condition: String)
    throws
  {
    let session = try kanban.makeSession()
    _ = session.transcript("add card A points=60\nconstraint c \(condition)")
    #expect(session.transcript("add card B points=60").contains("broken by B\n"))
    #expect(!session.transcript("add card C points=50\nchange A points=61").contains("error"))
  }

  @Test(arguments: [
    ("cards where points < old(points)", "a list"), ("old(tick)", "a number"), ("old($n)", "a number"),
  ])
  func `a condition with old that is not a truth value is refused`(condition: String, noun: String) throws {
    let session = try kanban.makeSession()
    let printed = session.transcript("let n = 1\ninvariant i \(condition)")
    #expect(printed.contains("a condition is true or false; this is \(noun)\n"), "\(printed)")
    #expect(session.run("invariants").output == "no invariants\n")
    #expect(
      session.transcript("invariant i tick - old(tick) < 3 and 1 / (tick - old(tick)) > 0").hasSuffix("> 0\n")
    )
  }

  @Test func `a world does not declare a condition with old that is not a truth value`() {
    let world = World("odd", Person.schema, Card.schema) { Invariant("older") { "old(tick)" } }
    #expect(
      world.problems == [
        "the invariant “older” cannot be computed: a condition is true or false; this is a number"
      ])
  }

  @Test func `a constraint whose condition selects for each object needs no more memory than one selection`()
    throws
  {
    let session = try kanban.makeSession()
    _ = session.transcript("for i in range(1, 100) { add card \"c\\(i)\" }\nset memory 250000")
    #expect(
      session.run("constraint c not any cards as c where count(cards where points > c.points) > 99").output
        == "")
  }

  @Test func `the text none is never equal to a word`() throws {
    let session = try World("matches", Match.schema).makeSession()
    _ = session.run("add match")
    #expect(
      session.run("print matches where phase != \"none\"").output == """
        error: phase is never the text “none”
          print matches where phase != "none"
                                       ^~~~~~
          note: write none without quotation marks

        """)
    #expect(session.run("matches where phase in [\"none\", active]").output.contains("the text “none”"))
    #expect(session.run("print count(matches where phase == none and phase is none)").output == "1\n")
  }
}

private struct Match: Model {
  let id: Int
  var phase = Phase.none
  static let schema = Schema<Match>("match", plural: "matches", new: { number, _ in Match(id: number) }) {
    Field("phase", \.phase)
  }
}
