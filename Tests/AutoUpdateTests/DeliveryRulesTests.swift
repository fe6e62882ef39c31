import AutoUpdate
import Testing

/// The delivery rules, in their order.
@Suite("Delivery rules")
struct DeliveryRulesTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  func hit(_ id: String, _ hp: Int, cause: String = "hit") throws {
    try store.transaction(cause) { $0.update(id, in: heroes) { $0.hp = hp } }
  }

  init() throws {
    try store.transaction("setup") {
      $0.save(Hero(id: "a", name: "Arthur"))
      $0.save(Hero(id: "m", name: "Morgana"))
    }
  }

  @Test("1. an update reaches the views of that model and no other view")
  func keyed() throws {
    let (arthur, morgana) = (HeroView(), HeroView())
    arthur.autoUpdate("a", from: store)
    morgana.autoUpdate("m", from: store)
    try hit("a", 90)
    #expect(arthur.told.map { $0?.hp } == [100, 90])
    #expect(morgana.told.count == 1)
  }

  @Test("2. observers are told in the order of registration, across rows, tables and closures")
  func registrationOrder() throws {
    var order: [String] = []
    let views = (0..<20).map { _ in HeroView() }
    var tokens: [Subscription] = []
    for (index, view) in views.enumerated() {
      view.autoUpdate(index % 3 == 0 ? "m" : "a", from: store)
      view.onPrepare = { _ in order.append("view \(index)") }
      if index == 7 { tokens.append(store.observe { _ in order.append("store") }) }
    }
    try store.transaction("both") {
      $0.update("a", in: heroes) { $0.hp = 1 }
      $0.update("m", in: heroes) { $0.hp = 1 }
    }
    var expected = (0..<20).map { "view \($0)" }
    expected.insert("store", at: 8)
    #expect(order == expected)
  }

  @Test("3. a view that went away is not called and leaves nothing behind")
  func weak() throws {
    var view: HeroView? = HeroView()
    weak let watched = view
    view?.autoUpdate("a", from: store)
    view?.autoUpdate("nobody", from: store)
    #expect(heroes.observerCount == 1)
    view = nil
    #expect(watched == nil)
    #expect(heroes.observerCount == 0)
    try hit("a", 10)
  }

  @Test("3. a token cancels once, however often it is asked")
  func cancelOnce() throws {
    var calls = 0
    let token = store.observe { _ in calls += 1 }
    try hit("a", 1)
    token.cancel()
    token.cancel()
    let other = store.observe { _ in calls += 10 }
    token.cancel()
    try hit("a", 2)
    #expect(calls == 11)
    other.cancel()
  }

  @Test("3. a released token ends its observation")
  func releasedToken() throws {
    var calls = 0
    var token: Subscription? = store.observe { _ in calls += 1 }
    #expect(token != nil)
    token = nil
    try hit("a", 1)
    #expect(calls == 0)
  }

  @Test("4. registering delivers the current state at once, also of a model that is not there")
  func initialState() {
    let (here, nowhere) = (HeroView(), HeroView())
    here.autoUpdate("a", from: store)
    nowhere.autoUpdate("x", from: store)
    #expect(here.told == [Hero(id: "a", name: "Arthur")])
    #expect(nowhere.told == [nil])
  }

  @Test("5. one transaction tells an observer once, of the net outcome")
  func oncePerTransaction() throws {
    let view = HeroView()
    view.autoUpdate("a", from: store)
    var sets: [ChangeSet] = []
    let token = store.observe { sets.append($0) }
    try store.transaction("thrice") { transaction in
      for hp in [50, 60, 70] { transaction.update("a", in: heroes) { $0.hp = hp } }
    }
    #expect(view.told.map { $0?.hp } == [100, 70])
    #expect(sets.count == 1)
    token.cancel()
  }

  @Test("6. an observer sees every model of the transaction at its new state")
  func newStateEverywhere() throws {
    let view = HeroView()
    view.autoUpdate("a", from: store)
    var seen: Int?
    view.onPrepare = { _ in seen = heroes["m"]?.hp }
    try store.transaction("both") {
      $0.update("a", in: heroes) { $0.hp = 1 }
      $0.update("m", in: heroes) { $0.hp = 2 }
    }
    #expect(seen == 2)
  }

  @Test("7. a write by an observer is delivered after everyone was told of the first")
  func queuedWrites() throws {
    var order: [String] = []
    let (first, second) = (HeroView(), HeroView())
    first.autoUpdate("a", from: store)
    second.autoUpdate("a", from: store)
    first.onPrepare = { hero in
      order.append("first \(hero?.hp ?? 0)")
      if hero?.hp == 90 { try? hit("a", 80, cause: "answer") }
    }
    second.onPrepare = { hero in order.append("second \(hero?.hp ?? 0)") }
    try hit("a", 90)
    #expect(order == ["first 90", "second 90", "first 80", "second 80"])
    #expect(heroes["a"]?.hp == 80)
  }

  @Test("7. a cascade past the bound is an error that names its causes; the store goes on")
  func cascade() throws {
    store.cascadeLimit = 3
    let view = HeroView()
    view.autoUpdate("a", from: store)
    var refusals = 0
    view.onPrepare = { hero in
      do { try hit("a", (hero?.hp ?? 0) - 1, cause: "answer") } catch { refusals += 1 }
    }
    #expect(throws: CascadeError(causes: ["start", "answer", "answer", "answer", "answer"], limit: 3)) {
      try hit("a", 50, cause: "start")
    }
    #expect(refusals == 1)
    #expect(heroes["a"]?.hp == 47)
    view.onPrepare = { _ in }
    try hit("a", 10)
    #expect(view.told.last??.hp == 10)
  }

  @Test("7. observers that double their answers are stopped, too")
  func broadCascade() throws {
    store.cascadeLimit = 10
    let view = HeroView()
    view.autoUpdate("a", from: store)
    var next = 1_000
    view.onPrepare = { _ in
      for _ in 0..<2 {
        next += 1
        try? hit("a", next, cause: "answer")
      }
    }
    let error = #expect(throws: CascadeError.self) { try hit("a", 50, cause: "start") }
    #expect(store.commitCount < 1_010)
    #expect(
      error?.description.hasPrefix("observers answered one transaction with more than 1000 others: “start”")
        == true)
    view.onPrepare = { _ in }
    try hit("a", 10)
    #expect(view.told.last??.hp == 10)
  }

  @Test("7. a cascade's error shows both ends of a long chain")
  func cascadeMessage() {
    let causes = (0...100).map { "c\($0)" }
    let long = CascadeError(causes: causes, limit: 100)
    #expect(
      long.description
        == "observers wrote in answer to each other more than 100 times: “c0” → “c1” → “c2” → … → “c99” → “c100”"
    )
    #expect(
      CascadeError(causes: ["a", "b"], limit: 1).description
        == "observers wrote in answer to each other more than 1 times: “a” → “b”")
  }

  @Test("8. who is cancelled or released during a delivery is not called any more in it")
  func endedMeanwhile() throws {
    let first = HeroView()
    let second = HeroView()
    var third: HeroView? = HeroView()
    var calls = 0
    first.autoUpdate("a", from: store)
    second.autoUpdate("a", from: store)
    third?.autoUpdate("a", from: store)
    third?.onPrepare = { _ in calls += 1 }
    var token: Subscription?
    first.onPrepare = { _ in
      second.stopUpdating()
      third = nil
      token?.cancel()
    }
    token = store.observe { _ in calls += 1 }
    try hit("a", 1)
    #expect(second.told.count == 1)
    #expect(calls == 0)
  }

  @Test("8. who takes an ended observer's place during a delivery is not told in its stead")
  func reusedPlace() throws {
    let (first, second, third) = (HeroView(), HeroView(), HeroView())
    first.autoUpdate("a", from: store)
    second.autoUpdate("a", from: store)
    first.onPrepare = { hero in
      guard hero?.hp == 1 else { return }
      second.stopUpdating()
      third.autoUpdate("m", from: store)
    }
    try hit("a", 1)
    #expect(third.told.map { $0?.id } == ["m"])
  }

  @Test("8. who is added during a delivery first sees its own initial state, and no old news")
  func addedMeanwhile() throws {
    let (first, late) = (HeroView(), HeroView())
    first.autoUpdate("a", from: store)
    first.onPrepare = { hero in
      if hero?.hp == 90 {
        try? hit("a", 80)
        late.autoUpdate("a", from: store)
      }
    }
    try hit("a", 90)
    #expect(late.told.map { $0?.hp } == [80])
    try hit("a", 70)
    #expect(late.told.map { $0?.hp } == [80, 70])
  }
}
