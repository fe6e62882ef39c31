import AutoUpdate
import Simulator

/// The app's state, and who is told of it.
let appState = App(
  "app", state: \AppStateModel.state, of: 0, otherwise: .ready(true), topic: "app",
  examples: ["app authentication active", "app dataRetrieval failure \"no network\""])

extension Simulation {
  /// Tells of the app's state, which the store holds.
  var app: StateCenter<AppState> { appState.center(in: self) }
  /// Asks the server; told of the app's state after the views.
  var poller: Poller { service { Poller(in: $0) } }
}

/// Makes the poller the last of those who are told of the app's state.
struct PollerPart: WorldPart {
  func declare(in declarations: inout Declarations) {
    declarations.silentObservers.append(Poller.name)
    declarations.installs.append { world in
      let poller = world.poller
      poller.appStateChanged(world.app.add(poller, name: Poller.name))
    }
  }
}
