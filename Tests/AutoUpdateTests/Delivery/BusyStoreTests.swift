import AutoUpdate
import TestSupport
import Testing

/// What holds while a transaction is being told: its values are on their way into the past then.
struct BusyStoreTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }
  var games: Table<Game> { store.table(of: Game.self) }

  @Test func `an observer can read the past, including the step being delivered`() throws {
    store.history.limit = HistoryLimit(steps: 10, changes: 100)
    try store.update(Hero(id: "a", name: "a name beyond fifteen bytes", hp: 1), cause: "first")
    let view = HeroView()
    view.autoUpdate("a", from: store)
    var seen: [String] = []
    view.onPrepare = { hero in
      guard hero?.hp == 2 else { return }
      seen.append(store.history[1]?.cause ?? "none")
      let changes = store.history.changes(of: 1)
      seen += changes?.changes(of: Hero.self).map { "\($0.before?.hp ?? 0)→\($0.after?.hp ?? 0)" } ?? []
      store.respond("answer") { $0.save(Game(id: 1, phase: "answer")) }
    }
    try store.update(Hero(id: "a", name: "a name beyond fifteen bytes", hp: 2), cause: "second")
    #expect(seen == ["second", "1→2"])
    #expect(store.history[1]?.changeCount == 2)
    try store.history.move(to: 1, cause: "undo")
    #expect(heroes["a"]?.hp == 1)
    #expect(games.count == 0)
    try store.history.move(to: 2, cause: "redo")
    #expect(heroes["a"]?.hp == 2)
    #expect(games[1]?.phase == "answer")
  }

  @Test func `a lower limit set during a delivery drops the steps before it`() throws {
    store.history.limit = HistoryLimit(steps: 10, changes: 100)
    for hp in 1...3 { try store.update(Hero(id: "a", name: "Arthur", hp: hp)) }
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in
      if hero?.hp == 4 { store.history.limit = HistoryLimit(steps: 1, changes: 100) }
    }
    try store.update(Hero(id: "a", name: "Arthur", hp: 4))
    #expect(store.history.steps == 3..<4)
    try store.history.move(to: 3, cause: "undo")
    #expect(heroes["a"]?.hp == 3)
  }

  @Test func `a view keeps what it is shown while it answers, whatever room the writes need`() throws {
    store.history.limit = HistoryLimit(steps: 1_000, changes: 10_000)
    let name = "a name beyond fifteen bytes"
    try store.update(Hero(id: "a", name: name, hp: 1))
    let (first, second) = (HeroView(), HeroView())
    first.autoUpdate("a", from: store)
    second.autoUpdate("a", from: store)
    first.onPrepare = { [weak first] hero in
      guard hero?.hp == 2 else { return }
      for number in 0..<50 {
        store.respond("a") { $0.save(Hero(id: "a", name: name + " and \(number)", hp: 3 + number)) }
        store.respond("b") { $0.save(Hero(id: "b\(number)", name: name)) }
      }
      #expect(hero == Hero(id: "a", name: name, hp: 2))
      #expect(first?.told.last == hero)
      #expect(heroes["a"]?.hp == 2)
    }
    try store.update(Hero(id: "a", name: name, hp: 2))
    #expect(second.told.map { $0?.hp } == first.told.map { $0?.hp })
    #expect(second.told.map { $0?.hp } == [1, 2] + (3..<53).map { $0 })
    #expect(store.history[1]?.changeCount == 101)
    try store.history.move(to: 0, cause: "undo")
    #expect(heroes.count == 0)
    try store.history.move(to: 2, cause: "redo")
    #expect(heroes.count == 51)
    #expect(heroes["a"]?.name == name + " and 49")
  }

  @Test func `changes are listed by table in the order of first write, without reverted ones`() throws {
    var causes: [String] = []
    let token = store.onChanges { changes in
      causes += changes.changes.map { change in
        if let hero = change as? Change<Hero> { return hero.after?.id ?? "" }
        return ((change as? Change<Game>)?.after?.phase) ?? ""
      }
    }
    store.transaction("mixed") { transaction in
      transaction.save(Hero(id: "a", name: "a"))
      transaction.save(Hero(id: "void", name: "void"))
      transaction.save(Game(id: 1, phase: "1"))
      store.transaction("inner") { inner in
        inner.save(Hero(id: "b", name: "b"))
        inner.save(Hero(id: "a", name: "again"))
        inner.save(Game(id: 2, phase: "2"))
        try? store.transaction("refused") { refused in
          refused.save(Game(id: 9, phase: "9"))
          refused.save(Hero(id: "z", name: "z"))
          throw Refused()
        }
      }
      transaction.save(Hero(id: "c", name: "c"))
      transaction.save(Game(id: 1, phase: "3"))
      transaction.delete("void", from: heroes)
    }
    #expect(causes == ["a", "b", "c", "3", "2"])
    token.cancel()
  }

  @Test(arguments: 0..<50) func `observers of one row come and go in any order, and are called in theirs`(
    seed: UInt64
  ) throws {
    var random = SplitMix(seed)
    var views: [HeroView] = []
    var order: [ObjectIdentifier] = []
    for round in 0..<60 {
      if random.below(2) == 0 {
        let view = HeroView()
        view.autoUpdate(random.below(3) == 0 ? "other" : "a", from: store)
        view.onPrepare = { [unowned view] _ in order.append(ObjectIdentifier(view)) }
        views.append(view)
      } else if !views.isEmpty {
        let view = views.remove(at: random.below(views.count))
        // Either the view goes, or its observation alone.
        if random.below(2) == 0 { view.stopUpdating() }
      }
      order = []
      store.transaction("both") { transaction in
        transaction.save(Hero(id: "other", name: "n", hp: round))
        transaction.save(Hero(id: "a", name: "n", hp: round))
      }
      #expect(order == views.map { ObjectIdentifier($0) }, "seed \(seed), round \(round)")
      #expect(heroes.observerCount == views.count, "seed \(seed), round \(round)")
    }
  }
}
