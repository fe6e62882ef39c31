import CommandLanguage
import Simulator
import Testing

/// What invariants read besides objects: watches, what the screens show, variables.
@Suite struct InvariantReadingTests {
  let session: CommandSession<Simulation>

  init() throws {
    session = try strict.makeSession()
    _ = session.transcript("add person Ann\nadd card A owner=Ann\nadd card B owner=Ann\nmove A doing")
  }

  @Test func `an invariant of a watch is asked of what the watch will show`() throws {
    #expect(
      session.transcript(
        """
        watch large = cards where points > 5
        invariant few count(large) < 2
        change A points=9
        change B points=8
        unwatch large
        print large
        """) == """
          > watch large = cards where points > 5
          > invariant few count(large) < 2
          > change A points=9
          + large 1  A
          > change B points=8
          error: this would break the invariant “few”
            change B points=8
            ^~~~~~~~~~~~~~~~~
            note: it says: count(large) < 2
          > unwatch large
          error: the invariant “few” cannot be computed
            unwatch large
            ^~~~~~~~~~~~~
            note: nothing is called “large”
          > print large
          A

          """)
  }

  @Test
  func `an invariant keeps the values of its variables, and none that comes later means anything to it`() {
    #expect(
      session.transcript(
        """
        let most = 3
        watch large = cards where points > 5
        invariant few count(cards) < most and count(large) < 2
        unset most
        let large = [1, 2, 3]
        add card C
        invariants
        change A points=9
        change B points=9
        """) == """
          > let most = 3
          > watch large = cards where points > 5
          > invariant few count(cards) < most and count(large) < 2
          > unset most
          > let large = [1, 2, 3]
          > add card C
          error: this would break the invariant “few”
            add card C
            ^~~~~~~~~~
            note: it says: count(cards) < most and count(large) < 2
          > invariants
          nobody does two cards at once: not any people where count(cards where owner == person and column == doing) > 1
          large cards have an owner: empty(cards where points > 50 and owner == none)
          few: count(cards) < most and count(large) < 2 (most = 3)
          > change A points=9
          + large 1  A
          > change B points=9
          error: this would break the invariant “few”
            change B points=9
            ^~~~~~~~~~~~~~~~~
            note: it says: count(cards) < most and count(large) < 2

          """)
  }

  @Test
  func `a watch that an invariant reads can be made anew, and what is taken back was not said to be done`() {
    #expect(
      session.transcript(
        """
        watch large = cards where points > 5
        invariant few count(large) < 2
        watch large = cards where points > 7
        watch large = cards where points > 0
        invariant idle count(planned) < 1
        after 1 { print 2 }
        """) == """
          > watch large = cards where points > 5
          > invariant few count(large) < 2
          > watch large = cards where points > 7
          > watch large = cards where points > 0
          error: this would break the invariant “few”
            watch large = cards where points > 0
            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            note: it says: count(large) < 2
          > invariant idle count(planned) < 1
          > after 1 { print 2 }
          error: this would break the invariant “idle”
            after 1 { print 2 }
            ^~~~~~~~~~~~~~~~~~~
            note: it says: count(planned) < 1

          """)
  }

  @Test func `of an invariant of what the screens show a warning says when it holds no more, once`() throws {
    let world = World("screened", Person.schema, Card.schema) {
      Screen("desk", isOpen: true) { List("cards", of: Card.self, by: \.title) }
      Invariant("what is large is seen") { "desk.visible or not any cards where points > 5" }
    }
    #expect(world.problems == [])
    let session = try world.makeSession()
    #expect(
      session.transcript(
        """
        def seen { return desk.visible }
        invariant looked_at seen()
        add card A points=9
        close desk
        change A points=8
        verify
        open desk
        undo
        uninvariant looked_at
        invariant shut not desk.visible or count(shown) > 5
        """) == """
          > def seen { return desk.visible }
          > invariant looked_at seen()
          > add card A points=9
          + desk/cards 1  A  todo    9  none
          > close desk
          - desk
          warning: the invariant “what is large is seen” does not hold any more; it says: desk.visible or not any cards where points > 5
          warning: the invariant “looked_at” does not hold any more; it says: seen()
          > change A points=8
          > verify
          error: the invariant “what is large is seen” does not hold
            verify
            ^~~~~~
          > open desk
          + desk
          + desk/cards 1  A  todo    8  none
          > undo
          undid open desk (step 5)
          - desk
          warning: the invariant “what is large is seen” does not hold any more; it says: desk.visible or not any cards where points > 5
          warning: the invariant “looked_at” does not hold any more; it says: seen()
          > uninvariant looked_at
          step 5, which was undone, is dropped
          > invariant shut not desk.visible or count(shown) > 5

          """)
  }
}
