import AutoUpdate
import TestSupport
import Testing

/// Random nested transactions against a dictionary that is copied to go back.
struct StorePropertyTests {
  @Test(arguments: 0..<300) func `random nested transactions, throwing or not, agree with a plain dictionary`(
    seed: UInt64
  ) throws {
    var random = SplitMix(seed)
    let store = DataStore()
    store.history.limit = HistoryLimit(steps: 1_000, changes: 100_000)
    let heroes = store.table(of: Hero.self)
    var model: [String: Hero] = [:]
    var views: [HeroView] = []
    var states = [model]
    for index in 0..<6 {
      let view = HeroView()
      view.autoUpdate("h\(index)", from: store)
      views.append(view)
    }

    func level(_ depth: Int) throws {
      let before = model
      do {
        try store.transaction("depth \(depth)") { transaction in
          for _ in 0..<Int.random(in: 0...5, using: &random) {
            let id = "h\(Int.random(in: 0..<6, using: &random))"
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2:
              let hero = Hero(id: id, name: "n", hp: Int.random(in: 0...3, using: &random))
              transaction.save(hero)
              model[id] = hero
            case 3, 4:
              let hp = Int.random(in: 0...3, using: &random)
              transaction.update(id, in: heroes) { $0.hp = hp }
              model[id]?.hp = hp
            case 5:
              transaction.delete(id, from: heroes)
              model[id] = nil
            case 6 where depth < 4:
              try? level(depth + 1)
            default:
              if Int.random(in: 0..<6, using: &random) == 0 { throw Refused() }
            }
          }
        }
      } catch {
        model = before
        throw error
      }
    }

    for _ in 0..<20 {
      try? level(0)
      if model != states.last { states.append(model) }
      #expect(Dictionary(uniqueKeysWithValues: heroes.models.map { ($0.id, $0) }) == model, "seed \(seed)")
      #expect(heroes.count == model.count, "seed \(seed)")
      for (index, view) in views.enumerated() {
        #expect(view.told.last == .some(model["h\(index)"]), "seed \(seed), view \(index)")
        #expect(
          zip(view.told, view.told.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed): told of nothing")
      }
    }

    // The kept steps lead to every state again, in any order.
    #expect(store.history.steps.count == states.count - 1, "seed \(seed)")
    for _ in 0..<20 {
      let target = Int.random(in: 0..<states.count, using: &random)
      #expect(try store.history.move(to: target, cause: "goto"))
      #expect(
        Dictionary(uniqueKeysWithValues: heroes.models.map { ($0.id, $0) }) == states[target],
        "seed \(seed), step \(target)")
      for (index, view) in views.enumerated() {
        #expect(view.told.last == .some(states[target]["h\(index)"]), "seed \(seed)")
      }
    }
  }
}
