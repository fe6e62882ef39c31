import CommandLanguage
import Simulator

/// The commands about the game and those who play it.
enum GameCommands {
  static let all: [Command] = [
    Command("phase", "Go to a phase of the game", .field(\Game.phase)) { world, phase in
      try world.go(to: phase)
    }
    .with(help: GamePhase.transitions.text, examples: ["phase matching"]),
    Command("advance", "Go to the next phase of the game") { world in
      try world.go(to: world.game.phase.next)
    },
    Command("side", "Play on a side", .field(\Player.side)) { world, side in
      try world.change(Player.me) { $0.side = side }
      if world[Player.opponent] != nil { try world.change(Player.opponent) { $0.side = side.other } }
    }
    .with(examples: ["side defender"]),
    Command("opponent", "Name the opponent", .text("opponent", "whom we play against")) { world, name in
      try world.change(Game.current) { $0.opponent = name }
      try world.seatOpponent()
    }
    .with(examples: ["opponent Mordred"]),
    Command("say", "Say something in the chat", .repeated(.text("text"))) { world, words in
      let id = try world.nextNumber(of: Message.self)
      let text = words.joined(separator: " ")
      try world.add(Message(id: id, author: world.me.name, text: text, tick: world.tick))
    }
    .with(
      help: "Words are joined with one blank; quotes keep a text as it is.",
      examples: ["say They come.", "say \"Hold the gate!\""]),
  ].map { $0.with(topic: "game", traits: .contained) }
}
