import AutoUpdate
import Testing

/// Who keeps whom, and what happens to whoever is left.
struct LifetimeTests {
  /// Someone who owns a store and whatever observes it.
  final class Owner {
    var store: DataStore? = DataStore()
    var tokens: [Subscription] = []
    var view = HeroView()

    func save(_ hp: Int) { try? store?.update(Hero(id: "a", name: "Arthur", hp: hp)) }
  }

  @Test func `a store that is released during a delivery finishes the delivery, and is then gone`() {
    let owner = Owner()
    weak let store = owner.store
    var told = 0
    let views = (0..<3).map { _ in HeroView() }
    for view in views { if let store { view.autoUpdate("a", from: store) } }
    for _ in 0..<2 { if let store { owner.tokens.append(store.onChanges { _ in told += 1 }) } }
    views[0].onPrepare = { _ in owner.store = nil }
    owner.save(1)
    #expect(store == nil)
    #expect(views.map { $0.told.last??.hp } == [1, 1, 1])
    #expect(told == 2)
  }

  @Test func `observers of a history are no longer called once its store is released`() throws {
    let owner = Owner()
    owner.store?.history.limit = HistoryLimit(steps: 9, changes: 99)
    for hp in 1...3 { owner.save(hp) }
    let history = try #require(owner.store?.history)
    var told = 0
    if let store = owner.store {
      owner.view.autoUpdate("a", from: store)
      for _ in 0..<3 { owner.tokens.append(store.onChanges { _ in told += 1 }) }
    }
    owner.view.onPrepare = { [unowned owner] _ in owner.store = nil }
    try history.undo()
    #expect(owner.view.told.last??.hp == 2)
    #expect(told == 0)
    try history.undo()
    #expect(owner.view.told.last??.hp == 2)
  }

  @Test func `a table and a history that outlive their store can be read, and call no observer`() throws {
    var store: DataStore? = DataStore()
    store?.history.limit = HistoryLimit(steps: 9, changes: 99)
    let heroes = try #require(store?.table(of: Hero.self))
    let view = HeroView()
    view.autoUpdate("a", from: heroes)
    var told = 0
    let token = store?.onChanges { _ in told += 1 }
    for hp in 1...2 { try store?.update(Hero(id: "a", name: "Arthur", hp: hp)) }
    let history = try #require(store?.history)
    let past = store?.pastState()
    store = nil
    #expect(heroes["a"]?.hp == 2)
    #expect(past?.stepBack() != nil && past?["a", in: heroes]?.hp == 1)
    try history.undo()
    #expect(heroes["a"]?.hp == 1)
    #expect(told == 2)
    #expect(view.told.map { $0?.hp } == [nil, 1, 2])
    view.autoUpdate("a", from: heroes)
    let late = heroes.observe { _ in told += 1 }
    #expect(told == 3)
    late.cancel()
    view.stopUpdating()
    token?.cancel()
  }

  @Test func `a subscription keeps nothing of what it observes with`() {
    final class Held {}
    var store: DataStore? = DataStore()
    var held: Held? = Held()
    weak let weakHeld = held
    let token = store?.observe { [held] _ in _ = held }
    held = nil
    #expect(weakHeld != nil)
    store = nil
    #expect(weakHeld == nil)
    token?.cancel()
  }

  @Test func `an object that owns the store is released, although its subscriptions read the table`() {
    weak var weakOwner: Owner?
    weak var weakStore: DataStore?
    do {
      let owner = Owner()
      (weakOwner, weakStore) = (owner, owner.store)
      if let store = owner.store {
        let heroes = store.table(of: Hero.self)
        owner.view.autoUpdate("a", from: heroes)
        owner.tokens.append(heroes.observe { [weak owner] _ in owner?.view.told = heroes.models.map { $0 } })
        owner.tokens.append(store.observe { [weak owner, unowned store] _ in _ = (owner, store.commitCount) })
      }
      owner.save(1)
      #expect(owner.view.told.map { $0?.hp } == [1])
    }
    #expect(weakOwner == nil)
    #expect(weakStore == nil)
  }

  @Test func `a subscription that holds its store goes when it is cancelled`() {
    weak var weakOwner: Owner?
    do {
      let owner = Owner()
      weakOwner = owner
      if let store = owner.store { owner.tokens.append(store.observe { [owner] _ in _ = owner.store }) }
      owner.tokens.removeAll()
      owner.save(1)
    }
    #expect(weakOwner == nil)
  }

  @Test func `an observer that is cancelled is let go of at the next use of the store, outside of its work`()
  {
    final class Held {
      let end: () -> Void
      init(_ end: @escaping () -> Void) { self.end = end }
      deinit { end() }
    }
    let store = DataStore()
    var ends = 0
    func hold(_ end: @escaping () -> Void) -> Subscription {
      let held = Held(end)
      return store.observe { _ in _ = held }
    }
    let token = hold {
      ends += 1
      store.transaction("by the end") { $0.save(Hero(id: "b", name: "Ban")) }
    }
    let other = hold { ends += 1 }
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { _ in
      other.cancel()
      #expect(ends == 0)
    }
    token.cancel()
    store.transaction("hit") { $0.save(Hero(id: "a", name: "Arthur")) }
    #expect(ends == 2)
    #expect(store.table(of: Hero.self).count == 2)
    #expect(store.faults.isEmpty)
  }

  // One by one through a list they would take hours.
  @Test(.timeLimit(.minutes(20)))
  func `two hundred thousand observers are cancelled newest first in no time`() {
    let store = DataStore()
    let heroes = store.table(of: Hero.self)
    var tokens = (0..<200_000).map { _ in heroes.observe { _ in } }
    while let token = tokens.popLast() {
      token.cancel()
      if tokens.count % 2 == 0 { _ = heroes.observerCount }
    }
    var told = 0
    let last = heroes.onChanges { _ in told += 1 }
    store.transaction("hit") { $0.save(Hero(id: "a", name: "Arthur")) }
    #expect(told == 1)
    last.cancel()
  }
}
