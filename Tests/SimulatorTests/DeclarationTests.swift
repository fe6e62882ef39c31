import CommandLanguage
import Simulator
import Testing

/// A schema with mistakes in it.
struct Thing: Model {
  let id: Int
  var name = ""
  var size = 1
  var shape = ""
  static let schema = Schema<Thing>("thing", plural: "cards", named: \.name) {
    Field("id", \.id)
    Field("size", \.size, "how large")
    Field("size", \.shape)
  }
}

/// Fields of one type beside each other, and of others.
struct Place: Model {
  let id: Int
  var x = 0
  var y = 0
  var title = ""
  var note: String?
  static let schema = Schema<Place>("place", plural: "places") {
    Field("x", \.x)
    Field("y", \.y)
    Field("title", \.title)
    Field("note", \.note)
    Derived("sum") { $0.x + $0.y }
  }
}

enum Other {
  struct Card: Model {
    let id: Int
    static let schema = Schema<Card>("card", plural: "others") { Field("id", \.id) }
  }
}

private enum Hidden {
  struct Card: Model {
    let id: Int
    static let schema = Schema<Card>("card", plural: "hidden") { Field("id", \.id) }
  }
}

@Suite struct DeclarationTests {
  @Test func `a key path leads to the field that was declared with it, and to no other of its type`() {
    let paths: [PartialKeyPath<Place>] = [\.y, \.x, \.note, \.title, \.id, \.title.count]
    #expect(paths.map { Place.schema.field(at: $0)?.name } == ["y", "x", "note", "title", nil, nil])
  }

  @Test func `mistakes of a world's declarations are found`() {
    let world = World("wrong", Card.schema, Thing.schema, Card.schema) {
      Command("print-card", "Print", .one(Card.self)) { _, _ in }
      Command("print-card", "Print all", .field(\Card.id2)) { _, _ in }
      List("all", of: Thing.self, by: \.name)
    }
    #expect(
      world.problems == [
        "the list “all” must be ordered by fields of a thing",
        "the command “print-card” is declared twice: as a command (Print) and as a command (Print all)",
        "the name “cards” is declared twice: as the plural of card and as the plural of thing",
        "the name “cards” is declared twice: both times as the plural of card",
        "the function “card” is declared twice: both times as a kind (cards)",
        "the field of thing “size” is declared twice: as a field (how large: a whole number) and as a field (a text)",
        "the field “owner” of a card refers to a person, which is not a kind of the world",
        "“named:” of the schema “thing” must be one of its fields",
        "the schema “card”, that of Card, is declared twice",
        "the field “owner” of a card refers to a person, which is not a kind of the world",
        "the command “print-card” reads a value that is not a field",
      ])
  }

  @Test func `a function of a world is a part of expressions and has help`() throws {
    let world = World("w", Place.schema) {
      Function("total", "the sum of the places", 0...0, result: .number) { world, _ in
        .number(world.all(Place.self).reduce(0) { $0 + $1.x + $1.y })
      }
      Start { try $0.add(Place(id: 1, x: 2, y: 3)) }
    }
    let session = try world.makeSession()
    #expect(session.run("print total() + 1").output == "6\n")
    #expect(session.run("help total").output.contains("the sum of the places"))
  }

  @Test func `two models with one name are distinguished, and not by an address`() {
    let worlds = [
      World("w", Card.schema, Other.Card.schema), World("w", Other.Card.schema, Hidden.Card.schema),
      World("w", Hidden.Card.schema, Card.schema), World("w", Other.Card.schema, Thing.schema),
    ]
    let problems = worlds.map { world in world.problems.filter { $0.hasPrefix("two schemas") } }
    #expect(
      problems == [
        ["two schemas are called “card”: those of SimulatorTests.Card and SimulatorTests.Other.Card"],
        ["two schemas are called “card”: those of SimulatorTests.Other.Card and SimulatorTests.Hidden.Card"],
        ["two schemas are called “card”: those of SimulatorTests.Hidden.Card and SimulatorTests.Card"],
        [],
      ])
  }

  @Test func `a command affects only the world, unless it is declared to reach outside`() {
    let world = World("traits") {
      Command("stay", "Stay") { _ in }
      Command("leave", "Leave") { _ in }.with(traits: .reachesOut)
    }
    let contained = world.table.commands.filter { $0.traits.contains(.contained) }.map(\.name)
    #expect(contained.contains("stay") && contained.contains("undo"))
    #expect(!contained.contains("leave"))
  }

  @Test(arguments: [
    Value.none, .word("doing"), .number(3), .text("doing"), .list([.number(1)]), .truth(true),
  ])
  func `a field's value is read as it was written, or not at all`(value: Value) {
    let word: Value? = [.word("doing"), .text("doing")].contains(value) ? .word("doing") : nil
    #expect(Column(fieldValue: value).map(\.fieldValue) == word)
    #expect(Int?(fieldValue: value).map(\.fieldValue) == ([.none, .number(3)].contains(value) ? value : nil))
    #expect([Int](fieldValue: value).map(\.fieldValue) == (value == .list([.number(1)]) ? value : nil))
    #expect(Bool(fieldValue: value).map(\.fieldValue) == (value == .truth(true) ? value : nil))
  }
}

extension Card {
  var id2: Int {
    get { id }
    set {}
  }
}
