import AutoUpdate
import TextViews

/// Shows or hides one side's status below a screen's main view, driven by a monitor of games and
/// players alone.
final class AccessoryController {
  let view: Label
  /// When it is visible, and of what its text is made.
  let reasons: Reasons
  private var monitor: Monitor?

  init(_ path: ViewPath, side: Side, in phases: [GamePhase], of room: WarRoom) {
    reasons = Reasons(
      conditions: [
        Condition(room.gameFacts.phase, isOneOf: phases.map { .word($0.name) }),
        Condition(room.gameFacts.side, isOneOf: [.word(side.name)]),
      ],
      content: [room.gameFacts.opponent],
      text: { [games = room.games] in Self.text(side, reader: $0, games) })
    view = Label(path, on: room.console)
    view.isHidden = true
    monitor = Monitor(reasons.sources, name: path.description) { [unowned self] in updateUI() }
  }

  private func updateUI() {
    let isVisible = reasons.isVisible(in: Present())
    view.show { fields in
      if isVisible, let text = reasons.text { fields.append(text: text(Present())) }
    }
    view.isHidden = !isVisible
  }

  private static func text(_ side: Side, reader: any ModelReader, _ games: Table<Game>) -> String {
    let opponent = reader.model(Game.currentID, in: games)?.opponent ?? ""
    let name = opponent.isEmpty ? "somebody" : opponent
    return side == .attacker ? "you attack \(name)" : "\(name) attacks you"
  }
}
