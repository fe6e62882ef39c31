// A program over a world that is wrong in several ways, one for each of its commands.

import AutoUpdate
import CommandLanguage
import CommandProgram
import Glibc
import Simulator

struct Count: Model {
  let id: Int
  var number = 0
  var note = ""

  static let the = Reference<Count>(0)

  static let schema = Schema<Count>("count", plural: "counts") {
    Field("number", \.number).access(.commandsOnly())
    Field("note", \.note).access(.commandsOnly())
  }
}

/// Updates its view when the number changes, and not when the note does.
final class Deaf {
  private var subscription: Subscription?

  init(_ world: Simulation, _ update: @escaping () -> Void) {
    subscription = world.table(of: Count.self).observe(name: "deaf") { news in
      if case .changes(let changes) = news, changes.contains(where: { $0.before?.number != $0.after?.number })
      {
        update()
      }
    }
  }
}

/// One of two lamps, of which only the first one can be lit twice.
struct Lamp: Model {
  let id: Int
  var name: String
  var light = 0

  static let schema = Schema<Lamp>(
    "lamp", plural: "lamps", named: \.name, new: { Lamp(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("light", \.light).access(.commandsOnly())
  }
}

let isWrongAtStart = getenv("BROKEN_START") != nil

let broken = World("broken-program", Count.schema, Lamp.schema) {
  Start { world in
    try world.add(Count(id: 0, number: isWrongAtStart ? 9 : 0))
    for (id, name) in ["Left", "Right"].enumerated() { try world.add(Lamp(id: id, name: name)) }
  }
  Invariant("few") { "not any counts where number > 5" }
  Label("stale", keptBy: { Deaf($0, $1) }, text: { $0[Count.the]?.note ?? "" })
  Command("count", "Count on") { world in
    let places = [1, 2]
    try world.change(Count.the) { $0.number = places[$0.number] }
  }
  Command("sleep", "Never end") { _ in while getpid() > 0 {} }
  Command("light", "Light a lamp", .one(Lamp.self)) { world, lamp in
    let light = world[lamp]?.light ?? 0
    if light >= 2 || light == 1 && world[lamp]?.name == "Right" { throw Explanation("it is bright") }
    try world.change(lamp) { $0.light = light + 1 }
  }
  Command("stale", "Take a note", .choice("note", of: ["one", "two"])) { world, note in
    try world.change(Count.the) { $0.note = note }
  }
  Command("rest", "Do nothing") { _ in }
  Command(
    "grasp", "Reach for a place", .number("place", in: 0...9),
    .option("slowly", .choice("how", of: ["yes", "no"]))
  ) { _, place, _ in
    let places = [1, 2]
    if place > 1 { _ = places[place] }
  }
  Command("spin", "Never end, once the count is 1", .number("speed", in: 0...9)) { world, speed in
    while speed > 1, world[Count.the]?.number == 1 {}
  }
  Command("drop", "Drop it", .object(KindID("watch"), "watch")) { _, _ in }
}

CommandProgram(broken).main()
