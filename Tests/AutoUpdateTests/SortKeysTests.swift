import AutoUpdate
import StoreMemory
import Testing

/// Keys made of several, and keys the other way round, in the order that queries sort by.
@Suite struct SortKeysTests {
  /// The places of the keys in their order.
  private func order<Key: Comparable>(_ keys: [Key]) -> [Int] {
    let order = KeyOrder<Key>()
    return keys.indices.sorted { order.precedes(keys[$0], keys[$1]) }
  }

  @Test func `Several keys decide in turn, each its own way`() {
    let keys = [
      SortKeys(1, Descending(5), "b"), SortKeys(1, Descending(7), "z"), SortKeys(0, Descending(1), "q"),
      SortKeys(1, Descending(5), "a"),
    ]
    #expect(order(keys) == [2, 1, 3, 0])
  }

  @Test func `Keys that are NaN come last, and first where the order is descending`() {
    let keys: [Double] = [.nan, 2, .nan, 1, 3]
    #expect(order(keys) == [3, 1, 4, 0, 2])
    #expect(order(keys.map { Descending($0) }) == [0, 2, 4, 1, 3])
    #expect(
      order(keys.enumerated().map { SortKeys($0 < 2 ? .nan : 0, Descending($1)) }) == [2, 4, 3, 0, 1])
  }
}
