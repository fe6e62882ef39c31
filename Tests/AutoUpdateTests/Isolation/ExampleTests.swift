import AutoUpdate
import Observation
import Synchronization
import Testing

/// A label of an app: the main actor's, as all its views are.
@MainActor private final class HeroLabel: @MainActor AutoUpdating {
  var subscription: Subscription?
  private(set) var text = ""

  func prepare(with hero: Hero?) { text = hero.map { "\($0.name), \($0.hp) hp" } ?? "nobody" }
}

/// What a declarative view reads of a hero, and observes by reading it.
@MainActor @Observable private final class HeroState: @MainActor AutoUpdating {
  @ObservationIgnored var subscription: Subscription?
  private(set) var hero: Hero?

  func prepare(with hero: Hero?) { self.hero = hero }
}

private enum AppState: Sendable { case ready, matching }

private struct App: Storable {
  let id: Int
  var state: AppState
}

private final class TitleBar: StateDelegate {
  var states: [AppState] = []

  func stateChanged(from old: AppState, to new: AppState) { states.append(new) }
}

/// How the views of an app use a store.
@MainActor struct ExampleTests {
  let store = DataStore()

  @Test func `a label of the main actor shows its hero now and after each change, until it is released`()
    throws
  {
    let heroes = store.table(of: Hero.self)
    var label: HeroLabel? = HeroLabel()
    label?.autoUpdate("a", from: store)
    #expect(label?.text == "nobody")
    try store.update(Hero(id: "a", name: "Arthur"))
    #expect(label?.text == "Arthur, 100 hp")
    store.transaction("hit") { $0.update("a", in: heroes) { $0.hp = 30 } }
    #expect(label?.text == "Arthur, 30 hp")
    #expect(heroes.observerCount == 1)
    label = nil
    #expect(heroes.observerCount == 0)
  }

  @Test func `a state center of a saved model calls its delegates with an assignment`() {
    store.transaction("app state") { $0.save(App(id: 0, state: .ready)) }
    let center = StateCenter(\App.state, of: 0, in: store, default: .ready, cause: "app state")
    let titleBar = TitleBar()
    center.add(titleBar)
    center.assign(.matching)
    #expect(titleBar.states == [.matching])
    #expect(center.state == .matching && store.faults.isEmpty)
  }

  @Test func `a reader of an observable object is notified when its hero changes, and of no other hero`()
    throws
  {
    try store.update(Hero(id: "a", name: "Arthur"))
    let state = HeroState()
    state.autoUpdate("a", from: store)
    let changes = Mutex(0)
    func read() -> Int? {
      withObservationTracking {
        state.hero?.hp
      } onChange: {
        changes.withLock { $0 += 1 }
      }
    }
    #expect(read() == 100)
    try store.update(Hero(id: "b", name: "Ban"))
    #expect(changes.withLock(\.self) == 0)
    try store.update(Hero(id: "a", name: "Arthur", hp: 30))
    #expect(changes.withLock(\.self) == 1)
    #expect(read() == 30)
  }
}
