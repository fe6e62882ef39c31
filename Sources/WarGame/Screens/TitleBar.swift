import AutoUpdate
import TextViews

/// The title of the app: the phase of the game, or what stands before any game.
final class TitleBar: AppStateDelegate {
  let view: Label
  /// Of what its text is made.
  let reasons: Reasons
  private var monitor: Subscription?

  init(in room: WarRoom) {
    reasons = Reasons(
      content: [room.gameFacts.phase, room.gameFacts.app],
      text: { [games = room.games, states = room.appStates] reader in
        Self.text(
          phase: reader.model(Game.currentID, in: games)?.phase ?? .none,
          state: reader.model(0, in: states)?.state ?? .ready(true))
      })
    view = Label(ViewPath("app/title"), on: room.console)
    room.appState.add(self, name: "title bar")
    monitor = room.games.observe(name: "title bar") { [unowned self] _ in update() }
    update()
  }

  func appStateChanged(_ state: AppState) { update() }

  private func update() {
    if let text = reasons.text { view.show(text: text(Present())) }
  }

  private static func text(phase: GamePhase, state: AppState) -> String {
    switch state {
    case .ready(false): "not ready"
    case .authentication(.idle): "signed out"
    case .authentication(.active): "signing in"
    case .authentication(.failure(let reason)): "sign-in failed: \(reason)"
    case .ready(true), .authentication(.success), .dataRetrieval: phase.title
    }
  }
}
