import AutoUpdate
import CommandLanguage
import TextViews

extension KindID {
  static let unit: KindID = "unit"
  static let game: KindID = "game"
  static let player: KindID = "player"
  static let message: KindID = "message"
  static let view: KindID = "view"
  static let app: KindID = "app"
}

/// What expressions and selections can ask the game for.
enum GameKinds {
  static let all: [Kind<WarRoom>] = [
    Kind(
      "unit", plural: "units", "the heroes and towers",
      rows: { room in room.sortedUnits.map { Int($0.id.number) } },
      find: { room, name in room.names.find(name).map { Int($0.number) } },
      row: { room, id in room.unit(id) },
      name: { _, unit in unit.name },
      properties: [
        Property("name") { _, unit in .text(unit.name) },
        Property("status", "ready, marching, fighting, wounded, healing or fallen") { _, unit in
          .text(unit.status.name)
        },
        Property("hp", "hit points") { _, unit in .number(unit.hp) },
        Property("max", "the most hit points it can have") { _, unit in .number(unit.maxHP) },
        Property("side", "attacker or defender") { _, unit in .text(unit.side.name) },
        Property("type", "hero or tower") { _, unit in .text(unit.kind.rawValue) },
        Property("face") { _, unit in .text(unit.face) },
        Property("id", "its number in the order of spawning") { _, unit in .number(Int(unit.id.number)) },
      ]),
    Kind(
      "game", plural: "games", "the game that is played",
      rows: { _ in [Game.currentID] },
      row: { room, id in id == Game.currentID ? room.game : nil },
      name: { _, game in game.phase.title },
      properties: [
        Property("phase", "none, matching, active or postMortem") { _, game in
          game.phase == .none ? .none : .text(game.phase.name)
        },
        Property("opponent", "whom we play against") { _, game in
          game.opponent.isEmpty ? .none : .text(game.opponent)
        },
        Property("start", "the tick at which it became active") { _, game in
          game.startTick.map { .number($0) } ?? .none
        },
        Property("result", "win or loss") { _, game in game.result.map { .text($0.name) } ?? .none },
      ]),
    Kind(
      "player", plural: "players", "those who play",
      rows: { room in room.players.models.map { Int($0.id.rawValue) }.sorted() },
      row: { room, id in UInt8(exactly: id).flatMap(Player.Role.init).flatMap { room.players[$0] } },
      name: { _, player in player.name },
      properties: [
        Property("name") { _, player in .text(player.name) },
        Property("side", "attacker or defender") { _, player in .text(player.side.name) },
      ]),
    Kind(
      "message", plural: "messages", "what was said",
      rows: { room in room.messages.models.map(\.id).sorted() },
      row: { room, id in room.messages[id] },
      name: { _, message in message.text },
      properties: [
        Property("author") { _, message in .text(message.author) },
        Property("text") { _, message in .text(message.text) },
        Property("tick") { _, message in .number(message.tick) },
      ]),
    Kind(
      "app", plural: "apps", "the app as a whole",
      rows: { _ in [0] },
      row: { room, id in id == 0 ? room.appState.state : nil },
      name: { _, state in "\(state)" },
      properties: [
        Property("state", "as “app” shows it") { _, state in .text("\(state)") },
        Property("title", "the title: visible, text") { room, _ in room.stage.value(of: "app/title") },
        Property("network", "the network indicator: visible, text") { room, _ in
          room.stage.value(of: "app/network")
        },
      ]),
    Kind(
      "view", plural: "shown", "what is on the screens",
      rows: { room in Array(room.stage.allViews.indices) },
      row: { room, id in room.stage.allViews.indices.contains(id) ? room.stage.allViews[id] : nil },
      name: { _, view in "\(view.path)" },
      properties: [
        Property("visible", "whether it is on the screen") { _, view in .bool(view.isVisible) },
        Property("text", "what it shows, or would") { _, view in .text(view.summary) },
      ],
      child: { room, view, name in room.stage.child(of: view, named: name) }),
  ]

  static let roots: [Root<WarRoom>] = [
    Root("game", "the game: phase, opponent, start, result") { _ in .object(.game, Game.currentID) },
    Root("me", "the player at this prompt: name, side") { _ in
      .object(.player, Int(Player.Role.me.rawValue))
    },
    Root("map", "the screen: visible, units, attacker, defender") { $0.stage.value(of: "map") },
    Root("chat", "the screen: visible, messages, attacker, defender") { $0.stage.value(of: "chat") },
    Root("app", "the app: state, title, network") { _ in .object(.app, 0) },
    Root("tick", "the virtual time") { room in .number(room.tick) },
  ]
}
