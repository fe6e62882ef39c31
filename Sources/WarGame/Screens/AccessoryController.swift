import AutoUpdate
import TextViews

/// Shows or hides one side's status below a screen's main view, driven by a monitor of games and
/// players alone.
final class AccessoryController {
  let view: Label
  private let side: Side
  private let phases: Set<GamePhase>
  private unowned let room: WarRoom
  private var monitor: Monitor?

  init(_ path: ViewPath, side: Side, in phases: Set<GamePhase>, of room: WarRoom) {
    self.side = side
    self.phases = phases
    self.room = room
    view = Label(path, on: room.console)
    view.isHidden = true
    monitor = Monitor(room.games, room.players, owner: self) { $0.updateUI() }
    monitor?.name = "\(path)"
  }

  private func updateUI() {
    let game = room.game
    guard phases.contains(game.phase), room.me.side == side else {
      view.isHidden = true
      view.show { _ in }
      return
    }
    let opponent = game.opponent.isEmpty ? "somebody" : game.opponent
    view.show(text: side == .attacker ? "you attack \(opponent)" : "\(opponent) attacks you")
    view.isHidden = false
  }
}
