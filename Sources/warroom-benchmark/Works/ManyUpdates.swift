/// S3: one transaction updates a part of the units, and each updated unit's view is called once.
@MainActor
enum ManyUpdates {
  static func work(count: Int, updates: Int) throws -> Work {
    let store = StoreWorld(count: count, undo: 2)
    let listed = StoreWorld(count: count, undo: 2)
    let list = LiveList(listed)
    var dense = DenseWorld(count: count)
    let byObject = NotificationWorld(count: count, design: .byObject)
    var orders = (0..<4).map { _ in Order(count: count) }
    return Work(
      id: "S3", title: "\(updates) updates at once, a weak view each", size: count,
      operation: "transaction of \(updates)",
      contenders: [
        Contender("store", store.isCorrect) { operations in
          for _ in 0..<operations { store.updateAtOnce(updates, &orders[0]) }
        },
        Contender("store, with a live query", listed.isCorrect && list.isCorrect) { operations in
          for _ in 0..<operations { listed.updateAtOnce(updates, &orders[1]) }
        },
        Contender("dense arrays, direct call", isFloor: true, dense.isCorrect) { operations in
          dense.update(operations * updates, &orders[2])
        },
        Contender("NotificationCenter, object:", byObject.isCorrect) { operations in
          byObject.update(operations * updates, &orders[3])
        },
      ],
      close: { byObject.close() })
  }
}
