import AutoUpdate
import CommandLanguage
import Exploration
import Simulator

/// One of its kind, whose numbers only commands change.
struct Tally: Model {
  let id: Int
  var ordered = 0
  var served = 0
  /// Is no field, so that no digest knows of it.
  var secret = ""
  var state = Item.State.idle
  var name: String?
  var isFinished = false
  var phase = Item.State.idle

  static let the = Reference<Tally>(0)

  static let schema = Schema<Tally>("tally", plural: "", label: { _ in "tally" }, isSingle: true) {
    Field("ordered", \.ordered).access(.commandsOnly())
    Field("served", \.served).access(.commandsOnly())
    Field("state", \.state, next: [.idle: [.busy], .busy: [.done], .done: [.idle]])
    Field("name", \.name)
    Field("phase", \.phase)
    Field("finished", \.isFinished).access(.commandsOnly())
  }
}

struct Beginning: WorldPart {
  func declare(in declarations: inout Declarations) {
    Start { try $0.add(Tally(id: 0)) }.declare(in: &declarations)
    Root("tally", "the tally") { _ in .object("tally", 0) }.declare(in: &declarations)
  }
}

/// Something that belongs to an owner, and cannot be without one again.
struct Pet: Model {
  let id: Int
  var name: String
  private var last: Reference<Owner>?
  var owner: Reference<Owner>? {
    get { last }
    set { last = newValue ?? last }
  }

  init(id: Int, name: String) { (self.id, self.name) = (id, name) }

  static let schema = Schema<Pet>(
    "pet", plural: "pets", "who has an owner", named: \.name, new: { Pet(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("owner", \.owner, onRemove: .clear)
  }
}

extension BrokenWorld {
  static let states: [BrokenWorld] = [
    BrokenWorld(
      "undo that forgets one field", .undo, "count", shortest: 1,
      World("broken", Tally.schema) {
        Beginning()
        Label("count") { world in
          _ = world[Tally.the]
          return "\(world.service { _ in Box(0) }.value) counted"
        }
        Command("count", "Count on") { world in
          world.service { _ in Box(0) }.value += 1
          try world.change(Tally.the) { $0.ordered += 1 }
        }
      }),
    BrokenWorld(
      "a digest that skips one field", .digest, shortest: 1,
      World("broken", Tally.schema) {
        Beginning()
        Label("secret") { $0[Tally.the]?.secret ?? "" }
        Command("whisper", "Say it", .text("text")) { world, text in
          try world.change(Tally.the) { $0.secret = text }
        }
      }),
    BrokenWorld(
      "a reference that is not cleared", .fault, "command", shortest: 4,
      World("broken", Owner.schema, Pet.schema) {
        Command("hire", "Hire somebody", .newName(of: Owner.self)) { try $0.add(Owner.self, named: $1) }
        Command("buy", "Buy a pet", .newName(of: Pet.self)) { try $0.add(Pet.self, named: $1) }
        Command("give", "Give somebody a pet", .one(Pet.self), .one(Owner.self)) { world, pet, owner in
          try world.change(pet) { $0.owner = owner }
        }
      }),
    BrokenWorld(
      "a rule with one transition too many", .invariant, "done is done", shortest: 3,
      World("broken", Tally.schema) {
        Beginning()
        Invariant("done is done") { "not tally.finished or tally.state == done" }
        Command("go", "Go on", .field(\Tally.state)) { world, state in
          try world.change(Tally.the) { tally in
            tally.state = state
            if state == .done { tally.isFinished = true }
          }
        }
      }),
    BrokenWorld(
      "an accessory visible in the wrong phase", .invariant, "the bar is for the busy", shortest: 1,
      World("broken", Tally.schema) {
        Beginning()
        Screen("panel", isOpen: true) {
          Label("bar", visible: .when(\Tally.phase, of: 0, is: .busy, .done)) { _ in "at work" }
        }
        Invariant("the bar is for the busy") {
          "not panel.bar.visible or tally.phase == busy"
        }
        Command("go", "Go on", .field(\Tally.phase)) { world, phase in
          try world.change(Tally.the) { $0.phase = phase }
        }
      }),
    BrokenWorld(
      "a feed that applies half", .invariant, "who is busy has a name", shortest: 1,
      World("broken", Tally.schema) {
        Beginning()
        Invariant("who is busy has a name") { "tally.state != busy or tally.name != none" }
        Command("receive", "Take in news", .word("state"), .text("name")) {
          (world: Simulation, state: Item.State, name: String) in
          try world.change(Tally.the) { tally in
            tally.state = state
            if state == .idle { tally.name = name }
          }
        }
      }),
    BrokenWorld(
      "an invariant that only breaks after seven steps", .invariant, "few", shortest: 7,
      World("broken", Tally.schema) {
        Beginning()
        Invariant("few") { "tally.ordered < 7" }
        Command("order", "Order one") { try $0.change(Tally.the) { $0.ordered += 1 } }
        Command("rest", "Order nothing") { try $0.change(Tally.the) { $0.name = "rest" } }
      }),
  ]
}
