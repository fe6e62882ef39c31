import AutoUpdate
import CommandLanguage
import Journaling
import ProgramTesting
import SQLiteJournal
import Simulator
import Testing

@testable import kanban

/// Objects that the program cannot create, and stored texts.
@Suite struct SetAsideTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A kind that some worlds do not have.
  private struct Robot: Model {
    let id: Int
    var name: String
    static let schema = Schema<Robot>(
      "robot", plural: "robots", named: \.name, new: { Robot(id: $0, name: $1) }
    ) {
      Field("name", \.name)
    }
  }

  /// A person in which one field has another type.
  private struct Rated: Model {
    let id: Int
    var name: String
    var rate: Int = 1
    static let schema = Schema<Rated>(
      "rated", plural: "rateds", named: \.name, new: { Rated(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("rate", \.rate)
    }
  }

  private enum Grade: String, FieldWord, CaseIterable { case low, high }

  private struct Graded: Model {
    let id: Int
    var name: String
    var rate = Grade.low
    static let schema = Schema<Graded>(
      "rated", plural: "rateds", named: \.name, new: { Graded(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("rate", \.rate)
    }
  }

  private enum LowGrade: String, FieldWord, CaseIterable { case low }

  private struct LowGraded: Model {
    let id: Int
    var name: String
    var rate = LowGrade.low
    static let schema = Schema<LowGraded>(
      "rated", plural: "rateds", named: \.name, new: { LowGraded(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("rate", \.rate)
    }
  }

  private let withLow = World("board", Person.schema, Card.schema, LowGraded.schema) {}
  private let withRobots = World("board", Person.schema, Card.schema, Robot.schema) {}
  private let withRates = World("board", Person.schema, Card.schema, Rated.schema) {}
  private let withGrades = World("board", Person.schema, Card.schema, Graded.schema) {}

  // MARK: Restoring evaluates nothing

  @Test(
    arguments: [
      "cards limit 1 + 1", "cards limit (1 + 1)", "cards limit count(cards)", "cards limit A.points",
      "cards where points > B.points by C.points limit C.points", "cards where title in people.name",
    ], TestEngine.all)
  func `a watch is restored as text, whatever its limit, condition and keys read`(
    selection: String, engine: TestEngine
  ) throws {
    let path = engine.address("a.store", in: folder)
    let shown: String
    do {
      let session = try KeptSession(path)
      _ = try session.run(
        "add card A points=2\nadd card B points=1\nadd card C points=3\nwatch w = \(selection)")
      shown = try session.run("print w")
    }
    let session = try KeptSession(path)
    #expect(session.persistence.journal?.setAside.isEmpty == true)
    #expect(try session.run("print w") == shown)
    #expect(try session.run("store check") == "the store is intact\n")
  }

  @Test(arguments: TestEngine.all)
  func `a job and a constraint whose names are gone are restored as they were`(engine: TestEngine) throws {
    let path = engine.address("a.store", in: folder)
    do {
      _ = try KeptSession(path).run(
        "add card A points=2\nadd card B\nevery 2 { change A points=(B.points) }\nconstraint i (1 + 1) > 0\nremove card A"
      )
    }
    let session = try KeptSession(path)
    #expect(try session.run("jobs").contains("{ change A points=(B.points) }"))
    #expect(try session.run("constraints") == "i: (1 + 1) > 0\n")
  }

  // MARK: What cannot be restored

  @Test(arguments: TestEngine.all)
  func `a text of a kind that the program does not have is set aside, and stays in the file`(
    engine: TestEngine
  ) throws {
    let path = engine.address("a.store", in: folder)
    do {
      let printed = try KeptSession(path, of: withRobots).run(
        """
        add card A
        add robot R
        watch r = robots where name != "x"
        let first = R
        constraint named $first.name != "x"
        def plan a { every 1 { change $a name=S } }
        plan $first
        watch all = cards
        """)
      #expect(printed == "+ r 1  R\njob 1 runs at tick 1\n+ all 1  A\n")
    }
    let session = try KeptSession(path)
    #expect(
      session.persistence.journal?.setAside.map { "\($0)" } == [
        "job 1: its commands cannot be read: a variable refers to a robot, and the program has no such kind",
        "robot 1 “R”: the program has no kind “robot”",
        "rule “named”: its condition cannot be read: a variable refers to a robot, and the program has no such kind",
        "watch 1 “r”: its selection “robots where name != \"x\"” cannot be read: a selection begins with the plural of a kind",
      ])
    #expect(try session.run("store check").contains("set aside: watch 1 “r”: its selection “robots"))
    #expect(
      try session.run("store").hasSuffix(
        """

        4 objects set aside; “store problems” lists them
        1 difference to the program's declarations; “store problems” lists them

        """))
    // Nothing is written while the kind is missing.
    #expect(
      try session.run("change A points=5").contains("“robot” is gone: R would lose data"))
    #expect(try session.run("store compact").contains("nothing is written to it"))
    let whole = try KeptSession(path, of: withRobots)
    #expect(whole.persistence.journal?.setAside.isEmpty == true)
    #expect(
      try whole.run("print r\nprint all\nconstraints")
        == "R\nA\nnamed: $first.name != \"x\" (first = #1)\n"
    )
    #expect(try whole.run("add robot T\nprint count(robots)").hasSuffix("\n2\n"))
    #expect(try whole.run("tick\nprint r").hasSuffix("S, T\n"))
    try whole.persistence.close()
    // If the loss is intended, the store can be used, and no command changes the texts that are set aside.
    let meant = try KeptSession(path)
    #expect(
      try meant.persistence.accept(["robot"]) == [
        "store accept robot: 2 objects changed", "- robot S", "- robot T",
      ])
    _ = try meant.run("change A points=5\nwatch r = cards\nunwatch r\ntick\nstore compact\nadd card B")
    #expect(meant.persistence.journal?.setAside.map(\.id.kind) == ["job", "rule", "watch"])
    // The quotation marks that messages put around the name may be missing.
    #expect(
      try meant.persistence.accept(["rule named"]).first == "store accept rule named: 1 object changed")
    #expect(meant.persistence.journal?.setAside.map(\.id.kind) == ["job", "watch"])
  }

  @Test(arguments: TestEngine.all)
  func `a value that its field cannot have sets the object aside, until undoing brings another one`(
    engine: TestEngine
  )
    throws
  {
    let path = engine.address("a.store", in: folder)
    do { _ = try KeptSession(path, of: withRates).run("add rated A\nadd rated B rate=3\nadd card Docs") }
    let session = try KeptSession(path, of: withGrades)
    #expect(
      session.persistence.journal?.setAside.map { "\($0)" } == [
        "rated 1 “A”: its field “rate” cannot be 1", "rated 2 “B”: its field “rate” cannot be 3",
      ])
    #expect(try session.run("print count(rateds)\nprint A").hasPrefix("0\nerror: nothing is called"))
    #expect(try session.run("add rated C rate=high").contains("cannot be read; declare a Migration"))
    let earlier = try KeptSession(path, of: withRates)
    #expect(try earlier.run("print A.rate\nprint B.rate\nprint count(rateds)") == "1\n3\n2\n")
    #expect(
      try session.persistence.accept(["rated.rate"]) == [
        "store accept rated.rate: 2 objects changed", "~ A.rate 1→low", "~ B.rate 3→low",
      ])
    #expect(try session.run("add rated C rate=high\nprint rateds.rate") == "low, low, high\n")
  }

  @Test(arguments: TestEngine.all)
  func `a step that is undone brings an object back that only the history holds`(engine: TestEngine) throws {
    let path = engine.address("a.store", in: folder)
    do {
      _ = try KeptSession(path, of: withGrades).run("add rated A rate=high\nchange A rate=low\nadd card Docs")
    }
    let session = try KeptSession(path, of: withLow)
    #expect(session.persistence.isReadOnly == false)
    // Moves through the history apply to set-aside objects too.
    _ = try session.run("undo 2")
    #expect(session.persistence.journal?.setAside.map(\.id.id) == [.number(1)])
    #expect(try session.run("redo 2\nprint A.rate\nchange A name=B\nundo 3").contains("undid"))
    #expect(session.persistence.journal?.setAside.count == 1)
  }

  @Test(arguments: TestEngine.all)
  func `the key of an object that is set aside is not given to another one`(engine: TestEngine) throws {
    let path = engine.address("a.store", in: folder)
    do {
      _ = try KeptSession(path, of: withRobots).run("add robot R\nlet r = R\nconstraint few $r.name != \"y\"")
    }
    do {
      let session = try KeptSession(path)
      _ = try session.persistence.accept(["robot"])
      let refused = try session.run("constraint few 1 > 0")
      #expect(
        refused.contains("rule “few” is set aside in the store: choose another name or number"),
        "\(refused)")
      #expect(try session.run("constraints") == "no constraints\n")
    }
    let earlier = try KeptSession(path, of: withRobots).run("constraints")
    #expect(earlier.contains("few: $r.name"), "\(earlier)")
  }

  @Test(arguments: TestEngine.all)
  func `two sessions with different worlds follow each other, and each sets aside what it cannot read`(
    engine: TestEngine
  )
    throws
  {
    let path = engine.address("a.store", in: folder)
    let first = try KeptSession(path, of: withRobots)
    let second = try KeptSession(path)
    _ = try first.run("add card A\nadd robot R\nwatch r = robots")
    #expect(try second.run("print count(cards)").hasSuffix("1\n"))
    #expect(second.persistence.journal?.setAside.map(\.id.kind) == ["robot", "watch"])
    #expect(try second.run("undo").contains("“robot” is gone: R would lose data"))
    _ = try first.run("remove R\nundo\nunwatch r")
    #expect(try second.run("print count(cards)").hasSuffix("1\n"))
    #expect(second.persistence.journal?.setAside.map(\.id.kind) == ["robot"])
  }

  @Test func `a program names what is set aside when it opens a store, and checks any store`() throws {
    do {
      _ = try KeptSession(folder["a.store"], of: withRobots, owner: "kanban").run(
        "add robot R\nwatch r = robots")
    }
    let program = BuiltProgram("kanban", folder: folder)
    let ending = try program.run(["run", "--store", "a.store", "-c", "store check"])
    #expect(ending.status == 0)
    #expect(
      ending.errors == """
        kanban: the store “a.store” was written by another version of this program; it stays read-only until this is resolved:
          the kind “robot” is gone: R would lose data; declare “formerly:” if only the name has changed, or a Migration; “store accept robot” drops it
          the constraint “nobody works on two cards at once” is new: it holds
          the invariant “what is done stays done” is new: it holds
        kanban: the store “a.store” has objects that this program cannot read; they stay unchanged in the store:
          robot 1 “R”: the program has no kind “robot”
          watch 1 “r”: its selection “robots” cannot be read: a selection begins with the plural of a kind

        """)
    #expect(
      ending.output.hasSuffix(
        """
        set aside: robot 1 “R”: the program has no kind “robot”
        set aside: watch 1 “r”: its selection “robots” cannot be read: a selection begins with the plural of a kind

        """))
    let migrated = try program.run(["store", "migrate", "a.store"])
    #expect(migrated.status == 1)
    #expect(migrated.errors.hasPrefix("kanban: the kind “robot” is gone: R would lose"), "\(migrated.errors)")
    #expect(
      try program.run(["store", "accept", "a.store", "robot"]).output
        == "store accept robot: 1 object changed\n- robot R\n")
    #expect(try program.run(["run", "--store", "a.store", "-c", "add card A"]).status == 0)
    let again = try program.run(["store", "migrate", "a.store"])
    #expect(again.output == "there is nothing to migrate\n")
    #expect(again.status == 0)
  }
}
