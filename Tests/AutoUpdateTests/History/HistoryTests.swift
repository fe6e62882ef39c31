import AutoUpdate
import Testing

struct HistoryTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  func save(_ hp: Int) throws { try store.update(Hero(id: "a", name: "Arthur", hp: hp), cause: "hp \(hp)") }

  @Test func `no step is kept unless requested`() throws {
    try save(1)
    #expect(store.history.steps.isEmpty)
    #expect(try store.history.move(to: 0, cause: "undo") == true)
    #expect(heroes.count == 1)
  }

  @Test func `the oldest steps are forgotten first, and numbers last`() throws {
    store.history.limit = HistoryLimit(steps: 3, changes: 100)
    for hp in 1...5 { try save(hp) }
    #expect(store.history.steps == 2..<5)
    #expect(store.history[1] == nil)
    #expect(store.history[2]?.cause == "hp 3")
    #expect(try store.history.move(to: 1, cause: "undo") == false)
    #expect(try store.history.move(to: 2, cause: "undo"))
    #expect(heroes["a"]?.hp == 2)
  }

  @Test func `a step larger than the limit of changes is not kept`() throws {
    store.history.limit = HistoryLimit(steps: 10, changes: 3)
    store.transaction("many") { transaction in
      for index in 0..<4 { transaction.save(Hero(id: "\(index)", name: "x")) }
    }
    #expect(store.history.steps == 1..<1)
    try save(1)
    #expect(store.history.steps == 1..<2)
    #expect(try store.history.move(to: 1, cause: "undo"))
    #expect(heroes.count == 4)
  }

  @Test func `a step that is taken back cannot be done again, and its number is free`() throws {
    store.history.limit = HistoryLimit(steps: 10, changes: 100)
    try save(1)
    try save(2)
    var seen: [Int] = []
    let token = heroes.observe { [unowned store] _ in
      seen.append(store.table(of: Hero.self)["a"]?.hp ?? 0)
    }
    #expect(try store.history.takeBack(cause: "wrong"))
    #expect(store.history.steps == 0..<1 && store.history.present == 1 && !store.history.canRedo)
    #expect(heroes["a"]?.hp == 1 && seen == [2, 1])
    try save(3)
    #expect(store.history.steps == 0..<2 && store.history[1]?.cause == "hp 3")
    #expect(try store.history.undo() && store.history.canRedo, "what is merely undone can be done again")
    #expect(try store.history.takeBack(cause: "all"))
    #expect(try !store.history.takeBack(cause: "nothing is left"))
    token.cancel()
  }

  @Test func `a new step drops the undone ones`() throws {
    store.history.limit = HistoryLimit(steps: 10, changes: 100)
    for hp in 1...3 { try save(hp) }
    try store.history.move(to: 1, cause: "undo")
    #expect(store.history.present == 1)
    try save(9)
    #expect(store.history.steps == 0..<2)
    #expect(store.history[1]?.cause == "hp 9")
    #expect(try store.history.move(to: 0, cause: "undo"))
    #expect(heroes.count == 0)
  }

  @Test func `a transaction queued by an observer of a step belongs to that step`() throws {
    store.history.limit = HistoryLimit(steps: 10, changes: 100)
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in
      if hero?.hp == 1 { store.respond("answer") { $0.save(Hero(id: "b", name: "Ban")) } }
    }
    try save(1)
    #expect(store.history.steps.count == 1)
    #expect(store.history[0]?.changeCount == 2)
    try store.history.move(to: 0, cause: "undo")
    #expect(heroes.count == 0)
    view.onPrepare = { _ in }
    try store.history.move(to: 1, cause: "redo")
    #expect(heroes.count == 2)
  }

  @Test func `moving is one delivery, of the net change`() throws {
    store.history.limit = HistoryLimit(steps: 10, changes: 100)
    for hp in 1...5 { try save(hp) }
    let view = HeroView()
    view.autoUpdate("a", from: store)
    try store.history.move(to: 2, cause: "goto")
    #expect(view.told.map { $0?.hp } == [5, 2])
  }

  @Test func `a transaction queued by an observer of a move is a separate step`() throws {
    store.history.limit = HistoryLimit(steps: 10, changes: 100)
    for hp in 1...3 { try save(hp) }
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in
      if hero?.hp == 1 { store.respond("answer") { $0.save(Hero(id: "b", name: "Ban")) } }
    }
    try store.history.move(to: 1, cause: "undo")
    view.onPrepare = { _ in }
    #expect(store.history.steps == 0..<2)
    #expect(store.history[1]?.cause == "answer")
    try store.history.move(to: 0, cause: "undo")
    #expect(heroes.count == 0)
    try store.history.move(to: 2, cause: "redo")
    #expect(heroes.count == 2)
  }
}
