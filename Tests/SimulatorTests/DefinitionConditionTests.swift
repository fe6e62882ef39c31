import AutoUpdate
import Simulator
import Testing

@testable import CommandLanguage

/// Conditions that call definitions: they only read, and follow what the definitions read.
@Suite struct DefinitionConditionTests {
  private final class Asked {
    var count = 0
    func moreThan(_ limit: Int) -> Bool {
      count += 1
      return count > limit
    }
  }

  private let world = World("plain", Person.schema, Card.schema) {}

  @Test(arguments: [
    ("change $c points=5", "change"), ("add card X", "add"), ("remove $c", "remove"), ("tick", "tick"),
    ("undo", "undo"), ("outer n = n + 1", "outer"), ("def other { }", "def"), ("run other", "run"),
  ])
  func `a condition that acts through a definition is refused, and nothing happens`(
    statement: String, name: String
  ) throws {
    for use in [
      "cards where acts(it)", "print count(cards where acts(it))", "print cards by acts(it)",
      "constraint c not any cards where acts(it)", "invariant c not any cards where acts(it)",
      "invariant c acts(card(\"A\"))", "watch w = cards where acts(it)", "watch w = cards by acts(it)",
    ] {
      let session = try world.makeSession()
      _ = session.transcript("add card A\nlet n = 0\ndef acts c { \(statement); return true }")
      let digest = session.world.digest
      let output = session.run(use).output
      let message = "“\(name)” is not allowed in a condition, which may only read"
      #expect(output.contains(message), "\(use): \(output)")
      #expect(session.world.digest == digest, "\(use)")
      #expect(session.run("print n, count(cards), tick").output == "0 1 0\n", "\(use)")
    }
  }

