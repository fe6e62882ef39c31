import AutoUpdate
import Testing

/// The README's example of the framework, line for line.
@Suite struct ReadmeExampleTests {
  struct Hero: Storable {
    let id: String
    var name: String
    var hp = 100
  }

  final class HeroLabel: AutoUpdating {
    var subscription: Subscription?
    var text = ""
    func prepare(with hero: Hero?) { text = hero.map { "\($0.name) \($0.hp)" } ?? "gone" }
  }

  @Test func `a label follows its hero, and a query lists the wounded`() {
    let store = DataStore()
    let heroes = store.table(of: Hero.self)
    let label = HeroLabel()
    label.autoUpdate("arthur", from: store)
    #expect(label.text == "gone")

    store.transaction("Arthur arrives") { $0.save(Hero(id: "arthur", name: "Arthur")) }
    store.transaction("Arthur is hit") { $0.update("arthur", in: heroes) { $0.hp = 40 } }
    assert(label.text == "Arthur 40")

    var shown: [String] = []
    let wounded = LiveQuery(heroes, where: { $0.hp < 50 }) { SortKeys($0.hp, $0.id) }
    let token = wounded.observe { update in shown = wounded.models.map(\.name) }

    #expect(shown == ["Arthur"])
    token.cancel()
  }
}
