import AutoUpdate
import TextViews

/// Shows what the network does while that is of interest: that it is at work, or has failed.
final class NetworkIndicator: AppStateDelegate {
  let view: Label
  /// Of what its text is made.
  let reasons: Reasons

  init(in room: WarRoom) {
    reasons = Reasons(
      content: [room.gameFacts.app],
      text: { [states = room.appStates] reader in
        Self.text(reader.model(0, in: states)?.state ?? .ready(true))
      })
    view = Label(ViewPath("app/network"), on: room.console)
    appStateChanged(room.appState.add(self, name: "network indicator"))
  }

  func appStateChanged(_ state: AppState) {
    let text = Self.text(state)
    view.show { if !text.isEmpty { $0.append(text: text) } }
  }

  private static func text(_ state: AppState) -> String {
    switch state {
    case .dataRetrieval(.active): "waiting for the server"
    case .dataRetrieval(.failure(let reason)): "offline: \(reason)"
    case .ready, .authentication, .dataRetrieval(.idle), .dataRetrieval(.success): ""
    }
  }
}
