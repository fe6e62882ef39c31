import AutoUpdate
import Journaling
import CommandLanguage
import ProgramTesting
import SQLiteJournal
import Simulator
import TestSupport
import TerminalText
import Testing

/// The numbers of a file's steps, in each of the sessions that share it.
@Suite struct StepNumbersTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: TestEngine.all)
  func `steps that the history has forgotten when they are written are steps of their own on disk`(
    engine: TestEngine
  )
    throws
  {
    let path = engine.address("board.store", in: folder)
    do {
      let session = try KeptSession(path)
      session.writesTogether()
      _ = try session.run(
        "set history 2\nadd card C1\nadd card C2; add card More\nadd card C3\nadd card C4\nundo 1")
      try session.persistence.flush()
    }
    let session = try KeptSession(path)
    let printed = try session.run("log\nstore check")
    #expect(
      printed == """
          step  tick  command                     from       changed
             0     0  (the beginning)
             1     0  add card C1                 session 1  + card C1
             2     0  add card C2; add card More  session 1  + card C2, + card More
        *    3     0  add card C3                 session 1  + card C3
             4     0  add card C4                 session 1  (undone) + card C4
        the store is intact

        """)
  }

  @Test(arguments: TestEngine.all)
  func `a history that keeps nothing numbers the steps on disk alike`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    do { _ = try KeptSession(path).run("set history 0\nadd card C1\nadd card C2; add card C3\nadd card C4") }
    let session = try KeptSession(path)
    #expect(try session.numbers == [1, 2, 3])
  }

  @Test func `the lines that lead to a state within a step end with a move to it`() throws {
    let path = folder["board.store"]
    do { _ = try KeptSession(path).run("add card A; add card B; add card C\ngoto 1.2") }
    let session = try KeptSession(path)
    #expect(
      try session.persistence.linesOfSteps(tryingIn: board.makeSession())
        == ["add card A; add card B; add card C", "goto 1.2"])
  }

  @Test(arguments: [
    ("after 1 { print 1 }\ntick", ["after 1 { print 1 }", "tick"], ["after 1 { print 1 }", "tick"]),
    (
      "add card A; add card B; add card C\ngoto 1.2\nadd card D", ["add card A; add card B", "add card D"],
      ["add card A; add card B", "add card D"]
    ),
    (
      "def two { add card A; add card B }\ntwo", ["two"], ["add card A; add card B"]
    ),
    (
      #"for n in [1, 2] { add card "C\(n)" }"# + "\nundo", [#"for n in [1, 2] { add card "C\(n)" }"#],
      [#"for n in [1, 2] { add card "C\(n)" }"#, "goto 0"]
    ),
  ])
  func `the title of a step is the line that made its parts, and its lines repeat them`(
    lines: String, titles: [String], repeated: [String]
  ) throws {
    let path = folder["board.store"]
    do {
      let session = try KeptSession(path)
      _ = try session.run(lines)
      #expect(session.session.world.stepTitles == titles)
    }
    let session = try KeptSession(path)
    #expect(session.session.world.stepTitles == titles)
    #expect(try session.persistence.linesOfSteps(tryingIn: board.makeSession()) == repeated)
    #expect(try session.run("store check") == "the store is intact\n")
  }

  @Test(
    arguments: ["undo 2/redo 2", "goto 0/goto 2", "undo 3/goto 1/goto 3", "undo 3/redo 2"], TestEngine.all)
  func `a session that follows another one over several steps has the same steps`(
    moves: String, engine: TestEngine
  ) throws {
    let path = engine.address("board.store", in: folder)
    let first = try KeptSession(path)
    _ = try first.run("add card C1\nadd card C2\nadd card C3")
    let asked = try KeptSession(path)
    let watching = try KeptSession(path)
    for move in moves.split(separator: "/") {
      _ = try first.run(String(move))
      let log = try first.log
      #expect(try asked.log == log)
      try watching.refresh()
      #expect(watching.steps == first.steps)
    }
    let redone = try watching.run("undo")
    #expect(redone.contains("undid add card"))
    #expect(try asked.log == first.log)
    #expect(try KeptSession(path).log == first.log)
  }

  @Test(arguments: TestEngine.all)
  func `one line's redo leaves the steps that are still undone to who follows`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    let first = try KeptSession(path)
    let second = try KeptSession(path)
    _ = try first.run("add card C1\nadd card C2\nadd card C3")
    _ = try second.run("print 1")
    _ = try first.run("undo 2")
    _ = try second.run("print 1")
    _ = try first.run("redo")
    #expect(try second.numbers == [1, 2, 3])
    _ = try second.run("redo")
    #expect(try first.run("print count(cards)").hasSuffix("\n3\n"))
  }

  @Test(arguments: TestEngine.all)
  func `a session with fewer steps than another one undoes loads them again`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    let first = try KeptSession(path)
    let second = try KeptSession(path)
    _ = try first.run("add card C1\nadd card C2\nadd card C3\nadd card C4")
    _ = try second.run("set history 1")
    _ = try first.run("undo 3")
    _ = try second.run("print 1")
    #expect(second.session.world.digest == first.session.world.digest)
    _ = try second.run("add card Other")
    #expect(try first.numbers == [1, 2])
    #expect(try KeptSession(path).run("store check") == "the store is intact\n")
  }

  @Test(arguments: TestEngine.all)
  func `a check reports the steps with the same number as another one`(engine: TestEngine) throws {
    let path = engine.address("board.store", in: folder)
    let journal = try openJournal(path, owner: "heroes")
    _ = try journal.begin()
    var batch = JournalBatch(present: 0)
    for (serial, number, line) in [(1, 1, "a; b"), (2, 1, nil), (3, 2, nil), (4, 2, nil), (5, 1, nil)] {
      batch.steps.append(JournalStep(serial: serial, number: number, cause: "", line: line, changes: []))
    }
    try journal.commit(batch)
    #expect(
      try journal.problems() == [
        "step 2 (serial 4) has the number of an earlier step",
        "step 1 (serial 5) has the number of an earlier step",
        "an older program could write this. Nothing is lost: save the session and run it with a new store to get new numbers",
      ])
  }

  @Test func `a check reports that the last step is missing`() {
    let steps = [(1, 1), (2, 1), (5, 2)].map { serial, number in
      JournalStep(serial: serial, number: number, cause: "", line: serial == 2 ? nil : "", changes: [])
    }
    #expect(StepCheck.problems(of: steps, last: 5) == [])
    #expect(
      StepCheck.problems(of: Array(steps.prefix(2)), last: 5) == ["the last step (serial 5) is missing"])
    #expect(StepCheck.problems(of: [], last: 1) == ["the last step (serial 1) is missing"])
  }

  /// Sessions that run random lines, one of them with a short history. All see the same steps.
  @Test(arguments: [2, 14, 41, 71] as [UInt64], TestEngine.all)
  func `sessions that go back and forth at random end with the same log`(seed: UInt64, engine: TestEngine)
    throws
  {
    let path = engine.address("board.store", in: folder)
    var random = SplitMix(seed)
    let sessions = try (0..<3).map { _ in try KeptSession(path) }
    for session in sessions { session.writesTogether() }
    for turn in 0..<60 {
      let place = random.below(sessions.count)
      let session = sessions[place]
      if random.below(4) == 0 { try session.refresh() }
      for _ in 0...random.below(4) {
        let name = "C\(turn)-\(random.below(100))"
        let line =
          switch random.below(12) {
          case 0: "undo \(1 + random.below(4))"
          case 1: "redo \(1 + random.below(4))"
          case 2: "goto \(random.below(30))"
          case 3: "goto \(random.below(30)).1"
          case 4: "add card \"\(name)\"; add card \"\(name)x\"; tick"
          case 5: "add card \"\(name)\"; undo; add card \"\(name)x\""
          case 6 where place == 0:
            turn % 3 == 0
              ? "set changes \(random.below(6))" : "set history \(random.below(4))"
          case 6: "tick 2"
          case 7: "repeat 3 { tick 1 }"
          default: "add card \"\(name)\""
          }
        _ = try session.run(line)
      }
      try session.persistence.flush()
    }
    let last = try KeptSession(path)
    let (log, digest) = (try last.log, last.session.world.digest)
    #expect(log.count > 1)
    for session in sessions {
      let own = try session.log
      #expect(session.session.world.digest == digest)
      if session === sessions[0] {
        // It has fewer steps, and may lack parts of the first one and of undone ones.
        #expect(own.dropFirst(2).filter { !log.contains($0) && !$0.contains("(undone)") } == [])
      } else {
        #expect(own == log)
      }
      try session.persistence.flush()
    }
    #expect(try last.persistence.journal?.journal.problems() == [])
  }
}

extension KeptSession {
  /// The lines of the log without their authors.
  fileprivate var log: [String] {
    get throws {
      try run("log last=1000").split(separator: "\n").drop { !$0.contains("  step  tick") }.dropFirst().map {
        $0.replacing(#/session \d+/#, with: "").split(separator: " ").joined(separator: " ")
      }
    }
  }

  /// The numbers of the steps in the log, without the beginning.
  fileprivate var numbers: [Int] {
    get throws {
      try log.dropFirst().compactMap { $0.split(separator: " ").compactMap { Int($0) }.first }
    }
  }

  /// The changes of the first steps in the session's history, and its current step.
  fileprivate var steps: [String?] {
    (0...5).map { session.world.changes(ofStep: $0)?.joined(separator: ", ") } + ["\(session.world.step)"]
  }

  /// Makes ``PersistenceService/flush()`` the only way to write lines.
  fileprivate func writesTogether() {
    persistence.isBatch = true
    persistence.isGroupOver = { false }
  }

  /// Merges the steps of others, as a waiting prompt does.
  fileprivate func refresh() throws {
    var output: [UInt8] = []
    var failure: (any Error)?
    _ = session.run(into: &output) { [persistence] in
      do { try persistence.merge() } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
