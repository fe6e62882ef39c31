import Testing

@testable import AutoUpdate

private final class Screen {
  var updates = 0
  var monitor: Monitor?
}

@Suite struct MonitorTests {
  private let store = DataStore()
  private let heroes: Table<Hero>
  private let games: Table<Game>
  private let healthy: LiveQuery<Hero>
  private let active: LiveQuery<Game>

  init() {
    heroes = store.table(of: Hero.self)
    games = store.table(of: Game.self)
    healthy = LiveQuery(heroes, where: { $0.hp > 50 }, by: \.name)
    active = LiveQuery(games, where: { $0.phase == "active" }, by: \.id)
  }

  @Test func `A monitor calls back at once, and once a transaction, whatever it watches`() throws {
    let screen = Screen()
    screen.monitor = Monitor(healthy, active, games, owner: screen) { $0.updates += 1 }
    #expect(screen.updates == 1)
    store.transaction("both") {
      $0.save(Hero(id: "a", name: "Arthur"))
      $0.save(Hero(id: "b", name: "Bors"))
      $0.save(Game(id: 1, phase: "active"))
    }
    #expect(screen.updates == 2)
    #expect(healthy.map(\.name) == ["Arthur", "Bors"])
    try store.update(Game(id: 2))
    #expect(screen.updates == 3)
  }

  @Test func `A change that does not affect the lists is not delivered`() throws {
    let screen = Screen()
    screen.monitor = Monitor(healthy, owner: screen) { $0.updates += 1 }
    try store.update(Hero(id: "a", name: "Arthur", hp: 10))
    try store.update(Hero(id: "a", name: "Arthur", hp: 20))
    #expect(screen.updates == 1)
  }

  @Test func `Several monitors share a query and are called in the order of registration`() throws {
    var told: [String] = []
    let monitors = ["c", "a", "b"].map { name in Monitor([healthy]) { told.append(name) } }
    told = []
    try store.update(Hero(id: "a", name: "Arthur"))
    #expect(told == ["c", "a", "b"])
    withExtendedLifetime(monitors) {}
  }

  @Test func `A callback sees every query at the new state`() throws {
    var seen: [[Int]] = []
    let (healthy, active) = (healthy, active)
    let monitors = [
      Monitor([healthy]) { seen.append([healthy.count, active.count]) },
      Monitor([active]) { seen.append([healthy.count, active.count]) },
    ]
    seen = []
    store.transaction("both") {
      $0.save(Game(id: 1, phase: "active"))
      $0.save(Hero(id: "a", name: "Arthur"))
    }
    #expect(seen == [[1, 1], [1, 1]])
    withExtendedLifetime(monitors) {}
  }

  @Test func `A monitor whose owner is gone is silent and leaves nothing in the store`() throws {
    var screen: Screen? = Screen()
    weak let ghost = screen
    let kept = Monitor(healthy, owner: screen!) { $0.updates += 1 }
    screen = nil
    #expect(ghost == nil)
    #expect(store.core.closureCount == 1)
    try store.update(Hero(id: "a", name: "Arthur"))
    #expect(store.core.closureCount == 0)
    withExtendedLifetime(kept) {}
  }

  @Test func `A monitor is cancelled once, by hand or by release`() throws {
    var calls = 0
    var monitor: Monitor? = Monitor([healthy]) { calls += 1 }
    monitor?.cancel()
    monitor?.cancel()
    try store.update(Hero(id: "a", name: "Arthur"))
    #expect(calls == 1)
    monitor = nil
    monitor = Monitor([healthy]) { calls += 1 }
    #expect(calls == 2)
    monitor = nil
    try store.update(Hero(id: "b", name: "Bors"))
    #expect(calls == 2)
    #expect(store.core.closureCount == 0)
  }

  @Test func `A monitor that another cancels during a delivery is not called any more in it`() throws {
    var calls: [String] = []
    var second: Monitor?
    let first = Monitor([healthy]) {
      calls.append("first")
      if calls.count > 2 { second?.cancel() }
    }
    second = Monitor([healthy]) { calls.append("second") }
    try store.update(Hero(id: "a", name: "Arthur"))
    #expect(calls == ["first", "second", "first"])
    withExtendedLifetime(first) {}
  }

  @Test func `A monitor keeps what it watches`() throws {
    var calls = 0
    let monitor = Monitor([LiveQuery(heroes, by: \.name)]) { calls += 1 }
    try store.update(Hero(id: "a", name: "Arthur"))
    #expect(calls == 2)
    withExtendedLifetime(monitor) {}
  }
}
