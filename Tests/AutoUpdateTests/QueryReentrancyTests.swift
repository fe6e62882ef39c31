import Testing

@testable import AutoUpdate
import ListEdits

/// Conditions and keys that do what they should not, or do not expect to be asked.
@Suite struct QueryReentrancyTests {
  private let store = DataStore()
  private let table: Table<Soldier>

  init() {
    table = store.table(of: Soldier.self)
    store.transaction("setup") { for id in 0..<9 { $0.save(Soldier(id: id, hp: id)) } }
  }

  @Test(arguments: [1, 5])
  func `A condition may release its own query while it is evaluated`(count: Int) {
    var query: LiveQuery<Soldier>?
    var isArmed = false
    query = LiveQuery(
      table,
      where: { _ in
        if isArmed { query = nil }
        return true
      }, by: \.hp)
    weak let ghost = query
    isArmed = true
    store.transaction("change") { for id in 0..<count { $0.save(Soldier(id: id, hp: -id - 1)) } }
    #expect(query == nil && ghost == nil)
    store.transaction("go on") { $0.save(Soldier(id: 1, hp: 77)) }
    #expect(table[1]?.hp == 77)
  }

  @Test func `An order may release its own query while it compares`() {
    var query: LiveQuery<Soldier>?
    var isArmed = false
    query = LiveQuery(
      table, by: \.hp,
      inOrder: {
        if isArmed { query = nil }
        return $0 < $1
      })
    isArmed = true
    store.transaction("change") { $0.save(Soldier(id: 4, hp: 99)) }
    #expect(query == nil)
  }

  @Test func `A condition that writes to its own table while the query is made is refused`() throws {
    let store = store
    var refused: [StoreError] = []
    let query = LiveQuery(
      table,
      where: { soldier in
        do throws(StoreError) {
          try store.update(Soldier(id: 100 + soldier.id, hp: 1))
        } catch {
          refused.append(error)
        }
        return soldier.hp < 50
      }, by: \.id)
    #expect(refused == Array(repeating: .evaluating(cause: "update"), count: 9))
    #expect(query.ids == Array(0..<9))
    #expect(table.count == 9)
    try store.update(Soldier(id: 3, hp: 60))
    #expect(query.ids == [0, 1, 2, 4, 5, 6, 7, 8])
  }

  @Test func `A condition may make another query of the same table while a commit is followed`() throws {
    var others: [LiveQuery<Soldier>] = []
    let table = table
    let query = LiveQuery(
      table,
      where: { soldier in
        if others.count < 3 { others.append(LiveQuery(table, where: { $0.hp > 3 }, by: \.id)) }
        return soldier.hp > 3
      }, by: \.id)
    try store.update(Soldier(id: 2, hp: 8))
    try store.update(Soldier(id: 5, hp: 0))
    for other in others { #expect(other.ids == query.ids) }
    #expect(query.ids == [2, 4, 6, 7, 8])
  }

  @Test func `A condition may cancel and register observers of its own query`() throws {
    var query: LiveQuery<Soldier>?
    var tokens: [Subscription] = []
    var told = 0
    query = LiveQuery(
      table,
      where: { _ in
        tokens.removeAll()
        if let query { tokens.append(query.observe { if case .edits = $0 { told += 1 } }) }
        return true
      }, by: \.hp)
    for hp in 20..<24 { try store.update(Soldier(id: 0, hp: hp)) }
    #expect(query?.ids.last == 0)
    #expect(told == 4)
    query = nil
  }
}
