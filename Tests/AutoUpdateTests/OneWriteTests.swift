import AutoUpdate
import Testing

/// A transaction of one write, which the store commits on a way of its own, does all that others do.
struct OneWriteTests {
  /// A store, and all that its observers saw and did, as lines.
  final class Stage {
    let store = DataStore()
    let heroes: Table<Hero>
    /// Whether each row is written twice, which keeps a transaction off the short way.
    let writesTwice: Bool
    var random: SplitMix
    var log: [String] = []
    var views: [HeroView] = []
    var tokens: [Subscription] = []
    var queries: [LiveQuery<Hero>] = []
    var answers = 0

    init(seed: UInt64, writesTwice: Bool) {
      random = SplitMix(seed)
      self.writesTwice = writesTwice
      heroes = store.table(of: Hero.self)
    }

    func text(_ hero: Hero?) -> String { hero.map { "\($0.id)=\($0.hp)" } ?? "none" }

    func write(_ id: String, _ hp: Int?, refusing: Bool, cause: String) {
      do {
        try store.transaction(cause) { transaction in
          if writesTwice {
            if hp != nil || heroes[id] != nil { transaction.save(Hero(id: id, name: "n", hp: -1)) }
          }
          if let hp {
            transaction.save(Hero(id: id, name: "n", hp: hp))
          } else {
            transaction.delete(id, from: heroes)
          }
          if refusing { throw Refused() }
        }
      } catch { log.append("\(cause) threw \(type(of: error))") }
    }

    func id() -> String { "h\(random.below(3))" }

    /// Something that an observer does while it is told.
    func react(_ who: String) {
      switch random.below(24) {
      case 0, 1:
        guard answers < 3 else { return }
        answers += 1
        write(id(), random.below(4), refusing: false, cause: "answer of \(who)")
      case 2: write(id(), nil, refusing: true, cause: "refused answer of \(who)")
      case 3: if !views.isEmpty { views.remove(at: random.below(views.count)) }
      case 4: if !views.isEmpty { views[random.below(views.count)].stopUpdating() }
      case 5: observe()
      case 6: if !tokens.isEmpty { tokens.remove(at: random.below(tokens.count)).cancel() }
      case 7: log.append("\(store.steps) " + (store.step(store.steps.upperBound - 1)?.cause ?? "-"))
      case 8:
        var past = store.pastState()
        log.append("past \(past.stepBack()?.changes.count ?? -1) " + text(past["h0", in: heroes]))
      case 9:
        store.historyLimit = HistoryLimit(steps: random.below(4), changes: 1 + random.below(5))
      case 10: log.append("moved \((try? store.move(to: store.steps.lowerBound, cause: "no")) ?? false)")
      default: break
      }
    }

    func observe() {
      let number = log.count
      switch random.below(5) {
      case 0, 1, 2:
        let view = HeroView()
        view.onPrepare = { [weak self, unowned view] hero in
          guard let self else { return }
          log.append("view \(number): \(text(hero))")
          if view.subscription != nil { react("view \(number)") }
        }
        views.append(view)
        view.autoUpdate(id(), from: store)
      case 3:
        tokens.append(
          heroes.observe { [weak self] changes in
            guard let self else { return }
            changes.forEach { self.log.append("table \(number): \(self.text($1)) \(self.text($2))") }
            react("table \(number)")
          })
      default:
        let query = LiveQuery(heroes, where: { $0.hp > 1 }) { SortKeys($0.hp, $0.id) }
        queries.append(query)
        tokens.append(
          query.observe { [weak self, unowned query] _ in
            self?.log.append("query \(number): \(query.ids)")
          })
      }
    }

