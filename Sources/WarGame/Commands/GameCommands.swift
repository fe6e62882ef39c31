import CommandLanguage
import Simulator

/// The commands for the game, its players and its chat.
enum GameCommands {
  static let all: [Command] = [
    Command("phase", "Go to a phase of the game", .field(\Game.phase)) { world, phase in
      try world.go(to: phase)
    } ensures: {
      GameContracts.phase($0, $1, $2)
    } accepts: {
      GameContracts.acceptsPhase($0, $1)
    }
    .with(help: GamePhase.transitions.text, examples: ["phase matching"]),
    Command("advance", "Go to the next phase of the game") { world in
      try world.go(to: world.game.phase.next)
    } ensures: {
      GameContracts.advance($0, $1)
    } accepts: { _ in
      true
    },
    Command("side", "Play on a side", .field(\Player.side)) { world, side in
      try world.change(Player.me) { $0.side = side }
      if world[Player.opponent] != nil { try world.change(Player.opponent) { $0.side = side.other } }
    } ensures: {
      GameContracts.side($0, $1, $2)
    } accepts: { _, _ in
      true
    }
    .with(examples: ["side defender"]),
    Command("opponent", "Name the opponent", .text("opponent", "the name of the opponent")) { world, name in
      try world.change(Game.current) { $0.opponent = name }
      try world.seatOpponent()
    } ensures: {
      GameContracts.opponent($0, $1, $2)
    }
    .with(examples: ["opponent Mordred"]),
    Command("say", "Say something in the chat", .repeated(.text("text"))) { world, words in
      let id = try world.nextNumber(of: Message.self)
      let text = words.joined(separator: " ")
      try world.add(Message(id: id, author: world.me.name, text: text, tick: world.tick))
    } ensures: {
      GameContracts.say($0, $1, $2)
    } accepts: {
      GameContracts.acceptsSay($0, $1)
    }
    .with(
      help: "Words are joined with one blank; quotes keep a text as it is.",
      examples: ["say They come.", "say \"Hold the gate!\""]),
  ].map { $0.with(topic: "game", traits: .contained) }
}
