import CommandLanguage
import Journaling
import ProgramTesting
import Simulator
import Testing

@testable import kanban

/// The schedules of a world with a store.
@Suite struct ScheduleStoreTests {
  private static func grow(_ world: Simulation, by points: Int) throws {
    for card in world.all(Card.self) { try world.change(card) { $0.points += points } }
  }

  private static let old = World("board", Person.schema, Card.schema) {
    Every(4, "shift") { try grow($0, by: 1) }
    After(2, "opening") { try grow($0, by: 2) }
    Start { try $0.add(Card.self, named: "A") }
  }

  /// The successor of the old world, without a shift and with more schedules.
  private static let new = World("board", Person.schema, Card.schema) {
    After(2, "opening") { try grow($0, by: 2) }
    After(3, "closing") { try grow($0, by: 10) }
    At(4, "past") { try grow($0, by: 20) }
    Every(10, "round") { try grow($0, by: 40) }
  }

  /// Creates a store of the old world after six ticks, and returns its address.
  private func oldStore(_ engine: TestEngine, in folder: TemporaryFolder) throws -> String {
    let path = engine.address("a.store", in: folder)
    let session = try KeptSession(path, of: Self.old)
    #expect(try session.run("tick 6") == "")
    try session.persistence.close()
    return path
  }

  @Test(arguments: TestEngine.all)
  func `a schedule continues at its tick, with the body of its name`(engine: TestEngine) throws {
    let folder = try TemporaryFolder()
    let path = engine.address("a.store", in: folder)
    let first = try KeptSession(path, of: Self.old)
    #expect(try first.run("tick 6\nprint A.points") == "4\n")
    try first.persistence.close()
    let again = try KeptSession(path, of: Self.old)
    #expect(try again.run("jobs") == "1  at tick 8, every 4  shift\n")
    #expect(try again.run("tick 2\nprint A.points\nundo\nprint A.points") == "5\nundid tick 2 (step 2)\n4\n")
  }

  @Test(arguments: TestEngine.all)
  func `a schedule that the world no longer has is set aside and named, and a new one begins`(
    engine: TestEngine
  ) throws {
    let folder = try TemporaryFolder()
    let path = try oldStore(engine, in: folder)
    do {
      let second = try KeptSession(path, of: Self.new)
      let setAside = try #require(second.persistence.journal?.setAside.map { "\($0)" })
      #expect(setAside == ["job 1: the world has no schedule “shift”"])
      #expect(try second.run("jobs") == "3  at tick 9  closing\n4  at tick 16, every 10  round\n")
      #expect(try second.run("tick 4\nprint A.points") == "14\n")
      try second.persistence.close()
    }
    let third = try KeptSession(path, of: Self.new)
    #expect(try third.run("jobs") == "4  at tick 16, every 10  round\n")
    try third.persistence.close()
    let back = try KeptSession(path, of: Self.old)
    #expect(try back.run("jobs").contains("every 4  shift\n"))
  }

