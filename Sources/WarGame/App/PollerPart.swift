import AutoUpdate
import Simulator

extension Simulation {
  /// The poller of the server, which is called after the views when the app's state changes.
  var poller: Poller { service { Poller(in: $0) } }
}

/// The part that registers the poller as the last delegate of the app's state.
struct PollerPart: WorldPart {
  func declare(in declarations: inout Declarations) {
    declarations.silentObservers.append(Poller.name)
    declarations.installs.append { world in
      let poller = world.poller
      poller.appStateChanged(world.app.add(poller, name: Poller.name))
    }
  }
}
