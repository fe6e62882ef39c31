import AutoUpdate
import Journaling
import ProgramTesting
import SQLiteJournal
import TestSupport
import Testing

/// Several stores on one file.
@Suite struct TwoStoresTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: TestEngine.all)
  func `a store reads what another one wrote before it writes`(engine: TestEngine) throws {
    let path = engine.address("heroes.store", in: folder)
    let first = try HeroStore(path)
    let second = try HeroStore(path)
    try first.save("arthur", hp: 40)
    #expect(second.shown == [])
    second.store.transaction("heal") { transaction in
      transaction.update("arthur", in: second.heroes) { $0.hp += 10 }
    }
    #expect(second.shown == ["arthur 50"])
    #expect(second.causes == ["save arthur", "heal"])
    try first.store.journal?.refresh()
    #expect(first.shown == ["arthur 50"])
    #expect(first.causes == ["save arthur", "heal"])
  }

  @Test(arguments: TestEngine.all)
  func `observers get the steps of other sessions, and their responses are not executed twice`(
    engine: TestEngine
  )
    throws
  {
    let path = engine.address("heroes.store", in: folder)
    let first = try HeroStore(path)
    let second = try HeroStore(path)
    var told: [Int] = []
    let token = second.heroes.observe { [unowned store = second.store] update in
      guard case .changes(let changes) = update else { return }
      told += changes.compactMap { $0.after?.hp }
      store.respond("answer") { $0.save(Grave(id: "x", depth: 1)) }
    }
    try first.save("arthur", hp: 40)
    try second.store.journal?.refresh()
    #expect(told == [40])
    #expect(second.store.table(of: Grave.self).count == 0)
    token.cancel()
  }

  @Test(arguments: TestEngine.all)
  func `an undo of one is one of the other, and so is what drops it`(engine: TestEngine) throws {
    let path = engine.address("heroes.store", in: folder)
    let first = try HeroStore(path)
    let second = try HeroStore(path)
    for hp in 1...3 { try first.save("arthur", hp: hp) }
    try second.store.journal?.refresh()
    try second.store.history.move(to: 1, cause: "back")
    try first.store.journal?.refresh()
    #expect(first.shown == ["arthur 1"])
    #expect(first.store.history.steps.count == 3)
    try second.save("arthur", hp: 9)
    try first.store.journal?.refresh()
    #expect(first.shown == ["arthur 9"])
    #expect(first.causes == ["save arthur", "save arthur"])
    #expect(!first.store.history.canRedo)
    try first.store.history.undo()
    #expect(first.shown == ["arthur 1"])
  }

  @Test(arguments: TestEngine.all)
  func `steps that were made and dropped unread are attributed to no session`(engine: TestEngine)
    throws
  {
    let path = engine.address("heroes.store", in: folder)
    let first = try HeroStore(path)
    let second = try HeroStore(path)
    try first.save("arthur", hp: 1)
    try second.store.journal?.refresh()
    try first.save("arthur", hp: 2)
    try first.store.history.move(to: 0, cause: "back")
    try first.save("morgana", hp: 3)
    try second.store.journal?.refresh()
    #expect(second.shown == ["morgana 3"])
    #expect(second.causes == ["save morgana"])
  }

  @Test(arguments: TestEngine.all)
  func `a store whose steps were dropped by a compaction loads again`(engine: TestEngine) throws {
    let path = engine.address("heroes.store", in: folder)
    let first = try HeroStore(path)
    let second = try HeroStore(path)
    for hp in 1...9 { try first.save("arthur", hp: hp) }
    let sizes = try #require(try first.store.journal?.compact(keeping: 2))
    #expect(sizes.after <= sizes.before)
    try second.store.journal?.refresh()
    #expect(second.shown == ["arthur 9"])
    #expect(second.causes.count == 2)
    try second.save("arthur", hp: 10)
    try first.store.journal?.refresh()
    #expect(first.shown == ["arthur 10"])
  }

  @Test(arguments: TestEngine.all, [100, 1])
  func `a compaction beside steps that the store has not seen loses none of them`(
    engine: TestEngine, numbers: Int
  ) throws {
    let path = engine.address("heroes.store", in: folder)
    let (first, second) = (try HeroStore(path), try HeroStore(path))
    try first.save("arthur", hp: 1)
    for hp in 2...4 { try second.save("merlin", hp: hp) }
    _ = try first.store.journal?.compact(keeping: numbers)
    try first.save("arthur", hp: 5)
    #expect(first.store.takeFaults() == [] && first.store.journal?.problem == nil)
    try second.store.journal?.refresh()
    let third = try HeroStore(path)
    for heroes in [first, second, third] { #expect(heroes.shown == ["arthur 5", "merlin 4"]) }
    #expect(try third.store.journal?.journal.problems() == [])
  }

  @Test(arguments: TestEngine.all)
  func `a store that is compacted while it is held stays locked until it is released`(
    engine: TestEngine
  ) throws {
    let path = engine.address("heroes.store", in: folder)
    let (first, other) = (try HeroStore(path), try openJournal(path, owner: "heroes", waitsMax: 1))
    try first.store.journal?.hold()
    try first.save("arthur", hp: 1)
    _ = try first.store.journal?.compact(keeping: 1)
    #expect(throws: JournalError.busy) { try other.begin() }
    try first.save("merlin", hp: 2)
    try first.store.journal?.release()
    #expect(try other.begin()?.steps.count == 2)
    other.cancel()
  }

  @Test(arguments: TestEngine.all)
  func `no store goes back behind a compaction, which would leave the journal without a position`(
    engine: TestEngine
  ) throws {
    let path = engine.address("heroes.store", in: folder)
    let (first, second) = (try HeroStore(path), try HeroStore(path))
    for hp in 1...5 { try first.save("arthur", hp: hp) }
    try second.store.journal?.refresh()
    _ = try first.store.journal?.compact(keeping: 2)
    // The one that compacted has dropped the steps, and the other one learns of it before it writes.
    #expect(first.store.history.steps.count == 2 && second.store.history.steps.count == 5)
    for hero in [first, second] {
      let (history, journal) = (hero.store.history, hero.store.journal)
      try journal?.hold()
      #expect(try !history.move(to: history.present - 4, cause: "back"))
      try journal?.release()
      #expect(hero.shown == ["arthur 5"] && history.steps.count == 2)
    }
    try second.store.history.undo()
    #expect(second.shown == ["arthur 4"])
    try first.save("arthur", hp: 6)
    #expect(try HeroStore(path).shown == ["arthur 6"])
  }

  @Test(arguments: TestEngine.all)
  func `a line that cannot be written because of another program is reported, and has no effect`(
    engine: TestEngine
  )
    throws
  {
    let path = engine.address("heroes.store", in: folder)
    let first = try HeroStore(path)
    let second = try HeroStore(path, waitsMax: 3)
    try first.store.journal?.hold()
    #expect(
      throws: StoreError.journal(
        message: "\(path): another program is writing to it; try again later")
    ) { try second.save("arthur") }
    #expect(second.shown == [])
    try first.store.journal?.release()
    try second.save("arthur")
    #expect(second.shown == ["arthur 100"])
  }

  /// Random steps, undos and moves of several stores, after which all have the same history.
  @Test(arguments: [(2, UInt64(1)), (2, 2), (4, 3), (4, 4)], TestEngine.all)
  func `stores that write at random end alike`(_ random: (count: Int, seed: UInt64), engine: TestEngine)
    throws
  {
    let (count, seed) = random
    let path = engine.address("heroes.store", in: folder)
    var random = SplitMix(seed)
    let stores = try (0..<count).map { _ in try HeroStore(path) }
    for step in 0..<400 {
      let store = stores[random.below(count)]
      switch random.below(10) {
      case 0: try store.store.history.undo()
      case 1: try store.store.history.redo()
      case 2:
        try store.store.journal?.hold()
        try store.store.history.move(
          to: random.below(store.store.history.steps.upperBound + 1), cause: "go")
        try store.store.journal?.release()
      case 3:
        store.store.transaction("remove") { transaction in
          if let id = store.heroes.models.first?.id { transaction.delete(id, from: store.heroes) }
        }
      case 4:
        try store.store.journal?.hold()
        for _ in 0..<3 { try store.save("h\(random.below(5))", hp: random.below(100)) }
        try store.store.journal?.release()
      case 5: try store.store.journal?.refresh()
      default: try store.save("h\(random.below(5))", hp: step)
      }
      #expect(store.store.takeFaults() == [])
    }
    for store in stores { try store.store.journal?.refresh() }
    let last = try HeroStore(path)
    for store in stores {
      #expect(store.shown == last.shown)
      #expect(store.causes == last.causes)
      #expect(store.store.history.steps == last.store.history.steps)
    }
    // All stores have the same past.
    for store in stores + [last] { while try store.store.history.undo() {} }
    #expect(stores.allSatisfy { $0.shown == last.shown && last.shown == [] })
    #expect(try openJournal(path, owner: "heroes").problems() == [])
  }
}
