import AutoUpdate
import CommandLanguage
import Exploration
import Simulator
import TextViews

/// Tells a view of what happens to items, as far as `hasNewLabel` says.
final class Teller {
  private var subscription: Subscription?

  init(
    _ world: Simulation, of hasNewLabel: @escaping (_ before: Item?, _ after: Item?) -> Bool,
    _ update: @escaping () -> Void
  ) {
    subscription = world.table(of: Item.self).observe(name: "teller") { news in
      guard case .changes(let changes) = news else { return }
      if changes.contains(where: { hasNewLabel($0.before, $0.after) }) { update() }
    }
  }
}

/// A cell that is used again, and keeps the face of whom it showed first.
final class StickyCell: Cell<Item> {
  private var face: String?

  override var columns: Columns { [Column("name", identifies: true), Column("state")] }

  override func write(_ item: Item, to fields: inout Fields) {
    face = face ?? item.state.rawValue
    fields.append(text: item.name)
    fields.append(text: face ?? "")
  }
}

extension BrokenWorld {
  static let views: [BrokenWorld] = [
    BrokenWorld(
      "a view that misses one kind of update", .view, "total", shortest: 2,
      World("broken", Item.schema) {
        Label(
          "total", keptBy: { world, update in Teller(world, of: { $0 == nil || $1 == nil }, update) },
          text: { world in "\(world.all(Item.self).reduce(0) { $0 + $1.count }) in all" })
      }),
    BrokenWorld(
      "a list that forgets a move", .view, "order", shortest: 3,
      World("broken", Item.schema) {
        Label(
          "order", keptBy: { world, update in Teller(world, of: { $0?.rank == $1?.rank }, update) },
          text: { world in
            let sorted = world.all(Item.self).sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
            return sorted.map(\.name).joined(separator: " ")
          })
      }),
    BrokenWorld(
      "a reused cell that keeps a face", .view, "faces", shortest: 2,
      World("broken", Item.schema) { List("faces", of: Item.self, cell: { StickyCell() }, by: \.rank) }),
    BrokenWorld(
      "an observer told twice", .lines, "news", shortest: 1,
      World("broken", Item.schema) {
        Label(
          "news",
          keptBy: { world, update in
            Teller(world, of: { _, _ in true }) {
              update()
              var fields = Fields()
              fields.append(text: "again")
              world.console.emit(.appeared(ViewPath("news"), fields, in: .single))
            }
          }, text: { world in "\(world.all(Item.self).count) items" })
      }),
    BrokenWorld(
      "a watch that misses a joined table", .view, "present", shortest: 1,
      World("broken", Item.schema, Owner.schema) {
        Label(
          "present", keptBy: { world, update in Teller(world, of: { _, _ in true }, update) },
          text: { world in
            let away = world.all(Owner.self).filter(\.isAway).map(\.name)
            return away.isEmpty ? "all here" : "away: \(away.joined(separator: " "))"
          })
      }),
    BrokenWorld(
      "a delivery out of order", .view, "last", shortest: 1,
      World("broken", Item.schema) {
        Label(
          "last",
          keptBy: { world, update in
            // The view is told before the number that it shows is taken down.
            let names = world.service { _ in Box("none") }
            return Box(
              (
                Teller(world, of: { _, _ in true }, update),
                Teller(world, of: { _, _ in true }) { names.value = "\(world.all(Item.self).count)" }
              ))
          }, text: { world in "\(world.service { _ in Box("none") }.value) items" })
      }),
    BrokenWorld(
      "a name index that goes stale after rename", .view, "index", shortest: 2,
      World("broken", Item.schema) {
        Label(
          "index", keptBy: { world, update in Teller(world, of: { $0?.id != $1?.id }, update) },
          text: { world in world.all(Item.self).map(\.name).joined(separator: " ") })
        Command("rename", "Give an item another name", .one(Item.self), .newName(of: Item.self)) {
          world, item, name in
          try world.change(item) { $0.name = name }
        }
      }),
  ]
}
