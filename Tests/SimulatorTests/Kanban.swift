import AutoUpdate
import CommandLanguage
import Simulator

enum Column: String, FieldWord { case todo, doing, done }

struct Person: Model {
  let id: Int
  var name: String
  var team = ""
  static let schema = Schema<Person>(
    "person", plural: "people", "the team", named: \.name, new: { Person(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("team", \.team)
  }
}

struct Card: Model {
  let id: Int
  var title: String
  var column = Column.todo
  var points = 1
  var owner: Reference<Person>?

  static let schema = Schema<Card>(
    "card", plural: "cards", "the tasks on the board", named: \.title, new: { Card(id: $0, title: $1) }
  ) {
    Field("title", \.title)
    Field("column", \.column, "the stage of work", next: [.todo: [.doing], .doing: [.todo, .done]])
    Field("points", \.points, "the effort", in: 0...100, column: .trailing(3))
    Field("owner", \.owner, "the person responsible")
    Derived("large") { $0.points > 8 }
  }
}

let kanban = World("kanban", Person.schema, Card.schema) {
  List("board", of: Card.self, by: \.column, \.points)
  Command("move", "Move a card", .one(Card.self), .field(\Card.column)) { world, card, column in
    try world.change(card) { $0.column = column }
  }
}
