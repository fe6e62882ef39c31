import CommandLanguage
import Simulator

enum Column: String, FieldWord { case todo, doing, done }

struct Person: Model {
  let id: Int
  var name: String
  static let schema = Schema<Person>(
    "person", plural: "people", "the team", named: \.name, new: { Person(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Derived("load", "the points of the cards to do", column: .trailing(3)) { world, person in
      world.all(Card.self, where: \.owner, is: Reference(to: person))
        .reduce(0) { $1.column == .done ? $0 : $0 + $1.points }
    }
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
  }
}

let kanban = World("kanban", Person.schema, Card.schema) {
  Screen("board", isOpen: true) {
    for word in Column.allCases {
      List(word.rawValue, of: Card.self, where: { $0.column == word }, by: \.points)
    }
  }
  List("team", of: Person.self)
  Constraint("nobody works on two cards at once") {
    "not any people where count(cards where owner == person and column == doing) > 1"
  }
  Invariant("what is done stays done", over: Card.self, always: { $0.column != .done || $1.column == .done })
  Command("plan", "Add a card", .newName(of: Card.self), .field(\Card.points)) { world, title, points in
    try world.add(Card.self, named: title) { $0.points = points }
  }
  Command("hire", "Add a person", .newName(of: Person.self)) { try $0.add(Person.self, named: $1) }
  Command("take", "Give a card to a person", .one(Card.self), .one(Person.self)) { world, card, person in
    try world.change(card) { ($0.owner, $0.column) = (person, .doing) }
  } ensures: { _, world, card, person in
    Claim("the person works on the card", world[card]?.owner == person && world[card]?.column == .doing)
  }.mayBeRefused(by: "nobody works on two cards at once")
  Command("move", "Move a card", .one(Card.self), .field(\Card.column)) { world, card, column in
    try world.change(card) { $0.column = column }
  }.mayBeRefused(by: "nobody works on two cards at once")
  Command("drop", "Remove a card", .one(Card.self)) { try $0.remove($1) }
}
