import CommandLanguage
import SQLiteJournal
import Simulator

enum Column: String, FieldWord { case todo, doing, done }

struct Person: Model {
  let id: Int
  var name: String
  static let schema = Schema<Person>(
    "person", plural: "people", "who works", named: \.name, new: { Person(id: $0, name: $1) }
  ) { Field("name", \.name) }
}

struct Card: Model {
  let id: Int
  var title: String
  var column = Column.todo
  var points = 1
  var owner: Reference<Person>?
  static let schema = Schema<Card>(
    "card", plural: "cards", "what is to be done", named: \.title, new: { Card(id: $0, title: $1) }
  ) {
    Field("title", \.title)
    Field("column", \.column, "where it stands", next: [.todo: [.doing], .doing: [.todo, .done]])
    Field("points", \.points, "its size", in: 0...100, column: .trailing(3))
    Field("owner", \.owner, "who does it")
  }
}

let board = World("board", Person.schema, Card.schema) {
  Screen("board", isOpen: true) { List("all", of: Card.self, by: \.column, \.points) }
  Command("take", "Give a card to a person", .one(Card.self), .one(Person.self)) { world, card, person in
    try world.change(card) { ($0.owner, $0.column) = (person, .doing) }
  }
}

/// A session that is kept in a file, a line after the other.
final class KeptSession {
  let session: CommandSession<Simulation>
  let keeping: KeepingService

  init(_ path: String, of world: World = board, owner: String = "board") throws {
    session = try world.makeSession()
    keeping = session.world.keeping
    try keeping.open(SQLiteJournal(path, owner: owner, waitsMax: 200))
  }

  /// Runs lines and returns what they print, what others did before each included.
  func run(_ lines: String) throws -> String {
    var output: [UInt8] = []
    for line in lines.split(separator: "\n") {
      var failure: (any Error)?
      _ = session.run(into: &output) { [keeping] _ in
        do { try keeping.beginLine() } catch { failure = error }
      }
      if let failure { throw failure }
      _ = session.run(Array(line.utf8).span, into: &output)
      try keeping.endLine()
    }
    return String(decoding: output, as: UTF8.self)
  }
}