  @Test(arguments: TestEngine.all)
  func `a schedule continues under another name, and is not planned twice`(engine: TestEngine) throws {
    let folder = try TemporaryFolder()
    let path = engine.address("a.store", in: folder)
    let first = try KeptSession(path, of: Self.old)
    #expect(try first.run("tick 6\nprint A.points") == "4\n")
    try first.persistence.close()
    let renamed = World("board", Person.schema, Card.schema) {
      Every(4, "round", formerly: "shift") { try Self.grow($0, by: 10) }
      Start { try $0.add(Card.self, named: "A") }
    }
    do {
      let second = try KeptSession(path, of: renamed)
      #expect(second.persistence.journal?.setAside.isEmpty == true)
      #expect(try second.run("jobs") == "1  at tick 8, every 4  round\n")
      #expect(
        try second.run("tick 2\nprint A.points\nundo\nprint A.points\nredo")
          == "14\nundid tick 2 (step 3)\n4\nredid tick 2 (step 3)\n")
      try second.persistence.close()
    }
    let third = try KeptSession(path, of: renamed)
    #expect(try third.run("jobs\nprint A.points") == "1  at tick 12, every 4  round\n14\n")
  }

  /// A day with a shift, and an end that comes late.
  private static func day(_ schedules: [any WorldPart]) -> World {
    World("board", Person.schema, Card.schema) {
      for schedule in schedules { schedule }
      Start { try $0.add(Card.self, named: "A") }
    }
  }

  @Test(arguments: TestEngine.all)
  func `a new name is written to the store with the next step, so that the former one can be given up`(
    engine: TestEngine
  ) throws {
    let folder = try TemporaryFolder()
    let path = engine.address("a.store", in: folder)
    let grow: @Sendable (Simulation) throws -> Void = { try Self.grow($0, by: 1) }
    let first = try KeptSession(
      path, of: Self.day([Every(4, "shift", run: grow), After(30, "end", run: grow)]))
    #expect(try first.run("tick 1") == "")
    try first.persistence.close()
    let second = try KeptSession(
      path,
      of: Self.day([
        Every(4, "round", formerly: "shift", run: grow), After(30, "finish", formerly: "end", run: grow),
      ]))
    #expect(
      second.persistence.differences.map { "\($0)" } == [
        "the schedule “shift” is now “round”: its jobs are kept",
        "the schedule “end” is now “finish”: its jobs are kept",
      ])
    // No job runs, so that none of them is written anew.
    let planned = try second.run("add card B")
    #expect(planned == "")
    try second.persistence.close()
    let third = try KeptSession(
      path, of: Self.day([Every(4, "round", run: grow), After(30, "finish", run: grow)]))
    #expect(third.persistence.journal?.setAside.isEmpty == true)
    #expect(try third.run("jobs") == "1  at tick 4, every 4  round\n2  at tick 30  finish\n")
    #expect(try third.run("tick 40\nprint A.points\njobs") == "12\n1  at tick 44, every 4  round\n")
    try third.persistence.close()
  }

  @Test(arguments: TestEngine.all)
  func `a store lists new and removed schedules, and an older program does not write to it`(
    engine: TestEngine
  ) throws {
    let folder = try TemporaryFolder()
    let path = try oldStore(engine, in: folder)
    let second = try KeptSession(path, of: Self.new)
    #expect(
      second.persistence.differences.map { "\($0)" } == [
        "the schedule “closing” is new: it starts with the next step",
        "the schedule “past” is new: it starts with the next step",
        "the schedule “round” is new: it starts with the next step",
        "the schedule “shift” is gone: job 1 is set aside and does not run",
      ])
    #expect(try second.run("tick 1") == "")
    try second.persistence.close()
    let old = try KeptSession(path, of: Self.old)
    let refusal = try old.run("add card B")
    #expect(refusal.contains("a newer program has changed the store’s schema"))
  }

  @Test(arguments: TestEngine.all)
  func `lines that make no step show new schedules and write nothing, so that an older program still writes`(
    engine: TestEngine
  ) throws {
    let folder = try TemporaryFolder()
    let path = try oldStore(engine, in: folder)
    let second = try KeptSession(path, of: Self.new)
    let jobs = "3  at tick 9  closing\n4  at tick 16, every 10  round\n"
    #expect(try second.run("jobs\nprint A.points\njobs") == jobs + "4\n" + jobs)
    try second.persistence.close()
    let old = try KeptSession(path, of: Self.old)
    #expect(try old.run("add card B\nundo\nredo") == "undid add card B (step 2)\nredid add card B (step 2)\n")
    try old.persistence.close()
    let third = try KeptSession(path, of: Self.new)
    #expect(try third.run("print A.points\ntick 4\nprint A.points\njobs").hasPrefix("4\n14\n4  at tick 16"))
    try third.persistence.close()
  }

  @Test(arguments: TestEngine.all)
  func `a job whose command is gone is reported, and a schedule that is gone only by its job`(
    engine: TestEngine
  ) throws {
    let folder = try TemporaryFolder()
    let path = engine.address("a.store", in: folder)
    let first = try KeptSession(
      path,
      of: World("board", Person.schema, Card.schema) {
        Every(4, "shift") { _ in }
        Command("raise", "Raise all cards") { try Self.grow($0, by: 1) }
      })
    #expect(try first.run("after 9 { raise }\nadd card A") == "job 2 runs at tick 9\n")
    try first.persistence.close()
    let second = try KeptSession(path, of: World("board", Person.schema, Card.schema) {})
    #expect(second.persistence.breaches == ["job 2 cannot run: there is no command “raise”"])
    #expect(
      second.persistence.journal?.setAside.map { "\($0)" } == ["job 1: the world has no schedule “shift”"])
    try second.persistence.close()
  }

  @Test(arguments: TestEngine.all)
  func `the job of a schedule that is gone is dropped where that is accepted`(engine: TestEngine) throws {
    let folder = try TemporaryFolder()
    let path = try oldStore(engine, in: folder)
    do {
      let second = try KeptSession(path, of: Self.new)
      let error = #expect(throws: PersistenceError.self) { try second.persistence.accept(["job 2"]) }
      #expect(error?.explanation.notes == ["“store accept” takes “job 1”"])
      #expect(
        try second.persistence.accept(["job 1"]) == [
          "store accept job 1: 1 object changed", "- job 1: the world has no schedule “shift”",
        ])
      #expect(second.persistence.journal?.setAside.isEmpty == true)
      #expect(try second.run("store check") == "the store is intact\n")
      try second.persistence.close()
    }
    let third = try KeptSession(path, of: Self.new)
    #expect(third.persistence.journal?.setAside.isEmpty == true)
    let moved = try third.run("goto 1")
    #expect(moved.hasPrefix("error: step 2 changed the store for a new version of the program"))
  }

  @Test func `two schedules that had one name are a problem of the world`() {
    let world = World("board", Person.schema, Card.schema) {
      Every(4, "shift") { _ in }
      Every(5, "round", formerly: "shift") { _ in }
      Every(6, "walk", formerly: "stroll") { _ in }
      Routine("march", formerly: "stroll") { _ in }
    }
    #expect(
      world.problems == [
        "the schedules “shift” and “round” are or were both called “shift”: a store cannot tell them apart",
        "the schedules “walk” and “march” are or were both called “stroll”: a store cannot tell them apart",
      ])
  }
}
