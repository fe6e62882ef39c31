import CommandLanguage
import CommandProgram
import Glibc
import PostgresJournal
import Simulator

// A program in two versions, the second of which migrates the stores of the first: EVOLVING_VERSION says which one runs.

/// A person of the first version, in stones.
struct FormerPerson: Model {
  let id: Int
  var name: String
  var weight = 10
  static let schema = Schema<FormerPerson>(
    "person", plural: "people", named: \.name, new: { FormerPerson(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("weight", \.weight, in: 0...30)
  }
}

/// A person of the second version, in kilograms.
struct Person: Model {
  let id: Int
  var name: String
  var kilos = 0
  static let schema = Schema<Person>(
    "person", plural: "people", named: \.name, new: { Person(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("kilos", \.kilos, in: 0...300)
  }
}

let versions = [
  "1": World("people", FormerPerson.schema) {},
  "2": World("people", Person.schema) {
    Migration("stones to kilos") { world in
      for person in world.all(Person.self) {
        guard case .number(let stones) = world.former("weight", of: person) else { continue }
        try world.change(person) { $0.kilos = stones * 635 / 100 }
      }
    }
  },
]

guard let name = getenv("EVOLVING_VERSION"), let world = versions[String(cString: name)] else {
  fatalError("EVOLVING_VERSION is 1 or 2")
}
CommandProgram(world, stores: [.postgresql]).main()
