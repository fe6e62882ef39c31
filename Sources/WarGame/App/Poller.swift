import AutoUpdate
import Simulator

/// A poller that saves the server's game in the store, so that the views update.
///
/// Like every delegate, it is called with changes of the app's state. It does not poll while the app is not ready or
/// the player is not signed in.
final class Poller: AppStateDelegate, SessionService {
  static let name = "poller"
  private unowned let world: Simulation
  /// The state that the poller was last called with.
  private var state = AppState.ready(true)

  init(in world: Simulation) { self.world = world }

  // When the store is reset, the poller is called with the app's state.
  func reset() {}

  func appStateChanged(_ state: AppState) { self.state = state }

  /// A Boolean value that indicates whether the app's state forbids polling.
  private var isPaused: Bool {
    switch state {
    case .ready(let isReady): !isReady
    case .authentication(.success), .dataRetrieval: false
    case .authentication: true
    }
  }

  /// Polls once. A failure becomes the app's state and changes nothing else.
  func poll() throws {
    if isPaused { throw GameError.pollingPaused(state: state) }
    let server = world[ScriptedServer.the] ?? ScriptedServer()
    if server.isHolding {
      world.app.assign(.dataRetrieval(.active))
    } else if let reason = server.failure {
      world.app.assign(.dataRetrieval(.failure(reason)))
    } else {
      try world.receive(server.game)
    }
  }
}

/// The modes of the command `poll`.
enum PollMode: String, FieldWord { case every, off }
