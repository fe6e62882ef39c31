import AutoUpdate
public import CommandLanguage
public import Simulator

/// The world of the war room: heroes and towers, the phases of a game, a server, and the views that show them.
public let warRoom = World(
  "warroom", version: "0.1.0", AnyUnit.schema, Game.schema, Player.schema, Message.schema,
  AppStateModel.schema,
  ScriptedServer.schema
) {
  UnitCommands.all
  GameCommands.all
  ServerCommands.all
  appState
  Errors(GameError.self)
  Feed(
    "receive", "Apply a status from a feed", of: Game(), \.phase, \.opponent, \.result,
    topic: "app", example: #"{"phase": "active", "opponent": "Mordred", "result": null}"#
  ) { world, news in
    try world.receive(news)
  } ensures: {
    GameContracts.receive($0, $1, $2)
  }
  Root("game", "the game: phase, opponent, start, result", Game.current)
  Root("me", "the player at this prompt: name, side", Player.me)
  Screens.title
  Screens.network
  PollerPart()
  Screens.map
  Screens.chat
  Circumstance(\Game.phase, of: 0)
  Circumstance(\Player.side, of: .me)
  Claims.all
  Reason(of: AnyUnit.self) { Combat.rule(from: $0.state, to: $1.state) }
  Lesson.warRoom
  Start { world in
    try world.add(Game())
    try world.add(Player(id: .me, name: "me", side: .attacker))
    try world.add(AppStateModel(state: .ready(true)))
    try world.add(ScriptedServer())
  }
}

/// A session of the war room.
public typealias GameSession = CommandSession
