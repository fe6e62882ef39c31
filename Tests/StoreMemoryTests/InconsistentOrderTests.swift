import StoreMemory
import TestSupport
import Testing

/// Sorting by what is no order: whatever the sequence is, every row is in it once and is found.
@Suite struct InconsistentOrderTests {
  /// Random changes of a list, checked from all sides.
  private func run<Order: SortOrder>(
    _ seed: UInt64, order: Order, key: (inout SplitMix) -> Order.Key
  ) -> String? {
    var random = SplitMix(seed)
    let rows = Rows(order: order)
    var expected: Set<Int32> = []
    for round in 0..<300 {
      if random.oneIn(30) {
        let gone = (0..<Int32(700)).filter { _ in random.oneIn(3) }
        let come = gone.filter { _ in !random.oneIn(4) }
        _ = rows.replace(gone, with: come.map { ($0, key(&random)) })
        expected.subtract(gone)
        expected.formUnion(come)
      }
      for _ in 0..<5 {
        let row = Int32(random.below(700))
        if random.oneIn(3) {
          rows.set(row, key: nil)
          expected.remove(row)
        } else {
          rows.set(row, key: key(&random))
          expected.insert(row)
        }
      }
      if round.isMultiple(of: 10), let fault = rows.fault(expected) { return "round \(round): \(fault)" }
    }
    return rows.fault(expected)
  }

  private static func number(_ random: inout SplitMix) -> Double {
    random.oneIn(3) ? .nan : Double(random.below(50))
  }

  @Test(arguments: UInt64(1)...12)
  func `A less-than that answers NaN by no to all keeps every row once`(seed: UInt64) {
    #expect(run(seed, order: RuntimeOrder<Double>(<), key: Self.number) == nil)
  }

  @Test(arguments: UInt64(1)...12)
  func `A less-than that answers at random keeps every row once`(seed: UInt64) {
    var dice = SplitMix(seed)
    #expect(run(seed, order: RuntimeOrder<Double> { _, _ in dice.oneIn(2) }, key: Self.number) == nil)
  }

  @Test func `A comparison that is always true keeps every row once`() {
    #expect(run(1, order: RuntimeOrder<Double> { _, _ in true }, key: Self.number) == nil)
  }

  @Test func `Keys that are NaN come last`() {
    let rows = Rows(order: KeyOrder<Double>())
    for (row, key) in [.nan, 2, .nan, 1, 3].enumerated() { rows.set(Int32(row), key: key) }
    #expect(rows.list() == [3, 1, 4, 0, 2])
  }

  @Test(arguments: UInt64(1)...8)
  func `Keys that may be NaN are in an order as good as any`(seed: UInt64) {
    var random = SplitMix(seed)
    var keys = (0..<400).map { _ in Self.number(&random) }
    let rows = Rows(order: KeyOrder<Double>())
    for round in 0..<4 {
      for (row, key) in keys.enumerated() { rows.set(Int32(row), key: key) }
      let sorted = keys.indices.sorted {
        let (left, right) = (keys[$0], keys[$1])
        if left.isNaN != right.isNaN { return right.isNaN }
        return left == right || left.isNaN ? $0 < $1 : left < right
      }
      #expect(rows.list() == sorted.map { Int32($0) }, "seed \(seed), round \(round)")
      for row in keys.indices where random.oneIn(3) { keys[row] = Self.number(&random) }
    }
  }
}
