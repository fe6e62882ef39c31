import AutoUpdate

/// Asks the server and saves what it says into the store; the views follow by themselves.
///
/// It is told of the app's state like every delegate, and rests while the app is not ready.
final class Poller: AppStateDelegate {
  private unowned let room: WarRoom
  /// Whether the app's state lets it ask.
  private(set) var isResting = false

  init(of room: WarRoom) {
    self.room = room
  }

  func appStateChanged(_ state: AppState) {
    isResting = Poller.rests(in: state)
  }

  private static func rests(in state: AppState) -> Bool {
    switch state {
    case .ready(let isReady): !isReady
    case .authentication(.success), .dataRetrieval: false
    case .authentication: true
    }
  }

  /// Asks once. What goes wrong becomes the app's state and changes nothing else.
  func poll() throws {
    if isResting { throw GameError.pollerRests(state: room.appState.state) }
    let server = room.servers[0] ?? ScriptedServer()
    if server.isHolding {
      try room.setAppState(.dataRetrieval(.active))
    } else if let reason = server.failure {
      try room.setAppState(.dataRetrieval(.failure(reason)))
    } else {
      try receive(server.status)
    }
  }

  /// Saves what a server said. It knows best: a phase may be one that we would not go to by ourselves.
  func receive(_ status: GameStatus) throws {
    try room.setAppState(.dataRetrieval(.success))
    var game = room.game
    if game.phase != status.phase { room.enter(status.phase, in: &game) }
    game.opponent = status.opponent
    game.result = status.result
    try room.write { transaction in
      transaction.save(game, in: room.games)
      if status.opponent.isEmpty {
        transaction.delete(.opponent, from: room.players)
      } else {
        let side = room.me.side.other
        transaction.save(Player(id: .opponent, name: status.opponent, side: side), in: room.players)
      }
    }
  }
}
