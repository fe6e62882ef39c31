public import AutoUpdate

/// The state of play.
public struct Game: Storable {
  /// There is one game at a time.
  public let id: Int
  public var phase: GamePhase
  /// The name of whom we play against, from matching on.
  public var opponent: String
  /// The tick at which the game became active.
  public var startTick: Int?
  public var result: GameResult?

  public init(
    id: Int = Game.currentID, phase: GamePhase = .none, opponent: String = "", startTick: Int? = nil,
    result: GameResult? = nil
  ) {
    self.id = id
    self.phase = phase
    self.opponent = opponent
    self.startTick = startTick
    self.result = result
  }

  public static let currentID = 0
}

/// The phases of a game, in their order.
public enum GamePhase: UInt8, CaseIterable, Sendable {
  case none, matching, active, postMortem

  /// As commands and expressions write it.
  public var name: String {
    switch self {
    case .none: "none"
    case .matching: "matching"
    case .active: "active"
    case .postMortem: "postMortem"
    }
  }

  /// As the title shows it.
  public var title: String {
    switch self {
    case .none: "no game"
    case .matching: "matching"
    case .active: "active"
    case .postMortem: "post mortem"
    }
  }
}

/// How a game ended, seen from our side.
public enum GameResult: UInt8, CaseIterable, Sendable {
  case win, loss

  public var name: String { self == .win ? "win" : "loss" }
}
