import AutoUpdate
import TestSupport
import Testing

struct PastStateTests {
  let store = DataStore()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  init() { store.history.limit = HistoryLimit(steps: 100, changes: 1_000) }

  func save(_ hp: Int) throws { try store.update(Hero(id: "a", name: "Arthur", hp: hp), cause: "hp \(hp)") }

  @Test(arguments: 0..<100)
  func `the contents before and after each step can be read without moving the store`(
    seed: UInt64
  ) throws {
    var random = SplitMix(seed)
    let games = store.table(of: Game.self)
    var states: [(hp: [Int?], phase: String?)] = [([nil, nil, nil], nil)]
    for step in 1...12 {
      store.transaction("step \(step)") { transaction in
        transaction.save(Game(id: 0, phase: "\(step)"))
        let id = "\(Int.random(in: 0..<3, using: &random))"
        if heroes[id] != nil, Bool.random(using: &random) {
          transaction.delete(id, from: heroes)
        } else {
          transaction.save(Hero(id: id, name: "n", hp: step))
        }
      }
      states.append(((0..<3).map { heroes["\($0)"]?.hp }, games[0]?.phase))
    }
    let present = Int.random(in: 0...12, using: &random)
    try store.history.move(to: present, cause: "goto")
    let past = store.pastState()
    for _ in 0..<30 {
      let isBack = Bool.random(using: &random)
      let from = past.position
      let changes = isBack ? past.stepBack() : past.stepForward()
      #expect(past.position == min(12, max(0, from + (isBack ? -1 : 1))), "seed \(seed)")
      #expect(changes?.cause == (past.position == from ? nil : "step \(max(from, past.position))"))
      #expect((0..<3).map { past["\($0)", in: heroes]?.hp } == states[past.position].hp, "seed \(seed)")
      #expect(past[0, in: games]?.phase == states[past.position].phase, "seed \(seed)")
    }
    #expect(store.history.present == present)
    #expect((0..<3).map { heroes["\($0)"]?.hp } == states[present].hp)
  }

  @Test func `the changes of a step are had by its number, wherever the present is`() throws {
    for hp in 1...4 { try save(hp) }
    let changes = try (0..<4).map { try #require(store.history.changes(of: $0)) }
    #expect(changes.map(\.cause) == ["hp 1", "hp 2", "hp 3", "hp 4"])
    #expect(changes[2].changes(of: Hero.self).map { [$0.before?.hp, $0.after?.hp] } == [[2, 3]])
    for present in 0...4 {
      try store.history.move(to: present, cause: "goto")
      #expect((0..<4).map { store.history.changes(of: $0) } == changes)
    }
    #expect(store.history.changes(of: 4) == nil)
    #expect(store.history.changes(of: -1) == nil)
  }

  @Test
  func `a limit lowered while steps are undone drops the oldest steps first, then the newest undone ones`()
    throws
  {
    for hp in 1...6 { try save(hp) }
    try store.history.move(to: 3, cause: "goto")
    store.history.limit.steps = 4
    #expect(store.history.steps == 2..<6)
    #expect(store.history.present == 3)
    store.history.limit.steps = 2
    #expect(store.history.steps == 3..<5)
    #expect(store.history.present == 3)
    #expect(heroes["a"]?.hp == 3)
    try store.history.move(to: 5, cause: "redo")
    #expect(heroes["a"]?.hp == 5)
    try store.history.move(to: 3, cause: "undo")
    store.history.limit.steps = 0
    #expect(store.history.steps == 3..<3)
    store.history.limit.steps = 10
    try save(9)
    #expect(store.history.steps == 3..<4)
    try store.history.move(to: 3, cause: "undo")
    #expect(heroes["a"]?.hp == 3)
  }

  @Test func `many changes as one are those from the first value to the last, without the void ones`() throws
  {
    for hp in [1, 2, 3] { try save(hp) }
    try store.update(Hero(id: "b", name: "Ban"), cause: "b")
    store.transaction("gone") { _ = $0.delete("b", from: heroes) }
    var net = NetChanges()
    for step in store.history.steps { net.append(try #require(store.history.changes(of: step))) }
    let changes = ChangeSet(cause: "", changes: net.changes).changes(of: Hero.self)
    #expect(changes.map(\.before) == [nil])
    #expect(changes.map { $0.after?.hp } == [3])
  }
}
