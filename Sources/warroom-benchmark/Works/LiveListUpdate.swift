/// S2: the list `wounded by hp, id` is kept up to date after each random update.
@MainActor
enum LiveListUpdate {
  static func work(count: Int) throws -> Work {
    let plain = StoreWorld(count: count)
    let listed = StoreWorld(count: count)
    let list = LiveList(listed)
    var sorted = SortedWorld(count: count, edits: false)
    var diffed = SortedWorld(count: count, edits: true)
    var orders = (0..<4).map { _ in Order(count: count) }
    return Work(
      id: "S2", title: "live query `wounded by hp, id`", size: count, operation: "transaction",
      contenders: [
        Contender("store with a live query", listed.isCorrect && list.isCorrect) {
          listed.updateByRow($0, &orders[0])
        },
        Contender("store without (S1)", plain.isCorrect) { plain.updateByRow($0, &orders[1]) },
        Contender("sorted array, no edits", isFloor: true, sorted.isCorrect) {
          sorted.update($0, &orders[2])
        },
        Contender("sorted array, CollectionDifference", diffed.isCorrect) { diffed.update($0, &orders[3]) },
      ])
  }
}