    func run() -> [String] {
      store.historyLimit = HistoryLimit(steps: 1 + random.below(4), changes: 1 + random.below(6))
      if random.oneIn(4) { store.cascadeLimit = random.below(2) }
      for round in 0..<40 {
        answers = 0
        switch random.below(10) {
        case 0: observe()
        case 1:
          let target = store.steps.lowerBound + random.below(store.steps.count + 1)
          log.append("moved \((try? store.move(to: target, cause: "goto")) ?? false)")
        case 2: write(id(), random.below(4), refusing: true, cause: "refused \(round)")
        case 3, 4: write(id(), nil, refusing: false, cause: "delete \(round)")
        default: write(id(), random.below(4), refusing: false, cause: "save \(round)")
        }
        log.append("\(round): \(heroes.models.map(text).sorted()) \(heroes.count) \(heroes.observerCount)")
        log.append("\(store.steps) \(store.present) \(store.commitCount)")
        for number in store.steps {
          log.append(
            "\(store.step(number)?.cause ?? "") \(store.changes(ofStep: number)?.changes.count ?? -1)")
        }
      }
      return log
    }
  }

  @Test("a transaction of one write does as one that writes its row twice", arguments: 0..<150)
  func asOthers(seed: UInt64) {
    let short = Stage(seed: seed, writesTwice: false).run()
    let common = Stage(seed: seed, writesTwice: true).run()
    let parting = zip(short, common).first { $0 != $1 }
    #expect(parting == nil, "seed \(seed)")
    #expect(short.count == common.count, "seed \(seed)")
  }

  @Test("7. a transaction of one write tells of an answer where none is allowed, and the next one does not")
  func noAnswers() throws {
    let store = DataStore()
    store.cascadeLimit = 0
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in
      if hero?.hp == 1 { try? store.update(Hero(id: "b", name: "Ban"), cause: "answer") }
    }
    #expect(throws: CascadeError(causes: ["first", "answer"], limit: 0)) {
      try store.update(Hero(id: "a", name: "Arthur", hp: 1), cause: "first")
    }
    try store.update(Hero(id: "a", name: "Arthur", hp: 2), cause: "second")
    try store.transaction("third") { transaction in
      transaction.save(Hero(id: "a", name: "Arthur", hp: 3))
      transaction.save(Hero(id: "c", name: "Cador"))
    }
    #expect(view.told.last??.hp == 3)
  }

  /// A part of a model whose life can be followed.
  final class Part: Sendable {}

  struct Holder: Storable {
    let id: Int
    let part: Part
    static func == (left: Holder, right: Holder) -> Bool { left.part === right.part }
  }

  /// Whether a part is still there.
  struct Trace {
    weak var part: Part?
  }

  @Test("a transaction of one write lets go of the value that no step holds any more", arguments: [0, 1, 3])
  func forgets(stepCount: Int) throws {
    let store = DataStore()
    store.historyLimit = HistoryLimit(steps: stepCount, changes: 100)
    var traces: [Trace] = []
    for _ in 0..<20 {
      let part = Part()
      traces.append(Trace(part: part))
      try store.update(Holder(id: 1, part: part))
    }
    // Each step holds what was before it.
    #expect(traces.map { $0.part != nil } == (0..<20).map { $0 >= 19 - stepCount })
  }

  /// Whoever has the store, and lets go of it.
  final class Owner {
    var store: DataStore? = DataStore()
  }

  @Test("a store that its owner lets go of while it tells is there until all are told", arguments: [1, 2, 3])
  func endsWhileTelling(viewCount: Int) throws {
    let owner = Owner()
    let views = (0..<viewCount).map { _ in HeroView() }
    for view in views { if let store = owner.store { view.autoUpdate("a", from: store) } }
    var told = 0
    let token = owner.store?.table(of: Hero.self).observe { changes in
      changes.forEach { _, _, _ in told += 1 }
    }
    for view in views { view.onPrepare = { _ in owner.store = nil } }
    try owner.store?.transaction("only") {
      $0.save(Hero(id: "a", name: "a name beyond fifteen bytes", hp: 1))
    }
    #expect(views.allSatisfy { $0.told.last??.hp == 1 } && told == 1)
    token?.cancel()
  }
}
