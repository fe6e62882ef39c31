import AutoUpdate
import Testing

/// Parts of models that do something while they end.
@MainActor struct EndingValueTests {
  @Test func `a part that writes while it ends finds the store idle, and ends once`() throws {
    try Hooks.scope { store in
      let (items, heroes) = (store.table(of: Item.self), store.table(of: Hero.self))
      var ended: [Int] = []
      Hooks.onEnd = { [store] number in
        ended.append(number)
        store.transaction("end") { $0.save(Hero(id: "\(number)", name: "ended")) }
      }
      try store.update(Item(id: 1, part: Part(1)))
      try store.update(Item(id: 1, part: Part(2)))
      #expect(ended == [1])
      #expect(items[1]?.part?.number == 2)
      store.transaction("delete") { $0.delete(1, from: items) }
      #expect(ended == [1, 2])
      #expect(heroes.models.map(\.id) == ["1", "2"])
      #expect(store.faults.isEmpty)
    }
  }

  @Test func `a value ends after all observers got its last change and the responses`() throws {
    try Hooks.scope { store in
      var log: [String] = []
      try store.update(Item(id: 1, part: Part(1)))
      let view = ItemView()
      view.autoUpdate(1, from: store)
      view.told = []
      view.onPrepare = { [store, unowned view] item in
        view.told = []
        log.append("told \(item?.part?.number ?? 0)")
        if item?.part?.number == 2 { store.respond("answer") { $0.save(Item(id: 1, part: Part(3))) } }
      }
      Hooks.onEnd = { log.append("end \($0)") }
      try store.update(Item(id: 1, part: Part(2)))
      #expect(log.prefix(2) == ["told 2", "told 3"])
      #expect(log.dropFirst(2).sorted() == ["end 1", "end 2"])
    }
  }

  @Test func `values written by a rolled back transaction are released once the store is idle`() {
    Hooks.scope { store in
      let (items, heroes) = (store.table(of: Item.self), store.table(of: Hero.self))
      var ended: [Int] = []
      Hooks.onEnd = { [store] number in
        ended.append(number)
        store.transaction("end") { $0.save(Hero(id: "\(number)", name: "ended")) }
      }
      try? store.transaction("outer") { outer in
        outer.save(Item(id: 1, part: Part(1)))
        try? store.transaction("inner") { inner in
          inner.save(Item(id: 1, part: Part(2)))
          throw Refused()
        }
        outer.save(Item(id: 1, part: Part(3)))
        #expect(ended.isEmpty)
        throw Refused()
      }
      #expect(ended.sorted() == [1, 2, 3])
      #expect(heroes.count == 3 && items.count == 0)
      #expect(store.faults.isEmpty)
    }
  }

  @Test func `a value lives as long as a step of the history needs it`() throws {
    try Hooks.scope { store in
      var ended: [Int] = []
      Hooks.onEnd = { ended.append($0) }
      store.history.limit = HistoryLimit(steps: 2, changes: 100)
      for number in 1...5 { try store.update(Item(id: 1, part: Part(number))) }
      #expect(ended == [1, 2])
      store.history.limit = .none
      #expect(ended == [1, 2, 3, 4])
    }
  }

  @Test func `the values of dropped steps are released in groups of a sixteenth of a long history`() throws {
    try Hooks.scope { store in
      var ended: [Int] = []
      Hooks.onEnd = { ended.append($0) }
      store.history.limit = HistoryLimit(steps: 64, changes: 1_000)
      for number in 1...68 { try store.update(Item(id: 1, part: Part(number))) }
      #expect(store.history.steps == 4..<68)
      #expect(ended == [])
      try store.update(Item(id: 1, part: Part(69)))
      #expect(ended == [1, 2, 3, 4])
      store.history.limit = .none
      #expect(ended == Array(1...68))
    }
  }

  @Test func `a dropped step with many values is released before the next step`() throws {
    try Hooks.scope { store in
      var endedCount = 0
      Hooks.onEnd = { _ in endedCount += 1 }
      store.history.limit = HistoryLimit(steps: 64, changes: 1_000)
      store.transaction("fill") { transaction in
        for id in 0..<50 { transaction.save(Item(id: id, part: Part(id))) }
      }
      store.transaction("replace") { transaction in
        for id in 0..<50 { transaction.save(Item(id: id, part: Part(50 + id))) }
      }
      for number in 0..<63 { try store.update(Item(id: 50, part: Part(100 + number))) }
      #expect(endedCount == 0)
      try store.update(Item(id: 50, part: Part(163)))
      #expect(endedCount == 50)
    }
  }

  @Test func `parts that write ever new parts while they end stop when they stop writing`() throws {
    try Hooks.scope { store in
      let items = store.table(of: Item.self)
      Hooks.onEnd = { [store] number in
        if number < 500 { store.transaction("end") { $0.save(Item(id: 1, part: Part(number + 1))) } }
      }
      try store.update(Item(id: 1, part: Part(1)))
      store.transaction("go") { $0.delete(1, from: items) }
      #expect(items[1]?.part?.number == 2)
      store.transaction("go") { $0.save(Item(id: 1, part: Part(400))) }
      store.transaction("go") { $0.delete(1, from: items) }
      #expect(store.faults.isEmpty)
    }
  }

  @Test func `a view that is released during its call may respond, and may not write`() {
    final class LastWords: AutoUpdating {
      var subscription: Subscription?
      let say: () -> Void
      init(_ say: @escaping () -> Void) { self.say = say }
      func prepare(with model: Hero?) {}
      deinit { say() }
    }
    let store = DataStore()
    let heroes = store.table(of: Hero.self)
    var refusals: [StoreError] = []
    var view: LastWords? = LastWords { [store] in
      do throws(StoreError) { try store.update(Hero(id: "b", name: "b")) } catch { refusals.append(error) }
      store.respond("last words") { $0.save(Hero(id: "c", name: "c")) }
    }
    view?.autoUpdate("a", from: store)
    let first = HeroView()
    first.autoUpdate("a", from: store)
    first.onPrepare = { _ in view = nil }
    store.transaction("hit") { $0.save(Hero(id: "a", name: "a")) }
    #expect(refusals == [.delivering(cause: "update", of: "hit")])
    #expect(heroes.models.map(\.id) == ["a", "c"])
  }
}
