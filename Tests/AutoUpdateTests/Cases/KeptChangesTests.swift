import AutoUpdate
import Testing

/// What may be kept of a transaction, for as long as one likes.
struct KeptChangesTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  func long(_ number: Int) -> String { String(repeating: "\(number) ", count: 40) }

  func save(_ number: Int, cause: String = "save") throws {
    try store.update(Hero(id: "a", name: long(number), hp: number), cause: cause)
  }

  @Test func `changes that an observer keeps stay what they were`() throws {
    try save(1)
    var kept: [TableChanges<Hero>] = []
    let token = heroes.onChanges { kept.append($0) }
    for number in 2...50 { try save(number) }
    store.transaction("delete") { $0.delete("a", from: heroes) }
    token.cancel()
    #expect(kept.count == 50)
    for (index, changes) in kept.enumerated() {
      #expect(changes.map { $0.before?.name } == [long(index + 1)])
      #expect(changes.map { $0.after?.name } == [index == 49 ? nil : long(index + 2)])
    }
  }

  @Test func `a past state keeps the steps of when it was made, whatever is forgotten later`() throws {
    store.history.limit = HistoryLimit(steps: 9, changes: 99)
    for number in 1...5 { try save(number, cause: long(number)) }
    let past = store.pastState()
    past.stepBack()
    past.stepBack()
    store.history.limit.steps = 1
    #expect(past["a", in: heroes]?.hp == 3)
    #expect(past.stepForward()?.cause == long(4))
    #expect(past["a", in: heroes]?.hp == 4)
    #expect(past.stepForward()?.cause == long(5))
    #expect(past.stepForward() == nil)
    #expect(past["a", in: heroes]?.name == long(5))
    while past.stepBack() != nil {}
    #expect(past["a", in: heroes] == nil)
  }

  @Test func `a past state shows the same after further writes, moves and forgotten steps`() throws {
    store.history.limit = HistoryLimit(steps: 9, changes: 99)
    for number in 1...3 { try save(number) }
    let (present, past) = (store.pastState(), store.pastState())
    past.stepBack()
    try store.update(Hero(id: "b", name: "Ban"))
    try save(9)
    try store.history.move(to: 1, cause: "back")
    try save(10)
    store.history.limit = .none
    store.transaction("delete") { $0.delete("a", from: heroes) }
    #expect(present["a", in: heroes]?.hp == 3)
    #expect(present["b", in: heroes] == nil)
    #expect(past["a", in: heroes]?.hp == 2)
    #expect(past.stepBack()?.changes(of: Hero.self).first?.after?.hp == 2)
    #expect(past["a", in: heroes]?.hp == 1)
    #expect(past.stepForward() != nil && past.stepForward() != nil)
    #expect(past["a", in: heroes]?.hp == 3)
    #expect(past["b", in: heroes] == nil)
  }

  @Test func `a past state made within a transaction does not show what that writes`() throws {
    store.history.limit = HistoryLimit(steps: 9, changes: 99)
    try save(1)
    var past: PastState?
    store.transaction("second") { transaction in
      transaction.update("a", in: heroes) { $0.hp = 2 }
      past = store.pastState()
      #expect(past?["a", in: heroes]?.hp == 1)
    }
    #expect(past?["a", in: heroes]?.hp == 1)
    try? store.transaction("fails") { transaction in
      transaction.update("a", in: heroes) { $0.hp = 3 }
      #expect(store.pastState()["a", in: heroes]?.hp == 2)
      throw Refused()
    }
  }
}
