import AutoUpdate
import CommandLanguage
import Simulator

enum Phase: String, FieldWord { case none, matching, active, postMortem }
enum Side: String, FieldWord { case attacker, defender }
enum Status: String, FieldWord { case ready, marching, wounded }

struct Soldier: Model {
  let id: Int
  var name: String
  var status = Status.ready
  var hp = 100
  var side = Side.attacker
  static let schema = Schema<Soldier>(
    "unit", plural: "units", "who fights", named: \.name, new: { Soldier(id: $0, name: $1) }
  ) {
    Derived("face") { $0.status == .ready ? "🙂" : $0.status == .marching ? "🚶" : "🤕" }
    Field("name", \.name)
    Field("status", \.status)
    Field("hp", \.hp, in: 0...999)
    Field("side", \.side)
  }
}

struct Battle: Model {
  let id: Int
  var phase = Phase.none
  var opponent = ""
  static let schema = Schema<Battle>("game", plural: "", label: { _ in "game" }) {
    Field("phase", \.phase)
    Field("opponent", \.opponent)
  }
}

struct Gamer: Model {
  let id: Int
  var name: String
  var side = Side.attacker
  static let schema = Schema<Gamer>("player", plural: "players", named: \.name) {
    Field("name", \.name)
    Field("side", \.side)
  }
}

struct Remark: Model {
  let id: Int
  var text = ""
  static let schema = Schema<Remark>("message", plural: "messages", new: { number, _ in Remark(id: number) })
  {
    Field("text", \.text)
  }
}

/// Two screens with the accessory of the side that we play on, and a title.
let skirmish = World("skirmish", Soldier.schema, Battle.schema, Gamer.schema, Remark.schema) {
  Start { world in
    try world.add(Battle(id: 0))
    try world.add(Gamer(id: 1, name: "me"))
  }
  Root("game", "the game") { _ in .object("game", 0) }
  Label("app/title", marks: ["~"]) { world in
    let phase = world[Reference<Battle>(0)]?.phase
    return phase == Phase.none ? "no game" : phase == .postMortem ? "post mortem" : phase?.rawValue ?? ""
  }
  Label("app/alarm") { world in
    let weak = world.all(Soldier.self).filter { $0.hp < 30 }
    return weak.isEmpty ? "" : "\(weak.count) in danger"
  }
  Screen("map", isOpen: true, limit: 2) {
    List(
      "units", of: Soldier.self,
      columns: [
        "face": .leading(gap: 1), "name": .leading(8), "status": .leading(7), "hp": .trailing(3, unit: " hp"),
      ])
    Label(
      "attacker", visible: .when(\Battle.phase, of: 0, is: .active), .when(\Gamer.side, of: 1, is: .attacker)
    ) {
      "you attack \(opponent(in: $0))"
    }
    Label(
      "defender", visible: .when(\Battle.phase, of: 0, is: .active), .when(\Gamer.side, of: 1, is: .defender)
    ) {
      "\(opponent(in: $0)) attacks you"
    }
  }
  Screen("chat", limit: 2) {
    List("messages", of: Remark.self, showsLast: true, marks: ["+", "-"])
    Label(
      "attacker", visible: .when(\Battle.phase, of: 0, is: .matching, .active),
      .when(\Gamer.side, of: 1, is: .attacker)
    ) {
      "you attack \(opponent(in: $0))"
    }
  }
  Circumstance(\Battle.phase, of: 0)
  Circumstance(\Gamer.side, of: 1)
  Command("phase", "Change the phase", .field(\Battle.phase)) { world, phase in
    try world.change(Reference<Battle>(0)) { $0.phase = phase }
  }
  Command("opponent", "Change the opponent", .field(\Battle.opponent)) { world, name in
    try world.change(Reference<Battle>(0)) { $0.opponent = name }
  }
  Command("side", "Change sides", .field(\Gamer.side)) { world, side in
    try world.change(Reference<Gamer>(1)) { $0.side = side }
  }
  Command("say", "Say something", .text("text")) { world, text in
    try world.add(Remark.self) { $0.text = text }
  }
}

private func opponent(in world: Simulation) -> String {
  let name = world[Reference<Battle>(0)]?.opponent ?? ""
  return name.isEmpty ? "somebody" : name
}
