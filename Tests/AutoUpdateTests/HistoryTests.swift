import AutoUpdate
import Testing

struct HistoryTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  func save(_ hp: Int) throws { try store.update(Hero(id: "a", name: "Arthur", hp: hp), cause: "hp \(hp)") }

  @Test("no step is kept unless asked for")
  func off() throws {
    try save(1)
    #expect(store.steps.isEmpty)
    #expect(try store.move(to: 0, cause: "undo") == true)
    #expect(heroes.count == 1)
  }

  @Test("the oldest steps are forgotten first, and numbers last")
  func bounded() throws {
    store.historyLimit = HistoryLimit(steps: 3, changes: 100)
    for hp in 1...5 { try save(hp) }
    #expect(store.steps == 2..<5)
    #expect(store.step(1) == nil)
    #expect(store.step(2)?.cause == "hp 3")
    #expect(try store.move(to: 1, cause: "undo") == false)
    #expect(try store.move(to: 2, cause: "undo"))
    #expect(heroes["a"]?.hp == 2)
  }

  @Test("a step larger than the limit of changes is not kept")
  func tooLarge() throws {
    store.historyLimit = HistoryLimit(steps: 10, changes: 3)
    try store.transaction("many") { transaction in
      for index in 0..<4 { transaction.save(Hero(id: "\(index)", name: "x")) }
    }
    #expect(store.steps == 1..<1)
    try save(1)
    #expect(store.steps == 1..<2)
    #expect(try store.move(to: 1, cause: "undo"))
    #expect(heroes.count == 4)
  }

  @Test("a new step drops the undone ones")
  func redoIsDropped() throws {
    store.historyLimit = HistoryLimit(steps: 10, changes: 100)
    for hp in 1...3 { try save(hp) }
    try store.move(to: 1, cause: "undo")
    #expect(store.present == 1)
    try save(9)
    #expect(store.steps == 0..<2)
    #expect(store.step(1)?.cause == "hp 9")
    #expect(try store.move(to: 0, cause: "undo"))
    #expect(heroes.count == 0)
  }

  @Test("what observers answer a step with belongs to that step")
  func answers() throws {
    store.historyLimit = HistoryLimit(steps: 10, changes: 100)
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in
      if hero?.hp == 1 { try? store.update(Hero(id: "b", name: "Ban")) }
    }
    try save(1)
    #expect(store.steps.count == 1)
    #expect(store.step(0)?.changeCount == 2)
    try store.move(to: 0, cause: "undo")
    #expect(heroes.count == 0)
    view.onPrepare = { _ in }
    try store.move(to: 1, cause: "redo")
    #expect(heroes.count == 2)
  }

  @Test("moving is one delivery, of the net change")
  func oneDelivery() throws {
    store.historyLimit = HistoryLimit(steps: 10, changes: 100)
    for hp in 1...5 { try save(hp) }
    let view = HeroView()
    view.autoUpdate("a", from: store)
    try store.move(to: 2, cause: "goto")
    #expect(view.told.map { $0?.hp } == [5, 2])
  }

  @Test("what observers answer a move with is a step of its own")
  func answerToMove() throws {
    store.historyLimit = HistoryLimit(steps: 10, changes: 100)
    for hp in 1...3 { try save(hp) }
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in
      if hero?.hp == 1 { try? store.update(Hero(id: "b", name: "Ban"), cause: "answer") }
    }
    try store.move(to: 1, cause: "undo")
    view.onPrepare = { _ in }
    #expect(store.steps == 0..<2)
    #expect(store.step(1)?.cause == "answer")
    try store.move(to: 0, cause: "undo")
    #expect(heroes.count == 0)
    try store.move(to: 2, cause: "redo")
    #expect(heroes.count == 2)
  }
}
