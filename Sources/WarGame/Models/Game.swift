public import Simulator

/// The state of play. There is one game at a time.
public struct Game: Model {
  public let id: Int
  /// The current phase.
  public var phase: GamePhase
  /// The opponent's name; `nil` before matching.
  public var opponent: String?
  /// The tick at which the game became active; `nil` before that.
  public var startTick: Int?
  /// The result; `nil` until the game ends.
  public var result: GameResult?

  /// Creates a game; by default, one that is not being played.
  public init(phase: GamePhase = .none, opponent: String? = nil, result: GameResult? = nil) {
    id = 0
    self.phase = phase
    self.opponent = opponent
    self.result = result
  }

  static let current = Reference<Game>(0)

  public static let schema = Schema<Game>(
    "game", plural: "games", "the current game", isSingle: true,
    restoring: Restoring { _ in Game() }
  ) {
    Field("phase", \.phase)
    Field("opponent", \.opponent, "the name of the opponent", refusing: { $0.flatMap(NameText.problem) })
    Field("start", \.startTick, "the tick at which it became active")
    Field("result", \.result, "win or loss")
  }
}

/// The phases of a game, in order.
public enum GamePhase: String, FieldWord {
  /// No game, looking for an opponent, being played, or over and under review.
  case none, matching, active, postMortem

  /// The name of the phase in the title.
  var title: String {
    switch self {
    case .none: "no game"
    case .matching: "matching"
    case .active: "active"
    case .postMortem: "post mortem"
    }
  }

  /// The next phase; after the last phase, the first one.
  var next: GamePhase {
    switch self {
    case .none: .matching
    case .matching: .active
    case .active: .postMortem
    case .postMortem: .none
    }
  }

  /// The phases that a player may enter from each phase. A server may set any phase, so the field has no transition
  /// rule.
  static let transitions = Transitions(
    Dictionary(uniqueKeysWithValues: allCases.map { ($0, [$0.next]) }))
}

/// The result of a game from our perspective.
public enum GameResult: String, FieldWord {
  /// Won or lost.
  case win, loss
}

/// One of the two players.
public struct Player: Model {
  /// The role of a player: ourselves or the opponent.
  public enum Role: Int, FieldCodable {
    /// The player at this prompt, or the opponent.
    case me, opponent
  }

  public let id: Role
  /// The name of the player.
  public var name: String
  /// The side that the player plays on.
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

/// A message in the chat.
public struct Message: Model {
  /// The message's number, in ascending order.
  public let id: Int
  /// The name of the player who wrote the message.
  public var author: String
  /// The text, of at most 500 characters.
  public var text: String
  /// The tick at which the message was sent.
  public var tick: Int

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
