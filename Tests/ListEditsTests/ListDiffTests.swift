import TestSupport
import Testing

@testable import ListEdits

/// A random change of a list: some rows are touched, the others keep their order.
private struct Case: CustomStringConvertible {
  var old: [Int32]
  var new: [Int32]
  var touched: Set<Int32>

  var description: String { "\(old) → \(new), touched \(touched.sorted())" }

  init(old: [Int32], new: [Int32], touched: Set<Int32>) {
    self.old = old
    self.new = new
    self.touched = touched
  }

  /// Touched rows jump up to `reach` places (or leave, or enter).
  init(_ random: inout SplitMix, count: Int, odds: Int, reach: Int) {
    old = (0..<Int32(count)).map { $0 }
    let added = (0..<random.below(4)).map { Int32(count + $0) }
    touched = Set(old.filter { _ in random.oneIn(odds) } + added)
    var places: [(place: Double, row: Int32)] = []
    for row in old + added {
      if touched.contains(row), row < count, random.oneIn(5) { continue }
      let isTouched = touched.contains(row)
      let shift = isTouched ? Double(random.below(2 * reach + 1) - reach) + 0.5 : 0
      let base = row < count ? Double(row) : Double(random.below(count + 1))
      places.append((base + shift, row))
    }
    new = places.sorted { ($0.place, $0.row) < ($1.place, $1.row) }.map(\.row)
  }

  func edits(in diff: inout ListDiff) -> [ListEdit<Int32>] {
    for row in touched.sorted() {
      let (before, after) = (old.firstIndex(of: row), new.firstIndex(of: row))
      if before == nil, after == nil { continue }
      diff.items.append(TouchedRow(row: row, old: before ?? -1, new: after ?? -1))
      if before != nil, let after { diff.updates.append(Int32(after)) }
    }
    diff.untouched = old.count { !touched.contains($0) }
    return diff.edits()
  }
}

/// The length of the longest increasing subsequence, by comparing all pairs.
private func longestIncreasing(_ numbers: [Int]) -> Int {
  var best: [Int] = []
  for (index, number) in numbers.enumerated() {
    best.append(1 + ((0..<index).filter { numbers[$0] < number }.map { best[$0] }.max() ?? 0))
  }
  return best.max() ?? 0
}

private func isMove(_ edit: ListEdit<Int32>) -> Bool { if case .move = edit { true } else { false } }

@Suite struct ListDiffTests {
  @Test func `A row that moves and changes is first moved and then updated at its new position`() {
    var diff = ListDiff()
    let change = Case(old: [1, 2, 3], new: [2, 3, 1], touched: [1])
    #expect(change.edits(in: &diff) == [.move(from: 0, to: 2), .update(at: 2)])
  }

