import AutoUpdate
import Testing

/// The history while something else is going on.
struct HistoryCaseTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  init() { store.history.limit = HistoryLimit(steps: 9, changes: 99) }

  func save(_ id: String, _ hp: Int, cause: String = "save") throws {
    try store.update(Hero(id: id, name: id, hp: hp), cause: cause)
  }

  var steps: [String] {
    store.history.steps.compactMap { store.history[$0].map { "\($0.cause) \($0.changeCount)" } }
  }

  @Test
  func `after a move, an answer's answer joins the last step, whatever it answers`()
    throws
  {
    let (first, second, third) = (HeroView(), HeroView(), HeroView())
    for hp in [1, 2] { try save("1", hp) }
    first.autoUpdate("1", from: store)
    second.autoUpdate("1", from: store)
    third.autoUpdate("2", from: store)
    first.onPrepare = { _ in store.respond("A1") { $0.save(Hero(id: "2", name: "")) } }
    second.onPrepare = { _ in store.respond("B1") { $0.save(Hero(id: "3", name: "")) } }
    third.onPrepare = { hero in
      if hero != nil { store.respond("A2 answers A1") { $0.save(Hero(id: "4", name: "")) } }
    }
    try store.history.move(to: 1, cause: "back")
    #expect(steps == ["save 1", "A1 1", "B1 2"])
    try store.history.undo()
    #expect(heroes["3"] == nil && heroes["4"] == nil && heroes["2"] != nil)
    try store.history.undo()
    #expect(heroes["2"] == nil && heroes["1"]?.hp == 1)
  }

  @Test func `an answer that is given while nothing runs is a step of its own`() throws {
    try save("a", 1, cause: "first")
    store.respond("alone") { $0.save(Hero(id: "b", name: "b")) }
    try save("a", 2, cause: "last")
    #expect(steps == ["first 1", "alone 1", "last 1"])
  }

  @Test func `an answer to a transaction that changes nothing is a step of its own`() throws {
    try save("a", 1, cause: "first")
    store.transaction("nothing") { _ in store.respond("answer") { $0.save(Hero(id: "b", name: "b")) } }
    #expect(steps == ["first 1", "answer 1"])
  }

  @Test func `all answers to a transaction that changes nothing are one step, with their answers`() throws {
    try save("a", 1, cause: "first")
    store.transaction("nothing") { _ in
      store.respond("A") { transaction in
        transaction.save(Hero(id: "b", name: "b"))
        store.respond("A of A") { $0.save(Hero(id: "d", name: "d")) }
      }
      store.respond("none") { _ in
        store.respond("A of none") { $0.save(Hero(id: "e", name: "e")) }
      }
      store.respond("B") { $0.save(Hero(id: "c", name: "c")) }
    }
    store.transaction("nothing") { _ in store.respond("other") { $0.save(Hero(id: "f", name: "f")) } }
    #expect(steps == ["first 1", "A 4", "other 1"])
    try store.history.undo()
    try store.history.undo()
    #expect(heroes.count == 1)
  }

  @Test(arguments: [0, 9])
  func `a sink gets the first answer to a transaction that changes nothing as a step`(limit: Int) throws {
    store.history.limit.steps = limit
    let sink = Roles()
    store.sink = sink
    store.transaction("nothing") { _ in
      store.respond("A") { $0.save(Hero(id: "b", name: "b")) }
      store.respond("B") { $0.save(Hero(id: "c", name: "c")) }
    }
    store.transaction("C") { transaction in
      transaction.save(Hero(id: "d", name: "d"))
      store.respond("D") { $0.save(Hero(id: "e", name: "e")) }
    }
    #expect(sink.roles == ["A step", "B response", "C step", "D response"])
    store.sink = nil
  }

  @Test func `the history does not move within a transaction, a delivery or an answer`() throws {
    for hp in [1, 2] { try save("a", hp) }
    var refusals: [StoreError] = []
    func undo() {
      do throws(StoreError) { try store.history.undo() } catch { refusals.append(error) }
    }
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in
      undo()
      if hero?.hp == 3 { store.respond("answer") { _ in undo() } }
    }
    store.transaction("hit") { transaction in
      undo()
      transaction.update("a", in: heroes) { $0.hp = 3 }
    }
    #expect(refusals == [.busy, .busy, .busy])
    #expect(heroes["a"]?.hp == 3)
    #expect(
      StoreError.busy.description == "the history cannot move while a transaction or a delivery is running")
    try store.history.undo()
    #expect(heroes["a"]?.hp == 2)
  }

  @Test func `a step with more changes than the limit is reported, and empties the history`() throws {
    store.history.limit = HistoryLimit(steps: 9, changes: 3)
    try save("a", 1)
    store.transaction("many") { transaction in
      for number in 0..<4 { transaction.save(Hero(id: "\(number)", name: "")) }
    }
    let fault = StoreError.stepTooLarge(cause: "many", changeCount: 4, limit: 3)
    #expect(store.takeFaults() == [fault])
    #expect(
      fault.description
        == "“many” made 4 changes, more than the 3 that the history keeps: there is nothing to undo")
    #expect(!store.history.canUndo)
    #expect(try !store.history.undo())
    try save("a", 2)
    #expect(store.history.canUndo && store.faults.isEmpty)
  }

  @Test func `a step that exceeds the limit because of responses is reported with all its changes`() throws {
    store.history.limit = HistoryLimit(steps: 9, changes: 3)
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { _ in
      store.respond("answer") { transaction in
        for number in 0..<3 { transaction.save(Hero(id: "\(number)", name: "")) }
      }
    }
    try save("a", 1, cause: "first")
    #expect(store.takeFaults() == [.stepTooLarge(cause: "first", changeCount: 4, limit: 3)])
    #expect(store.history.steps.isEmpty)
  }

  @Test func `a limit that is lowered within a transaction holds for that transaction`() throws {
    for hp in 1...3 { try save("a", hp) }
    store.transaction("lower") { transaction in
      transaction.update("a", in: heroes) { $0.hp = 4 }
      store.history.limit.steps = 1
    }
    #expect(steps == ["lower 1"])
    store.transaction("none") { transaction in
      transaction.update("a", in: heroes) { $0.hp = 5 }
      store.history.limit = .none
    }
    #expect(steps == [])
    #expect(heroes["a"]?.hp == 5)
  }

  @Test func `a limit lowered during a move back is applied, and the store is at the requested point`()
    throws
  {
    for hp in 1...5 { try save("a", hp) }
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { _ in store.history.limit.steps = 2 }
    try store.history.move(to: 2, cause: "back")
    #expect(heroes["a"]?.hp == 2)
    #expect(
      store.history.steps.contains(store.history.present)
        || store.history.steps.upperBound == store.history.present)
    view.onPrepare = { _ in }
    while try store.history.redo() {}
    #expect(store.history.present == store.history.steps.upperBound)
    #expect(store.history.steps.count <= 2)
  }

  @Test func `limits that make no sense keep nothing`() throws {
    store.history.limit = HistoryLimit(steps: -1, changes: -1)
    try save("a", 1)
    #expect(store.history.steps.isEmpty)
    store.history.limit = HistoryLimit(steps: .max, changes: .max)
    try save("a", 2)
    #expect(store.history.steps.count == 1)
    store.history.limit = HistoryLimit(steps: .min, changes: .min)
    #expect(store.history.steps.isEmpty)
    for number in [Int.min, -1, 7, Int.max] {
      #expect(try !store.history.move(to: number, cause: "nowhere"))
      #expect(store.history[number] == nil && store.history.changes(of: number) == nil)
    }
  }

  @Test func `a past state of a store without history is the current one`() throws {
    store.history.limit = .none
    try save("a", 1)
    let past = store.pastState()
    #expect(past.stepBack() == nil && past.stepForward() == nil)
    #expect(past["a", in: heroes]?.hp == 1)
  }
}

/// A sink that notes the roles of commits.
private final class Roles: CommitSink {
  var roles: [String] = []

  func prepare() throws(StoreError) {}
  func validate() throws(StoreError) {}
  func finish() throws(StoreError) {}
  func keep(_ commit: LoggedCommit, as role: CommitRole) {
    switch role {
    case .step: roles.append("\(commit.cause) step")
    case .response: roles.append("\(commit.cause) response")
    case .move, .takeBack: roles.append("\(commit.cause) move")
    }
  }
}
