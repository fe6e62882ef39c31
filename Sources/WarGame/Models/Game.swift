public import Simulator

/// The state of play: there is one game at a time.
public struct Game: Model {
  public let id: Int
  /// The current phase.
  public var phase: GamePhase
  /// The name of whom we play against, from matching on.
  public var opponent: String?
  /// The tick at which the game became active.
  public var startTick: Int?
  /// The result; `nil` until the game ends.
  public var result: GameResult?

  /// A game; without more, none that is played.
  public init(phase: GamePhase = .none, opponent: String? = nil, result: GameResult? = nil) {
    id = 0
    self.phase = phase
    self.opponent = opponent
    self.result = result
  }

  static let current = Reference<Game>(0)

  public static let schema = Schema<Game>(
    "game", plural: "games", "the current game", label: { _ in "game" }, isSingle: true,
    restoring: Restoring { _ in Game() }
  ) {
    Field("phase", \.phase)
    Field("opponent", \.opponent, "the name of the opponent", refusing: { $0.flatMap(NameText.problem) })
    Field("start", \.startTick, "the tick at which it became active")
    Field("result", \.result, "win or loss")
  }
}

/// The phases of a game, in their order.
public enum GamePhase: String, FieldWord {
  /// No game; an opponent is looked for; the game is played; it is over and looked back on.
  case none, matching, active, postMortem

  /// As the title shows it.
  var title: String {
    switch self {
    case .none: "no game"
    case .matching: "matching"
    case .active: "active"
    case .postMortem: "post mortem"
    }
  }

  /// The phase that follows: the next one, and the first after the last.
  var next: GamePhase {
    switch self {
    case .none: .matching
    case .matching: .active
    case .active: .postMortem
    case .postMortem: .none
    }
  }

  /// The phases that a player may go to from each phase. A server may set any phase, so the field itself has no such
  /// rule.
  static let transitions = Transitions(
    Dictionary(uniqueKeysWithValues: allCases.map { ($0, [$0.next]) }))
}

/// The result of a game, from our side.
public enum GameResult: String, FieldWord {
  /// We won; we lost.
  case win, loss
}

/// One of the two who play.
public struct Player: Model {
  /// The role of a player: ourselves or the opponent.
  public enum Role: Int, FieldCodable {
    /// We ourselves, and whom we play against.
    case me, opponent
  }

  public let id: Role
  /// The name of the player.
  public var name: String
  /// The party for which the player plays.
  public var side: Side

  static let me = Reference<Player>(.me)
  static let opponent = Reference<Player>(.opponent)

  public static let schema = Schema<Player>(
    "player", plural: "players", "the players", label: { $0.id == .me ? "me" : "opponent" },
    restoring: Restoring { Player(id: $0, name: "", side: .attacker) }
  ) {
    Field("name", \.name)
    Field("side", \.side, "attacker or defender")
  }
}

/// Something that was said in the chat.
public struct Message: Model {
  /// Its number in the order of saying.
  public let id: Int
  /// The name of the player who said it.
  public var author: String
  /// The text, of at most 500 characters.
  public var text: String
  /// The tick at which it was said.
  public var tick: Int

  /// The most characters of a message.
  static let limit = 500

  public static let schema = Schema<Message>(
    "message", plural: "messages", "the messages of the chat",
    restoring: Restoring { Message(id: $0, author: "", text: "", tick: 0) }
  ) {
    Field("tick", \.tick, column: .trailing(3))
    Field("author", \.author, column: .leading(8))
    Field(
      "text", \.text, refusing: { $0.count > limit ? "it is longer than \(limit) characters" : nil })
  }
}
