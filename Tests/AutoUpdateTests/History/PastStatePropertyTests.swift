import AutoUpdate
import TestSupport
import Testing

/// Past states and the changes of steps, against an array of the contents at each point of the history.
struct PastStatePropertyTests {
  struct Contents: Equatable {
    var hp: [Int?] = [nil, nil, nil]
    var phase: String?
  }

  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }
  var games: Table<Game> { store.table(of: Game.self) }
  /// The contents at each point: before the step with its number.
  var points: [Int: Contents] = [0: Contents()]
  /// Past states with the contents at each of their points.
  var pasts: [(past: PastState, points: [Int: Contents])] = []
  var writeCount = 0

  var contents: Contents {
    Contents(hp: (0..<3).map { heroes["\($0)"]?.hp }, phase: games[0]?.phase)
  }

  func contents(of past: PastState) -> Contents {
    Contents(hp: (0..<3).map { past["\($0)", in: heroes]?.hp }, phase: past[0, in: games]?.phase)
  }

  /// The points of the retained steps.
  var retained: [Int: Contents] {
    let steps = store.history.steps
    return points.filter { (steps.lowerBound...steps.upperBound).contains($0.key) }
  }

  @Test(arguments: UInt64(0)..<150)
  mutating func `past states of any time show the points that existed then, whatever happens later`(
    seed: UInt64
  ) throws {
    var random = SplitMix(seed)
    store.history.limit = HistoryLimit(steps: 1 + random.below(8), changes: 1_000)
    for step in 0..<60 {
      let comment = Comment(rawValue: "seed \(seed), step \(step)")
      try act(&random)
      let present = store.history.present
      #expect(contents == points[present], comment)
      checkChanges(comment)
      if random.oneIn(4), pasts.count < 6 {
        let past = store.pastState()
        #expect(past.position == present && contents(of: past) == points[present], comment)
        pasts.append((past, retained))
      }
      for (past, points) in pasts where random.oneIn(2) { walk(past, points, &random, comment) }
      if random.oneIn(10), !pasts.isEmpty { pasts.remove(at: random.below(pasts.count)) }
    }
    for (past, points) in pasts { walk(past, points, &random, "seed \(seed)") }
  }

  private mutating func act(_ random: inout SplitMix) throws {
    let history = store.history
    switch random.below(12) {
    case 0..<4: write(&random)
    case 4: writeNothing(&random)
    case 5, 6: try history.undo()
    case 7: try history.redo()
    case 8:
      let steps = history.steps
      try history.move(to: steps.lowerBound + random.below(steps.count + 1), cause: "move")
    case 9: try history.takeBack(cause: "take back")
    case 10:
      let low = history.steps.lowerBound + random.below(3)
      history.keep(low...low + random.below(6))
    default: history.limit.steps = 1 + random.below(8)
    }
  }

  /// Makes a step that changes something, with a response sometimes.
  private mutating func write(_ random: inout SplitMix) {
    let present = store.history.present
    writeCount += 1
    let (id, number, hasResponse) = (random.below(3), writeCount, random.oneIn(4))
    let isDeleted = heroes["\(id)"] != nil && random.oneIn(3)
    let isGame = random.oneIn(2)
    store.transaction("write \(number)") { transaction in
      if isDeleted {
        transaction.delete("\(id)", from: heroes)
      } else {
        transaction.save(Hero(id: "\(id)", name: "n", hp: number))
      }
      if isGame { transaction.save(Game(id: 0, phase: "\(number)")) }
      if hasResponse { store.respond("response") { $0.save(Hero(id: "0", name: "n", hp: -number)) } }
    }
    points = points.filter { $0.key <= present }
    points[present + 1] = contents
  }

  /// Runs a transaction whose writes cancel each other.
  private func writeNothing(_ random: inout SplitMix) {
    let (id, old) = ("\(random.below(3))", games[0])
    store.transaction("nothing") { transaction in
      transaction.save(Hero(id: "other", name: "n"))
      transaction.delete("other", from: heroes)
      let hero = heroes[id]
      transaction.save(Hero(id: id, name: "n", hp: 1_000_000))
      if let hero { transaction.save(hero) } else { transaction.delete(id, from: heroes) }
      transaction.save(Game(id: 0, phase: "other"))
      if let old { transaction.save(old) } else { transaction.delete(0, from: games) }
    }
  }

  /// Applies the changes of each retained step to the contents before it.
  private func checkChanges(_ comment: Comment) {
    for step in store.history.steps {
      var contents = points[step] ?? Contents()
      for change in store.history.changes(of: step)?.changes(of: Hero.self) ?? [] {
        guard let id = Int((change.before ?? change.after)?.id ?? "") else { continue }
        #expect(contents.hp[id] == change.before?.hp, comment)
        contents.hp[id] = change.after?.hp
      }
      for change in store.history.changes(of: step)?.changes(of: Game.self) ?? [] {
        #expect(contents.phase == change.before?.phase, comment)
        contents.phase = change.after?.phase
      }
      #expect(contents == points[step + 1], comment)
    }
  }

  private func walk(
    _ past: PastState, _ points: [Int: Contents], _ random: inout SplitMix, _ comment: Comment
  ) {
    let (first, last) = (points.keys.min() ?? 0, points.keys.max() ?? 0)
    for _ in 0..<random.below(6) {
      let (from, isBack) = (past.position, random.oneIn(2))
      let changes = isBack ? past.stepBack() : past.stepForward()
      #expect(past.position == min(last, max(first, from + (isBack ? -1 : 1))), comment)
      #expect((changes == nil) == (past.position == from), comment)
      #expect(contents(of: past) == points[past.position], comment)
    }
    #expect(contents(of: past) == points[past.position], comment)
  }
}
