import AutoUpdate
import Testing

/// Transactions that a store refuses, and what it says of them.
struct RefusalTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  @Test func `a write to a table of another store is refused, and leaves nothing in either`() {
    let other = DataStore()
    let foreign = other.table(of: Hero.self)
    #expect(throws: StoreError.foreignTable(model: "Hero")) {
      try store.transaction("mixed") { (transaction) throws(StoreError) in
        transaction.save(Hero(id: "a", name: "Arthur"))
        transaction.save(Hero(id: "b", name: "Ban"), in: foreign)
        transaction.update("b", in: foreign) { $0.hp = 1 }
        transaction.delete("b", from: foreign)
      }
    }
    #expect(heroes.count == 0 && foreign.count == 0)
    #expect(store.commitCount == 0 && other.commitCount == 0)
    #expect(store.faults.isEmpty && other.faults.isEmpty)
    #expect(
      StoreError.foreignTable(model: "Hero").description
        == "a transaction wrote to a table of Hero in another store")
  }

  @Test func `a refused write fails its own transaction, whatever inner ones come after it`() {
    let foreign = DataStore().table(of: Hero.self)
    #expect(throws: StoreError.foreignTable(model: "Hero")) {
      try store.transaction("outer") { (outer) throws(StoreError) in
        outer.save(Hero(id: "b", name: "Ban"), in: foreign)
        try store.update(Hero(id: "a", name: "Arthur"))
        outer.save(Hero(id: "c", name: "Cador"))
      }
    }
    #expect(heroes.count == 0)
    #expect(store.faults.isEmpty)
  }

  @Test func `a refused write in an inner transaction fails only that one`() {
    let foreign = DataStore().table(of: Hero.self)
    store.transaction("outer") { outer in
      outer.save(Hero(id: "a", name: "Arthur"))
      store.transaction("inner") { inner in
        inner.save(Hero(id: "a", name: "Another"))
        inner.save(Hero(id: "b", name: "Ban"), in: foreign)
      }
    }
    #expect(heroes.models.map(\.name) == ["Arthur"])
    #expect(store.takeFaults() == [.foreignTable(model: "Hero")])
  }

  @Test func `a refused transaction throws if its closure states the error type, and runs otherwise`() {
    var (caught, read): (StoreError?, Hero?) = (nil, nil)
    var calls = 0
    let token = heroes.onChanges { [unowned store] _ in
      do throws(StoreError) {
        try store.transaction("stated") { (_) throws(StoreError) in calls += 1 }
      } catch {
        caught = error
      }
      read = store.transaction("not stated") { transaction in
        transaction.save(Hero(id: "b", name: "Ban"))
        return store.table(of: Hero.self)["b"]
      }
    }
    store.transaction("first") { $0.save(Hero(id: "a", name: "Arthur")) }
    #expect(caught == .delivering(cause: "stated", of: "first") && calls == 0)
    #expect(read == nil && heroes["b"] == nil)
    #expect(store.takeFaults() == [.delivering(cause: "not stated", of: "first")])
    withExtendedLifetime(token) {}
  }

  @Test func `a transaction that is kept beyond its end writes nothing`() throws {
    var kept: Transaction?
    store.transaction("first") { kept = $0 }
    kept?.save(Hero(id: "a", name: "Arthur"))
    #expect(heroes.count == 0)
    #expect(store.takeFaults() == [.transactionEnded])
    #expect(throws: StoreError.transactionEnded) {
      try store.transaction("second") { (transaction) throws(StoreError) in
        transaction.save(Hero(id: "b", name: "Ban"))
        kept?.save(Hero(id: "a", name: "Arthur"))
      }
    }
    #expect(heroes.count == 0)
    try store.update(Hero(id: "c", name: "Cador"))
    #expect(heroes.count == 1)
  }

  struct Renamed: Storable {
    var id: Int
    var text = ""
  }

  @Test func `an update that changes the identity is refused, and leaves nothing behind`() throws {
    let table = store.table(of: Renamed.self)
    for id in 1...2 { try store.update(Renamed(id: id, text: "\(id)")) }
    #expect(throws: StoreError.identityChanged(model: "Renamed")) {
      try store.transaction("rename") { (transaction) throws(StoreError) in
        transaction.save(Renamed(id: 3))
        transaction.update(1, in: table) { $0.id = 2 }
      }
    }
    #expect(table.models.map(\.text) == ["1", "2"])
    store.transaction("rename") { transaction in
      transaction.update(1, in: table) { $0.id = 7 }
    }
    #expect(store.takeFaults() == [.identityChanged(model: "Renamed")])
    #expect(table[7] == nil && table[1]?.text == "1")
  }

  @Test func `an update that also writes to its model in another way is refused, whatever it writes`() throws
  {
    let table = store.table(of: Renamed.self)
    for id in 1...2 { try store.update(Renamed(id: id, text: "\(id)")) }
    let writes: [(Transaction) -> Void] = [
      { $0.update(1, in: table) { $0.text = "inner" } },
      { $0.save(Renamed(id: 1, text: "inner")) },
      { $0.delete(1, from: table) },
    ]
    for write in writes {
      #expect(throws: StoreError.overlappingUpdate(model: "Renamed")) {
        try store.transaction("overlap") { (transaction) throws(StoreError) in
          transaction.save(Renamed(id: 3))
          transaction.update(1, in: table) { model in
            model.text = "outer"
            write(transaction)
          }
        }
      }
      #expect(table.models.map(\.text) == ["1", "2"])
    }
  }

  @Test func `an update may write to other models, and restore its own`() throws {
    let table = store.table(of: Renamed.self)
    for id in 1...2 { try store.update(Renamed(id: id, text: "\(id)")) }
    try store.transaction("others") { (transaction) throws(StoreError) in
      transaction.update(1, in: table) { model in
        transaction.update(2, in: table) { $0.text = "inner" }
        transaction.save(Renamed(id: 1, text: "changed"))
        transaction.save(Renamed(id: 1, text: "1"))
        model.text = "outer"
      }
    }
    #expect(table.models.map(\.text) == ["outer", "inner"])
    #expect(store.faults.isEmpty)
  }

  @Test func `answers of transactions that were rolled back do not count`() {
    for _ in 0..<10_001 {
      try? store.transaction("fails") { _ in
        store.respond("dropped") { $0.save(Hero(id: "x", name: "x")) }
        throw Refused()
      }
    }
    store.respond("kept") { $0.save(Hero(id: "a", name: "Arthur")) }
    #expect(heroes.models.map(\.id) == ["a"])
    #expect(store.faults.isEmpty)
  }

  @Test func `no more than a hundred faults are kept, the oldest`() {
    var kept: Transaction?
    store.transaction("first") { kept = $0 }
    for number in 0..<150 {
      kept?.save(Hero(id: "\(number)", name: "x"))
      if number == 0 { store.respond("bad") { _ in throw Refused() } }
    }
    #expect(store.faults.count == 100)
    #expect(
      store.faults.prefix(3) == [
        .transactionEnded, .responseFailed(cause: "bad", message: "Refused()"), .transactionEnded,
      ])
    #expect(store.takeFaults().count == 100)
    #expect(store.faults.isEmpty)
  }

  @Test func `an observer of faults gets each one once, when the store is idle, and may write`() {
    var heard: [StoreError] = []
    store.onFault = { fault in
      heard.append(fault)
      #expect(store.openTransaction == nil)
      store.transaction("by the listener") { $0.save(Hero(id: "f\(heard.count)", name: "f")) }
    }
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in
      guard hero?.hp == 1 else { return }
      store.respond("bad") { _ in throw Refused() }
      store.respond("good") { $0.save(Hero(id: "g", name: "g")) }
      #expect(heard.isEmpty)
    }
    store.transaction("hit") { $0.save(Hero(id: "a", name: "Arthur", hp: 1)) }
    #expect(heard == [.responseFailed(cause: "bad", message: "Refused()")])
    #expect(heroes.models.map(\.id) == ["a", "g", "f1"])
    #expect(store.faults.isEmpty)
    store.onFault = nil
  }

  @Test
  func `a listener that causes a fault each time it is called is called a hundred times`() {
    var heard: [String] = []
    store.onFault = { fault in
      heard.append("\(fault)")
      store.respond("\(heard.count)") { _ in throw Refused() }
    }
    store.respond("0") { _ in throw Refused() }
    #expect(heard == (0..<100).map { "the response “\($0)” failed: Refused()" })
    #expect(store.faults == [.responseFailed(cause: "100", message: "Refused()")])
    store.onFault = { heard.append("\($0)") }
    store.transaction("next") { _ in }
    #expect(heard.last == "the response “100” failed: Refused()")
    #expect(store.faults.isEmpty)
    store.onFault = nil
  }
}
