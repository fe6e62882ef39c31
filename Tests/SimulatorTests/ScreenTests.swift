import CommandLanguage
import Simulator
import Testing

/// Screens, lists and labels of a world.
@Suite struct ScreenTests {
  let session = try? skirmish.makeSession()

  private func transcript(_ commands: String) -> String { session?.transcript(commands) ?? "" }

  @Test func `a world with screens has no problem`() {
    #expect(skirmish.problems == [])
  }

  @Test func `a label follows what its text is made of, and is there while it has one`() {
    #expect(
      transcript("add unit Ban hp=20\nadd unit Cai hp=10\nchange Ban hp=40\nchange Cai hp=40\nphase matching")
        == """
        > add unit Ban hp=20
        + app/alarm  1 in danger
        + map/units 1  🙂 Ban       ready     20 hp
        > add unit Cai hp=10
        ~ app/alarm  1 in danger→2 in danger
        + map/units 2  🙂 Cai       ready     10 hp
        > change Ban hp=40
        ~ app/alarm  2 in danger→1 in danger
        ~ map/units 1  🙂 Ban  ready  20→40 hp
        > change Cai hp=40
        - app/alarm  1 in danger
        ~ map/units 2  🙂 Cai  ready  10→40 hp
        > phase matching
        ~ app/title  no game→matching

        """)
  }

  @Test func `scroll completes each list, and lists them all if a name is wrong`() {
    let found = session?.completions(of: Array("scroll ".utf8).span, at: 7).candidates.map(\.text) ?? []
    #expect(["map", "map/units", "chat", "chat/messages"].allSatisfy { found.contains($0) })
    #expect(transcript("scroll zzz 1").contains("  note: choose from \(found.joined(separator: ", "))\n"))
  }

  @Test func `accessories replace each other by their conditions, and a screen that opens shows them`() {
    #expect(
      transcript(
        """
        phase active
        side defender
        opponent Mordred
        side attacker
        open chat
        phase postMortem
        """) == """
          > phase active
          ~ app/title  no game→active
          + map/attacker  you attack somebody
          > side defender
          - map/attacker  you attack somebody
          + map/defender  somebody attacks you
          > opponent Mordred
          ~ map/defender  somebody attacks you→Mordred attacks you
          > side attacker
          - map/defender  Mordred attacks you
          + map/attacker  you attack Mordred
          > open chat
          + chat
          + chat/attacker  you attack Mordred
          > phase postMortem
          ~ app/title  active→post mortem
          - map/attacker  you attack Mordred
          - chat/attacker  you attack Mordred

          """)
  }

  @Test func `a screen that closes prints a single line`() {
    _ = transcript(
      "add unit Arthur\nphase active\nclose map\nside defender\nchange Arthur hp=20\nadd unit Ban")
    #expect(
      transcript("undo 4\nredo 4") == """
        > undo 4
        undid steps 3-6
        - app/alarm  1 in danger
        + map
        + map/units 1  🙂 Arthur    ready    100 hp
        + map/attacker  you attack somebody
        > redo 4
        redid steps 3-6
        + app/alarm  1 in danger
        - map

        """)
  }

  @Test func `several steps that are undone as one print only net changes`() {
    _ = transcript(
      "add unit Arthur\nadd unit Ban\nremove Ban\nopen chat\nsay one\nclose chat\nchange Arthur hp=50")
    #expect(
      transcript("undo 6") == """
        > undo 6
        undid steps 2-7
        ~ map/units 1  🙂 Arthur  ready  50→100 hp

        """)
  }

  @Test func `a list shows the rows from where it was scrolled, as high as it was opened`() {
    _ = transcript("add unit A\nadd unit B\nadd unit C")
    #expect(
      transcript("open map rows=1\nscroll map 3\nscroll map/units 2\nundo 3") == """
        > open map rows=1
        - map/units 3  🙂 C         ready    100 hp
        - map/units 2  🙂 B         ready    100 hp
        > scroll map 3
        - map/units 1  🙂 A         ready    100 hp
        + map/units 1  🙂 C         ready    100 hp
        > scroll map/units 2
        - map/units 1  🙂 C         ready    100 hp
        + map/units 1  🙂 B         ready    100 hp
        > undo 3
        undid steps 4-6
        + map/units 1  🙂 A         ready    100 hp
        + map/units 3  🙂 C         ready    100 hp

        """)
  }

  @Test func `a list that shows its last rows continues with new ones`() {
    _ = transcript("open chat rows=1\nsay one\nsay two")
    #expect(
      transcript("scroll chat 1\nsay three\nscroll chat 3\nsay four") == """
        > scroll chat 1
        - chat/messages 1  two
        + chat/messages 1  one
        > say three
        > scroll chat 3
        - chat/messages 1  one
        + chat/messages 1  three
        > say four
        - chat/messages 1  three
        + chat/messages 1  four

        """)
  }

  @Test func `screens are drawn, and listed as a tree`() {
    _ = transcript("add unit Arthur\nphase active")
    #expect(
      transcript("show\nshow chat\nshow map width=30\nviews") == """
        > show
        ┌ map ─────────────────────────────────────────────────────┐
        │ 1  🙂 Arthur    ready    100 hp                          │
        ├──────────────────────────────────────────────────────────┤
        │ you attack somebody                                      │
        └──────────────────────────────────────────────────────────┘
        > show chat
        chat is closed
        > show map width=30
        ┌ map ───────────────────────┐
        │ 1  🙂 Arthur    ready    … │
        ├────────────────────────────┤
        │ you attack somebody        │
        └────────────────────────────┘
        > views
        app/title  active
        app/alarm
        map
        ├ units  rows 1-1 of 1
        ├ attacker  you attack somebody
        └ defender  hidden
        chat  closed

        """)
  }

  @Test func `views are values, and those on the screens are the same whatever was read before`() {
    let shown = transcript("shown")
    #expect(
      shown == """
        > shown
        name       visible  text
        app/title  true     no game
        map        true     \("")
        map/units  true     no rows

        """)
    _ = transcript("watch all = units\nphase active\nunwatch all\nphase none")
    #expect(transcript("shown") == shown)
    #expect(
      transcript(
        "print map.attacker.visible, map.attacker.text, map.units.text, chat.visible, count(shown)\nphase active"
      )
      .hasPrefix(
        "> print map.attacker.visible, map.attacker.text, map.units.text, chat.visible, count(shown)\nfalse  no rows false 3\n"
      ))
    #expect(
      session?.run("expect map.attacker.visible and map.attacker.text == \"you attack somebody\"").output
        == "")
    #expect(session?.run("print map.nobody").output.hasPrefix("error: ") == true)
  }

  @Test(arguments: [
    ("open nothing", "error: there is no screen “nothing”"),
    ("scroll nothing 2", "error: there is no view “nothing”"),
    ("scroll map/attacker 2", "error: “map/attacker” cannot be scrolled"),
    ("show nothing", "error: there is no view “nothing”"),
    ("why map/units 2", "error: “map/units” shows no row 2"),
    ("why map/units Merlin", "error: there is no unit “Merlin”"),
    ("why app/title 1", "error: “app/title” has no rows"),
    ("why nothing 1", "error: there is no view “nothing”"),
  ])
  func `wrong arguments of a command about views are reported`(command: String, message: String) {
    let printed = session?.run(command).output ?? ""
    #expect(printed.split(separator: "\n").first.map(String.init) == message)
  }

  @Test func `of a screen, only the first list can be scrolled`() throws {
    let world = World("desk", Card.schema, Person.schema) {
      Screen("desk", isOpen: true) {
        List("cards", of: Card.self)
        List("people", of: Person.self)
      }
      List("all", of: Card.self)
    }
    let session = try world.makeSession()
    #expect(
      session.transcript("scroll desk/people 2\nscroll desk/cards 2\nscroll all 2") == """
        > scroll desk/people 2
        error: “desk/people” cannot be scrolled
          scroll desk/people 2
                 ^~~~~~~~~~~
          note: only the first list of “desk” can be scrolled
        > scroll desk/cards 2
        > scroll all 2

        """)
    let completions = session.completions(of: Array("scroll ".utf8).span, at: 7).candidates.map(\.text)
    #expect(completions == ["desk", "desk/cards", "all"])
  }

  @Test func `mistakes in the declarations of views are found`() {
    let world = World("wrong", Card.schema) {
      List("board", of: Card.self, columns: ["size": .leading()], by: \.id2)
      Screen("board") {
        List("cards", of: Card.self)
        Label("cards", visible: .when(\Card.id2, of: 1, is: 2)) { _ in "" }
      }
      Circumstance(\Card.status2, of: 1)
    }
    let found = world.problems
    for problem in [
      "the list “board” must be ordered by fields of a card",
      "the list “board” shows “size”, which is not a field of a card",
      "the label “cards” reads a value that is not a field of a card", "two views are called “board”",
      "two views are called “board/cards”", "a circumstance is not a field of a card",
    ] { #expect(found.contains(problem), "\(found)") }
  }

  @Test func `the changes of views and the open screens are counted`() throws {
    let session = try skirmish.makeSession()
    let coverage = skirmish.declaredCoverage()
    coverage.note(in: session)
    let cells = { (name: String, all: [CoverageDimension]) in
      all.first { $0.name == name }?.cells ?? []
    }
    #expect(
      cells("views", coverage.dimensions) == [
        "app/title ~", "app/alarm +", "app/alarm -", "app/alarm ~", "map +", "map -", "map/units +",
        "map/units -", "map/units ~", "map/attacker +", "map/attacker -", "map/attacker ~", "map/defender +",
        "map/defender -", "map/defender ~", "chat +", "chat -", "chat/messages +", "chat/messages -",
        "chat/attacker +", "chat/attacker -", "chat/attacker ~", "watch +", "watch -", "watch ~", "watch ^",
      ])
    #expect(cells("phase × side × screen", coverage.dimensions).count == 16)
    _ = session.transcript(
      "add unit A\nphase active\nside defender\nclose map\nwatch all = units\nunwatch all")
    let exercised = coverage.exercised(by: session)
    #expect(
      cells("views", exercised) == [
        "app/title ~", "map -", "map/units +", "map/attacker +", "map/attacker -", "map/defender +",
        "watch +",
        "watch -",
      ])
    #expect(
      cells("phase × side × screen", exercised) == [
        "none attacker map", "active attacker map", "active defender map",
      ])
  }

  @Test
  func `a label that a host stores shows the committed state, even when it is read within a transaction`()
    throws
  {
    let world = World("hosted", Person.schema, Card.schema) {
      Label("sum", keptBy: { Asking.one(in: $0, $1) }, text: { "\($0.all(Card.self).count) cards" })
      Command("peek", "Add a card, and look") { world in
        _ = try world.add(Card.self, named: "card\(world.all(Card.self).count)")
        world.service { _ in Asking() }.update()
      }
    }
    #expect(try world.makeSession().transcript("peek\npeek") == "> peek\n> peek\n~ sum  0 cards→1 cards\n")
  }
}

extension Card {
  /// No field.
  var status2: Column { column }
}

/// A host that asks whenever a command does.
private final class Asking: SessionService {
  var update: () -> Void = {}

  func reset() {}

  static func one(in world: Simulation, _ update: @escaping () -> Void) -> Asking {
    let asking = world.service { _ in Asking() }
    asking.update = update
    return asking
  }
}
