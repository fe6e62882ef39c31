import Testing

@testable import AutoUpdate
import ListEdits

@Suite struct LiveQueryTests {
  private let store = DataStore()
  private let table: Table<Soldier>

  init() throws {
    table = store.table(of: Soldier.self)
    store.transaction("setup") {
      for id in 1...4 { $0.save(Soldier(id: id, side: id % 2, hp: id * 10)) }
    }
  }

  private func edits(
    of query: LiveQuery<Soldier>, _ body: (Transaction) -> Void
  ) throws -> [[ListEdit<Int>]] {
    var told: [[ListEdit<Int>]] = []
    let token = query.observe { if case .edits(let edits) = $0 { told.append(edits) } }
    store.transaction("test") { body($0) }
    token.cancel()
    return told
  }

  @Test func `Registering delivers the initial state at once`() {
    let query = LiveQuery(table, where: { $0.hp > 15 }, by: \.hp)
    var counts: [Int] = []
    let token = query.observe { if case .initial = $0 { counts.append(query.count) } }
    #expect(counts == [3])
    #expect(query.ids == [2, 3, 4])
    withExtendedLifetime(token) {}
  }

  @Test func `One transaction is delivered once, with all its edits`() throws {
    let query = LiveQuery(table, by: \.hp)
    let told = try edits(of: query) {
      $0.save(Soldier(id: 1, hp: 99))
      $0.save(Soldier(id: 1, hp: 35))
      $0.delete(2, from: table)
      $0.save(Soldier(id: 5, hp: 5))
    }
    #expect(told == [[.remove(2, at: 1), .move(from: 0, to: 1), .insert(5, at: 0), .update(at: 2)]])
    #expect(query.map(\.id) == [5, 3, 1, 4])
  }

  @Test func `A row moves between sections, one of which appears and one of which goes`() throws {
    let query = SectionedQuery(table, where: { $0.id < 3 }, sections: \.side) { $0.id }
    #expect(query.sections.map(\.key) == [0, 1])
    let told = try edits(of: query) { $0.save(Soldier(id: 1, side: 2, hp: 10)) }
    #expect(
      told == [
        [
          .sectionInserted(at: 2),
          .move(from: ListPosition(section: 1, row: 0), to: ListPosition(section: 2, row: 0)),
          .sectionRemoved(at: 1), .update(at: ListPosition(section: 1, row: 0)),
        ]
      ])
    #expect(query.sections == [.init(key: 0, range: 0..<1), .init(key: 2, range: 1..<2)])
  }

  @Test func `The model of an edit is read at its position in a section`() throws {
    let query = SectionedQuery(table, sections: \.side) { $0.id }
    for (section, part) in query.sections.enumerated() {
      let models = part.range.indices.map {
        query[ListPosition(section: section, row: $0 - part.range.lowerBound)]
      }
      #expect(models == query.models(in: part.range))
    }
  }

  @Test func `A row comes into the window when one leaves it, and goes when one comes`() throws {
    let query = LiveQuery(table, limit: 2, by: \.hp)
    #expect(try edits(of: query) { $0.delete(1, from: table) } == [[.remove(1, at: 0), .insert(3, at: 1)]])
    #expect(
      try edits(of: query) { $0.save(Soldier(id: 9, hp: 1)) } == [[.remove(3, at: 1), .insert(9, at: 0)]])
    #expect(
      try edits(of: query) { $0.save(Soldier(id: 9, hp: 70)) } == [[.remove(9, at: 0), .insert(3, at: 1)]])
    #expect(try edits(of: query) { $0.save(Soldier(id: 4, hp: 41)) } == [])
  }

  @Test func `A query without observers is up to date as well`() throws {
    let query = LiveQuery(table, limit: 3, by: { Descending($0.hp) })
    try store.update(Soldier(id: 1, hp: 100))
    store.transaction("more") {
      $0.save(Soldier(id: 7, hp: 200))
      $0.delete(4, from: table)
    }
    #expect(query.ids == [7, 1, 3])
    #expect(query.index(of: 1) == 1)
    #expect(query.index(of: 2) == nil)
  }

  @Test func `While observers are called, a query is at the commit being delivered`() throws {
    let query = LiveQuery(table, by: \.id)
    var seen: [Int] = []
    let (store, table) = (store, table)
    let writer = table.observe { [unowned store] _ in
      if table[1]?.hp == 11 { store.respond("answer") { $0.save(Soldier(id: 1, hp: 12)) } }
    }
    let reader = query.observe { [unowned query] _ in seen.append(query[0].hp) }
    try store.update(Soldier(id: 1, hp: 11))
    #expect(seen == [10, 11, 12])
    withExtendedLifetime((writer, reader)) {}
  }

  @Test func `A query that begins within a transaction shows what is committed`() throws {
    var query: LiveQuery<Soldier>?
    var seen: [Int] = []
    try? store.transaction("refused") {
      $0.save(Soldier(id: 1, hp: 99))
      $0.delete(2, from: table)
      query = LiveQuery(table, by: \.hp)
      seen = query?.map(\.hp) ?? []
      throw Refused()
    }
    #expect(seen == [10, 20, 30, 40])
    #expect(query?.ids == [1, 2, 3, 4])
  }

  @Test func `A query that is gone leaves nothing in its table`() throws {
    var query: LiveQuery<Soldier>? = LiveQuery(table, by: \.hp)
    weak let ghost = query
    var token = query?.observe { _ in }
    query = nil
    #expect(ghost != nil)
    token = nil
    #expect(token == nil)
    try store.update(Soldier(id: 1, hp: 11))
    #expect(ghost == nil)
    try store.update(Soldier(id: 1, hp: 12))
    #expect(store.core.followerCount == 0)
    #expect(store.core.closureCount == 0)
  }

  @Test func `Released queries and values are removed although their own table does not change`() throws {
    for _ in 0..<1_000 {
      _ = LiveQuery(table, by: \.hp)
      _ = LiveValue(in: store) { [table] in table.count }
    }
    #expect(store.core.followerCount < 20)
  }

  @Test func `Undo moves a list back`() throws {
    store.history.limit = HistoryLimit(steps: 10, changes: 100)
    let query = LiveQuery(table, by: \.hp)
    try store.update(Soldier(id: 1, hp: 100))
    #expect(query.ids == [2, 3, 4, 1])
    try store.history.undo()
    #expect(query.ids == [1, 2, 3, 4])
  }

  @Test
  func `A condition that depends on more than the model makes the list wrong, but does not crash`()
    throws
  {
    var isOpen = true
    let query = LiveQuery(table, where: { _ in isOpen }, by: { $0.hp })
    isOpen = false
    try store.update(Soldier(id: 1, hp: 100))
    isOpen = true
    store.transaction("delete") { for id in 1...4 { $0.delete(id, from: table) } }
    #expect(query.ids == [])
  }
}
