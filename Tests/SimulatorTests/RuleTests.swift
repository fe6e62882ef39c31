import AutoUpdate
import CommandLanguage
import Simulator
import Testing

struct Slot: RawRepresentable, Hashable, FieldCodable { let rawValue: String }

/// A kind whose identity is no number, which refers to its own kind and to one that refers back.
struct Room: Model {
  let id: Slot
  var name: String
  var heat = 20.0
  var most = 30.0
  var beside: Reference<Room>?
  var doors: [Reference<Door>] = []
  static let schema = Schema<Room>(
    "room", plural: "rooms", named: \.name, new: { Room(id: Slot(rawValue: "r\($0)"), name: $1) }
  ) {
    Field("name", \.name)
    Field("heat", \.heat, within: { 0...$0.most })
    Field("most", \.most)
    Field("beside", \.beside)
    Field("doors", \.doors)
  }
}

struct Door: Model {
  let id: Int
  var room: Reference<Room>?
  static let schema = Schema<Door>("door", plural: "doors", new: { number, _ in Door(id: number) }) {
    Field("room", \.room)
  }
}

let house = World("house", Room.schema, Door.schema)

/// What holds at every commit, whoever writes.
@Suite struct RuleTests {
  @Test func `a rule applies to every writer of the store`() throws {
    let world = try kanban.makeSession().world
    let card = try world.add(Card.self, named: "Docs")
    #expect(throws: SimulationError.self) {
      try world.store.transaction("late") { (transaction) throws in
        transaction.save(Card(id: 7, title: "Code"))
        transaction.update(card.id, in: world.table(of: Card.self)) { $0.column = .done }
      }
    }
    #expect(world.all(Card.self) == [Card(id: card.id, title: "Docs")])
    world.store.respond("an answer") { $0.save(Card(id: 8, title: "Docs")) }
    #expect(world.all(Card.self).count == 1)
    #expect(world.store.faults.count == 1)
  }

  @Test(arguments: ["invariant", "constraint"])
  func `a rule that replaced another one is reported again when it is redone`(role: String) throws {
    let session = try World("rooms", Room.schema, Door.schema) {}.makeSession()
    let text = session.transcript(
      """
      add room A heat=3
      \(role) small A.heat < 5
      \(role) small A.heat < 2
      undo
      redo
      undo
      redo
      """)
    let warnings = text.split(separator: "\n").filter { $0.hasPrefix("warning") }
    let warning = "warning: the \(role) “small” is broken; condition: A.heat < 2"
    #expect(warnings.map(String.init) == Array(repeating: warning, count: 3), "\(text)")
  }

  @Test func `a transition is judged by what a transaction does in all`() throws {
    let world = try kanban.makeSession().world
    let card = try world.add(Card.self, named: "Docs")
    #expect(throws: SimulationError.self) {
      try world.store.transaction("two steps at once") { _ in
        try world.change(card) { $0.column = .doing }
        try world.change(card) { $0.column = .done }
      }
    }
    #expect(world[card]?.column == .todo)
  }

  @Test func `two objects may swap their names, and none may have another's`() throws {
    let world = try kanban.makeSession().world
    let (a, b) = (try world.add(Card.self, named: "A"), try world.add(Card.self, named: "B"))
    try world.store.transaction("swap") { _ in
      try world.change(a) { $0.title = "B" }
      try world.change(b) { $0.title = "A" }
    }
    #expect(world.find(Card.self, named: "A") == b)
    #expect(throws: SimulationError.nameTaken("A", by: "card")) { try world.change(a) { $0.title = "A" } }
    #expect(throws: SimulationError.nameTaken("C", by: "card")) {
      try world.store.transaction("two at once") { _ in
        try world.add(Card.self, named: "C")
        try world.add(Card.self, named: "C")
      }
    }
  }

  @Test func `names that look the same are the same`() throws {
    let world = try kanban.makeSession().world
    let card = try world.add(Card.self, named: "Caf\u{E9}")
    #expect(throws: SimulationError.self) { try world.add(Card.self, named: "Cafe\u{301}") }
    #expect(world.find(Card.self, named: "Cafe\u{301}") == card)
  }

  @Test func `objects of any identity are known by name, and refer to each other`() throws {
    let session = try house.makeSession()
    #expect(house.problems == [])
    let printed = session.transcript(
      """
      add room Hall
      add room Attic beside=Hall
      add door room=Attic
      change Hall doors=(doors) beside=Hall
      print Attic.beside.beside.name, Hall.doors.room, first(doors).room.heat
      change Hall heat=31
      change Hall most=40 heat=31
      print Hall.heat
      """)
    #expect(
      printed == """
        > add room Hall
        > add room Attic beside=Hall
        > add door room=Attic
        > change Hall doors=(doors) beside=Hall
        > print Attic.beside.beside.name, Hall.doors.room, first(doors).room.heat
        Hall Attic 20.0
        > change Hall heat=31
        error: 31.0 is out of range: “heat” of Hall ranges from 0.0 to 30.0
          change Hall heat=31
                           ^~
        > change Hall most=40 heat=31
        > print Hall.heat
        31.0

        """)
  }

  @Test func `an object with the id of another one is refused, with the id`() throws {
    let world = try house.makeSession().world
    func message(_ add: () throws -> Void) -> String? {
      (#expect(throws: SimulationError.self) { try add() })?.explanation.message
    }
    try world.add(Door(id: 3))
    #expect(message { try world.add(Door(id: 3)) } == "there is already a door with id 3")
    try world.add(Room(id: Slot(rawValue: "up"), name: "Attic"))
    #expect(
      message { try world.add(Room(id: Slot(rawValue: "up"), name: "Hall")) }
        == "there is already a room with id “up”")
  }

  @Test func `a setting limits the number of objects of a kind`() throws {
    let session = try kanban.makeSession()
    #expect(session.run("set cards 1").outcome == .done)
    #expect(session.run("add card A").outcome == .done)
    #expect(
      session.run("add card B").output.hasPrefix("error: no more cards: the setting “cards” allows 1\n"))
  }
}
