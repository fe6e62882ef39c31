import TestSupport
import Testing

@testable import AutoUpdate
import ListEdits

@Suite struct QueryReadingTests {
  private let store = DataStore()
  private let table: Table<Soldier>

  init() {
    table = store.table(of: Soldier.self)
    store.transaction("setup") {
      for id in 0..<5 { $0.save(Soldier(id: id, hp: id * 10, isWounded: true)) }
    }
  }

  @Test func `A loop whose body takes every model out of the query goes over all of them`() throws {
    let query = LiveQuery(table, where: \.isWounded, by: \.id)
    var seen: [Int] = []
    for soldier in query {
      seen.append(soldier.id)
      try store.update(Soldier(id: soldier.id, hp: soldier.hp))
    }
    #expect(seen == [0, 1, 2, 3, 4])
    #expect(query.isEmpty)
  }

  @Test func `A query is read by index, by identity and in part`() {
    let query = LiveQuery(table, where: { $0.hp > 5 }, by: { Descending($0.hp) })
    #expect(query.count == 4)
    #expect(query.ids == [4, 3, 2, 1])
    #expect(query.map(\.hp) == [40, 30, 20, 10])
    #expect(query[1].id == 3)
    #expect(query.first?.id == 4 && query.last?.id == 1)
    #expect(query.models(in: 1..<3).map(\.id) == [3, 2])
    #expect(query.models(in: 2..<99).map(\.id) == [2, 1])
    #expect(query.models(in: 7..<9).isEmpty)
    #expect(query.index(of: 0) == nil)
  }

  @Test func `A condition that reads its own query while models go sees each of them once`() {
    var query: LiveQuery<Soldier>?
    var seen: [[Int]] = []
    query = LiveQuery(
      table,
      where: { soldier in
        if let query { seen.append((0..<query.count).map { query[$0].id }) }
        return soldier.isWounded
      }, by: \.hp)
    store.transaction("some go and some move") {
      $0.delete(1, from: table)
      $0.save(Soldier(id: 4, hp: -1, isWounded: true))
      $0.delete(0, from: table)
      $0.save(Soldier(id: 2, hp: 99, isWounded: true))
    }
    #expect(query?.ids == [4, 3, 2])
    #expect(seen.allSatisfy { Set($0).count == $0.count } && !seen.isEmpty)
    query = nil
  }
}

/// A model whose section and sort key may be NaN.
private struct Reading: Storable {
  let id: Int
  var value: Double
  var place: Double = 0
}

private final class Dice {
  private var random: SplitMix

  init(_ seed: UInt64) { random = SplitMix(seed) }

  func oneIn(_ number: Int) -> Bool { random.oneIn(number) }
}

/// A key whose order is often wrong.
private struct Odd: Comparable {
  let value: Double
  let dice: Dice

  static func < (left: Odd, right: Odd) -> Bool {
    left.dice.oneIn(5) ? left.dice.oneIn(2) : left.value < right.value
  }

  static func == (left: Odd, right: Odd) -> Bool {
    left.dice.oneIn(9) ? left.dice.oneIn(2) : left.value == right.value
  }
}

@Suite struct NotANumberTests {
  private let store = DataStore()
  private let table: Table<Reading>

  init() { table = store.table(of: Reading.self) }

  @Test func `Models whose section key is not a number are in one section, the last one`() {
    let query = SectionedQuery(table, sections: \.value) { $0.id }
    var sections: [[Int]] = []
    let token = query.observe { update in
      guard case .edits(let edits) = update else { return }
      sections = sections.applyingSections(edits) ?? [[-1]]
    }
    store.transaction("1") {
      $0.save(Reading(id: 1, value: 2))
      $0.save(Reading(id: 0, value: .nan))
    }
    #expect(sections == [[1], [0]])
    store.transaction("2") {
      $0.save(Reading(id: 1, value: .nan))
      $0.save(Reading(id: 0, value: 1))
      $0.save(Reading(id: 2, value: .nan))
    }
    #expect(sections == [[0], [1, 2]])
    #expect(query.sections.map { query.models(in: $0.range).map(\.id) } == sections)
    #expect(query.sections.last?.key.isNaN == true)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: UInt64(1)...60)
  func `Keys without any order lose no model, and the edits lead to what the query shows`(seed: UInt64) {
    let dice = Dice(seed)
    var random = SplitMix(seed)
    let queries: [(LiveQuery<Reading>, () -> [Range<Int>])] = [
      Self.sectioned(
        SectionedQuery(table, sections: { Odd(value: $0.value, dice: dice) }) {
          Odd(value: $0.place, dice: dice)
        }),
      Self.sectioned(
        SectionedQuery(table, limit: 7, sections: { Odd(value: $0.value, dice: dice) }) { $0.id }),
      Self.sectioned(SectionedQuery(table, sections: \.value) { $0.place }),
    ]
    var lists: [[[Int]]] = queries.map { query, ranges in ranges().map { query.models(in: $0).map(\.id) } }
    let tokens = queries.indices.map { index in
      queries[index].0.observe { update in
        guard case .edits(let edits) = update else { return }
        lists[index] = lists[index].applyingSections(edits) ?? [[-1]]
      }
    }
    for step in 0..<40 {
      store.transaction("step") { transaction in
        for _ in 0..<1 + random.below(step.isMultiple(of: 9) ? 30 : 4) {
          let id = random.below(20)
          if random.oneIn(4) {
            transaction.delete(id, from: table)
          } else {
            let value = random.oneIn(4) ? .nan : Double(random.below(4))
            transaction.save(
              Reading(id: id, value: value, place: random.oneIn(4) ? .nan : Double(random.below(3))))
          }
        }
      }
      for (index, (query, ranges)) in queries.enumerated() {
        let shown = ranges().map { query.models(in: $0).map(\.id) }
        #expect(shown == lists[index], "seed \(seed), step \(step), query \(index)")
        let expected = index == 1 ? Swift.min(7, table.count) : table.count
        #expect(Set(query.ids).count == expected && query.count == expected, "seed \(seed), step \(step)")
      }
    }
    withExtendedLifetime(tokens) {}
  }

  private static func sectioned<Key: Comparable>(
    _ query: SectionedQuery<Reading, Key>
  ) -> (LiveQuery<Reading>, () -> [Range<Int>]) {
    (query, { query.sections.map(\.range) })
  }
}
