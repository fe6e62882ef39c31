import StoreMemory
import TestSupport
import Testing

@Suite struct SortedRowsTests {
  @Test func `Rows are sorted by their keys, rows with equal keys by row number`() {
    let rows = Rows(order: KeyOrder<Int>())
    for (row, key) in [(4, 20), (2, 10), (9, 20), (1, 20)] as [(Int32, Int)] { rows.set(row, key: key) }
    #expect(rows.list() == [2, 1, 4, 9])
    #expect(rows.position(of: 4) == 2)
    #expect(rows.position(of: 3) == nil)
    #expect(rows.position(of: 1_000) == nil)
    #expect(rows[3] == 9)
  }

  @Test func `An order may be known at run time only`() {
    let isDescending = true
    let rows = Rows(order: RuntimeOrder<Int> { isDescending ? $0 > $1 : $0 < $1 })
    for (row, key) in [(1, 10), (2, 30), (3, 20)] as [(Int32, Int)] { rows.set(row, key: key) }
    #expect(rows.list() == [2, 3, 1])
  }

  @Test func `A row without a key leaves the list, once`() {
    let rows = Rows(order: KeyOrder<String>())
    rows.set(1, key: "b")
    rows.set(2, key: "a")
    #expect(rows.key(of: 1) == "b")
    #expect(rows.set(1, key: nil)?.from == 1)
    #expect(rows.set(1, key: nil) == nil)
    #expect(rows.key(of: 1) == nil)
    #expect(rows.list() == [2])
  }

  @Test func `A key that keeps the position of its row is replaced without a move`() {
    let rows = Rows(order: KeyOrder<Int>())
    for row in Int32(0)..<5 { rows.set(row, key: Int(row) * 10) }
    #expect(rows.set(2, key: 29)?.stayed == true)
    #expect(rows.set(2, key: 31)?.stayed == false)
    rows.set(2, key: 29)
    rows.set(9, key: 28)
    #expect(rows.list() == [0, 1, 9, 2, 3, 4])
  }

  @Test func `Rows that come and go by the thousand leave a list that works`() {
    let rows = Rows(order: KeyOrder<Int>())
    for round in 0..<3 {
      for row in Int32(0)..<3_000 { rows.set(row, key: Int(row) * (round.isMultiple(of: 2) ? 1 : -1)) }
      for row in Int32(0)..<3_000 { #expect(rows.position(of: row) == Int(round == 1 ? 2_999 - row : row)) }
      for row in Int32(0)..<3_000 { rows.set(row, key: nil) }
      #expect(rows.count == 0)
    }
  }

  @Test(arguments: [3, 40, 3_000])
  func `Random insertions, moves and removals agree with a sorted array`(span: Int) {
    for seed in UInt64(1)...(span < 100 ? 60 : 4) {
      var random = SplitMix(seed)
      var model: [(key: Int, row: Int32)] = []
      if random.oneIn(2) {
        for row in 0..<span where random.oneIn(2) { model.append((random.below(span), Int32(row))) }
        model.sort { $0 < $1 }
      }
      let rows = Rows(order: KeyOrder<Int>(), sorted: model.map { (row: $0.row, key: $0.key) })
      for _ in 0..<(span < 100 ? 300 : 4_000) {
        let row = Int32(random.below(span))
        let key = random.oneIn(4) ? nil : random.below(span)
        let from = model.firstIndex { $0.row == row }
        if let from { model.remove(at: from) }
        let to = key.map { key in model.firstIndex { ($0.key, $0.row) > (key, row) } ?? model.count }
        if let key, let to { model.insert((key, row), at: to) }
        let way = rows.set(row, key: key)
        #expect([way?.from, way?.to] == [from, to], "seed \(seed)")
        if random.oneIn(20), !model.isEmpty {
          let position = random.below(model.count)
          #expect(rows[position] == model[position].row, "seed \(seed)")
          #expect(rows.position(of: model[position].row) == position, "seed \(seed)")
          #expect(rows.key(of: model[position].row) == model[position].key, "seed \(seed)")
        }
      }
      #expect(rows.list() == model.map(\.row), "seed \(seed)")
      let middle = rows.count / 3..<rows.count * 2 / 3
      #expect(rows.list(middle) == model[middle].map(\.row), "seed \(seed)")
    }
  }

  @Test(arguments: [5, 300, 3_000])
  func `Rows replaced at once agree with a sorted array`(span: Int) {
    for seed in UInt64(1)...(span < 1_000 ? 40 : 2) {
      var random = SplitMix(seed)
      let rows = Rows(order: KeyOrder<Int>())
      var model: [(key: Int, row: Int32)] = []
      for round in 0..<8 {
        // From a few rows to nearly all, to one end of the list or all over it.
        let odds = [1, 2, 10, 40][random.below(4)]
        let touched = (0..<Int32(span)).filter { _ in random.oneIn(odds) }
        let keys = random.oneIn(3) ? 3 : span
        let entries = touched.filter { _ in !random.oneIn(4) }
          .map { (key: random.below(keys), row: $0) }.sorted { $0 < $1 }
        let gone = Set(touched)
        let places = Dictionary(uniqueKeysWithValues: model.enumerated().map { ($1.row, $0) })
        model.removeAll { gone.contains($0.row) }
        model = (model + entries).sorted { $0 < $1 }
        let old = rows.replace(touched, with: entries.map { (row: $0.row, key: $0.key) })
        #expect(old == places.filter { gone.contains($0.key) }, "seed \(seed), round \(round)")
        #expect(rows.list() == model.map(\.row), "seed \(seed), round \(round)")
        #expect(rows.fault(Set(model.map(\.row))) == nil, "seed \(seed), round \(round)")
        // The list goes on as any other.
        for _ in 0..<4 {
          let (row, key) = (Int32(random.below(span)), random.below(keys))
          if let known = model.firstIndex(where: { $0.row == row }) { model.remove(at: known) }
          model.append((key, row))
          model.sort { $0 < $1 }
          #expect(rows.set(row, key: key)?.to == model.firstIndex { $0.row == row }, "seed \(seed)")
        }
      }
    }
  }
}
