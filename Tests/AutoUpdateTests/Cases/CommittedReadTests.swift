import AutoUpdate
import Testing

/// What is read within a transaction that has written, by code that is told of what is committed.
struct CommittedReadTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  /// What a table says of its heroes, by every way of reading it.
  private var shown: [String] {
    var rows: [String] = []
    heroes.forEach { _, hero in rows.append(hero.name) }
    #expect(rows == heroes.models.map(\.name))
    #expect(heroes["a"]?.name == heroes.row(of: "a").flatMap { heroes[$0]?.name })
    return ["\(heroes.count)"] + rows
  }

  @Test func `a reader of the committed state gets it within a transaction, and other readers the rest`()
    throws
  {
    try store.update(Hero(id: "a", name: "Arthur"))
    store.transaction("ghosts") { transaction in
      transaction.save(Hero(id: "a", name: "Artus"))
      transaction.save(Hero(id: "c", name: "ghost"))
      #expect(store.readCommitted { shown } == ["1", "Arthur"])
      #expect(shown == ["2", "Artus", "ghost"])
    }
    #expect(store.readCommitted { shown } == ["2", "Artus", "ghost"])
  }

  @Test(arguments: [false, true])
  func `4. an observer registered within a transaction first gets the committed state, and later the rest`(
    isRolledBack: Bool
  ) throws {
    for (id, name) in [("a", "Arthur"), ("b", "Ban")] { try store.update(Hero(id: id, name: name)) }
    let query = LiveQuery(heroes) { $0.id }
    let count = query.liveCount()
    var told: [String: [[String]]] = [:]
    var kept: [AnyObject] = []
    try? store.transaction("ghosts") { transaction in
      transaction.save(Hero(id: "c", name: "ghost"))
      transaction.save(Hero(id: "a", name: "Arthas"))
      transaction.save(Hero(id: "a", name: "Artus"))
      transaction.delete("b", from: heroes)
      kept.append(heroes.observe { _ in told["table", default: []].append(shown) })
      kept.append(store.observe { _ in told["store", default: []].append(shown) })
      kept.append(query.observe { _ in told["query", default: []].append(shown) })
      kept.append(count.observe { _ in told["value", default: []].append(shown) })
      kept.append(Monitor([heroes]) { told["monitor", default: []].append(shown) })
      let view = HeroView()
      view.onPrepare = { _ in told["view", default: []].append(shown) }
      view.autoUpdate("a", from: store)
      kept.append(view)
      // The body itself goes on to see what it wrote.
      #expect(shown == ["2", "Artus", "ghost"])
      if isRolledBack { throw Refused() }
    }
    let before = ["2", "Arthur", "Ban"]
    let after = ["2", "Artus", "ghost"]
    for name in ["table", "store", "query", "monitor", "view"] {
      #expect(told[name] == (isRolledBack ? [before] : [before, after]), "\(name)")
    }
    #expect(told["value"] == [before])
    // What a cancelled observer holds, here its store, goes the next time that the store is used.
    kept = []
    try store.update(Hero(id: "z", name: "Zed"))
    #expect(told["table"]?.count == (isRolledBack ? 1 : 2))
  }

  @Test func `a transaction that begins while a table is delivering sees its own writes`() {
    var seen: [[String]] = []
    var token: Subscription?
    store.transaction("outer") { transaction in
      transaction.save(Hero(id: "a", name: "Arthur"))
      token = heroes.observe { update in
        guard case .initial = update else { return }
        seen.append(shown)
        store.transaction("inner") { inner in
          inner.save(Hero(id: "b", name: "Ban"))
          seen.append(shown)
        }
        seen.append(shown)
      }
    }
    #expect(seen == [["0"], ["2", "Arthur", "Ban"], ["0"]])
    #expect(shown == ["2", "Arthur", "Ban"])
    token?.cancel()
    store.transaction("after") { $0.save(Hero(id: "c", name: "Cai")) }
    #expect(seen.count == 3)
  }

  @Test func `a condition counts what is committed`() throws {
    try store.update(Hero(id: "a", name: "Arthur"))
    let games = store.table(of: Game.self)
    try store.update(Game(id: 1))
    var query: LiveQuery<Game>?
    store.transaction("more") { [heroes] transaction in
      transaction.save(Hero(id: "b", name: "Ban"))
      query = LiveQuery(games, where: { _ in heroes.count == 1 }) { $0.id }
      #expect(query?.count == 1)
    }
    #expect(query?.count == 0)
  }
}
