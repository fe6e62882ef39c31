import CommandLanguage
import ProgramTesting
import SQLiteJournal
import Simulator
import Testing

/// A declared world with a store in a file.
@Suite struct WorldOnDiskTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: TestEngine.all)
  func `a world that is opened again is whole, and its digest the same`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    let digest: String
    do {
      let session = try KeptSession(path)
      _ = try session.run(
        """
        add person Ann
        add card Docs points=3
        add card Code points=8
        take Docs Ann
        tick 3
        close board
        change Code points=9
        """)
      digest = session.session.world.digest
    }
    let session = try KeptSession(path)
    #expect(session.session.world.digest == digest)
    #expect(try session.run("print Docs.owner.name\nprint tick\nprint board.visible") == "Ann\n3\nfalse\n")
    let printed1 = try session.run("add card Third\nopen board")
    #expect(
      printed1 == """
        + board
        + board/all 1  Third  todo    1  none
        + board/all 2  Code  todo    9  none
        + board/all 3  Docs  doing    3  Ann

        """)
  }

  @Test(arguments: TestEngine.all)
  func `a command that is refused after its step leaves the undone steps to the other sessions`(
    engine: TestEngine
  ) throws {
    let path = engine.address("desk.store", in: folder)
    let (first, second) = (try KeptSession(path, of: desk), try KeptSession(path, of: desk))
    _ = try first.run("close desk\nadd card A points=3\nundo")
    #expect(try second.run("add card B points=9").contains("error: this would break the constraint"))
    #expect(try first.run("redo").contains("redid add card A points=3"))
    #expect(try second.run("print A.points\nundo").contains("3\nundid add card A points=3"))
    #expect(try second.run("add card B points=9").contains("error: this would break the constraint"))
    #expect(try second.run("add card C\nadd card D\nundo\nlog").contains("2     0  add card C"))
    #expect(try first.run("log").contains("2     0  add card C"))
    let third = try KeptSession(path, of: desk)
    let digests = [first, second, third].map(\.session.world.digest)
    #expect(Set(digests).count == 1)
    #expect(try third.run("store check") == "the store is intact\n")
  }

  @Test func `a line that only reads keeps the undone steps of a store, whatever its rules lead to`() throws {
    let path = folder["board.store"]
    do {
      _ = try KeptSession(path).run(
        """
        def low n { return n < 25 }
        invariant later tick >= 0 leads to low(1) within 2 steps
        add card A
        undo
        """)
    }
    let session = try KeptSession(path)
    #expect(try session.run("print 1\nredo").hasPrefix("1\nredid add card A (step 2)\n"))
  }

  @Test func `the first line of a session may define what a constraint of the store needs`() throws {
    let path = folder["board.store"]
    do {
      _ = try KeptSession(path).run(
        """
        def low n { return n < 25 }
        constraint c low(1)
        invariant later tick > 3 leads to tick > 30 within 5 ticks
        """)
    }
    let session = try KeptSession(path)
    #expect(
      try session.run("print 1\nadd card A").hasPrefix("1\nerror: the constraint “c” cannot be computed"))
    #expect(try session.run("def low n { return n < 25 }\nadd card A\ntick 9").contains("+ board/all 1  A"))
    #expect(try session.run("tick 6").contains("the invariant “later” is broken"))
  }

  @Test func `constraints that cannot be computed are removed one by one`() throws {
    let path = folder["board.store"]
    do {
      _ = try KeptSession(path).run(
        "def low n { return n < 25 }\nconstraint c low(1)\nconstraint d low(2)\nadd card A")
    }
    let session = try KeptSession(path)
    #expect(try session.run("print 1\nadd card B").contains("error: the constraint “c” cannot be computed"))
    #expect(try !session.run("unconstraint c\nunconstraint d\nadd card B").contains("error"))
  }

  @Test(arguments: TestEngine.all)
  func `watches show, jobs are due and constraints hold as before, with the variables that they kept`(
    engine: TestEngine
  )
    throws
  {
    let path = engine.address("board.store", in: folder)
    let prepared = """
      def plan a n { every 2 { change $a points=($a.points + $n) } }
      add card Docs points=3
      let most = 4
      watch large = cards where points > most
      plan Docs 2
      constraint small not any cards where points > 6
      """
    do { _ = try KeptSession(path).run(prepared) }
    let session = try KeptSession(path)
    let printed2 = try session.run(
      "tick 1\ntick 1\nchange Docs points=4")
    #expect(
      printed2 == """
        ~ board/all 1  Docs  todo  3→5  none
        + large 1  Docs
        ~ board/all 1  Docs  todo  5→4  none
        - large 1  Docs

        """)
    #expect(try session.run("jobs") == "1  at tick 4, every 2  { change $a points=($a.points + $n) }\n")
    let refused = try session.run("change Docs points=7")
    #expect(refused.hasPrefix("error: this would break the constraint “small”"))
    #expect(try session.run("constraints") == "small: not any cards where points > 6\n")
  }

  @Test(arguments: TestEngine.all)
  func `a command that is taken back as it breaks a constraint of the screens leaves no step in the file`(
    engine: TestEngine
  )
    throws
  {
    let path = engine.address("board.store", in: folder)
    let digest: String
    do {
      let session = try KeptSession(path, of: desk)
      _ = try session.run("add card A points=9")
      digest = session.session.world.digest
      #expect(try session.run("close desk").hasPrefix("error: this would break the constraint"))
    }
    let session = try KeptSession(path, of: desk)
    #expect(session.session.world.digest == digest)
    #expect(try session.run("redo").hasPrefix("error: there is nothing to redo"))
    let printed = try session.run("print desk.visible\nadd card B\nlog")
    #expect(printed.hasPrefix("true\n+ desk/cards 2  B"), "\(printed)")
    #expect(
      printed.contains("1     0  add card A points=9") && printed.contains("*    2     0  add card B"),
      "\(printed)")
  }

  @Test(arguments: TestEngine.all)
  func `the contents of a watch do not depend on reopening the store`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    let first = """
      add card Docs points=3
      let most = 5
      watch large = cards where points > most
      """
    let second = "change Docs points=6\nadd card More points=7\nundo 2\nredo"
    let whole = try KeptSession(engine.address("whole.store", in: folder))
    _ = try whole.run(first)
    do { _ = try KeptSession(path).run(first) }
    #expect(try KeptSession(path).run(second) == whole.run(second))
  }

  @Test(arguments: TestEngine.all)
  func `a job whose definition was the sitting's fails when it runs, and not before`(engine: TestEngine)
    throws
  {
    let path = engine.address("board.store", in: folder)
    do { _ = try KeptSession(path).run("def hello { print \"hello\" }\nevery 1 { hello }") }
    let session = try KeptSession(path)
    #expect(try session.run("jobs") == "1  at tick 1, every 1  { hello }\n")
    #expect(try session.run("tick").contains("hello"))
    #expect(try session.run("def hello { print \"again\" }\ntick") == "again\n")
  }

  @Test(arguments: TestEngine.all)
  func `log, why, diff, goto and undo reach behind the last start`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    do {
      _ = try KeptSession(path).run(
        "add person Ann; add card Docs points=3\ntake Docs Ann\nrepeat 2 { tick 1 }\nchange Docs points=4")
    }
    let session = try KeptSession(path)
    let printed3 = try session.run("log")
    #expect(
      printed3 == """
          step  tick  command                                 from       changed
             0     0  (the beginning)
             1     0  add person Ann; add card Docs points=3  session 1  + person Ann, + card Docs
             2     0  take Docs Ann                           session 1  Docs.column todo→doing, Docs.owner none→Ann
             3     2  repeat 2 { tick 1 }                     session 1  tick 0→2
        *    4     2  change Docs points=4                    session 1  Docs.points 3→4

        """)
    #expect(try session.run("why Docs.owner") == "set by take Docs Ann (step 2): Docs.owner none→Ann\n")
    #expect(
      try session.run("diff 1")
        == "~ Docs.column todo→doing\n~ Docs.points 3→4\n~ Docs.owner none→Ann\n~ tick 0→2\n")
    _ = try session.run("goto 3.1\nadd card More")
    let printed4 = try KeptSession(path).run("log 3\nlog last=1")
    #expect(
      printed4 == """
          step  tick  command  from       changed
           3.1     1  tick 1   session 1  tick 0→1
          step  tick  command        from       changed
        *    4     1  add card More  session 2  + card More

        """)
  }

  @Test(arguments: TestEngine.all)
  func `two sessions follow each other, and their logs show who did what`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    let first = try KeptSession(path)
    let second = try KeptSession(path)
    _ = try first.run("add card Docs points=3\nadd person Ann")
    let printed5 = try second.run("take Docs Ann")
    #expect(
      printed5 == """
        + board/all 1  Docs  todo    3  none
        ~ board/all 1  Docs  todo→doing  3  none→Ann

        """)
    #expect(
      try first.run("undo").hasPrefix(
        "~ board/all 1  Docs  todo→doing  3  none→Ann\nundid take Docs Ann (step 3)\n"))
    let printed6 = try second.run("log")
    #expect(
      printed6 == """
        ~ board/all 1  Docs  doing→todo  3  Ann→none
          step  tick  command                 from       changed
             0     0  (the beginning)
             1     0  add card Docs points=3  session 1  + card Docs
        *    2     0  add person Ann          session 1  + person Ann
             3     0  take Docs Ann                      (undone) Docs.column todo→doing, Docs.owner none→Ann

        """)
    #expect(first.session.world.digest == second.session.world.digest)
  }

  @Test(arguments: TestEngine.all)
  func `a command whose world has changed under it runs against the new world`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    let first = try KeptSession(path)
    let second = try KeptSession(path)
    _ = try first.run("add card Docs points=3")
    _ = try second.run("change Docs points=(Docs.points + 1)")
    _ = try first.run("change Docs points=(Docs.points + 1)")
    #expect(try second.run("print Docs.points") == "~ board/all 1  Docs  todo  4→5  none\n5\n")
  }

  @Test(arguments: TestEngine.all)
  func `an invariant that another session undid is reported again when this one redoes it`(
    engine: TestEngine
  ) throws {
    let path = engine.address("day.store", in: folder)
    let (first, second) = (try KeptSession(path), try KeptSession(path))
    let warning = "warning: the invariant “small” is broken by A"
    let lines = "add card A points=9\ninvariant small not any cards where points > 6"
    #expect(try first.run(lines).contains(warning))
    #expect(try second.run("print 1").contains(warning))
    _ = try first.run("undo")
    #expect(try second.run("redo").contains(warning))
  }

  @Test(arguments: TestEngine.all)
  func `a constraint is also evaluated for objects that other sessions added`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    let first = try KeptSession(path)
    let second = try KeptSession(path)
    let text = "constraint free not any cards where owner != none and owner.name == \"Bob\""
    _ = try first.run("\(text)\nadd card Docs")
    _ = try second.run("add person Ann\ntake Docs Ann")
    let refused = try first.run("change Ann name=Bob")
    #expect(refused.contains("error: this would break the constraint “free”"))
  }

  @Test(arguments: TestEngine.all)
  func `a world that cannot be read again is refused before anything is written`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    struct Odd: Model {
      let id: Int
      var size = 0
      static let schema = Schema<Odd>("odd", plural: "odds") { Field("size", \.size) }
    }
    let world = World("odd", Odd.schema) {}
    #expect(throws: PersistenceError.self) { try KeptSession(path, of: world) }
    let message = PersistenceError.unreadableKind("odd").explanation.message
    #expect(message == "an odd cannot be stored: its schema needs “new” or “restoring”")
  }

  @Test(arguments: TestEngine.all)
  func `a session that is over leaves nothing behind`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    var session: KeptSession? = try KeptSession(path)
    _ = try session?.run("add card Docs\nundo\nredo\nlog")
    weak let simulation = session?.session.world
    #expect(simulation != nil)
    session = nil
    #expect(simulation == nil)
  }
}
