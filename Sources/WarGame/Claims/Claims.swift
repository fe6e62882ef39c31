import Simulator

/// The claims about the game that hold whatever anybody does: its specification, apart from the code that keeps it.
///
/// Each claim about units reads one unit, so that it costs nothing for the others.
enum Claims {
  static let all: [any WorldPart] = units + game + chat + screens

  private static let units: [any WorldPart] = [
    Constraint("a unit without hit points is fallen") { "not any units where hp == 0 and status != fallen" },
    Invariant("hit points are from none to the most", over: AnyUnit.self) { _, unit in
      unit.hp >= 0 && unit.hp <= unit.maxHP
    },
    Invariant("a unit may have from 1 to 9,999 hit points", over: AnyUnit.self) { _, unit in
      unit.maxHP >= 1 && unit.maxHP <= 9_999
    },
    Invariant(
      "a fallen unit stays fallen", over: AnyUnit.self,
      always: { old, new in
        old.status != .fallen || new.status == .fallen
      }),
    Invariant(
      "a wounded unit heals or falls before it does anything else", over: AnyUnit.self,
      always: { old, new in
        old.status != .wounded || [.wounded, .healing, .fallen].contains(new.status)
      }),
    Invariant(
      "who heals was wounded", over: AnyUnit.self,
      always: { old, new in
        new.status != .healing || [.wounded, .healing].contains(old.status)
      }),
    Invariant(
      "who heals neither marches nor fights", over: AnyUnit.self,
      always: { old, new in
        old.status != .healing || ![.marching, .fighting].contains(new.status)
      }),
    Invariant(
      "a hero stays a hero and a tower a tower", over: AnyUnit.self,
      always: { old, new in
        old.kind == new.kind && old.id == new.id
      }),
    Invariant("a face shows the status", over: AnyUnit.self) { _, unit in
      let faces: [UnitStatus: String] = [
        .ready: "🙂", .marching: "🚶", .fighting: "😠", .wounded: "🤕", .healing: "😌", .fallen: "💀",
      ]
      return faces[unit.status] == unit.face
    },
  ]

  private static let game: [any WorldPart] = [
    Invariant("the players are on opposite sides", over: Player.self) { world, player in
      player.id == .me || player.side != world.me.side
    },
    Invariant("we play against whom the game names", over: Player.self) { world, player in
      player.id == .me || player.name == world.game.opponent
    },
    Invariant("a named opponent has a seat until the game is over", over: Game.self) { world, game in
      (world[Player.opponent] != nil) == (game.opponent != nil && game.phase != .postMortem)
    },
    Invariant("an active game has begun", over: Game.self) { world, game in
      game.phase != .active || game.startTick != nil
    },
    Invariant("a game began in the past", over: Game.self) { world, game in
      game.startTick.map { $0 >= 0 && $0 <= world.tick } ?? true
    },
    Invariant("what is no game has not begun", over: Game.self) { _, game in
      game.phase != .none || game.startTick == nil
    },
    Invariant(
      "a game begins once", over: Game.self,
      always: { old, new in
        old.phase != .active || new.phase != .active || old.startTick == new.startTick
      }),
    Invariant("a server has one answer", over: ScriptedServer.self) { _, server in
      !server.isHolding || server.failure == nil
    },
  ]

  private static let chat: [any WorldPart] = [
    Invariant("what was said stays as it was", over: Message.self, always: { $0 == $1 }),
    Invariant("a message has at most 500 characters", over: Message.self) { _, message in
      message.text.count <= 500
    },
  ]

  private static let screens: [any WorldPart] = [
    Invariant("the map shows the attacker while we attack in an active game") {
      "not map.attacker.visible or game.phase == active and me.side == attacker"
    },
    Invariant("the map shows the defender while we defend in an active game") {
      "not map.defender.visible or game.phase == active and me.side == defender"
    },
    Invariant("the chat shows the attacker while we attack, from matching on") {
      "not chat.attacker.visible or (game.phase == matching or game.phase == active) and me.side == attacker"
    },
    Invariant("the chat shows the defender while we defend, from matching on") {
      "not chat.defender.visible or (game.phase == matching or game.phase == active) and me.side == defender"
    },
    Invariant("an open map shows our side in an active game") {
      "not map.visible or game.phase != active or map.attacker.visible or map.defender.visible"
    },
  ]
}
