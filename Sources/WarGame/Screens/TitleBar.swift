import AutoUpdate
import TextViews

/// The title of the app: the phase of the game, or what stands before any game.
final class TitleBar: AppStateDelegate {
  let view: Label
  private unowned let room: WarRoom
  private var monitor: Subscription?

  init(in room: WarRoom) {
    self.room = room
    view = Label(ViewPath("app/title"), on: room.console)
    room.appState.add(self, name: "title bar")
    monitor = room.games.observe { [unowned self] _ in update() }.named("title bar")
    update()
  }

  func appStateChanged(_ state: AppState) { update() }

  private func update() {
    switch room.appState.state {
    case .ready(false): view.show(word: "not ready")
    case .authentication(.idle): view.show(word: "signed out")
    case .authentication(.active): view.show(word: "signing in")
    case .authentication(.failure(let reason)): view.show(text: "sign-in failed: \(reason)")
    case .ready(true), .authentication(.success), .dataRetrieval: view.show(text: room.game.phase.title)
    }
  }
}
