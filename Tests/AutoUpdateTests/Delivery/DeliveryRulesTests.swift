import AutoUpdate
import Testing

/// The delivery rules, in their order.
@Suite("Delivery rules")
struct DeliveryRulesTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  func hit(_ id: String, _ hp: Int, cause: String = "hit") {
    store.transaction(cause) { $0.update(id, in: heroes) { $0.hp = hp } }
  }

  func answer(_ id: String, _ hp: Int, cause: String = "answer") {
    store.respond(cause) { [heroes] in $0.update(id, in: heroes) { $0.hp = hp } }
  }

  init() throws {
    store.transaction("setup") {
      $0.save(Hero(id: "a", name: "Arthur"))
      $0.save(Hero(id: "m", name: "Morgana"))
    }
  }

  @Test func `1. an update reaches the views of that model and no other view`() throws {
    let (arthur, morgana) = (HeroView(), HeroView())
    arthur.autoUpdate("a", from: store)
    morgana.autoUpdate("m", from: store)
    hit("a", 90)
    #expect(arthur.told.map { $0?.hp } == [100, 90])
    #expect(morgana.told.count == 1)
  }

  @Test func `2. observers are called in the order of registration, across rows, tables and closures`() throws
  {
    var order: [String] = []
    let views = (0..<20).map { _ in HeroView() }
    var tokens: [Subscription] = []
    for (index, view) in views.enumerated() {
      view.autoUpdate(index % 3 == 0 ? "m" : "a", from: store)
      view.onPrepare = { _ in order.append("view \(index)") }
      if index == 7 { tokens.append(store.onChanges { _ in order.append("store") }) }
    }
    store.transaction("both") {
      $0.update("a", in: heroes) { $0.hp = 1 }
      $0.update("m", in: heroes) { $0.hp = 1 }
    }
    var expected = (0..<20).map { "view \($0)" }
    expected.insert("store", at: 8)
    #expect(order == expected)
    withExtendedLifetime((views, tokens)) {}
  }

  @Test func `3. a view that went away is not called and leaves nothing behind`() throws {
    var view: HeroView? = HeroView()
    weak let watched = view
    view?.autoUpdate("a", from: store)
    view?.autoUpdate("nobody", from: store)
    #expect(heroes.observerCount == 1)
    view = nil
    #expect(watched == nil)
    #expect(heroes.observerCount == 0)
    hit("a", 10)
  }

  @Test func `3. a token cancels once, however often it is cancelled`() throws {
    var calls = 0
    let token = store.onChanges { _ in calls += 1 }
    hit("a", 1)
    token.cancel()
    token.cancel()
    let other = store.onChanges { _ in calls += 10 }
    token.cancel()
    hit("a", 2)
    #expect(calls == 11)
    other.cancel()
  }

  @Test func `3. a released token ends its observation`() throws {
    var calls = 0
    var token: Subscription? = store.onChanges { _ in calls += 1 }
    #expect(token != nil)
    token = nil
    hit("a", 1)
    #expect(calls == 0)
  }

  @Test func `4. registering delivers the current state at once, also of a model that is not there`() {
    let (here, nowhere) = (HeroView(), HeroView())
    here.autoUpdate("a", from: store)
    nowhere.autoUpdate("x", from: store)
    #expect(here.told == [Hero(id: "a", name: "Arthur")])
    #expect(nowhere.told == [nil])
  }

  @Test func `5. one transaction calls an observer once, with the net change`() throws {
    let view = HeroView()
    view.autoUpdate("a", from: store)
    var sets: [ChangeSet] = []
    let token = store.onChanges { sets.append($0) }
    store.transaction("thrice") { transaction in
      for hp in [50, 60, 70] { transaction.update("a", in: heroes) { $0.hp = hp } }
    }
    #expect(view.told.map { $0?.hp } == [100, 70])
    #expect(sets.count == 1)
    token.cancel()
  }

  @Test func `6. an observer sees every model of the transaction at its new state`() throws {
    let view = HeroView()
    view.autoUpdate("a", from: store)
    var seen: Int?
    view.onPrepare = { _ in seen = heroes["m"]?.hp }
    store.transaction("both") {
      $0.update("a", in: heroes) { $0.hp = 1 }
      $0.update("m", in: heroes) { $0.hp = 2 }
    }
    #expect(seen == 2)
  }

  @Test func `8. who is cancelled or released during a delivery is not called any more in it`() throws {
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
    token = store.onChanges { _ in calls += 1 }
    hit("a", 1)
    #expect(second.told.count == 1)
    #expect(calls == 0)
  }

  @Test
  func `8. an observer that takes the slot of a cancelled one during a delivery is not called in its place`()
    throws
  {
    let (first, second, third) = (HeroView(), HeroView(), HeroView())
    first.autoUpdate("a", from: store)
    second.autoUpdate("a", from: store)
    first.onPrepare = { hero in
      guard hero?.hp == 1 else { return }
      second.stopUpdating()
      third.autoUpdate("m", from: store)
    }
    hit("a", 1)
    #expect(third.told.map { $0?.id } == ["m"])
  }

  @Test func `8. who is added during a delivery first sees its own initial state, and no old news`() throws {
    let (first, late) = (HeroView(), HeroView())
    first.autoUpdate("a", from: store)
    first.onPrepare = { hero in
      if hero?.hp == 90 {
        answer("a", 80)
        late.autoUpdate("a", from: store)
      }
    }
    hit("a", 90)
    #expect(late.told.map { $0?.hp } == [90, 80])
    hit("a", 70)
    #expect(late.told.map { $0?.hp } == [90, 80, 70])
  }
}
