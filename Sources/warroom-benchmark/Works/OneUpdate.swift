import Foundation

/// S1: one unit is updated, and the view that shows it is called.
@MainActor
enum OneUpdate {
  static func work(count: Int) throws -> Work {
    let byRow = StoreWorld(count: count)
    let byID = StoreWorld(count: count)
    let read = StoreWorld(count: count)
    let reader = ChangeReader(read)
    var dense = DenseWorld(count: count)
    let observation = ObservationWorld(count: count)
    let byObject = NotificationWorld(count: count, design: .byObject)
    let filter = NotificationWorld(count: count, design: .filterInBlock)
    var orders = (0..<7).map { _ in Order(count: count) }
    return Work(
      id: "S1", title: "one update, one weak view", size: count, operation: "transaction",
      contenders: [
        Contender("store, unit by row", byRow.isCorrect) { byRow.updateByRow($0, &orders[0]) },
        Contender("store, unit by identity", byID.isCorrect) { byID.updateByID($0, &orders[1]) },
        Contender("store, and someone reads the changes", read.isCorrect && reader.isCorrect) {
          read.updateByRow($0, &orders[2])
        },
        Contender("dense arrays, direct call", isFloor: true, dense.isCorrect) {
          dense.update($0, &orders[3])
        },
        Contender("Observation", observation.isCorrect) { observation.update($0, &orders[4]) },
        Contender("NotificationCenter, object:", byObject.isCorrect) { byObject.update($0, &orders[5]) },
        Contender("NotificationCenter, filter in block", filter.isCorrect) {
          filter.update($0, &orders[6])
        },
      ],
      close: {
        byObject.close()
        filter.close()
      })
  }
}
