import AutoUpdate

/// A world with a store and a view for each unit, as a user would write it.
final class StoreWorld {
  final class View: AutoUpdating {
    var subscription: Subscription?
    private(set) var label = Label()

    func prepare(with unit: Unit?) {
      if let unit { label.show(unit) }
    }
  }

  let store = DataStore()
  let units: Table<Unit>
  let rows: [Row]
  let views: [View]

  /// - Parameter undo: the number of transactions that can be undone.
  init(count: Int, undo: Int = 1_000) {
    store.history.limit = HistoryLimit(steps: undo, changes: 100 * undo)
    let units = store.table(of: Unit.self)
    store.transaction("fill") { transaction in
      for id in 0..<Int32(count) { transaction.save(Unit(id), in: units) }
    }
    self.units = units
    rows = (0..<Int32(count)).compactMap { units.row(of: $0) }
    views = (0..<Int32(count)).map { id in
      let view = View()
      view.autoUpdate(id, from: units)
      return view
    }
  }

  /// Runs one transaction per update. Units are found by their rows, which are dense numbers in the store.
  func updateByRow(_ operations: Int, _ order: inout Order) {
    order.forEach(operations) { id, blow in
      store.transaction("blow") { transaction in
        _ = transaction.update(rows[Int(id)], in: units) { $0.take(blow) }
      }
    }
  }

  /// Runs one transaction per update. Units are looked up by identity.
  func updateByID(_ operations: Int, _ order: inout Order) {
    order.forEach(operations) { id, blow in
      store.transaction("blow") { transaction in
        _ = transaction.update(id, in: units) { $0.take(blow) }
      }
    }
  }

  func updateAtOnce(_ updates: Int, _ order: inout Order) {
    store.transaction("blows") { transaction in
      order.forEach(updates) { id, blow in
        _ = transaction.update(rows[Int(id)], in: units) { $0.take(blow) }
      }
    }
  }

  var isCorrect: Bool {
    store.history.present > 0
      && views.indices.allSatisfy { index in
        units[Int32(index)].map { views[index].label.shows($0) } ?? false
      }
  }
}
