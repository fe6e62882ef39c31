import Testing

@testable import AutoUpdate

/// The rows in an object: an expectation copies what it looks at.
private final class Rows<Order: SortOrder> {
  private var rows: SortedRows<Order>

  init(order: Order) { rows = SortedRows(order: order) }

  var count: Int { rows.count }
  subscript(position: Int) -> Int32 { rows[position] }
  func position(of row: Int32) -> Int? { rows.position(of: row) }
  @discardableResult
  func insert(_ row: Int32, key: Order.Key) -> Int { rows.insert(row, key: key) }
  @discardableResult
  func remove(_ row: Int32) -> (position: Int, key: Order.Key)? { rows.remove(row) }
  func update(_ row: Int32, key: Order.Key) -> (from: Int, to: Int)? { rows.update(row, key: key) }
  func replaceKey(of row: Int32, with key: Order.Key) -> Bool { rows.replaceKey(of: row, with: key) }
  func fill(_ entries: ContiguousArray<(row: Int32, key: Order.Key)>) { rows.fill(entries) }
  /// Replaces rows in two walks and says where they were and are.
  func replace(_ rows: [Int32], with entries: [(row: Int32, key: Order.Key)]) -> (
    old: [Int32: Int], new: [Int32: Int]
  ) {
    var marks = RowMarks()
    for (number, row) in rows.enumerated() { marks.mark(row, number: number) }
    var (old, new): ([Int32: Int], [Int32: Int]) = ([:], [:])
    self.rows.takeOut(marks) { number, position, _ in old[rows[number]] = position }
    self.rows.putIn(ContiguousArray(entries)) { index, position in new[entries[index].row] = position }
    return (old, new)
  }
  func list(_ range: Range<Int>? = nil) -> [Int32] {
    var list: [Int32] = []
    rows.forEach(in: range ?? 0..<rows.count) { list.append($0) }
    return list
  }
}

@Suite struct SortedRowsTests {
  @Test func `Rows stand in the order of their keys, equal keys in the order of rows`() {
    let rows = Rows(order: KeyOrder<Int>())
    for (row, key) in [(4, 20), (2, 10), (9, 20), (1, 20)] as [(Int32, Int)] { rows.insert(row, key: key) }
    #expect(rows.list() == [2, 1, 4, 9])
    #expect(rows.position(of: 4) == 2)
    #expect(rows.position(of: 3) == nil)
    #expect(rows.position(of: 1_000) == nil)
    #expect(rows[3] == 9)
  }

  @Test func `Several keys decide in turn, each its own way`() {
    let rows = Rows(order: KeyOrder<SortKeys<Int, SortKeys<Descending<Int>, String>>>())
    rows.insert(1, key: SortKeys(1, Descending(5), "b"))
    rows.insert(2, key: SortKeys(1, Descending(7), "z"))
    rows.insert(3, key: SortKeys(0, Descending(1), "q"))
    rows.insert(4, key: SortKeys(1, Descending(5), "a"))
    #expect(rows.list() == [3, 2, 4, 1])
  }

  @Test func `An order may be known at run time only`() {
    let isDescending = true
    let rows = Rows(order: RuntimeOrder<Int> { isDescending ? $0 > $1 : $0 < $1 })
    for (row, key) in [(1, 10), (2, 30), (3, 20)] as [(Int32, Int)] { rows.insert(row, key: key) }
    #expect(rows.list() == [2, 3, 1])
  }

  @Test func `Removing gives back where the row was and its key`() {
    let rows = Rows(order: KeyOrder<String>())
    rows.insert(1, key: "b")
    rows.insert(2, key: "a")
    let removed = rows.remove(1)
    #expect(removed?.position == 1)
    #expect(removed?.key == "b")
    #expect(rows.remove(1) == nil)
    #expect(rows.list() == [2])
  }

  @Test func `A key that keeps its row in place is replaced without a move`() {
    let rows = Rows(order: KeyOrder<Int>())
    for row in Int32(0)..<5 { rows.insert(row, key: Int(row) * 10) }
    #expect(rows.replaceKey(of: 2, with: 29))
    #expect(!rows.replaceKey(of: 2, with: 31))
    rows.insert(9, key: 28)
    #expect(rows.list() == [0, 1, 9, 2, 3, 4])
  }

