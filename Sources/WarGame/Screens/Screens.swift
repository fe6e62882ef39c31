import AutoUpdate
import Simulator

enum Screens {
  /// The title of the app: the phase of the game, or the app's state before it is ready to play.
  static let title = Label(
    "app/title", showing: [.field(\Game.phase, of: 0), .field(\AppStateModel.state, of: 0)], marks: ["~"],
    keptBy: { TitleBar(in: $0, update: $1) }
  ) { world in
    switch world.app.state {
    case .ready(false): "not ready"
    case .authentication(.idle): "signed out"
    case .authentication(.active): "signing in"
    case .authentication(.failure(let reason)): "sign-in failed: \(reason)"
    case .ready(true), .authentication(.success), .dataRetrieval: world.game.phase.title
    }
  }

  /// The activity of the network, which is shown while data is retrieved and after a failure.
  static let network = Label(
    "app/network", showing: [.field(\AppStateModel.state, of: 0)],
    keptBy: { NetworkIndicator(in: $0, update: $1) }
  ) { world in
    switch world.app.state {
    case .dataRetrieval(.active): "waiting for the server"
    case .dataRetrieval(.failure(let reason)): "offline: \(reason)"
    case .ready, .authentication, .dataRetrieval(.idle), .dataRetrieval(.success): ""
    }
  }

  /// The map: the units, and the opponent while a game is active.
  static let map = Screen("map", isOpen: true, limit: 2) {
    List("units", of: AnyUnit.self, cell: { UnitCell() })
    accessory(.attacker, in: [.active])
    accessory(.defender, in: [.active])
  }

  /// The chat: the messages, and the opponent during matching and in an active game.
  static let chat = Screen("chat", limit: 2) {
    List("messages", of: Message.self, showsLast: true, marks: ["+", "-"])
    accessory(.attacker, in: [.matching, .active])
    accessory(.defender, in: [.matching, .active])
  }

  /// Returns the label below a screen's main view that names the opponent. It is visible in the given phases while we
  /// play on the given side.
  private static func accessory(_ side: Side, in phases: [GamePhase]) -> Label {
    Label(
      side.rawValue, visible: .when(\Game.phase, of: 0, isOneOf: phases),
      .when(\Player.side, of: .me, is: side),
      showing: [.field(\Game.opponent, of: 0)]
    ) { world in
      let name = world.game.opponent ?? "somebody"
      return side == .attacker ? "you attack \(name)" : "\(name) attacks you"
    }
  }
}

/// The host of the title, which is called with changes of the app's state and of the game.
final class TitleBar: AppStateDelegate {
  private let update: () -> Void
  private var games: Subscription?

  init(in world: Simulation, update: @escaping () -> Void) {
    self.update = update
    world.app.add(self, name: "title bar")
    games = world.table(of: Game.self).observe(name: "title bar") { _ in update() }
  }

  func appStateChanged(_ state: AppState) { update() }
}

/// The host of the network indicator, which is called with changes of the app's state.
final class NetworkIndicator: AppStateDelegate {
  private let update: () -> Void

  init(in world: Simulation, update: @escaping () -> Void) {
    self.update = update
    world.app.add(self, name: "network indicator")
  }

  func appStateChanged(_ state: AppState) { update() }
}
