import AutoUpdate
import CommandLanguage
import TextViews

/// The list of a watched selection.
///
/// A condition that speaks of the unit alone is followed by a live query. One that also reads other
/// things (`side == me.side`, `hp < Arthur.hp`) is asked anew after every transaction, so that the list
/// is always what the selection gives now.
final class WatchView {
  let view: ListView<AnyUnit>
  /// Tests and orders single units.
  let rows: SelectionRows<AnyUnit>
  private let watch: Watch
  private unowned let room: WarRoom
  private var monitor: Monitor?

  /// A view that is not on the screen yet; `nil` when the selection does not choose units, or fails.
  init?(_ watch: Watch, in room: WarRoom) {
    guard let rows = room.interpreter?.rows(of: watch.selection, as: AnyUnit.self) else { return nil }
    self.watch = watch
    self.rows = rows
    self.room = room
    view = ListView(
      ViewPath(watch.id), of: room.query(rows), height: ScreenState.usualHeight, on: room.console
    ) { NameCell() }
    view.scroll(to: watch.firstRow)
  }

  /// Whether this is the view of a watch, whatever of it is visible.
  func shows(_ other: Watch) -> Bool {
    watch.id == other.id && watch.number == other.number && watch.selection == other.selection
  }

  func appear() {
    if !rows.isAboutRowAlone { askAgain() }
    view.appear()
  }

  /// Makes the store tell the list after all others, see `Stage`.
  func observeAsLast() {
    if rows.isAboutRowAlone { view.observeAsLast() } else { askAgain() }
  }

  /// Asks the condition now and whenever anything changes, before the list itself is told.
  private func askAgain() {
    monitor = nil
    monitor = Monitor(
      room.units, room.games, room.players, room.messages, room.appStates, room.clocks, room.screenStates,
      room.watches, owner: self, name: "\(view.path)"
    ) { $0.view.show($0.room.query($0.rows)) }
  }
}

extension WarRoom {
  /// A live query of the units that `rows` chooses.
  func query(_ rows: SelectionRows<AnyUnit>) -> LiveQuery<AnyUnit> {
    // What fails for one unit (a division by its hp of 0) leaves that unit out.
    func matches(_ unit: AnyUnit) -> Bool { (try? rows.matches(unit)) ?? false }
    func keys(_ unit: AnyUnit) -> [Value] { (try? rows.keys(unit)) ?? [] }
    var chosen: [UnitID: [Value]]?
    if !rows.isAboutRowAlone {
      // A query asks about a unit more than once and wants the same answer; here it may change.
      chosen = [:]
      units.forEach { _, unit in
        if matches(unit) { chosen?[unit.id] = keys(unit) }
      }
    }
    return LiveQuery(
      units, where: { [chosen] unit in chosen.map { $0[unit.id] != nil } ?? matches(unit) },
      limit: rows.limit,
      by: { [chosen] unit in (keys: chosen.map { $0[unit.id] ?? [] } ?? keys(unit), id: unit.id) },
      inOrder: { left, right in
        if rows.precedes(left.keys, right.keys) { return true }
        if rows.precedes(right.keys, left.keys) { return false }
        return left.id < right.id
      })
  }
}
