import AutoUpdate
import Journaling
import ProgramTesting
import SQLiteJournal
import Testing

/// A Swift program's store on disk.
@Suite struct StoreOnDiskTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: TestEngine.all)
  func `committed steps exist when the store is opened again`(engine: TestEngine) throws {
    let path = engine.address("heroes.store", in: folder)
    do {
      let first = try HeroStore(path)
      try first.save("arthur", hp: 40)
      try first.save("morgana")
    }
    let second = try HeroStore(path)
    #expect(second.shown == ["arthur 40", "morgana 100"])
    #expect(second.causes == ["save arthur", "save morgana"])
  }

  @Test(arguments: TestEngine.all)
  func `a transaction queued while no line runs is on disk when the call returns, and the file is unlocked`(
    engine: TestEngine
  )
    throws
  {
    let path = engine.address("heroes.store", in: folder)
    let first = try HeroStore(path)
    let second = try HeroStore(path)
    try first.save("arthur", hp: 40)
    first.store.respond("heal") { [heroes = first.heroes] transaction in
      transaction.update("arthur", in: heroes) { $0.hp = 50 }
    }
    #expect(try HeroStore(path).causes == ["save arthur", "heal"])
    try second.save("morgana")
    #expect(second.shown == ["arthur 50", "morgana 100"])
  }

  @Test(arguments: TestEngine.all)
  func `a store that ends while others' steps are taken in, or before, takes nothing down with it`(
    engine: TestEngine
  )
    throws
  {
    let path = engine.address("heroes.store", in: folder)
    let first = try HeroStore(path)
    var second: HeroStore? = try HeroStore(path)
    let (history, journal) = (second?.store.history, second?.store.journal)
    let observed = second?.heroes.observe { update in if case .changes = update { second = nil } }
    _ = observed
    try first.save("arthur", hp: 40)
    #expect(second != nil)
    try journal?.refresh()
    #expect(second == nil)
    // An undo would not be recorded, and no observer would be called.
    #expect(throws: StoreError.journal(message: "the store has ended, and its journal with it")) {
      try history?.undo()
    }
    try first.save("arthur", hp: 30)
    try journal?.refresh()
    #expect(try HeroStore(path).shown == ["arthur 30"])
  }

  @Test(arguments: TestEngine.all)
  func `undo and redo reach behind the last start, and are there after the next`(engine: TestEngine) throws {
    let path = engine.address("heroes.store", in: folder)
    try HeroStore(path).save("arthur", hp: 40)
    try HeroStore(path).save("arthur", hp: 30)
    do {
      let store = try HeroStore(path)
      #expect(try store.store.history.undo())
      #expect(store.shown == ["arthur 40"])
    }
    do {
      let store = try HeroStore(path)
      #expect(store.shown == ["arthur 40"])
      #expect(store.store.history.canRedo)
      #expect(try store.store.history.redo())
      #expect(store.shown == ["arthur 30"])
      try store.store.history.move(to: 0, cause: "back")
    }
    #expect(try HeroStore(path).shown == [])
  }

  @Test(arguments: TestEngine.all)
  func `a new step drops what was undone, on disk too`(engine: TestEngine) throws {
    let path = engine.address("heroes.store", in: folder)
    let store = try HeroStore(path)
    for hp in 1...4 { try store.save("arthur", hp: hp) }
    try store.store.history.move(to: 2, cause: "back")
    try store.save("arthur", hp: 50)
    let again = try HeroStore(path)
    #expect(again.store.history.steps.count == 3)
    #expect(!again.store.history.canRedo)
    #expect(again.shown == ["arthur 50"])
    try again.store.history.undo()
    #expect(again.shown == ["arthur 2"])
  }

  @Test(arguments: TestEngine.all)
  func `answers are part of the step on disk, and are not given again when it is opened`(engine: TestEngine)
    throws
  {
    let path = engine.address("heroes.store", in: folder)
    func watch(_ store: HeroStore) -> Subscription {
      store.heroes.observe { [unowned data = store.store] update in
        guard case .changes(let changes) = update else { return }
        for change in changes where change.after?.hp == 0 {
          data.respond("bury") { $0.save(Grave(id: change.after?.id ?? "", depth: 1.5)) }
        }
      }
    }
    do {
      let store = try HeroStore(path)
      let token = watch(store)
      try store.save("arthur", hp: 0)
      #expect(store.store.table(of: Grave.self)["arthur"]?.depth == 1.5)
      token.cancel()
    }
    let again = try HeroStore(path)
    let token = watch(again)
    #expect(again.store.table(of: Grave.self)["arthur"]?.depth == 1.5)
    #expect(again.store.history.steps.count == 1)
    try again.store.history.undo()
    #expect(again.store.table(of: Grave.self).count == 0)
    token.cancel()
  }

  /// The changes of a hero within one step: by its transaction, and by a response to it.
  @Test(
    arguments: [
      // Before, after the transaction, after the response; `nil` is no hero.
      [nil, 1, 2], [nil, 1, nil], [1, 2, 3], [1, 2, 1], [1, 2, nil], [1, nil, 2], [1, nil, 1], [1, nil, nil],
    ] as [[Int?]], TestEngine.all)
  func `a step that changes an object twice is kept as what it did in all`(points: [Int?], engine: TestEngine)
    throws
  {
    let path = engine.address("heroes.store", in: folder)
    let (before, after) = (points[0], points[2])
    func write(_ hp: Int?, _ transaction: Transaction, _ table: Table<Hero>) {
      if let hp {
        transaction.save(Hero(id: "arthur", name: "A", hp: hp), in: table)
      } else {
        transaction.delete("arthur", from: table)
      }
    }
    do {
      let store = try HeroStore(path)
      if let before { try store.save("arthur", "A", hp: before) }
      let token = store.heroes.observe { [unowned data = store.store] update in
        guard case .changes = update, data.history.steps.count == (before == nil ? 1 : 2) else { return }
        data.respond("answer") { write(after, $0, data.table(of: Hero.self)) }
      }
      store.store.transaction("act") { write(points[1], $0, store.heroes) }
      token.cancel()
    }
    let content = try openJournal(path, owner: "heroes").load(
      numbers: 10, translation: { _ in JournalTranslation() })
    let change = content.steps.last?.changes.first
    if before == after {
      #expect(content.steps.last?.changes.isEmpty ?? true)
    } else {
      #expect(change?.mark == (before == nil ? .inserted : after == nil ? .removed : .updated))
      #expect(change?.fields.first { $0.name == "hp" }?.before == before.map { .number($0) })
      #expect(change?.fields.first { $0.name == "hp" }?.after == after.map { .number($0) })
      #expect(change?.fields.count == (before != nil && after != nil ? 1 : 2))
    }
    let again = try HeroStore(path)
    #expect(again.heroes["arthur"]?.hp == after)
    try again.store.history.undo()
    #expect(again.heroes["arthur"]?.hp == before)
  }

  @Test(arguments: TestEngine.all)
  func `a transaction that is refused leaves nothing on disk, and lets others write`(engine: TestEngine)
    throws
  {
    let path = engine.address("heroes.store", in: folder)
    struct Refused: Error {}
    let store = try HeroStore(path)
    #expect(throws: Refused.self) {
      try store.store.transaction("bad") { transaction in
        transaction.save(Hero(id: "arthur", name: ""))
        throw Refused()
      }
    }
    try HeroStore(path).save("morgana")
    #expect(try HeroStore(path).shown == ["morgana 100"])
  }

  @Test(arguments: TestEngine.all)
  func `thousands of steps are there again, with the newest as history`(engine: TestEngine) throws {
    let path = engine.address("heroes.store", in: folder)
    let count = 5_000
    do {
      let store = try HeroStore(path)
      let journal = try #require(store.store.journal)
      try journal.hold()
      for number in 0..<count { try store.save("h\(number % 7)", hp: number) }
      try journal.release()
    }
    let again = try HeroStore(path)
    #expect(again.shown.last == "h6 4997")
    #expect(again.store.history.steps.count == count)
    try again.store.history.move(to: 7, cause: "back")
    #expect(again.shown == (0..<7).map { "h\($0) \($0)" })
    // The new step drops steps whose changes are in the snapshot of the table of objects.
    try again.save("new", hp: 1)
    #expect(try HeroStore(path).shown == (0..<7).map { "h\($0) \($0)" } + ["new 1"])
  }

  @Test(arguments: TestEngine.all)
  func `every kind of value comes back as it was`(engine: TestEngine) throws {
    let path = engine.address("heroes.store", in: folder)
    struct Thing: Storable {
      let id: Int
      var value: Value
    }
    let values: [Value] = [
      .none, .truth(true), .truth(false), .number(.min), .number(.max), .decimal(0.1), .decimal(-1e300),
      .decimal(5), .word("ready"), .word("no answer “x”"), .text(""), .text("a\"\\\u{0}\n\u{1F642}ʼ"),
      .reference(kind: "hero", id: .text("x")), .list([]), .list([.list([.number(1)]), .word("a"), .none]),
    ]
    let kind = JournalKind(
      "thing", of: Thing.self, identity: { if case .number(let id) = $0 { id } else { nil } },
      id: { .number($0.id) }, fields: { [JournalField("value", $0.value)] },
      make: { id, fields in Thing(id: id, value: fields.value(of: ["value"]) ?? .truth(false)) })
    func open() throws -> DataStore {
      try DataStore(journal: openJournal(path, owner: "things"), kinds: [kind])
    }
    do {
      let store = try open()
      for (id, value) in values.enumerated() { try store.update(Thing(id: id, value: value)) }
      for id in values.indices { try store.update(Thing(id: id, value: values[values.count - 1 - id])) }
    }
    let again = try open()
    let things = again.table(of: Thing.self)
    #expect(values.indices.map { things[$0]?.value } == values.reversed())
    try again.history.move(to: values.count, cause: "back")
    #expect(values.indices.map { things[$0]?.value } == values)
  }
}
