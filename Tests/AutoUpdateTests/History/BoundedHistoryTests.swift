import AutoUpdate
import TestSupport
import Testing

/// Steps of one write and of many, answered or not, of which only the last few are kept.
struct BoundedHistoryTests {
  /// What the store holds: each hero's hp and each game's phase.
  struct State: Equatable {
    var hp: [Int?]
    var phases: [String?]
  }

  @Test(arguments: 0..<200)
  func `the kept steps lead to every state between, whatever was forgotten before them`(seed: UInt64) throws {
    var random = SplitMix(seed)
    let store = DataStore()
    let limit = HistoryLimit(
      steps: Int.random(in: 1...4, using: &random), changes: Int.random(in: 2...8, using: &random))
    store.history.limit = limit
    let heroes = store.table(of: Hero.self)
    let games = store.table(of: Game.self)
    var state: State {
      State(hp: (0..<3).map { heroes["\($0)"]?.hp }, phases: (0..<3).map { games[$0]?.phase })
    }
    let view = HeroView()
    view.autoUpdate("0", from: store)
    view.onPrepare = { hero in
      guard let hp = hero?.hp, hp % 3 == 0 else { return }
      store.respond("answer") { $0.save(Game(id: 2, phase: "after \(hp)")) }
    }

    var states = [state]
    for step in 1...20 {
      store.transaction("step \(step)") { transaction in
        // One write as often as several, so that they replace each other.
        for _ in 0..<max(1, Int.random(in: -2...4, using: &random)) {
          let place = Int.random(in: 0..<3, using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0, 1: transaction.save(Hero(id: "\(place)", name: "n", hp: step))
          case 2: transaction.delete("\(place)", from: heroes)
          default: transaction.save(Game(id: place, phase: "\(step)"))
          }
        }
      }
      if store.history.present == states.count { states.append(state) }
      #expect(store.history.present == states.count - 1, "seed \(seed), step \(step)")
      #expect(store.history.steps.count <= limit.steps, "seed \(seed), step \(step)")
      let changeCount = store.history.steps.reduce(0) { $0 + (store.history[$1]?.changeCount ?? 0) }
      #expect(changeCount <= limit.changes, "seed \(seed), step \(step)")
      for number in store.history.steps {
        #expect(store.history.changes(of: number)?.changes.isEmpty == false, "seed \(seed), step \(number)")
      }
    }

    view.stopUpdating()
    for _ in 0..<10 {
      let target = Int.random(
        in: store.history.steps.lowerBound...store.history.steps.upperBound, using: &random)
      try #require(states.indices.contains(target), "seed \(seed)")
      #expect(try store.history.move(to: target, cause: "goto"))
      #expect(state == states[target], "seed \(seed), to \(target)")
    }
  }
}
