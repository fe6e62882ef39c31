import CommandLanguage
import Simulator

// The puzzle of “Die Hard 3”, as a model in Lamport, “Specifying systems”: four gallons with jugs of three and five take six steps.

struct Jug: Model {
  let id: Int
  var name: String
  var size = 0
  var water = 0
  static let schema = Schema<Jug>(
    "jug", plural: "jugs", named: \.name, new: { Jug(id: $0, name: $1) }, access: .commandsOnly()
  ) {
    Field("name", \.name)
    Field("size", reading: { $0.size })
    Field("water", \.water, "in gallons", in: 0...5, within: { 0...$0.size })
  }
}

/// - Parameter spills: the classic fault: what does not fit is poured away.
func waterJugs(spills: Bool = false) -> World {
  World("water-jugs", Jug.schema) {
    Start { world in
      for (name, size) in [("small", 3), ("big", 5)] {
        try world.add(Jug.self, named: name) { $0.size = size }
      }
    }
    Invariant("the big jug never holds four gallons") { "big.water != 4" }
    Command("fill", "Fill a jug", .one(Jug.self)) { world, jug in
      try world.change(jug) { $0.water = $0.size }
    }
    Command("empty", "Empty a jug", .one(Jug.self)) { world, jug in try world.change(jug) { $0.water = 0 } }
    Command("pour", "Pour from one jug into another", .one(Jug.self), .one(Jug.self, "into")) {
      world, jug, other in
      guard jug != other, let from = world[jug], let into = world[other] else {
        throw Explanation("a jug is poured into another one")
      }
      let poured = min(from.water, into.size - into.water)
      try world.change(jug) { $0.water = spills ? 0 : $0.water - poured }
      try world.change(other) { $0.water += poured }
    } ensures: { before, after, _, _ in
      let (old, new) = (before.all(Jug.self), after.all(Jug.self))
      Claim("no water is lost", old.reduce(0) { $0 + $1.water } == new.reduce(0) { $0 + $1.water })
    }
  }
}
