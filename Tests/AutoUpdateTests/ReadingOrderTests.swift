import ListEdits
import Testing

@testable import AutoUpdate

private struct Fighter: Storable {
  let id: Int
  var hp = 100
  var team = 0
}

private struct Team: Storable {
  let id: Int
  var rank = 0
}

/// Live queries and values that read others, and what stands outside of the store.
@Suite struct ReadingOrderTests {
  private let store = DataStore()
  private let fighters: Table<Fighter>
  private let teams: Table<Team>

  init() {
    fighters = store.table(of: Fighter.self)
    teams = store.table(of: Team.self)
    store.transaction("setup") {
      for id in 0..<4 { $0.save(Fighter(id: id, hp: id * 30, team: id % 2)) }
      for id in 0..<2 { $0.save(Team(id: id, rank: id)) }
    }
  }

  @Test func `a query may read one that was made after it`() throws {
    var strong: LiveQuery<Fighter>?
    let names = LiveQuery(
      fighters, where: { fighter in strong?.contains { $0.id == fighter.id } ?? false }, by: \.id)
    #expect(names.ids == [])
    strong = LiveQuery(fighters, where: { $0.hp > 50 }, by: \.id)
    // From now on it reads the other.
    try store.update(Fighter(id: 0, hp: 60))
    try store.update(Fighter(id: 1, hp: 70))
    #expect(names.ids.contains(1) && names.ids.contains(0))
    try store.update(Fighter(id: 3, hp: 10, team: 1))
    #expect(!names.ids.contains(3))
  }

  @Test
  func `a reader of a value is evaluated again when the value changes, not when its inputs do`()
    throws
  {
    let fighters = fighters
    let teams = teams
    let top = LiveValue(in: store) { teams.models.map(\.rank).max() ?? 0 }
    var asked = 0
    let query = LiveQuery(
      fighters,
      where: { fighter in
        asked += 1
        return fighter.team == top.value
      }, by: \.id)
    #expect(query.ids == [1, 3])
    asked = 0
    try store.update(Team(id: 0, rank: -1))
    #expect(asked == 0)
    try store.update(Team(id: 1, rank: 0))
    #expect(asked == 4 && query.ids == [0, 2])
  }

  @Test func `a limit follows what it reads`() throws {
    let teams = teams
    let query = LiveQuery(fighters, limit: { teams[1]?.rank }, by: \.id, inOrder: { $0 < $1 })
    var told: [ListEdit<Int>] = []
    let token = query.observe { if case .edits(let edits) = $0 { told += edits } }
    #expect(query.ids == [0])
    try store.update(Team(id: 1, rank: 3))
    #expect(query.ids == [0, 1, 2] && told == [.insert(1, at: 1), .insert(2, at: 2)])
    try store.update(Team(id: 1, rank: 0))
    #expect(query.ids == [])
    withExtendedLifetime(token) {}
  }

  @Test func `a query that reads a source follows once for each commit, behind the observers that change it`()
    throws
  {
    let source = StoreSource(in: store)
    var isDry = true
    let plain = LiveQuery(fighters, by: \.id)
    let watching = plain.observe { _ in
      isDry.toggle()
      source.noteChange()
    }
    let outside = LiveQuery(
      fighters,
      where: { fighter in
        source.noteRead()
        return isDry || fighter.hp > 50
      }, by: \.id)
    var told: [[ListEdit<Int>]] = []
    let token = outside.observe { if case .edits(let edits) = $0 { told.append(edits) } }
    #expect(outside.ids == [2, 3])
    try store.update(Fighter(id: 0, hp: 90))
    #expect(isDry && outside.ids == [0, 1, 2, 3])
    #expect(told == [[.insert(0, at: 0), .insert(1, at: 1)]])
    isDry = false
    source.noteChange()
    #expect(outside.ids == [0, 2, 3] && told.count == 2)
    withExtendedLifetime((token, watching)) {}
  }

  @Test func `an observer that keeps changing its own source is a fault`() {
    let source = StoreSource(in: store)
    var count = 0
    let value = LiveValue(in: store) {
      source.noteRead()
      return count
    }
    let token = value.observe { _ in
      count += 1
      source.noteChange()
    }
    #expect(store.takeFaults() == [.sourceChangedRepeatedly(cause: "sources", limit: 100)])
    #expect(
      "\(StoreError.sourceChangedRepeatedly(cause: "close map", limit: 100))"
        == "observers of “close map” changed what they observe more than 100 times in a row")
    withExtendedLifetime(token) {}
  }

  @Test func `after too many changes of a source, the next delivery brings its readers up to date`() throws {
    store.cascadeLimit = 3
    let source = StoreSource(in: store)
    var (count, isRestless) = (0, true)
    let value = LiveValue(in: store) {
      source.noteRead()
      return count
    }
    let token = value.observe { _ in
      if !isRestless { return }
      count += 1
      source.noteChange()
    }
    #expect(store.takeFaults() == [.sourceChangedRepeatedly(cause: "sources", limit: 3)])
    #expect(value.value < count)
    // Each delivery makes one more attempt.
    try store.update(Team(id: 7), cause: "team")
    #expect(store.takeFaults() == [.sourceChangedRepeatedly(cause: "team", limit: 3)])
    isRestless = false
    #expect(value.value < count)
    try store.update(Team(id: 8))
    #expect(value.value == count && store.takeFaults().isEmpty)
    withExtendedLifetime(token) {}
  }

  @Test func `the number of a released source is reused, and readers follow their own sources`() {
    var (kept, counts, values): ([StoreSource], [Int], [LiveValue<Int>]) = ([], [], [])
    let box = Counts()
    for index in 0..<200 {
      let source = StoreSource(in: store)
      box.all.append(0)
      if index.isMultiple(of: 20) {
        kept.append(source)
        counts.append(index)
        values.append(
          LiveValue(in: store) {
            source.noteRead(of: index.isMultiple(of: 40) ? 1 : nil)
            return box.all[index]
          })
      } else {
        _ = LiveValue(in: store) {
          source.noteRead()
          return 0
        }
      }
    }
    #expect(store.core.tableCount < 40)
    for (source, index) in zip(kept, counts) {
      box.all[index] = index
      source.noteChange(of: index.isMultiple(of: 40) ? 1 : nil)
      #expect(values.map(\.value) == counts.map { $0 <= index ? $0 : 0 })
    }
  }

  @Test func `writes of the open transaction are compared with earlier reads`() {
    let fighters = fighters
    var reads = Reads()
    store.transaction("look") { transaction in
      transaction.save(Fighter(id: 9))
      #expect(store.note(&reads) { fighters[9]?.hp } == 100)
      #expect(store.openTransactionAffects(reads))
    }
    store.transaction("other") { transaction in
      transaction.save(Team(id: 7))
      #expect(!store.openTransactionAffects(reads))
    }
  }
}

private final class Counts {
  var all: [Int] = []
}