  @Test func `Removals come from the end, insertions from the beginning`() {
    var diff = ListDiff()
    let change = Case(old: [1, 2, 3, 4], new: [5, 2, 6, 4], touched: [1, 3, 5, 6])
    #expect(
      change.edits(in: &diff) == [
        .remove(3, at: 2), .remove(1, at: 0), .insert(5, at: 0), .insert(6, at: 2),
      ])
  }

  @Test func `Rows that jump together over others cost a move each, or one of the row they pass`() {
    var diff = ListDiff()
    let few = Case(old: [1, 2, 3, 4, 5], new: [1, 4, 2, 3, 5], touched: [2, 3])
    #expect(few.edits(in: &diff).filter(isMove) == [.move(from: 3, to: 1)])
    let one = Case(old: [1, 2, 3, 4, 5], new: [1, 3, 4, 2, 5], touched: [2])
    #expect(one.edits(in: &diff).filter(isMove) == [.move(from: 1, to: 3)])
  }

  @Test func `If two rows swap, the touched one moves`() {
    var diff = ListDiff()
    let first = Case(old: [1, 2], new: [2, 1], touched: [1])
    #expect(first.edits(in: &diff) == [.move(from: 0, to: 1), .update(at: 1)])
    let second = Case(old: [1, 2], new: [2, 1], touched: [2])
    #expect(second.edits(in: &diff) == [.move(from: 1, to: 0), .update(at: 0)])
  }

  @Test func `Rows that all change and keep their order do not move`() {
    var diff = ListDiff()
    let change = Case(old: [1, 2, 3], new: [1, 2, 3], touched: [1, 2, 3])
    #expect(change.edits(in: &diff) == [.update(at: 0), .update(at: 1), .update(at: 2)])
  }

  @Test(arguments: [(4, 2, 3), (12, 2, 4), (12, 1, 20), (40, 3, 4), (40, 2, 40), (300, 2, 20)])
  func `Edits in order give the new list, with as few moves as can be`(
    count size: Int, odds: Int, reach: Int
  ) {
    var diff = ListDiff()
    var (moved, still) = (0, 0)
    for seed in UInt64(1)...(size > 100 ? 30 : 700) {
      var random = SplitMix(seed &* 1_000 &+ UInt64(size &+ odds &+ reach))
      let change = Case(&random, count: size, odds: odds, reach: reach)
      let edits = change.edits(in: &diff)
      let list = change.old.applying(edits)
      #expect(list == change.new, "seed \(seed): \(change), \(edits)")
      let common = change.old.compactMap { change.new.firstIndex(of: $0) }
      let moves = edits.count(where: isMove)
      #expect(moves == common.count - longestIncreasing(common), "seed \(seed): \(change), \(edits)")
      if moves > 0 { moved += 1 } else { still += 1 }
      if list != change.new { return }
    }
    #expect(
      moved > 0 && (still > 0 || odds == 1 || size > 12), "both kinds of case were tried: \(moved), \(still)")
  }

  @Test func `Edits in order give the new list of sections, empty ones never shown`() {
    var diff = ListDiff()
    for seed in UInt64(1)...3_000 {
      var random = SplitMix(seed)
      // A row's section and key: the list is sorted by both. Touched rows get new ones.
      let count = 1 + random.below(14)
      var keys = (0..<count).map { _ in
        (section: random.below(4), key: random.below(9), isIn: !random.oneIn(4))
      }
      let old = keys
      let touched = (0..<count).filter { _ in random.oneIn(2) }
      for row in touched { keys[row] = (random.below(4), random.below(9), !random.oneIn(4)) }
      let before = sections(old)
      let after = sections(keys)
      let (oldNames, newNames) = (before.map(\.name), after.map(\.name))
      let names = Set(oldNames + newNames).sorted()
      for name in names {
        diff.sections.append(
          ListDiff.Section(
            isOld: oldNames.contains(name), isNew: newNames.contains(name),
            oldStart: Int32(before.filter { $0.name < name }.reduce(0) { $0 + $1.rows.count }),
            newStart: Int32(after.filter { $0.name < name }.reduce(0) { $0 + $1.rows.count })))
      }
      let (oldList, newList) = (before.flatMap(\.rows), after.flatMap(\.rows))
      for row in touched {
        let (from, to) = (oldList.firstIndex(of: Int32(row)), newList.firstIndex(of: Int32(row)))
        if from == nil, to == nil { continue }
        var item = TouchedRow(row: Int32(row), old: from ?? -1, new: to ?? -1)
        item.oldSection = Int32(names.firstIndex(of: old[row].section) ?? 0)
        item.newSection = Int32(names.firstIndex(of: keys[row].section) ?? 0)
        diff.items.append(item)
        if from != nil, let to { diff.updates.append(Int32(to)) }
      }
      diff.untouched = oldList.count { !touched.contains(Int($0)) }
      let edits = diff.edits()
      let common = oldList.compactMap { newList.firstIndex(of: $0) }
      let faithful = oldList.filter { old[Int($0)].section == keys[Int($0)].section }
      let staying = longestIncreasing(faithful.compactMap { newList.firstIndex(of: $0) })
      #expect(
        edits.count(where: isMove) == common.count - staying, "seed \(seed): \(before) → \(after): \(edits)")
      let list = before.map(\.rows).applyingSections(edits)
      #expect(list == after.map(\.rows), "seed \(seed): \(before) → \(after): \(edits)")
      if list != after.map(\.rows) { return }
    }
  }

  private func sections(
    _ keys: [(section: Int, key: Int, isIn: Bool)]
  ) -> [(name: Int, rows: [Int32])] {
    (0..<4).compactMap { name in
      let rows = keys.indices.filter { keys[$0].isIn && keys[$0].section == name }
        .sorted { (keys[$0].key, $0) < (keys[$1].key, $1) }
      return rows.isEmpty ? nil : (name, rows.map { Int32($0) })
    }
  }

  @Test func `Edits that do not fit a list are refused`() {
    let list = [1, 2]
    #expect(list.applying([.remove(1, at: 2)]) == nil)
    #expect(list.applying([.insert(1, at: 3)]) == nil)
    #expect(list.applying([.move(from: 0, to: 2)]) == nil)
    #expect(list.applying([.update(at: 2)]) == nil)
    #expect(list.applying([.remove(1, at: ListPosition(section: 1, row: 0))]) == nil)
    #expect(list.applying([.sectionRemoved(at: 0)]) == nil)
    #expect(list.applying([.sectionInserted(at: 1)]) == nil)
  }

  @Test func `Edits carry a list of other elements along`() {
    let edits: [ListEdit<Int>] = [.remove(1, at: 1), .insert(9, at: 0), .update(at: 2)]
    let list = ["a", "b", "c"].applying(edits) { "new \($0.row)" }
    #expect(list == ["new 0", "a", "new 2"])
  }
}
