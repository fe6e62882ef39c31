import CommandLanguage
import Simulator
import Testing

/// The same kind as `Card`, a version later: a field has another name, one is new.
private struct LaterCard: Model {
  let id: Int
  var title: String
  var column = Column.todo
  var size = 1
  var isUrgent = true
  static let schema = Schema<LaterCard>(
    "task", plural: "tasks", named: \.title, new: { LaterCard(id: $0, title: $1) }, formerly: "card"
  ) {
    Field("title", \.title)
    Field("column", \.column)
    Field("size", \.size, formerly: "points")
    Field("urgent", \.isUrgent)
  }
}

/// Objects as JSON and as bytes.
@Suite struct DataTests {
  let world: Simulation
  /// Holds the world.
  let session: CommandSession

  init() throws {
    session = try kanban.makeSession()
    world = session.world
    _ = session.transcript("add person Ann\nadd card Docs points=3 owner=Ann")
  }

  private func save(_ json: String) throws -> Card? {
    world[try world.save(Card.self, json: Array(json.utf8).span)]
  }

  @Test func `an object is written as JSON and read again`() throws {
    let card = try #require(world.all(Card.self).first)
    let json = world.json(of: card)
    #expect(json == #"{"id":1,"title":"Docs","column":"todo","points":3,"owner":"Ann"}"#)
    _ = session.run("change Docs points=9 owner=none")
    #expect(try save(json) == card)
    _ = session.run("remove Docs")
    #expect(try save(json) == card)
  }

  @Test func `fields that a text omits keep their value, or the value of a new object`() throws {
    #expect(try save(#"{"title": "Docs", "points": 4, "else": {}}"#)?.owner != nil)
    #expect(try save(#"{"title": "Code", "owner": null}"#) == Card(id: 2, title: "Code"))
    #expect(try save(#"{"id": 9, "title": "Tests"}"#)?.id == 9)
    #expect(try world.add(Card.self, named: "Next").id == 10)
  }

  @Test(arguments: [
    (#"{"title": "Docs", "points": "x"}"#, "“points” is “x”, not a whole number"),
    (#"{"title": "Docs", "points": 1.5}"#, "“points” is the number 1.5, not a whole number"),
    (#"{"title": "Docs", "column": "don"}"#, "“column” is “don”, not one of todo, doing, done"),
    (#"{"title": "Docs", "owner": "Bob"}"#, "“owner” is “Bob”, not a person or none"),
    (#"{"title": "Docs", "points": 1, "points": 2}"#, "“points” is given more than once"),
    (#"{"points": 1}"#, "“title” is missing"),
    (#"{"title": "Docs""#, "not a JSON object: “,” or “}” is missing at the end (byte 17)"),
    (#"{"title": "Docs", "column": "done"}"#, "Docs is todo and cannot become done"),
  ])
  func `an error of data names its field, and nothing is written`(json: String, message: String) throws {
    let before = session.run("cards").output
    let error = #expect(throws: (any Error).self) { try save(json) }
    #expect((error as? any Explainable)?.explanation.message == message)
    #expect(session.run("cards").output == before)
  }

  @Test func `no character of a text acts or hides in JSON, and all are read again`() throws {
    let text = "a\"\\\n\u{202E}\u{1F600}é\u{0}\u{D4E}\"e\u{301}\u{200D}"
    var person = Person(id: 1, name: "Ann")
    person.team = text
    let json = world.json(of: person)
    #expect(json.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" && $0 != "\u{200D}" })
    try world.save(Person.self, json: Array(json.utf8).span)
    #expect(world.all(Person.self).first.map { Array($0.team.utf8) } == Array(text.utf8))
  }
}
