import AutoUpdate
import CommandLanguage

extension WarRoom {
  /// The most characters of what somebody says, and of an opponent's name.
  static let textLimit = 500

  func setPhase(_ phase: GamePhase) throws {
    var game = game
    guard PhaseRules.allows(game.phase, phase) else {
      throw GameError.phaseNotAllowed(from: game.phase, to: phase)
    }
    guard game.phase != phase else { return }
    enter(phase, in: &game)
    try write { $0.save(game, in: games) }
  }

  /// Puts a game into a phase, with what begins and ends there.
  func enter(_ phase: GamePhase, in game: inout Game) {
    game.phase = phase
    switch phase {
    case .none: game = Game()
    case .active: game.startTick = tick
    case .matching, .postMortem: break
    }
  }

  func setSide(_ side: Side) throws {
    try write { transaction in
      _ = transaction.update(.me, in: players) { $0.side = side }
      _ = transaction.update(.opponent, in: players) { $0.side = side.other }
    }
  }

  func setOpponent(_ name: String) throws {
    if let why = UnitName.problem(with: name, reserved: []) {
      throw GameError.badText("opponent's name", why: why)
    }
    try write { transaction in
      transaction.save(Player(id: .opponent, name: name, side: me.side.other), in: players)
      _ = transaction.update(Game.currentID, in: games) { $0.opponent = name }
    }
  }

  func say(_ text: String) throws {
    guard text.count <= Self.textLimit else {
      throw GameError.badText("message", why: "it is longer than \(Self.textLimit) characters")
    }
    let id = try draw { $0.nextMessage() }
    try write { $0.save(Message(id: id, author: me.name, text: text, tick: tick), in: messages) }
  }
}
