import AutoUpdate
import Simulator

/// What a session tells its delegates of the app's state, and the one delegate that is no view.
final class AppCenter {
  /// Tells of the app's state, which the store holds.
  let center: StateCenter<AppState>
  /// Asks the server; told of the state after the views.
  let poller: Poller

  init(in world: Simulation) {
    center = StateCenter(
      \AppStateModel.state, of: 0, in: world.store, otherwise: .ready(true), cause: "app state")
    poller = Poller(in: world)
  }
}

extension Simulation {
  /// The app's state and who is told of it.
  var app: AppCenter { service { AppCenter(in: $0) } }
}
