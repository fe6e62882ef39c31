import Journaling
import ProgramTesting
import Simulator
import TestSupport
import Testing

/// Compactions of a store beside other sessions.
@Suite struct CompactionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: TestEngine.all)
  func `a line without a step changes nothing after another session has compacted the store`(
    engine: TestEngine
  ) throws {
    let path = engine.address("day.store", in: folder)
    let first = try KeptSession(path)
    for name in "ABCDEFGH" { _ = try first.run("add card \(name)") }
    let second = try KeptSession(path)
    _ = try second.run("print 1")
    _ = try first.persistence.journal?.compact(keeping: 2)
    for line in ["print 1", "goto 3", "undo 5"] {
      _ = try second.run(line)
      #expect(second.session.world.digest == first.session.world.digest, "\(line)")
    }
    #expect(try KeptSession(path).session.world.digest == first.session.world.digest)
  }

  @Test(arguments: TestEngine.all)
  func `a session that compacts after another one did so goes back no further than the store`(
    engine: TestEngine
  ) throws {
    let path = engine.address("day.store", in: folder)
    let (first, second) = (try KeptSession(path), try KeptSession(path))
    for name in "ABCDEFGH" { _ = try first.run("add card \(name)") }
    _ = try second.run("print 1")
    _ = try first.persistence.journal?.compact(keeping: 2)
    _ = try second.persistence.journal?.compact(keeping: 1_000)
    #expect(try second.run("goto 3").contains("step 3 is no longer kept"))
    _ = try second.run("add card I")
    #expect(second.persistence.journal?.problem == nil)
    #expect(try KeptSession(path).session.world.digest == second.session.world.digest)
  }

  @Test(arguments: TestEngine.all)
  func `a journal returns as many steps as wanted, those after its stored objects included`(
    engine: TestEngine
  ) throws {
    let path = engine.address("day.store", in: folder)
    do {
      let session = try KeptSession(path)
      for name in "ABCDEFGH" { _ = try session.run("add card \(name)") }
      _ = try session.persistence.journal?.compact(keeping: 6)
      _ = try session.run("add card I\nadd card J\nadd card K; add card L\nundo")
    }
    let journal = try openJournal(path, owner: "board")
    for (numbers, expected) in [(5, 7), (3, 9), (2, 9), (100, 3)] {
      let content = try journal.load(numbers: numbers, translation: { _ in JournalTranslation() })
      #expect(content.steps.map(\.number) == Array(expected...10) + [11, 11], "\(numbers)")
      #expect(content.base == expected - 1)
      #expect(content.objects.count { $0.key.kind == "card" } == 10)
    }
  }

  @Test(arguments: TestEngine.all)
  func `each session begins its line where another one ended, whatever is compacted in between`(
    engine: TestEngine
  ) throws {
    for seed in 0..<(engine == .sqlite ? 20 : 4) as Range<UInt64> {
      var random = SplitMix(seed)
      let path = engine.address("\(seed).store", in: folder)
      let sessions = try (0..<3).map { _ in try KeptSession(path) }
      for session in sessions where random.below(2) == 0 {
        session.persistence.isBatch = true
        session.persistence.isGroupOver = { false }
      }
      var (last, number) = (sessions[0].session.world.digest, 0)
      for turn in 0..<60 {
        let session = sessions[random.below(sessions.count)]
        _ = try session.run("print 1")
        try #require(session.session.world.digest == last, "seed \(seed), turn \(turn)")
        for _ in 0...random.below(3) {
          number += 1
          let line =
            switch random.below(8) {
            case 0: "undo \(1 + random.below(4))"
            case 1: "redo"
            case 2: "goto \(random.below(number))"
            case 3: "add card \"\(number)\"; add card \"\(number)x\"; tick"
            default: "add card \"\(number)\""
            }
          _ = try session.run(line)
          if random.below(6) == 0 {
            _ = try session.persistence.journal?.compact(keeping: 1 + random.below(4))
          }
        }
        last = session.session.world.digest
        try session.persistence.flush()
        try #require(session.persistence.journal?.problem == nil, "seed \(seed), turn \(turn)")
      }
      let again = try KeptSession(path)
      #expect(again.session.world.digest == last, "seed \(seed)")
      #expect(try again.persistence.journal?.journal.problems() == [])
    }
  }
}
