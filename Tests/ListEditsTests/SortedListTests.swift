import ListEdits
import StoreMemory
import TestSupport
import Testing

/// A list with random keys beside a plain one; rows are in sections by their keys' tens, or in none.
private struct Lists {
  let list: SortedList<KeyOrder<Int>, Int>
  var limit: Int
  let hasSections: Bool
  var keys: [Int32: Int] = [:]
  /// What the edits have made of the list so far.
  var followed: [[Int32]]
  var moveCount = 0

  init(limit: Int, hasSections: Bool) {
    self.limit = limit
    self.hasSections = hasSections
    list = SortedList(order: KeyOrder(), limit: limit, sectionKey: hasSections ? { $0 / 10 } : nil)
    followed = hasSections ? [] : [[]]
  }

  /// The rows that should be shown, by section.
  var expected: [[Int32]] {
    let rows = keys.keys.sorted { (keys[$0] ?? 0, $0) < (keys[$1] ?? 0, $1) }.prefix(limit)
    if !hasSections { return [Array(rows)] }
    var sections: [(name: Int, rows: [Int32])] = []
    for row in rows {
      let name = (keys[row] ?? 0) / 10
      if sections.last?.name == name {
        sections[sections.count - 1].rows.append(row)
      } else {
        sections.append((name, [row]))
      }
    }
    return sections.map(\.rows)
  }

  /// Gives some rows a key, or none; the edits lead from the list before to the one after.
  mutating func change(_ random: inout SplitMix, count: Int) {
    let rows = Set((0..<count).map { _ in Int32(random.below(40)) }).sorted()
    for row in rows { keys[row] = random.oneIn(4) ? nil : random.below(50) }
    var edits: [ListEdit<Int32>] = []
    if random.oneIn(5) {
      let entries = ContiguousArray(keys.sorted { $0.key < $1.key }.map { (row: $0.key, key: $0.value) })
      if random.oneIn(2) { limit = random.below(12) }
      _ = list.refill(
        entries, limit: limit, changed: ContiguousArray(rows), isListed: { true }, { edits.append($0) })
    } else if rows.count == 1, !hasSections {
      _ = list.set(rows[0], key: keys[rows[0]], isListed: { true }, { edits.append($0) })
    } else {
      let visits = ContiguousArray(rows.map { RowVisit(row: $0, key: keys[$0]) })
      _ = list.set(visits, isListed: { true }, { edits.append($0) })
    }
    moveCount += edits.count { if case .move = $0 { true } else { false } }
    followed = followed.applyingSections(edits) ?? []
  }
}

@Suite struct SortedListTests {
  @Test(arguments: [(1_000, false), (1_000, true), (7, false), (7, true), (0, false)])
  func `Edits keep another list equal to the rows that are shown`(limit: Int, hasSections: Bool) {
    var moveCount = 0
    for seed in UInt64(1)...60 {
      var random = SplitMix(seed)
      var lists = Lists(limit: limit, hasSections: hasSections)
      for round in 0..<40 {
        lists.change(&random, count: random.oneIn(2) ? 1 : 1 + random.below(20))
        let expected = lists.expected
        #expect(lists.followed == expected, "seed \(seed), round \(round)")
        #expect(Array(lists.list.rows(in: 0..<lists.list.count)) == expected.flatMap { $0 }, "seed \(seed)")
        if hasSections {
          #expect(lists.list.sections.map(\.count) == expected.map(\.count), "seed \(seed), round \(round)")
        }
        if lists.followed != expected { return }
      }
      moveCount += lists.moveCount
    }
    #expect(moveCount > 0 || limit == 0)
  }

  @Test func `A row past the limit has no position until others leave`() {
    let list = SortedList<KeyOrder<Int>, Never>(order: KeyOrder(), limit: 2, sectionKey: nil)
    list.fill([(row: 3, key: 30), (row: 1, key: 10), (row: 2, key: 20)])
    #expect(list.position(of: 3) == nil)
    var edits: [ListEdit<Int32>] = []
    _ = list.set(1, key: nil, isListed: { true }, { edits.append($0) })
    #expect(edits == [.remove(1, at: 0), .insert(3, at: 1)])
    #expect(list.position(of: 3) == 1)
  }

  @Test(arguments: [1, 2] as [Int32])
  func `If either of two rows can move, a refilled list moves the one whose value changed`(changed: Int32) {
    let list = SortedList<KeyOrder<Int>, Never>(order: KeyOrder(), limit: nil, sectionKey: nil)
    list.fill([(row: 1, key: 10), (row: 2, key: 20), (row: 3, key: 30)])
    var edits: [ListEdit<Int32>] = []
    _ = list.refill(
      [(row: 1, key: 20), (row: 2, key: 10), (row: 3, key: 30)], limit: nil, changed: [changed],
      isListed: { true }, { edits.append($0) })
    let (from, to): (ListPosition, ListPosition) = changed == 1 ? (0, 1) : (1, 0)
    #expect(edits == [.move(from: from, to: to), .update(at: to)])
  }

  @Test func `A refilled list keeps as many unchanged rows in place as a comparison of both lists does`() {
    for seed in UInt64(1)...300 {
      var random = SplitMix(seed)
      let count = 2 + random.below(8)
      let keys = (0..<count).map { _ in random.below(100) }
      var newKeys = keys
      let changed = (0..<Int32(count)).filter { _ in random.oneIn(2) }
      for row in changed { newKeys[Int(row)] = random.below(100) }
      let list = SortedList<KeyOrder<Int>, Never>(order: KeyOrder(), limit: nil, sectionKey: nil)
      func entries(_ keys: [Int]) -> ContiguousArray<(row: Int32, key: Int)> {
        ContiguousArray(keys.indices.map { (row: Int32($0), key: keys[$0]) })
      }
      list.fill(entries(keys))
      let old = Array(list.rows(in: 0..<count))
      var edits: [ListEdit<Int32>] = []
      _ = list.refill(
        entries(newKeys), limit: nil, changed: ContiguousArray(changed), isListed: { true },
        { edits.append($0) })
      let new = Array(list.rows(in: 0..<count))
      let expected = ListEdit.edits(from: old, to: new) { index, _ in changed.contains(old[index]) }
      #expect(edits == expected, "seed \(seed)")
    }
  }
}
