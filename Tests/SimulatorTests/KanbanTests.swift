import CommandLanguage
import Simulator
import Testing

/// The world of the README, driven as a prompt drives it.
@Suite struct KanbanTests {
  let session = try? kanban.makeSession()

  private func transcript(_ commands: String) -> String { session?.transcript(commands) ?? "" }

  @Test func `a world's declarations have no problem`() {
    #expect(kanban.problems == [])
  }

  @Test func `objects are added, changed, shown and removed according to their schemas`() {
    let printed = transcript(
      """
      add person Ann team=red
      add card Docs points=3 owner=Ann
      move Docs doing
      change Docs points=10 owner=none
      cards where points > 1 by points desc
      remove Docs
      """)
    #expect(
      printed == """
        > add person Ann team=red
        > add card Docs points=3 owner=Ann
        + board 1  Docs  todo    3  Ann
        > move Docs doing
        ~ board 1  Docs  todo→doing  3  Ann
        > change Docs points=10 owner=none
        ~ board 1  Docs  doing  3→10  Ann→none
        > cards where points > 1 by points desc
        title  column  points  owner  large
        Docs   doing   10      none   true
        > remove Docs
        - board 1  Docs  doing   10  none

        """)
  }

  @Test
  func `a change without a field lists the possible fields, and help on an object its commands`() {
    #expect(
      transcript("add person Ann\nadd card Docs\nchange Docs\nhelp Docs\nhelp Ann") == """
        > add person Ann
        > add card Docs
        + board 1  Docs  todo    1  none
        > change Docs
        error: a field to change is missing: Docs has title=, column=, points=, owner=
          change Docs
          ^~~~~~~~~~~
        > help Docs
        “Docs” is a card: “help card” lists its fields
          accepted by  change remove move why
        > help Ann
        “Ann” is a person: “help person” lists its fields
          accepted by  change remove why

        """)
  }

  @Test func `a selection is printed for other programs, too`() {
    _ = transcript(
      "add person Ann\nadd card \"Say, \\\"hi\\\"\" points=3 owner=Ann\nadd card Docs points=9 column=doing")
    #expect(
      transcript("cards by points --json\ncards where points > 5 --csv\ncards --csv; people --json") == """
        > cards by points --json
        {"title":"Say, \\"hi\\"","column":"todo","points":3,"owner":"Ann","large":false}
        {"title":"Docs","column":"doing","points":9,"owner":null,"large":true}
        > cards where points > 5 --csv
        title,column,points,owner,large
        Docs,doing,9,none,true
        > cards --csv; people --json
        title,column,points,owner,large
        "Say, ""hi""\",todo,3,Ann,false
        Docs,doing,9,none,true
        {"name":"Ann","team":""}

        """)
    #expect(session?.run("cards ").output.hasPrefix("title ") == true)
    // A list in a variable is printed in the same formats, on its own and as a selection.
    let first = "{\"name\":\"Ann\",\"team\":\"\"}\n"
    #expect(session?.run("let p = people; p --json; p limit 1 --json").output == first + first)
    // The names of the columns are there when no row is.
    #expect(session?.run("cards where points > 99 --csv").output == "title,column,points,owner,large\n")
    // Anywhere else these are two signs and a name.
    #expect(session?.run("let json = 2; print 5 --json").output.hasPrefix("error: ") == true)
    #expect(session?.run("let json = 2; print (5 - -json), (5 --json)").output == "7 7\n")
    #expect(session?.run("let n = cards --json").output.hasPrefix("error: ") == true)
  }

  @Test func `a list is in the order of words as they are declared, then of its other keys`() {
    _ = transcript("add card A column=done\nadd card B column=todo points=5\nadd card C column=todo points=2")
    #expect(
      transcript("move C doing") == """
        > move C doing
        ^ board 1→2  C  todo→doing  2  none

        """)
  }

  @Test func `a row that names another object follows what that is called, and that it is there`() {
    _ = transcript("add person Ann\nadd card A owner=Ann\nadd card B")
    #expect(
      transcript("change Ann name=Eve\nremove Eve\nundo") == """
        > change Ann name=Eve
        ~ board 1  A  todo  1  Ann→Eve
        > remove Eve
        ~ board 1  A  todo  1  Eve→none
        > undo
        undid remove Eve (step 5)
        ~ board 1  A  todo  1  none→Eve

        """)
  }

  @Test func `an expression follows a reference to another kind`() {
    _ = transcript("add person Ann team=red\nadd card Docs owner=Ann\nadd card Code")
    #expect(
      transcript("print Docs.owner.team, count(cards where owner == Ann), Code.owner")
        == "> print Docs.owner.team, count(cards where owner == Ann), Code.owner\nred 1 none\n")
  }

  @Test func `a selection within one of the same kind leaves the outer one where it was`() {
    _ = transcript("add card A points=1\nadd card B points=7")
    #expect(
      transcript("print (cards where count(cards where points > 5) == 1 and points < 3).title")
        == "> print (cards where count(cards where points > 5) == 1 and points < 3).title\nA\n")
    #expect(
      transcript("print count(cards where any people where team == card.title)")
        == "> print count(cards where any people where team == card.title)\n0\n")
  }

  @Test(arguments: [
    (
      "move Docs done",
      """
      error: Docs is todo and cannot become done
        move Docs done
                  ^~~~
        note: after todo comes doing

      """
    ),
    (
      "change Docs points=101",
      """
      error: 101 is out of range: “points” of Docs ranges from 0 to 100
        change Docs points=101
                           ^~~

      """
    ),
    (
      "move Dosc doing",
      """
      error: there is no card “Dosc”
        move Dosc doing
             ^~~~  did you mean “Docs”?

      """
    ),
    (
      "move Docs doin",
      """
      error: there is no column “doin”
        move Docs doin
                  ^~~~  did you mean “doing”?

      """
    ),
    (
      "change Docs owner=Anne",
      """
      error: “Anne” cannot be “owner”, which is a person or none
        change Docs owner=Anne
                          ^~~~  did you mean “Ann”?

      """
    ),
    (
      "change Docs team=red",
      """
      error: a card has no field “team” that can be written
        change Docs team=red
                         ^~~
        note: choose from title, column, points, owner

      """
    ),
    (
      "add card Ann",
      """
      error: there is already a person “Ann”
        add card Ann
                 ^~~

      """
    ),
    (
      "add card todo",
      """
      error: “todo” cannot be a card's name: the word has another meaning in expressions
        add card todo
                 ^~~~

      """
    ),
    (
      "add card",
      """
      error: a card needs a name
        add card
            ^~~~

      """
    ),
  ])
  func `wrong arguments of a command are reported at their location, and nothing is written`(
    command: String, message: String
  ) {
    _ = transcript("add person Ann\nadd card Docs")
    let before = transcript("cards\npeople")
    #expect(session?.run(command).output == message)
    #expect(transcript("cards\npeople") == before)
  }

  @Test func `the words of fields complete an argument`() {
    _ = transcript("add card Docs")
    let text = "move Docs do"
    let found = session?.completions(of: Array(text.utf8).span, at: text.utf8.count)
    #expect(found?.candidates.map(\.text) == ["doing", "done"])
  }
}
