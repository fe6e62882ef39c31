import CommandLanguage
import Simulator
import TextViews

// Typical mistakes of a world's author. `MistakeTests` compiles the file and compares the compiler's messages with `Messages.txt`.

enum Column: String, FieldWord { case todo, doing, done }

struct Person: Model {
  let id: Int
  var name: String
  static let schema = Schema<Person>(
    "person", plural: "people", named: \.name, new: { Person(id: $0, name: $1) }
  ) {
    Field("name", \.name)
  }
}

struct Card: Model {
  let id: Int
  var title: String
  var column = Column.todo
  var points = 1
  var owner: Reference<Person>?
  static let schema = Schema<Card>("card", plural: "cards", named: \.title, new: { Card(id: $0, title: $1) })
  {
    Field("title", \.title)
    Field("column", \.column, next: [.todo: [.doing]])
    Field("points", \.points, in: 0...100)
    Field("owner", \.owner)
  }
}

// 1. A typo in a key path.
let mistake1 = Schema<Card>("card", plural: "cards", named: \.title) {
  Field("title", \.titel)
}

// 2. A typo in the key path of a field with a range.
let mistake2 = Schema<Card>("card", plural: "cards", named: \.title) {
  Field("points", \.point, in: 0...100)
}

// 3. A range of a text.
let mistake3 = Schema<Card>("card", plural: "cards", named: \.title) {
  Field("title", \.title, in: 0...100)
}

// 4. A transition to a word that the enumeration does not have.
let mistake4 = Schema<Card>("card", plural: "cards", named: \.title) {
  Field("column", \.column, next: [.todo: [.doin]])
}

// 5. A typo in the name's key path.
let mistake5 = Schema<Card>("card", plural: "cards", named: \.nmae) {
  Field("title", \.title)
}

// 6. A model without an identity.
struct Mistake6: Model {
  var name: String
  static let schema = Schema<Mistake6>("thing", plural: "things") { Field("name", \.name) }
}

// 7. A model without a schema.
struct Mistake7: Model {
  let id: Int
}

// 8. An enumeration without raw values as a word.
enum Mistake8: FieldWord { case one, two }

// 9. A field of a type that fields cannot have.
struct Mistake9: Model {
  let id: Int
  var place: (Int, Int)
  static let schema = Schema<Mistake9>("thing", plural: "things") { Field("place", \.place) }
}

// 10. A reference to what is no model.
struct Mistake10: Model {
  let id: Int
  var owner: Reference<Column>
  static let schema = Schema<Mistake10>("thing", plural: "things") { Field("owner", \.owner) }
}

// 11. A model instead of its schema.
let mistake11 = World("w", Person.self)

// 12. A list of another model's field.
let mistake12 = World("w", Card.schema) { List("cards", of: Card.self, by: \Person.name) }

// 13. A typo in the order of a list.
let mistake13 = World("w", Card.schema) { List("cards", of: Card.self, by: \.pionts) }

// 14. A field in a world.
let mistake14 = World("w", Card.schema) { Field("title", \Card.title) }

// 15. A command whose body takes too few arguments.
let mistake15 = World("w", Card.schema) {
  Command("move", "Move a card", .one(Card.self), .field(\Card.column)) { world, card in
    try world.remove(card)
  }
}

// 16. A constraint without a text.
let mistake16 = World("w", Card.schema) { Constraint("few") { 3 } }

// 17. A label whose text is a number.
let mistake17 = World("w", Card.schema) { Label("count") { world in world.all(Card.self).count } }

// 18. A typo in what a command changes.
let mistake18 = World("w", Card.schema) {
  Command("done", "Finish a card", .one(Card.self)) { world, card in
    try world.change(card) { $0.colunm = .done }
  }
}

// 19. A schema among the parts of a world.
let mistake19 = World("w") { Card.schema }

// 20. A state whose case is made of a value of another type.
enum Mistake20: StateCases {
  case failed(String)
  static let cases: [StateCase<Mistake20>] = [
    StateCase("failed", Mistake20.failed) { if case .failed(let why) = $0 { why.count } else { nil } }
  ]
}

// 21. An inverse by a field that the model does not have.
let mistake21 = Schema<Person>("person", plural: "people", named: \.name) {
  Inverse("tasks", of: Card.self, by: \.assignee)
}

// 22. A rule over a model that reads a property that is not there.
let mistake22 = World("w", Card.schema) {
  Constraint("small", over: Card.self) { _, card in card.size < 9 }
}
