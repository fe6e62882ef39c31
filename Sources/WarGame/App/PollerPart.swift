import AutoUpdate
import Simulator

extension Simulation {
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
