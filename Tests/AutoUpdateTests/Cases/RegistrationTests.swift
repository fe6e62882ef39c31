import AutoUpdate
import Testing

/// Observers that come within a transaction, within a delivery, or again and again.
struct RegistrationTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  @Test func `a view registered within a transaction that is rolled back shows what is committed`() {
    let view = HeroView()
    try? store.transaction("fails") { transaction in
      transaction.save(Hero(id: "a", name: "ghost"))
      view.autoUpdate("a", from: store)
      throw Refused()
    }
    #expect(view.told == [nil])
    #expect(heroes["a"] == nil)
    store.transaction("later") { $0.save(Hero(id: "a", name: "Arthur")) }
    #expect(view.told.last??.name == "Arthur")
  }

  @Test func `4. an observer registered within a transaction is called with it like all others`() throws {
    try store.update(Hero(id: "a", name: "Arthur", hp: 1))
    let view = HeroView()
    var tableUpdates: [String] = []
    var storeUpdates: [String] = []
    var tokens: [Subscription] = []
    store.transaction("hit") { transaction in
      transaction.update("a", in: heroes) { $0.hp = 2 }
      view.autoUpdate("a", from: store)
      tokens.append(
        heroes.observe { update in
          switch update {
          case .initial: tableUpdates.append("initial")
          case .changes(let changes):
            tableUpdates += changes.map { "\($0.before?.hp ?? 0)→\($0.after?.hp ?? 0)" }
          }
        })
      tokens.append(
        store.observe { update in
          switch update {
          case .initial: storeUpdates.append("initial")
          case .changes(let changes): storeUpdates.append(changes.cause)
          }
        })
    }
    #expect(view.told.map { $0?.hp } == [1, 2])
    #expect(tableUpdates == ["initial", "1→2"])
    #expect(storeUpdates == ["initial", "hit"])
    for token in tokens { token.cancel() }
  }

  @Test func `4. an observer registered within a transaction is not called if it is rolled back`() {
    var updates = 0
    var tokens: [Subscription] = []
    try? store.transaction("fails") { transaction in
      transaction.save(Hero(id: "a", name: "ghost"))
      tokens.append(heroes.observe { _ in updates += 1 })
      tokens.append(store.observe { _ in updates += 1 })
      throw Refused()
    }
    #expect(updates == 2)
    #expect(tokens.count == 2)
  }

  @Test func `4. a table and a store call every new observer at once with their current contents`() throws {
    try store.update(Hero(id: "a", name: "Arthur"))
    var seen: [Int] = []
    let tokens = [
      heroes.observe { _ in seen.append(heroes.count) }, store.observe { _ in seen.append(heroes.count) },
    ]
    #expect(seen == [1, 1])
    try store.update(Hero(id: "b", name: "Ban"))
    #expect(seen == [1, 1, 2, 2])
    for token in tokens { token.cancel() }
    try store.update(Hero(id: "c", name: "Cai"))
    #expect(seen.count == 4)
  }

  @Test func `8. a view that binds itself to another model while it is called shows that model from then on`()
    throws
  {
    for id in ["a", "b"] { try store.update(Hero(id: id, name: id, hp: 1)) }
    let (view, other) = (HeroView(), HeroView())
    view.autoUpdate("a", from: store)
    other.autoUpdate("a", from: store)
    view.onPrepare = { [store, unowned view] hero in
      if hero?.id == "a", hero?.hp == 2 { view.autoUpdate("b", from: store) }
    }
    store.transaction("both") { transaction in
      for id in ["a", "b"] { transaction.update(id, in: heroes) { $0.hp = 2 } }
    }
    #expect(view.told.map { "\($0?.id ?? "")\($0?.hp ?? 0)" } == ["a1", "a2", "b2"])
    #expect(other.told.count == 2)
    store.transaction("hit") { $0.update("a", in: heroes) { $0.hp = 3 } }
    #expect(view.told.count == 3)
    store.transaction("hit") { $0.update("b", in: heroes) { $0.hp = 3 } }
    #expect(view.told.last??.id == "b")
    #expect(heroes.observerCount == 2)
  }

  @Test func `a view that binds itself again at each call is called once for each transaction`() throws {
    try store.update(Hero(id: "a", name: "Arthur", hp: 1))
    let view = HeroView()
    var depth = 0
    view.onPrepare = { [store, unowned view] _ in
      depth += 1
      if depth == 1 { view.autoUpdate("a", from: store) }
      depth -= 1
    }
    view.autoUpdate("a", from: store)
    #expect(view.told.count == 2)
    try store.update(Hero(id: "a", name: "Arthur", hp: 2))
    #expect(view.told.count == 4)
    #expect(heroes.observerCount == 1)
  }

  @Test func `a row serves a hundred thousand observers, in their order`() throws {
    try store.update(Hero(id: "a", name: "Arthur", hp: 1))
    var order: [Int] = []
    let views = (0..<100_000).map { index in
      let view = HeroView()
      view.autoUpdate("a", from: store)
      view.onPrepare = { _ in order.append(index) }
      return view
    }
    try store.update(Hero(id: "a", name: "Arthur", hp: 2))
    #expect(order == Array(0..<100_000))
    for view in views.reversed() { view.stopUpdating() }
    #expect(heroes.observerCount == 0)
  }
}
