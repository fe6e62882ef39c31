import CommandLanguage
import Journaling
import ProgramTesting
import Simulator
import TerminalText
import Testing

/// Two versions of a world, and stores of the first that the second one opens.
@Suite struct SchemaEvolutionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: The first version

  private enum Column: String, FieldWord { case open, doing, done }

  private enum Health: StateCases {
    case fine, ill(String), gone

    static let cases: [StateCase<Health>] = [
      StateCase("fine", .fine),
      StateCase("ill", Health.ill) { if case .ill(let what) = $0 { what } else { nil } },
      StateCase("gone", .gone),
    ]
  }

  private struct Person: Model {
    let id: Int
    var name: String
    var weight = 10
    var health = Health.fine
    static let schema = Schema<Person>(
      "person", plural: "people", named: \.name, new: { Person(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("weight", \.weight, in: 0...30)
      Field("health", \.health)
    }
  }

  private struct Task: Model {
    let id: Int
    var title: String
    var column = Column.open
    var size = 1
    var owner: Reference<Person>?
    static let schema = Schema<Task>(
      "task", plural: "tasks", named: \.title, new: { Task(id: $0, title: $1) }
    ) {
      Field("title", \.title)
      Field("column", \.column, next: [.open: [.doing], .doing: [.open, .done]])
      Field("size", \.size)
      Field("owner", \.owner)
    }
  }

  private static let first = World("board", Person.schema, Task.schema) {
    Command("shift", "Move a task", .one(Task.self), .field(\Task.column)) { world, task, column in
      try world.change(task) { $0.column = column }
    }
  }

  // MARK: The second version

  private enum Place: String, FieldWord {
    case todo, doing, done
    static let formerly: [String: Place] = ["open": .todo]
  }

  private enum State: StateCases {
    case fine, sick(String), gone

    static let cases: [StateCase<State>] = [
      StateCase("fine", .fine),
      StateCase("sick", State.sick, { if case .sick(let what) = $0 { what } else { nil } }, formerly: "ill"),
      StateCase("gone", .gone),
    ]
  }

  private struct Worker: Model {
    let id: Int
    var name: String
    var kilos = 70
    var health = State.fine
    static let schema = Schema<Worker>(
      "worker", plural: "workers", named: \.name, new: { Worker(id: $0, name: $1) }, formerly: "person",
      "people"
    ) {
      Field("name", \.name)
      Field("kilos", \.kilos, in: 0...300)
      Field("health", \.health)
    }
  }

  private struct Card: Model {
    let id: Int
    var title: String
    var place = Place.todo
    var points = 1
    var owner: Reference<Worker>?
    static let schema = Schema<Card>(
      "card", plural: "cards", named: \.title, new: { Card(id: $0, title: $1) }, formerly: "task"
    ) {
      Field("title", \.title)
      Field("place", \.place, next: [.todo: [.doing], .doing: [.todo, .done]], formerly: "column")
      Field("points", \.points, formerly: "size")
      Field("owner", \.owner)
    }
  }

  private static let move = Command("move", "Move a card", .one(Card.self), .field(\Card.place)) {
    (world: Simulation, card, place) in
    try world.change(card) { $0.place = place }
  }.formerly("shift")

  private static let kilos = Migration("stones to kilos") { world in
    for worker in world.all(Worker.self) {
      guard case .number(let stones) = world.former("weight", of: worker) else { continue }
      try world.change(worker) { $0.kilos = stones * 6 }
    }
  }

  /// The second version without the required migration.
  private static let forgetful = World("board", Worker.schema, Card.schema) { move }
  private static let second = World("board", Worker.schema, Card.schema) {
    move
    kilos
  }

  /// Creates a store of the first version.
  @discardableResult
  private func make(_ engine: TestEngine, _ lines: String = Self.lines) throws -> String {
    let path = engine.address("a.store", in: folder)
    let session = try KeptSession(path, of: Self.first)
    let printed = try session.run(lines)
    #expect(!printed.contains("error"), "\(printed)")
    try session.persistence.close()
    return path
  }

  private static let lines = """
    add person Ann weight=11
    add person Bob health=(\"ill: a cold\")
    change Ann weight=12
    add task Docs size=3 owner=Ann
    shift Docs doing
    add task Code
    """

  // MARK: Migrations

  @Test(arguments: TestEngine.all)
  func `a migration changes a store once, as one step, and why reaches behind it`(engine: TestEngine) throws {
    let path = try make(engine)
    let session = try KeptSession(path, of: Self.second)
    #expect(session.persistence.isReadOnly)
    let said = session.persistence.differences.map { "\($0)" }
    #expect(
      said == [
        "the kind “person” is now “worker”: its values are kept",
        "“worker.kilos” is new: 2 objects have its default",
        "the word “ill” of “worker.health” is now “sick”: its values are kept",
        "“worker.weight” is gone: Ann, Bob would lose data; declare “formerly:” if only the name has changed, or a Migration; “store accept worker.weight” drops it",
        "the kind “task” is now “card”: its values are kept",
        "“card.column” is now “card.place”: its values are kept",
        "the word “open” of “card.place” is now “todo”: its values are kept",
        "“card.size” is now “card.points”: its values are kept",
        "the migration “stones to kilos” has not run: “store migrate” runs it",
      ], "\(said.joined(separator: "\n"))")
    #expect(
      try session.run("print Docs.points\nprint Docs.place\nprint Bob.health") == "3\ndoing\nsick: a cold\n")
    let told = [
      "migration “stones to kilos”: 2 objects changed", "~ Ann.kilos none→72, Ann.weight 12→none",
      "~ Bob.kilos none→60, Bob.weight 10→none",
    ]
    #expect(try session.persistence.migrate(isDryRun: true) == told)
    #expect(session.persistence.isReadOnly)
    #expect(try session.run("print Ann.kilos") == "70\n")
    var copies = 0
    #expect(try session.persistence.migrate(isDryRun: false) { _ in copies += 1 } == told)
    #expect(copies == 1)
    #expect(session.persistence.isReadOnly == false && session.persistence.differences.isEmpty)
    #expect(try session.run("print Ann.kilos\nprint Bob.kilos") == "72\n60\n")
    let log = try session.run("log")
    #expect(log.contains("migration “stones to kilos”") && log.contains("shift Docs doing"), "\(log)")
    #expect(
      try session.run("why Ann.kilos") == """
        set by migration “stones to kilos” (step 7): Ann.kilos = 72
        before that, set by change Ann weight=12 (step 3): Ann.weight = 12

        """)
    #expect(
      try session.run("why Ann.health") == "set by add person Ann weight=11 (step 1): Ann.health = fine\n")
    #expect(
      try session.run("undo").hasPrefix(
        "error: step 7 changed the store for a new version of the program, and cannot be undone"))
    _ = try session.run("change Ann kilos=80")
    #expect(try session.run("undo") == "undid change Ann kilos=80 (step 8)\n")
    #expect(try session.persistence.migrate(isDryRun: false) == ["there is nothing to migrate"])
    try session.persistence.close()
    let again = try KeptSession(path, of: Self.second)
    #expect(again.persistence.isReadOnly == false && again.persistence.differences.isEmpty)
    #expect(try again.run("print Ann.kilos\ngoto 2").contains("cannot be undone"))
    #expect(try again.run("why Ann.kilos").contains("before that, set by change Ann weight=12 (step 3)"))
  }

  @Test(arguments: TestEngine.all)
  func `a migration that leaves something out, or fails, changes nothing`(engine: TestEngine) throws {
    let path = try make(engine)
    let forgetful = World("board", Worker.schema, Card.schema) {
      Self.move
      Migration("stones to kilos") { world in
        for worker in world.all(Worker.self) where worker.name == "Ann" {
          _ = world.former("weight", of: worker)
        }
      }
    }
    let session = try KeptSession(path, of: forgetful)
    let error = #expect(throws: PersistenceError.self) { try session.persistence.migrate(isDryRun: false) }
    let message = error?.explanation.message ?? ""
    #expect(message.hasPrefix("“worker.weight” is gone: Bob would lose data"), "\(message)")
    let failing = World("board", Worker.schema, Card.schema) {
      Self.move
      Migration("stones to kilos") { world in
        for worker in world.all(Worker.self) {
          _ = world.former("weight", of: worker)
          try world.change(worker) { $0.kilos = 999 }
        }
      }
    }
    let other = try KeptSession(path, of: failing)
    let failure = #expect(throws: PersistenceError.self) { try other.persistence.migrate(isDryRun: false) }
    #expect(
      failure?.explanation.message
        == "the migration “stones to kilos” failed: 999 is out of range: “kilos” of Ann ranges from 0 to 300; nothing was changed"
    )
    #expect(try KeptSession(path, of: Self.first).run("print Ann.weight") == "12\n")
  }

  @Test func `a migration that was written is done, although the store cannot be read afterwards`() throws {
    let path = try make(.sqlite)
    let session = try Self.second.makeSession()
    let persistence = session.world.persistence
    try persistence.open(OnceWrittenJournal(openJournal(path, owner: "board", waitsMax: 200)))
    let lines = try persistence.migrate(isDryRun: false)
    #expect(lines.first == "migration “stones to kilos”: 2 objects changed")
    #expect(persistence.journal?.isDetached == true && persistence.journal?.problem == .damaged(at: "a page"))
    let error = #expect(throws: PersistenceError.self) { try persistence.accept(["worker.weight"]) }
    #expect(error?.explanation.message.contains("it is damaged: a page") == true)
    #expect(try KeptSession(path, of: Self.second).run("print Ann.kilos") == "72\n")
  }

  @Test(arguments: TestEngine.all)
  func `a new store has run all migrations`(engine: TestEngine) throws {
    let path = engine.address("new.store", in: folder)
    do { _ = try KeptSession(path, of: Self.second).run("add worker Ann") }
    let session = try KeptSession(path, of: Self.second)
    #expect(session.persistence.differences.isEmpty && !session.persistence.isReadOnly)
  }

  // MARK: Two versions at once

  @Test(arguments: TestEngine.all)
  func `an old program that has the store open follows a migration, and writes nothing more`(
    engine: TestEngine
  ) throws {
    let path = try make(engine)
    let old = try KeptSession(path, of: Self.first)
    #expect(try old.run("change Ann weight=13") == "")
    let new = try KeptSession(path, of: Self.second)
    _ = try new.persistence.migrate(isDryRun: false)
    _ = try new.run("add worker Cid")
    let refused = try old.run("add person Dan")
    #expect(
      refused.contains("nothing is written to it: a newer program has changed the store’s schema"),
      "\(refused)")
    #expect(try old.run("print Docs.size\nprint count(people)").hasSuffix("3\n3\n"))
    #expect(try old.run("undo").contains("nothing is written to it"))
    #expect(try new.run("print count(workers)") == "3\n")
    let again = try KeptSession(path, of: Self.first)
    #expect(try again.run("log").contains("stones to kilos"))
    // Names that the newer program has given to the same fields are none of these.
    #expect(
      again.persistence.differences.map { "\($0)" } == [
        "a newer program has changed the store’s schema: use the newer program",
        "the newer schema does not have “person.weight”: 3 objects have its default",
      ])
  }

  @Test(arguments: TestEngine.all)
  func `a program that waits for a migration writes when another one has run it`(engine: TestEngine) throws {
    let path = try make(engine)
    let waiting = try KeptSession(path, of: Self.second)
    #expect(try waiting.run("add worker Cid").contains("nothing is written to it"))
    let other = try KeptSession(path, of: Self.second)
    _ = try other.persistence.migrate(isDryRun: false)
    #expect(try waiting.run("add worker Cid\nprint Ann.kilos").hasSuffix("72\n"))
    #expect(!waiting.persistence.isReadOnly)
  }

  // MARK: Texts

  @Test(arguments: TestEngine.all)
  func `stored texts get the present names, and texts that can no longer be parsed are set aside`(
    engine: TestEngine
  ) throws {
    let path = try make(
      engine,
      """
      add person Ann
      add task Docs size=3
      let most = 2
      let doc = Docs
      watch large = tasks where size > most and column == open by size desc
      watch theirs = tasks as t where t.owner.name == \"Ann\"
      watch heavy = people where weight > 5
      def later a { after 2 { change $a size=($a.size + 1) ; shift $a doing } }
      later $doc
      constraint small not any tasks where size > 9 and task.column != done
      """)
    let session = try KeptSession(path, of: Self.second)
    _ = try session.persistence.migrate(isDryRun: false)
    #expect(
      session.persistence.journal?.setAside.map { "\($0)" } == [
        "watch 3 “heavy”: its selection “workers where weight > 5” can no longer be read: a worker has no “weight”"
      ])
    #expect(try session.run("store problems").contains("set aside: watch 3 “heavy”"))
    #expect(try session.run("print large") == "Docs\n")
    #expect(
      try session.run("constraints") == "small: not any cards where points > 9 and card.place != done\n")
    #expect(
      try session.run("jobs").contains("{ change $a points=($a.points + 1) ; move $a doing }"))
    #expect(try session.run("tick 2\nprint Docs.points\nprint Docs.place").hasSuffix("4\ndoing\n"))
    #expect(try session.run("change Docs points=10").contains("this would break the constraint “small”"))
    try session.persistence.close()
    let again = try KeptSession(path, of: Self.second)
    #expect(try again.run("constraints").contains("cards where points > 9"))
    #expect(again.persistence.journal?.setAside.count == 1)
  }

  @Test func `stored texts get the present names of a state's cases`() throws {
    let path = try make(
      .sqlite,
      """
      add person Ann health=(\"ill: a cold\")
      watch ill = people where health is ill
      watch cold = people where health.ill == \"a cold\"
      constraint light not any people where health is \"ill\" and name == \"Zoe\"
      after 2 { if any people where health is ill { add person Doc } }
      """)
    let session = try KeptSession(path, of: Self.second)
    _ = try session.persistence.migrate(isDryRun: false)
    #expect(session.persistence.journal?.setAside.map { "\($0)" } == [])
    #expect(try session.run("print ill, cold") == "Ann Ann\n")
    #expect(try session.run("constraints").contains("health is \"sick\" and"))
    #expect(try session.run("tick 2").contains("cannot") == false)
    #expect(try session.run("print Doc.health") == "fine\n")
    #expect(try session.run("print Ann.health is ill").contains("“ill” is now called “sick”"))
    #expect(try session.run("print Ann.health.ill").contains("“ill” is now called “sick”"))
  }

  @Test
  func `a command line with former names gets an error with the current ones, and is rewritten with them`()
    throws
  {
    let session = try Self.second.makeSession()
    _ = session.run("add worker Ann; add card Docs", hooks: [])
    func present(_ text: String) -> String? {
      var excluded: [Range<Int>] = []
      return session.withPresentNames(Array(text.utf8), excluding: &excluded).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(present("shift Docs open") == "move Docs todo")
    #expect(present("add task Code size=3 column=doing") == "add card Code points=3 place=doing")
    #expect(
      present("change Docs size=4; change Docs column=open") == "change Docs points=4; change Docs place=todo"
    )
    #expect(
      present("tasks where size > 2 and column == open by size")
        == "cards where points > 2 and place == todo by points")
    #expect(
      present("print count(people where person.name == \"open\")")
        == "print count(workers where worker.name == \"open\")")
    #expect(present("print Docs.size") == nil, "of what an object is called is known only when it runs")
    #expect(
      present("if any tasks { shift Docs doing } else { print \"size\" }")
        == "if any cards { move Docs doing } else { print \"size\" }")
    #expect(present("def big t: task { return $t.size > 3 }") == "def big t: card { return $t.points > 3 }")
    #expect(present("print task(\"Docs\").size") == "print card(\"Docs\").points")
    // A text that is still valid is unchanged.
    #expect(present("move Docs todo") == nil)
    #expect(present("print \"open\"") == nil)
    // Captured values, one of them empty, stay, and are found again.
    var excluded = [6..<10, 11..<15, 17..<17]
    let text = session.withPresentNames(
      Array("shift Docs open; tasks where size > 2".utf8), excluding: &excluded)
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == "move Docs open; cards where points > 2")
    #expect(excluded == [5..<9, 10..<14, 16..<16])
    let error = session.run("shift Docs open", hooks: []).output
    #expect(error.hasPrefix("error: “shift” is now called “move”\n"), "\(error)")
    #expect(
      session.run("add card X size=3", hooks: []).output.hasPrefix("error: “size” is now called “points”\n"))
    #expect(
      session.run("print Docs.size", hooks: []).output.hasPrefix("error: “size” is now called “points”\n"))
  }

  // MARK: Older stores

  @Test func `a store without a schema is taken at its data, and gets one with the next step`() throws {
    let path = try make(.sqlite)
    try SchemaEvolutionTests.sql(
      path,
      """
      DROP TABLE schema; PRAGMA user_version=1;
      ALTER TABLE step RENAME COLUMN session TO sitting; ALTER TABLE session RENAME TO sitting
      """)
    do {
      let session = try KeptSession(path, of: Self.first)
      #expect(session.persistence.differences.isEmpty && !session.persistence.isReadOnly)
      #expect(try session.run("print Docs.size\nadd task More") == "3\n")
      #expect(session.persistence.journal?.schemas.count == 1)
      try session.persistence.close()
    }
    do {
      let forgetful = try KeptSession(path, of: Self.forgetful)
      #expect(forgetful.persistence.isReadOnly)
      try forgetful.persistence.close()
    }
    try SchemaEvolutionTests.sql(path, "DROP TABLE schema; PRAGMA user_version=1")
    let session = try KeptSession(path, of: Self.second)
    #expect(session.persistence.isReadOnly)
    let differences = session.persistence.differences.filter(\.isBlocking).map(\.change)
    #expect(
      differences == [.fieldRemoved("worker", "weight"), .migrationPending("stones to kilos")])
    _ = try session.persistence.migrate(isDryRun: false)
    #expect(try session.run("print Ann.kilos\nprint Docs.points\nprint Docs.place") == "72\n3\ndoing\n")
  }

  private static func sql(_ path: String, _ statement: String) throws {
    try StoreFile.run(statement, on: path)
  }
}
