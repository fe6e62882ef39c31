import CommandLanguage
import Simulator
import Testing

let strict = World("strict", Person.schema, Card.schema) {
  Constraint("nobody works on two cards at once") {
    "not any people where count(cards where owner == person and column == doing) > 1"
  }
  Constraint("large cards have an owner") { "empty(cards where points > 50 and owner == none)" }
  Command("move", "Move a card", .one(Card.self), .field(\Card.column)) { world, card, column in
    try world.change(card) { $0.column = column }
  }
}

/// Conditions that hold after every command.
@Suite struct ConstraintTests {
  let session: CommandSession

  init() throws {
    session = try strict.makeSession()
    _ = session.transcript("add person Ann\nadd card A owner=Ann\nadd card B owner=Ann\nmove A doing")
  }

  @Test func `a command that breaks a constraint fails, is taken back, and names who breaks it`() {
    #expect(strict.problems == [])
    #expect(
      session.transcript("move B doing\nprint B.column\nmove A done\nmove B doing\nprint B.column") == """
        > move B doing
        error: this would break the constraint “nobody works on two cards at once”
          move B doing
          ^~~~~~~~~~~~
          note: broken by Ann
          note: condition: not any people where count(cards where owner == person and column == doing) > 1
        > print B.column
        todo
        > move A done
        > move B doing
        > print B.column
        doing

        """)
  }

  @Test func `making the same constraint again is not a step, and changing its condition is one`() {
    _ = session.transcript("constraint few count(cards) < 9")
    let digest = session.world.digest
    #expect(session.transcript("constraint few count(cards) < 9") == "> constraint few count(cards) < 9\n")
    #expect(session.world.digest == digest)
    _ = session.transcript("constraint few count(cards) < 8")
    #expect(session.world.digest != digest)
  }

  @Test func `a constraint about single objects reads only what changed, whichever rule comes first`() {
    #expect(
      session.transcript("add card C points=60\nchange A owner=none\nchange A points=60\nchange B points=60")
        == """
        > add card C points=60
        error: this would break the constraint “large cards have an owner”
          add card C points=60
          ^~~~~~~~~~~~~~~~~~~~
          note: broken by C
          note: condition: empty(cards where points > 50 and owner == none)
        > change A owner=none
        > change A points=60
        error: this would break the constraint “large cards have an owner”
          change A points=60
          ^~~~~~~~~~~~~~~~~~
          note: broken by A
          note: condition: empty(cards where points > 50 and owner == none)
        > change B points=60

        """)
  }

  @Test func `a command makes a constraint and reports existing violations, and undo removes it`() {
    #expect(
      session.transcript(
        """
        constraint few count(cards) < 3
        add card C
        undo
        add card C
        constraint few count(cards) < 3
        constraint small not any cards where points >= 1
        constraints
        unconstraint big
        """
      ) == """
        > constraint few count(cards) < 3
        > add card C
        error: this would break the constraint “few”
          add card C
          ^~~~~~~~~~
          note: condition: count(cards) < 3
        > undo
        undid constraint few count(cards) < 3 (step 5)
        > add card C
        step 5, which was undone, is dropped
        > constraint few count(cards) < 3
        warning: the constraint “few” is broken; condition: count(cards) < 3
        > constraint small not any cards where points >= 1
        warning: the constraint “small” is broken by A, B, C; condition: not any cards where points >= 1
        > constraints
        nobody works on two cards at once: not any people where count(cards where owner == person and column == doing) > 1
        large cards have an owner: empty(cards where points > 50 and owner == none)
        few: count(cards) < 3
        small: not any cards where points >= 1
        > unconstraint big
        error: there is no constraint “big”
          unconstraint big
                       ^~~
          note: choose from few, small

        """)
  }

  @Test func `a constraint that cannot be computed refuses the command, with the reason`() {
    #expect(session.run("constraint odd 10 / count(cards) > 0").outcome == .done)
    #expect(
      session.run("for c in cards { remove $c }").output.contains(
        "error: the constraint “odd” cannot be computed\n"))
    #expect(session.run("print count(cards)").output == "1\n")
  }

  @Test func `a constraint that cannot be read is a problem of the world's declarations`() {
    let world = World("wrong", Person.schema, Card.schema) { Constraint("broken") { "count(" } }
    #expect(world.problems.count == 1)
    #expect(world.problems.first?.hasPrefix("the constraint “broken” cannot be read: ") == true)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a constraint maintained by changes agrees with a full evaluation`(seed: UInt64) throws {
    // What counts all cannot be kept by changes; the two say the same.
    let kept = World("kept", Card.schema) { Constraint("rule") { "not any cards where points % 4 == 3" } }
    let full = World("full", Card.schema) { Constraint("rule") { "count(cards where points % 4 == 3) == 0" } }
    let (a, b) = (try kept.makeSession(seed: seed), try full.makeSession(seed: seed))
    var random = Generator(seed: seed)
    var refusedCount = 0
    for number in 0..<80 {
      let points = Int.random(in: 0...20, using: &random)
      let line =
        number < 5
        ? "add card C\(number) points=\(points)"
        : Int.random(in: 0..<4, using: &random) == 0
          ? "undo" : "change C\(number % 5) points=\(points)"
      let printed = a.run(line)
      #expect(printed.outcome == b.run(line).outcome)
      #expect(a.run("cards").output == b.run("cards").output)
      if printed.output.contains("would break") { refusedCount += 1 }
    }
    #expect(refusedCount > 0)
  }

  @Test func `a condition that reads a reference is evaluated again when the referenced object is removed`()
    throws
  {
    let world = World("rules", Person.schema, Card.schema) {
      Constraint("what is done was somebody's") { "not any cards where points > 1 and owner == none" }
    }
    let session = try world.makeSession()
    #expect(
      session.transcript("add person Ann\nadd card A owner=Ann points=3\nremove Ann\nprint count(people)")
        == """
        > add person Ann
        > add card A owner=Ann points=3
        > remove Ann
        error: this would break the constraint “what is done was somebody's”
          remove Ann
          ^~~~~~~~~~
          note: broken by A
          note: condition: not any cards where points > 1 and owner == none
        > print count(people)
        1

        """)
  }

  @Test func `a refused command that would have mended a violation leaves it known`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript(
      """
      add card A points=0
      constraint small not any cards where points > 90
      constraint started not any cards where points == 0
      """)
    #expect(
      session.run("change A points=95").output.hasPrefix("error: this would break the constraint “small”"))
    #expect(!session.run("change A points=3").output.contains("error"))
    #expect(
      session.run("change A points=0").output.hasPrefix("error: this would break the constraint “started”"))
  }

  @Test func `a rule about a screen is reported each time it is broken again`() throws {
    let session = try skirmish.makeSession()
    _ = session.transcript("invariant few not map.visible or count(units) < 2\nadd unit A")
    for _ in 0..<2 {
      #expect(session.run("add unit B").output.contains("the invariant “few” is broken"))
      #expect(!session.run("say hello").output.contains("few"))
      #expect(!session.run("remove B").output.contains("few"))
    }
  }

  @Test func `a constraint about a screen that does not hold is made, and refuses the next breach`() throws {
    let session = try skirmish.makeSession()
    _ = session.run("add unit A")
    let made = session.run("constraint few not map.visible or count(units) < 1")
    #expect(made.outcome == .done && made.output.contains("warning: the constraint “few” is broken"))
    #expect(session.run("say hello").outcome == .done)
    #expect(session.run("remove A").outcome == .done)
    #expect(session.run("add unit B").output.contains("error: this would break the constraint “few”"))
  }

  @Test func `reads of a condition before an undo still cause its evaluation`() throws {
    let session = try kanban.makeSession()
    #expect(
      session.transcript(
        """
        add person Ann
        for n in ("A", "B", "C") { add card $n }
        constraint some count(cards) < 3 or count(people) > 0
        remove C
        undo
        remove Ann
        """
      ).hasSuffix(
        """
        > remove Ann
        error: this would break the constraint “some”
          remove Ann
          ^~~~~~~~~~
          note: condition: count(cards) < 3 or count(people) > 0

        """))
  }

  @Test func `a condition that compares other values than an object's own is tested for all objects`() throws
  {
    let session = try kanban.makeSession()
    let printed = session.transcript(
      """
      add card A
      invariant one not any cards where tick > old(tick)
      invariant two count(cards where tick > old(tick)) == 0
      tick
      """)
    #expect(
      printed.contains("the invariant “one” is broken") && printed.contains("the invariant “two” is broken"))
  }

  @Test func `a broken condition about two states names no objects after the command`() throws {
    let session = try kanban.makeSession()
    let printed = session.transcript(
      """
      add card A points=5
      add card B points=3
      invariant all count(cards where points < old(A.points)) == 0
      change A points=4
      """)
    #expect(printed.contains("the invariant “all” is broken;"), "\(printed)")
  }

  @Test func `the captured variables of a rule count in the digest`() throws {
    let digests = try [5, 6, 5].map { number in
      let session = try kanban.makeSession()
      _ = session.transcript("let n = \(number)\nconstraint few count(cards) < $n")
      return session.world.digest
    }
    #expect(digests[0] == digests[2] && digests[0] != digests[1])
  }
}
