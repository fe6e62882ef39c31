import AutoUpdate
import Simulator

/// Asks the server and saves what it says into the store; the views follow by themselves.
///
/// It is told of the app's state like every delegate, and rests while the app is not ready.
final class Poller: AppStateDelegate, SessionService {
  static let name = "poller"
  private unowned let world: Simulation
  /// The state that the poller was last called with.
  private var state = AppState.ready(true)

  init(in world: Simulation) { self.world = world }

  // It is called with the app's state, which the store returns to.
  func reset() {}

  func appStateChanged(_ state: AppState) { self.state = state }

  /// A Boolean value that indicates whether the app's state forbids polling.
  private var isResting: Bool {
    switch state {
    case .ready(let isReady): !isReady
    case .authentication(.success), .dataRetrieval: false
    case .authentication: true
    }
  }

  /// Asks once. What goes wrong becomes the app's state and changes nothing else.
  func poll() throws {
    if isResting { throw GameError.pollerRests(state: state) }
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
