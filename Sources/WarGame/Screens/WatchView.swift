import AutoUpdate
import CommandLanguage
import TextViews

/// The list of a watched selection.
final class WatchView {
  let view: ListView<AnyUnit>
  private let watch: Watch

  init?(_ watch: Watch, in room: WarRoom) {
    guard let query = room.query(watch.selection) else { return nil }
    self.watch = watch
    view = ListView(
      ViewPath(watch.id), of: query, height: ScreenState.usualHeight, on: room.console
    ) { NameCell() }
    view.scroll(to: watch.firstRow)
  }

  /// Whether this is the view of a watch, whatever of it is visible.
  func shows(_ other: Watch) -> Bool {
    watch.id == other.id && watch.number == other.number && watch.selection == other.selection
  }
}

extension WarRoom {
  /// A live query of a selection of units; `nil` when the selection does not choose units, or fails.
  func query(_ selection: Selection) -> LiveQuery<AnyUnit>? {
    guard let rows = interpreter?.rows(of: selection, as: AnyUnit.self) else { return nil }
    // What fails for one unit (a division by its hp of 0) leaves that unit out.
    return LiveQuery(
      units, where: { (try? rows.matches($0)) ?? false }, limit: selection.limit,
      by: { (keys: (try? rows.keys($0)) ?? [], id: $0.id) },
      inOrder: { left, right in
        if rows.precedes(left.keys, right.keys) { return true }
        if rows.precedes(right.keys, left.keys) { return false }
        return left.id < right.id
      })
  }
}
