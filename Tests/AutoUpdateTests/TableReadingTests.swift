import Testing

@testable import AutoUpdate

/// Values and indexes of one's own that follow tables.
@Suite struct TableReadingTests {
  private let store = DataStore()
  private let soldiers: Table<Soldier>
  private let heroes: Table<Hero>

  init() {
    soldiers = store.table(of: Soldier.self)
    heroes = store.table(of: Hero.self)
    store.transaction("setup") { $0.save(Soldier(id: 1, side: 0, hp: 10)) }
  }

  @Test func `a value is computed again when a table that it read changes, and else not`() throws {
    var calls = 0
    let value = LiveValue(in: store) { [soldiers, heroes] in
      calls += 1
      return soldiers[1]?.hp == 10 ? "ten" : "\(heroes.count) heroes"
    }
    var told: [String] = []
    let token = value.observe { told.append($0) }
    #expect(told == ["ten"] && calls == 1)
    #expect(value.hasRead(soldiers) && !value.hasRead(heroes))
    store.transaction("hero") { $0.save(Hero(id: "Arthur", name: "", hp: 1)) }
    #expect(calls == 1)
    try store.update(Soldier(id: 1, side: 0, hp: 11))
    store.transaction("hero") { $0.save(Hero(id: "Ban", name: "", hp: 1)) }
    try store.update(Soldier(id: 2, side: 0, hp: 5))
    #expect(told == ["ten", "1 heroes", "2 heroes"])
    #expect(calls == 4)
    try store.update(Soldier(id: 1, side: 0, hp: 10))
    store.transaction("hero") { $0.save(Hero(id: "Cai", name: "", hp: 1)) }
    #expect(calls == 5 && value.value == "ten")
    withExtendedLifetime(token) {}
  }

  @Test
  func
    `a value stands at the last commit while a transaction is open, and is never told of what is taken back`()
  {
    let value = LiveValue(in: store) { [soldiers] in soldiers.count }
    var told: [Int] = []
    let token = value.observe { told.append($0) }
    struct End: Error {}
    try? store.transaction("never") { (transaction) throws(End) in
      transaction.save(Soldier(id: 7, side: 0, hp: 1))
      #expect(value.value == 1)
      throw End()
    }
    #expect(told == [1])
    withExtendedLifetime(token) {}
  }

  @Test func `an index is up to date when queries that read it follow a commit`() throws {
    var strongest: [Int: Int] = [1: 10]
    let follower = TableFollower(soldiers) { changes in
      for change in changes { strongest[change.after?.id ?? change.before?.id ?? 0] = change.after?.hp }
    }
    let query = LiveQuery(
      heroes,
      where: { hero in
        follower.noteRead()
        return hero.hp > strongest.values.max() ?? 0
      }, by: \.id)
    store.transaction("hero") { $0.save(Hero(id: "Arthur", name: "", hp: 15)) }
    #expect(query.ids == ["Arthur"])
    try store.update(Soldier(id: 2, side: 0, hp: 20))
    #expect(query.ids == [])
    store.transaction("gone") { _ = $0.delete(2, from: soldiers) }
    #expect(query.ids == ["Arthur"])
  }
}
