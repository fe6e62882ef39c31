import AutoUpdate
import Simulator

/// The game that is played, and how it goes on.
extension Simulation {
  var game: Game { self[Game.current] ?? Game() }
  var me: Player { self[Player.me] ?? Player(id: .me, name: "me", side: .attacker) }

  /// A player's way to a phase: along the transitions.
  func go(to phase: GamePhase) throws {
    let old = game.phase
    guard GamePhase.transitions.allows(old.rawValue, phase.rawValue) else {
      throw GameError.phaseNotAllowed(from: old, to: phase)
    }
    try enter(phase)
  }

  /// Puts the game into a phase, with what begins and ends there.
  private func enter(_ phase: GamePhase) throws {
    guard game.phase != phase else { return }
    try change(Game.current) { game in
      if phase == .none { game = Game() }
      game.phase = phase
      if phase == .active { game.startTick = tick }
    }
    try seatOpponent()
  }

  /// Makes the opponent whom the game names one of the players, or takes the seat away: a game that is over has none.
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

  /// Saves what a server said. It knows best: a phase may be one that we would not go to by ourselves.
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
