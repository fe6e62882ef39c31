import CommandLanguage

extension Parameter where World == WarRoom, Parsed == GamePhase {
  static var phase: Self { .word("phase", "where the game goes", of: GamePhase.allCases) { $0.name } }
}

/// The commands about the game and those who play it.
enum GameCommands {
  static let all: [Command<WarRoom>] = [
    Command("phase", "Go to a phase of the game", .phase) { room, phase in try room.setPhase(phase) }
      .with(
        help: PhaseRules.text, examples: ["phase matching"]),
    Command("advance", "Go to the next phase of the game") { room in
      try room.setPhase(PhaseRules.next(room.game.phase))
    },
    Command("side", "Play on a side", .side) { room, side in try room.setSide(side) }
      .with(examples: ["side defender"]),
    Command(
      "opponent", "Name the opponent", .text("name")
    ) { room, name in
      try room.setOpponent(name)
    }
    .with(examples: ["opponent Mordred"]),
    Command("say", "Say something in the chat", .repeated(.text("text"))) { room, words in
      try room.say(words.joined(separator: " "))
    }
    .with(
      help: "Words are joined with one blank; quotes keep a text as it is.",
      examples: ["say They come.", "say \"Hold the gate!\""]),
  ].map { $0.with(topic: "game", traits: .contained) }
}
