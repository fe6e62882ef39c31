import AutoUpdate
import Testing

struct TransactionTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  @Test func `a transaction that throws leaves nothing behind and calls no observer`() throws {
    try store.update(Hero(id: "a", name: "Arthur"))
    var calls = 0
    let token = store.onChanges { _ in calls += 1 }
    #expect(throws: Refused.self) {
      try store.transaction("fails") { transaction in
        transaction.save(Hero(id: "b", name: "Ban"))
        transaction.delete("a", from: heroes)
        transaction.save(Hero(id: "a", name: "Another"))
        throw Refused()
      }
    }
    #expect(heroes.models == [Hero(id: "a", name: "Arthur")])
    #expect(heroes.count == 1)
    #expect(calls == 0)
    #expect(store.commitCount == 1)
    token.cancel()
  }

  @Test func `an inner transaction that throws reverts only its own writes`() throws {
    store.transaction("outer") { outer in
      outer.save(Hero(id: "a", name: "Arthur", hp: 1))
      try? store.transaction("inner") { inner in
        inner.save(Hero(id: "a", name: "Arthur", hp: 2))
        inner.save(Hero(id: "b", name: "Ban"))
        throw Refused()
      }
      #expect(heroes["a"]?.hp == 1)
      #expect(heroes["b"] == nil)
    }
    #expect(heroes.models.map(\.hp) == [1])
  }

  @Test func `an inner transaction's writes are part of the outer one`() throws {
    var sets: [ChangeSet] = []
    let token = store.onChanges { sets.append($0) }
    store.transaction("outer") { outer in
      outer.save(Hero(id: "a", name: "Arthur", hp: 1))
      store.transaction("inner") { $0.save(Hero(id: "a", name: "Arthur", hp: 2)) }
    }
    #expect(sets.map(\.cause) == ["outer"])
    #expect(
      sets.first?.changes(of: Hero.self) == [Change(before: nil, after: Hero(id: "a", name: "Arthur", hp: 2))]
    )
    token.cancel()
  }

  @Test func `an outer transaction that throws undoes a committed inner one`() throws {
    #expect(throws: Refused.self) {
      try store.transaction("outer") { _ in
        store.transaction("inner") { $0.save(Hero(id: "a", name: "Arthur")) }
        throw Refused()
      }
    }
    #expect(heroes.count == 0)
  }

  @Test func `writes that restore the initial value are not a change`() throws {
    try store.update(Hero(id: "a", name: "Arthur"))
    let view = HeroView()
    view.autoUpdate("a", from: store)
    store.transaction("there and back") {
      $0.update("a", in: heroes) { $0.hp = 1 }
      $0.update("a", in: heroes) { $0.hp = 100 }
      $0.save(Hero(id: "b", name: "Ban"))
      $0.delete("b", from: heroes)
    }
    try store.update(Hero(id: "a", name: "Arthur"))
    #expect(view.told.count == 1)
    #expect(store.commitCount == 1)
  }

  @Test func `a change set lists net changes table by table, each in the order of first touch`() throws {
    var sets: [ChangeSet] = []
    let token = store.onChanges { sets.append($0) }
    store.transaction("mixed") { transaction in
      transaction.save(Hero(id: "b", name: "Ban"))
      transaction.save(Game(id: 1))
      transaction.save(Hero(id: "a", name: "Arthur"))
      transaction.update("b", in: heroes) { $0.hp = 5 }
    }
    let shown = try #require(sets.first).changes.map { "\($0.after as Any)" }
    #expect(shown.map { $0.contains("Ban") } == [true, false, false])
    #expect(shown.map { $0.contains("Game") } == [false, false, true])
    #expect(shown[0].contains("5"))
    token.cancel()
  }

  @Test func `applying an inverted change set leads back`() throws {
    try store.update(Hero(id: "a", name: "Arthur"))
    let before = heroes.models
    var last: ChangeSet?
    let token = store.onChanges { last = $0 }
    store.transaction("change") {
      $0.delete("a", from: heroes)
      $0.save(Hero(id: "b", name: "Ban"))
    }
    let change = try #require(last)
    try store.apply(change.inverted(cause: "back"))
    #expect(heroes.models == before)
    #expect(last == change.inverted(cause: "back"))
    token.cancel()
  }

  @Test func `an identity that left is forgotten; its row serves another one`() throws {
    let view = HeroView()
    for round in 0..<50 {
      try store.update(Hero(id: "hero \(round)", name: "x"))
      if round == 10 { view.autoUpdate("hero 10", from: store) }
      store.transaction("leave") { $0.delete("hero \(round)", from: heroes) }
    }
    try store.update(Hero(id: "last", name: "x"))
    #expect((heroes.row(of: "last")?.number ?? 99) < 3)
    try store.update(Hero(id: "hero 10", name: "back"))
    #expect(view.told.last??.name == "back")
  }

  @Test func `a validator sees what was written in the order of the tables, and what it refuses is not done`()
    throws
  {
    let (heroes, games) = (heroes, store.table(of: Game.self))
    var shown: [String] = []
    store.validator = { [unowned store] in
      store.forEachOpenTable { shown.append("table \($0)") }
      try heroes.forEachOpenChange { before, after in
        shown.append("\(before?.hp ?? 0)→\(after?.hp ?? 0)")
        if after?.hp == 13 { throw Refused() }
      }
    }
    store.transaction("two") {
      $0.save(Game(id: 1))
      $0.save(Hero(id: "a", name: "Arthur", hp: 7))
    }
    #expect(shown == ["table \(heroes.number)", "table \(games.number)", "0→7"])
    #expect(heroes.number < games.number)
    let validator = store.validator
    #expect(throws: Refused.self) {
      try store.transaction("bad luck") { (transaction) throws in
        transaction.update("a", in: heroes) { $0.hp = 13 }
      }
    }
    #expect(heroes["a"]?.hp == 7)
    store.validator = nil
    store.transaction("nobody asks") { _ = $0.update("a", in: heroes) { $0.hp = 13 } }
    #expect(heroes["a"]?.hp == 13 && store.validator == nil && validator != nil)
  }

  @Test func `a refusal by any error is thrown by a call that can only throw errors of the store`() throws {
    store.validator = { throw Refused() }
    let refusal = StoreError.invalid(message: "\(Refused())")
    #expect(throws: refusal) { try store.update(Hero(id: "a", name: "Arthur")) }
    #expect(throws: refusal) {
      try store.transaction("bad luck") { (transaction) throws(StoreError) in
        transaction.save(Hero(id: "a", name: "Arthur"))
      }
    }
    #expect(heroes.count == 0 && store.faults == [])
  }

  @Test func `an error is thrown out of a read of the committed state`() throws {
    #expect(throws: Refused.self) { try store.readCommitted { () throws(Refused) in throw Refused() } }
    #expect(store.readCommitted { heroes.count } == 0)
  }

  @Test func `a model of one type never reaches a table of another`() throws {
    store.transaction("two") {
      $0.save(Hero(id: "1", name: "x"))
      $0.save(Game(id: 1))
    }
    #expect(store.table(of: Hero.self).count == 1)
    #expect(store.table(of: Game.self).count == 1)
  }
}
