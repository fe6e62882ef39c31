import AutoUpdate

/// What a game server says about the game: what a feed yields and a poll brings.
public struct GameStatus: Equatable, Sendable {
  public var phase: GamePhase
  /// Empty when the server names nobody.
  public var opponent: String
  public var result: GameResult?

  public init(phase: GamePhase, opponent: String = "", result: GameResult? = nil) {
    self.phase = phase
    self.opponent = opponent
    self.result = result
  }
}

/// The server of a scenario: it does what commands have told it, and is a model like all else.
struct ScriptedServer: Storable {
  let id: Int
  /// What it answers with.
  var status = GameStatus(phase: .none)
  /// Why it answers with an error instead.
  var failure: String?
  /// Whether it does not answer at all.
  var isHolding = false

  init() { id = 0 }

  /// What `server` can make it do.
  enum Action: String, CaseIterable, Sendable {
    case match, start, end, reset, fail, hold, ok
  }
}
