import AutoUpdate
import TextViews

/// Shows what the network does while that is of interest: that it is at work, or has failed.
final class NetworkIndicator: AppStateDelegate {
  let view: Label

  init(in room: WarRoom) {
    view = Label(ViewPath("app/network"), on: room.console)
    appStateChanged(room.appState.add(self, name: "network indicator"))
  }

  func appStateChanged(_ state: AppState) {
    switch state {
    case .dataRetrieval(.active): view.show(word: "waiting for the server")
    case .dataRetrieval(.failure(let reason)): view.show(text: "offline: \(reason)")
    case .ready, .authentication, .dataRetrieval(.idle), .dataRetrieval(.success): view.show { _ in }
    }
  }
}
