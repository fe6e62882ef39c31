import AutoUpdate

/// The wounded units of a world, weakest first, with an observer that reads every edit of the list.
final class LiveList {
  let world: StoreWorld
  let query: LiveQuery<Unit>
  private var subscription: Subscription?
  private var editCount = 0

  init(_ world: StoreWorld) {
    self.world = world
    query = LiveQuery(world.units, where: { $0.status == .wounded }) { SortKeys($0.hp, $0.id) }
    subscription = query.observe { [unowned self] update in
      if case .edits(let edits) = update { editCount &+= edits.count }
    }
  }

  var isCorrect: Bool {
    let fresh = world.units.models.filter { $0.status == .wounded }.sorted { ($0.hp, $0.id) < ($1.hp, $1.id) }
    return editCount > 0 && query.ids == fresh.map(\.id)
  }
}

/// An observer that reads every change of a world's units.
final class ChangeReader {
  private var subscription: Subscription?
  private var changeCount = 0
  private var lastHP: Int32 = 0

  init(_ world: StoreWorld) {
    subscription = world.units.observe { [unowned self] update in
      guard case .changes(let changes) = update else { return }
      for change in changes {
        if change.before?.hp != change.after?.hp { lastHP = change.after?.hp ?? 0 }
        changeCount &+= 1
      }
    }
  }

  var isCorrect: Bool { changeCount > 0 }
}