  @Test func `a definition that acts may be called outside of conditions, and print within them`() throws {
    let session = try world.makeSession()
    #expect(
      session.transcript(
        """
        add card A
        def acts c { change $c points=5; return true }
        def tells c { print c.title; return c.points > 3 }
        if acts(card("A")) { print A.points }
        print [acts(c) for c in cards]
        print cards where tells(it)
        after 1 { print acts(card("A")) }
        tick
        """) == """
          > add card A
          > def acts c { change $c points=5; return true }
          > def tells c { print c.title; return c.points > 3 }
          > if acts(card("A")) { print A.points }
          5
          > print [acts(c) for c in cards]
          true
          > print cards where tells(it)
          A
          A
          > after 1 { print acts(card("A")) }
          job 1 runs at tick 1
          > tick
          true

          """)
  }

  @Test func `a watch follows the definitions that it calls, and the variables that they read`() throws {
    let session = try world.makeSession()
    #expect(
      session.transcript(
        """
        add card A points=5
        def few c { return c.points < 6 }
        watch w = cards where few(it)
        def few c { return c.points < 4 }
        verify
        let most = 9
        def few c { return c.points < most }
        let most = 2
        verify
        undo
        unset few
        def few c { return true }
        watch w = cards where few(it)
        """) == """
          > add card A points=5
          > def few c { return c.points < 6 }
          > watch w = cards where few(it)
          + w 1  A
          > def few c { return c.points < 4 }
          - w 1  A
          > verify
          > let most = 9
          > def few c { return c.points < most }
          + w 1  A
          > let most = 2
          - w 1  A
          > verify
          > undo
          undid watch w = cards where few(it) (step 2)
          > unset few
          > def few c { return true }
          > watch w = cards where few(it)
          step 2, which was undone, is dropped
          + w 1  A

          """)
  }

  @Test func `a watch that calls a definition is right at the end of a line, however that ends`() throws {
    let session = try world.makeSession()
    _ = session.transcript("add card A points=5\nlet most = 9\ndef few c { return c.points < most }")
    #expect(session.run("watch w = cards where few(it)").output == "+ w 1  A\n")
    #expect(
      session.run("let most = 2; print count(w); let most = 7; change A points=6").output == """
        - w 1  A
        0
        + w 1  A

        """)
    #expect(session.run("let most = 2; verify").output == "- w 1  A\n")
    // A loop that sets a variable does not evaluate the watch each time.
    _ = session.run("for i in range(1, 1000) { let most = i }")
    #expect(session.interpreter.budget.spentSteps < 20_000)
    #expect(session.run("print count(w)").output == "1\n")
    let asked = Asked()
    session.isInterrupted = { asked.moreThan(4) }
    #expect(session.run("let most = 3; repeat 10000 { let x = 1 }").output.contains("error: interrupted"))
    session.isInterrupted = { false }
    #expect(session.run("print most, count(w), cards where few(it)").output == "3 0 \n")
    asked.count = 0
    session.isInterrupted = { asked.moreThan(4) }
    #expect(session.run("let most = 8; repeat 10000 { let x = 1 }").output.contains("error: interrupted"))
    session.isInterrupted = { false }
    #expect(session.run("print most, count(w)").output == "8 1\n")
    #expect(session.run("verify").output == "")
  }

  @Test(arguments: [("break", "a loop"), ("return", "a “def”")])
  func `a job in a loop or a definition is part of neither`(word: String, place: String) throws {
    let session = try world.makeSession()
    for around in ["for i in [1] { STATEMENT }", "def f { for i in [1] { STATEMENT } }"] {
      let line = around.replacing("STATEMENT", with: "after 1 { print 1; \(word) }")
      let message = "error: “\(word)” can only be used in \(place)\n"
      #expect(session.run(line).output.hasPrefix(message), "\(line)")
    }
    let inner = session.run("after 1 { for i in [1, 2] { break }; print \"end\" }; tick")
    #expect(inner.output == "job 1 runs at tick 1\nend\n")
  }

  @Test func `a definition takes a duration as it is written`() throws {
    let session = try world.makeSession()
    _ = session.run("def wait d: duration { print d * 2 }")
    #expect(session.run("wait 1h30m").output == "3h\n")
    #expect(session.run("wait (45s)").output == "1m30s\n")
    let refused = session.run("wait soon").output
    #expect(refused.hasPrefix("error: D must be a duration such as 1h30m, not a text\n"))
  }

  @Test(arguments: ["unset low", "def low u { return u.nosuch > 3 }"])
  func `a constraint that a definition makes uncomputable refuses each change of an object`(
    line: String
  ) throws {
    let session = try world.makeSession()
    _ = session.transcript(
      "def low u { return u.points > 50 }\nadd card A\nadd person P\nconstraint c not any cards where low(card)"
    )
    _ = session.run(line)
    for line in ["change A points=2", "change A points=3", "add card B"] {
      let output = session.run(line).output
      #expect(output.contains("error: the constraint “c” cannot be computed"), "\(line): \(output)")
    }
    // What removes the problem is accepted. An unknown property could be a view's, and every command may change views.
    let others = session.run("change P team=x").outcome
    #expect(others == (line.hasPrefix("unset") ? .done : .failed))
    for line in ["remove A", "def low u { return u.points > 5 }", "add card C points=3"] {
      #expect(session.run(line).outcome == .done, "\(line)")
    }
    #expect(session.run("change C points=6").output.contains("this would break the constraint"))
  }

  @Test func `unset removes a variable and a definition of one name`() throws {
    let session = try world.makeSession()
    _ = session.transcript("let f = 4\ndef f n { return n }\nunset f")
    #expect(session.run("vars").output == "no variables\n")
    #expect(session.run("defs").output == "no definitions\n")
    #expect(session.run("unset f").outcome == .failed)
  }

  @Test func `two rows of a kind without names are ambiguous`() throws {
    let session = try world.makeSession()
    _ = session.transcript("add card A points=5\nadd card B points=9")
    #expect(
      session.run("print cards where any cards where points > card.points").output == """
        error: “card” could mean two things here
          print cards where any cards where points > card.points
                                                     ^~~~
          note: for the inner card, write “it”
          note: give the outer card a name with “cards as NAME where …”

        """)
    let inner = session.run("print cards where any cards as c where c.points > card.points").output
    #expect(inner.contains("“card” could mean two things here"))
    #expect(session.run("print cards as c where any cards where points > c.points").output == "A\n")
    #expect(session.run("print cards as c where any cards where card.points > c.points").output == "A\n")
    let other = session.run("print cards where points > 5 and any people where team == card.title").output
    #expect(other == "\n")
  }

  @Test func `a named object of another kind is never equal`() throws {
    let session = try world.makeSession()
    _ = session.transcript("add person Ann\nadd card A owner=Ann")
    #expect(
      session.run("print cards where owner == A").output == """
        error: a person is never a card
          print cards where owner == A
                            ^~~~~~~~~~

        """)
    #expect(session.run("print cards where owner == Ann").output == "A\n")
    // Objects in variables and lists may be of any kind.
    #expect(session.run("let a = [A, Ann]; print a where it != a[0]").output == "Ann\n")
  }
}
