import AutoUpdate
import Simulator

/// The current game and its course.
extension Simulation {
  var game: Game { self[Game.current] ?? Game() }
  var me: Player { self[Player.me] ?? Player(id: .me, name: "me", side: .attacker) }

  /// Changes the phase for a player, who must follow the transitions.
  func go(to phase: GamePhase) throws {
    let old = game.phase
    guard GamePhase.transitions.allows(old.rawValue, phase.rawValue) else {
      throw GameError.phaseNotAllowed(from: old, to: phase)
    }
    try enter(phase)
  }

  /// Changes the phase, and performs the effects of entering it.
  private func enter(_ phase: GamePhase) throws {
    guard game.phase != phase else { return }
    try change(Game.current) { game in
      if phase == .none { game = Game() }
      game.phase = phase
      if phase == .active { game.startTick = tick }
    }
    try seatOpponent()
  }

  /// Adds the game's opponent to the players, or removes the opponent if it has no name or the game is over.
  func seatOpponent() throws {
    let players = table(of: Player.self)
    try write { transaction in
      if game.phase != .postMortem, let name = game.opponent {
        transaction.save(Player(id: .opponent, name: name, side: me.side.other), in: players)
      } else {
        transaction.delete(.opponent, from: players)
      }
    }
  }

  /// Saves the game that a server reported. The server may set any phase, even one that a player may not enter.
  func receive(_ news: Game) throws {
    app.assign(.dataRetrieval(.success))
    try enter(news.phase)
    try change(Game.current) { game in
      game.opponent = news.opponent
      game.result = news.result
    }
    try seatOpponent()
  }
}
