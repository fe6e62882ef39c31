import CommandLanguage
import Simulator
import Testing

/// What constraints read besides objects: watches, what the screens show, variables.
@Suite struct ConstraintReadingTests {
  let session: CommandSession

  init() throws {
    session = try strict.makeSession()
    _ = session.transcript("add person Ann\nadd card A owner=Ann\nadd card B owner=Ann\nmove A doing")
  }

  @Test func `a constraint on a watch is evaluated for the rows that the watch will show`() throws {
    #expect(
      session.transcript(
        """
        watch large = cards where points > 5
        constraint few count(large) < 2
        change A points=9
        change B points=8
        unwatch large
        print large
        """) == """
          > watch large = cards where points > 5
          > constraint few count(large) < 2
          > change A points=9
          + large 1  A
          > change B points=8
          error: this would break the constraint “few”
            change B points=8
            ^~~~~~~~~~~~~~~~~
            note: condition: count(large) < 2
          > unwatch large
          error: the constraint “few” cannot be computed
            unwatch large
            ^~~~~~~~~~~~~
            note: nothing is called “large”
          > print large
          A

          """)
  }

  /// After a check, which moves through the history, the state before a command is read again.
  @Test func `a constraint on a watch is enforced when the watch is made anew`() {
    #expect(
      session.transcript(
        "verify on\nwatch w = cards where points > 5\nconstraint few count(w) < 1\nwatch w = cards"
      ).hasSuffix(
        """
        > watch w = cards
        error: this would break the constraint “few”
          watch w = cards
          ^~~~~~~~~~~~~~~
          note: condition: count(w) < 1

        """))
  }

  @Test
  func `a constraint keeps the values of its variables, and none that comes later means anything to it`() {
    #expect(
      session.transcript(
        """
        let most = 3
        watch large = cards where points > 5
        constraint few count(cards) < most and count(large) < 2
        unset most
        let large = [1, 2, 3]
        add card C
        constraints
        change A points=9
        change B points=9
        """) == """
          > let most = 3
          > watch large = cards where points > 5
          > constraint few count(cards) < most and count(large) < 2
          > unset most
          > let large = [1, 2, 3]
          > add card C
          error: this would break the constraint “few”
            add card C
            ^~~~~~~~~~
            note: condition: count(cards) < most and count(large) < 2
          > constraints
          nobody works on two cards at once: not any people where count(cards where owner == person and column == doing) > 1
          large cards have an owner: empty(cards where points > 50 and owner == none)
          few: count(cards) < most and count(large) < 2 (most = 3)
          > change A points=9
          + large 1  A
          > change B points=9
          error: this would break the constraint “few”
            change B points=9
            ^~~~~~~~~~~~~~~~~
            note: condition: count(cards) < most and count(large) < 2

          """)
  }

  @Test
  func `a watch that a constraint reads can be declared again, and a cancelled one prints nothing`() {
    #expect(
      session.transcript(
        """
        watch large = cards where points > 5
        constraint few count(large) < 2
        watch large = cards where points > 7
        watch large = cards where points > 0
        constraint idle count(planned) < 1
        after 1 { print 2 }
        """) == """
          > watch large = cards where points > 5
          > constraint few count(large) < 2
          > watch large = cards where points > 7
          > watch large = cards where points > 0
          error: this would break the constraint “few”
            watch large = cards where points > 0
            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            note: condition: count(large) < 2
          > constraint idle count(planned) < 1
          > after 1 { print 2 }
          error: this would break the constraint “idle”
            after 1 { print 2 }
            ^~~~~~~~~~~~~~~~~~~
            note: condition: count(planned) < 1

          """)
  }

  @Test func `a command that breaks a constraint on screens is taken back with all of its output`() throws {
    let world = World("screened", Person.schema, Card.schema) {
      Screen("desk", isOpen: true) { List("cards", of: Card.self, by: \.title) }
      Constraint("what is large is seen") { "desk.visible or not any cards where points > 5" }
    }
    #expect(world.problems == [])
    let session = try world.makeSession()
    #expect(
      session.transcript(
        """
        def seen { return desk.visible }
        close desk
        open desk
        add card A points=9
        constraint looked_at seen()
        close desk
        redo
        log
        print desk.visible
        verify
        after 2 { close desk }
        tick 3
        print tick
        remove card A
        close desk
        """) == """
          > def seen { return desk.visible }
          > close desk
          - desk
          > open desk
          + desk
          > add card A points=9
          + desk/cards 1  A  todo    9  none
          > constraint looked_at seen()
          > close desk
          error: this would break the constraint “what is large is seen”
            close desk
            ^~~~~~~~~~
            note: broken by A
            note: condition: desk.visible or not any cards where points > 5
          > redo
          error: there is nothing to redo
            redo
            ^~~~
          > log
            step  tick  command                      changed
               0     0  (the beginning)
               1     0  close desk                   desk.open true→false
               2     0  open desk                    desk.open false→true
               3     0  add card A points=9          + card A
          *    4     0  constraint looked_at seen()  + rule looked_at
          > print desk.visible
          true
          > verify
          > after 2 { close desk }
          job 1 runs at tick 2
          > tick 3
          error: this would break the constraint “what is large is seen”
            { close desk }
              ^~~~~~~~~~
            note: broken by A
            note: condition: desk.visible or not any cards where points > 5
            note: job 1 failed at tick 2, and time stopped there
          > print tick
          2
          > remove card A
          - desk/cards 1  A  todo    9  none
          > close desk
          error: this would break the constraint “looked_at”
            close desk
            ^~~~~~~~~~
            note: condition: seen()

          """)
  }

  @Test func `steps keep their numbers when a command behind a part is taken back`() throws {
    let world = World("screened", Person.schema, Card.schema) {
      Screen("desk", isOpen: true) { List("cards", of: Card.self, by: \.title) }
      Constraint("the desk is seen") { "desk.visible" }
    }
    let session = try world.makeSession()
    #expect(
      session.transcript(
        """
        add person Ann
        for n in ("A", "B", "C") { add card $n }
        goto 2.2
        close desk
        log
        """
      ).hasSuffix(
        """
        > log
          step  tick  command                 changed
             0     0  (the beginning)
             1     0  add person Ann          + person Ann
        *    2     0  add card A; add card B  + card A, + card B

        """))
  }
}
