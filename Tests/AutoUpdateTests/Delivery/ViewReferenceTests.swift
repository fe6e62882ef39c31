import AutoUpdate
import Testing

/// Views that end in every way that the store may meet.
struct ViewReferenceTests {
  /// A view that writes to the row it observes while it ends.
  final class LastWords: AutoUpdating {
    var subscription: Subscription?
    let write: () -> Void
    let addSource: () -> Void

    init(write: @escaping () -> Void, addSource: @escaping () -> Void) {
      self.write = write
      self.addSource = addSource
    }

    func prepare(with model: Hero?) { addSource() }

    deinit { write() }
  }

  class Base: AutoUpdating {
    var subscription: Subscription?
    func prepare(with model: Hero?) {}
  }

  final class Derived: Base {
    var hp: [Int] = []
    override func prepare(with model: Hero?) { hp.append(model?.hp ?? -1) }
  }

  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  init() throws { try hit(100) }

  func hit(_ hp: Int) throws { try store.update(Hero(id: "a", name: "Arthur", hp: hp)) }

  @Test func `a view whose token outlives it is not called, and the token still ends the observation`() throws
  {
    var view: HeroView? = HeroView()
    var calls = 0
    view?.onPrepare = { _ in calls += 1 }
    view?.autoUpdate("a", from: store)
    let token = view?.subscription
    view = nil
    for hp in 1...3 { try hit(hp) }
    #expect(calls == 1)
    #expect(heroes.observerCount == 1)
    token?.cancel()
    #expect(heroes.observerCount == 0)
    try hit(4)
  }

  @Test(arguments: [1, 2]) func `a view that writes while it ends is not called with that write`(
    viewCount: Int
  ) throws {
    var calls = 0
    var others: [HeroView] = []
    var view: LastWords? = LastWords(write: { try? hit(7) }, addSource: { calls += 1 })
    view?.autoUpdate("a", from: store)
    for _ in 1..<viewCount {
      others.append(HeroView())
      others.last?.autoUpdate("a", from: store)
    }
    view = nil
    #expect(heroes["a"]?.hp == 7)
    #expect(calls == 1)
    #expect(others.allSatisfy { $0.told.map { $0?.hp } == [100, 7] })
    #expect(heroes.observerCount == viewCount - 1)
  }

  @Test func `a view that ends while another one is called is not called`() throws {
    var calls = 0
    let first = HeroView()
    first.autoUpdate("a", from: store)
    var second: HeroView? = HeroView()
    second?.onPrepare = { _ in calls += 1 }
    second?.autoUpdate("a", from: store)
    first.onPrepare = { _ in second = nil }
    try hit(1)
    #expect(calls == 1 && first.told.count == 2)
  }

  @Test func `a view that ends itself during its call is called to the end`() throws {
    var view: HeroView? = HeroView()
    weak let weakView = view
    var hp: [Int?] = []
    view?.autoUpdate("a", from: store)
    view?.onPrepare = { hero in
      view = nil
      hp.append(hero?.hp)
    }
    try hit(1)
    try hit(2)
    #expect(hp == [1])
    #expect(weakView == nil)
    #expect(heroes.observerCount == 0)
  }

  @Test func `a view that others reference weakly, unowned or as its base class is called`() throws {
    let view = Derived()
    let base: Base = view
    weak let weakView = view
    unowned let unownedView = view
    base.autoUpdate("a", from: store)
    try hit(1)
    #expect(weakView?.hp == [100, 1] && unownedView.hp == [100, 1])
  }
}
