import Simulator

/// The game's specification: claims that always hold, written independently of the code that ensures them.
///
/// A claim about units reads a single unit, so that a change costs nothing for the other units.
enum Claims {
  static let all: [any WorldPart] = units + game + chat + screens

  private static let units: [any WorldPart] = [
    Constraint("a unit without hit points is fallen") { "not any units where hp == 0 and status != fallen" },
    Invariant("hit points are between 0 and the maximum", over: AnyUnit.self) { _, unit in
      unit.hp >= 0 && unit.hp <= unit.maxHP
    },
    Invariant("a unit's maximum hit points are from 1 to 9,999", over: AnyUnit.self) { _, unit in
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
      "only a wounded unit begins to heal", over: AnyUnit.self,
      always: { old, new in
        new.status != .healing || [.wounded, .healing].contains(old.status)
      }),
    Invariant(
      "a healing unit neither marches nor fights", over: AnyUnit.self,
      always: { old, new in
        old.status != .healing || ![.marching, .fighting].contains(new.status)
      }),
    Invariant(
      "a hero stays a hero and a tower a tower", over: AnyUnit.self,
      always: { old, new in
        old.kind == new.kind && old.id == new.id
      }),
    Invariant("a face shows the status", over: AnyUnit.self) { _, unit in faces[unit.status] == unit.face },
  ]

  private static let faces: [UnitStatus: String] = [
    .ready: "🙂", .marching: "🚶", .fighting: "😠", .wounded: "🤕", .healing: "😌", .fallen: "💀",
  ]

  private static let game: [any WorldPart] = [
    Invariant("the players are on opposite sides", over: Player.self) { world, player in
      player.id == .me || player.side != world.me.side
    },
    Invariant("the other player is the game's opponent", over: Player.self) { world, player in
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
    Invariant("without a game there is no start", over: Game.self) { _, game in
      game.phase != .none || game.startTick == nil
    },
    Invariant(
      "a game begins once", over: Game.self,
      always: { old, new in
        old.phase != .active || new.phase != .active || old.startTick == new.startTick
      }),
    Invariant("a server that holds does not fail", over: ScriptedServer.self) { _, server in
      !server.isHolding || server.failure == nil
    },
  ]

  private static let chat: [any WorldPart] = [
    Invariant("a message never changes", over: Message.self, always: { $0 == $1 }),
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
    Invariant("an open chat shows our side from matching on") {
      """
      not chat.visible or game.phase != matching and game.phase != active \
      or chat.attacker.visible or chat.defender.visible
      """
    },
    // A label shows some characters escaped, with a backslash.
    Invariant("the label of the attacker names the opponent") {
      #"""
      game.opponent == none \#
      or (not map.attacker.visible or "\\" in map.attacker.text \#
      or map.attacker.text == "you attack " + game.opponent) \#
      and (not chat.attacker.visible or "\\" in chat.attacker.text \#
      or chat.attacker.text == "you attack " + game.opponent)
      """#
    },
    Invariant("the label of the defender names the opponent") {
      #"""
      game.opponent == none \#
      or (not map.defender.visible or "\\" in map.defender.text \#
      or map.defender.text == game.opponent + " attacks you") \#
      and (not chat.defender.visible or "\\" in chat.defender.text \#
      or chat.defender.text == game.opponent + " attacks you")
      """#
    },
    Invariant("the title of an app that is ready is the phase") {
      """
      not (app.state is dataRetrieval or app.state.ready == true or app.state.authentication is success) \
      or app.title.text == "no game" and game.phase == none \
      or app.title.text == "matching" and game.phase == matching \
      or app.title.text == "active" and game.phase == active \
      or app.title.text == "post mortem" and game.phase == postMortem
      """
    },
    // A label shows a blank at its end escaped, as after the colon of a failure without a reason.
    Invariant("the title of an app that is not ready tells why") {
      """
      app.state is dataRetrieval or app.state.ready == true or app.state.authentication is success \
      or app.state.ready == false and app.title.text == "not ready" \
      or app.state.authentication is idle and app.title.text == "signed out" \
      or app.state.authentication is active and app.title.text == "signing in" \
      or app.state.authentication is failure and "sign-in failed:" in app.title.text
      """
    },
    Invariant("the network indicator is shown only while data is retrieved or after that failed") {
      """
      app.network.text == "" and not app.state.dataRetrieval is active \
      and not app.state.dataRetrieval is failure \
      or app.state.dataRetrieval is active and app.network.text == "waiting for the server" \
      or app.state.dataRetrieval is failure and "offline:" in app.network.text
      """
    },
  ]
}
