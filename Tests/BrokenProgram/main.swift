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

let isWrongAtStart = getenv("BROKEN_START") != nil

let broken = World("broken-program", Count.schema) {
  Start { try $0.add(Count(id: 0, number: isWrongAtStart ? 9 : 0)) }
  Invariant("few") { "not any counts where number > 5" }
  Label("stale", keptBy: { Deaf($0, $1) }, text: { $0[Count.the]?.note ?? "" })
  Command("count", "Count on") { world in
    let places = [1, 2]
    try world.change(Count.the) { $0.number = places[$0.number] }
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