  @Test func `Keys that have no order keep every row`() {
    var random = SplitMix(7)
    let rows = Rows(order: KeyOrder<Double>())
    for row in Int32(0)..<2_000 { rows.insert(row, key: random.oneIn(3) ? .nan : Double(random.below(50))) }
    for row in Int32(0)..<1_000 { #expect(rows.remove(row * 2) != nil) }
    #expect(rows.list().sorted() == (0..<1_000).map { $0 * 2 + 1 })
  }

  @Test func `Rows that come and go by the thousand leave a list that works`() {
    let rows = Rows(order: KeyOrder<Int>())
    for round in 0..<3 {
      for row in Int32(0)..<3_000 { rows.insert(row, key: Int(row) * (round.isMultiple(of: 2) ? 1 : -1)) }
      for row in Int32(0)..<3_000 { #expect(rows.position(of: row) == Int(round == 1 ? 2_999 - row : row)) }
      for row in Int32(0)..<3_000 { rows.remove(row) }
      #expect(rows.count == 0)
    }
  }

  @Test(arguments: [3, 40, 3_000])
  func `Random insertions, moves and removals agree with a sorted array`(span: Int) {
    for seed in UInt64(1)...(span < 100 ? 60 : 4) {
      var random = SplitMix(seed)
      let rows = Rows(order: KeyOrder<Int>())
      var model: [(key: Int, row: Int32)] = []
      if random.oneIn(2) {
        for row in 0..<span where random.oneIn(2) { model.append((random.below(span), Int32(row))) }
        model.sort { $0 < $1 }
        rows.fill(ContiguousArray(model.map { (row: $0.row, key: $0.key) }))
      }
      for _ in 0..<(span < 100 ? 300 : 4_000) {
        let (row, key) = (Int32(random.below(span)), random.below(span))
        let old = model.firstIndex { $0.row == row }
        switch random.below(4) {
        case 0:
          let removed = rows.remove(row)
          #expect(removed?.position == old, "seed \(seed)")
          if let old { model.remove(at: old) }
        case 1 where old != nil && rows.replaceKey(of: row, with: key):
          model[old!].key = key
        case 2 where old != nil:
          model.remove(at: old!)
          let position = model.firstIndex { ($0.key, $0.row) > (key, row) } ?? model.count
          model.insert((key, row), at: position)
          let way = rows.update(row, key: key)
          #expect([way?.from, way?.to] == [old, position], "seed \(seed)")
        default:
          if let old { model.remove(at: old) }
          let position = model.firstIndex { ($0.key, $0.row) > (key, row) } ?? model.count
          model.insert((key, row), at: position)
          #expect(rows.insert(row, key: key) == position, "seed \(seed)")
        }
        if random.oneIn(20), !model.isEmpty {
          let position = random.below(model.count)
          #expect(rows[position] == model[position].row, "seed \(seed)")
          #expect(rows.position(of: model[position].row) == position, "seed \(seed)")
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
        let before = model
        let gone = Set(touched)
        model.removeAll { gone.contains($0.row) }
        model = (model + entries).sorted { $0 < $1 }
        let (old, new) = rows.replace(touched, with: entries.map { (row: $0.row, key: $0.key) })
        let places = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1.row, $0) })
        let newPlaces = Dictionary(uniqueKeysWithValues: model.enumerated().map { ($1.row, $0) })
        let come = Set(entries.map(\.row))
        #expect(old == places.filter { gone.contains($0.key) }, "seed \(seed), round \(round)")
        #expect(new == newPlaces.filter { come.contains($0.key) }, "seed \(seed), round \(round)")
        #expect(rows.count == model.count)
        #expect(rows.list() == model.map(\.row), "seed \(seed), round \(round)")
        // The list goes on as any other.
        for _ in 0..<4 {
          let (row, key) = (Int32(random.below(span)), random.below(keys))
          if let known = model.firstIndex(where: { $0.row == row }) { model.remove(at: known) }
          model.append((key, row))
          model.sort { $0 < $1 }
          #expect(rows.insert(row, key: key) == model.firstIndex { $0.row == row }, "seed \(seed)")
        }
      }
    }
  }
}
