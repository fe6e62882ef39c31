import CommandLanguage
import Simulator
import Testing

/// What a world itself does at its time.
@Suite struct ScheduleTests {
  private static let world = World("board", Person.schema, Card.schema) {
    List("board", of: Card.self, by: \.points)
    Command("later", "Make a card larger in 3 ticks") { world in
      try world.time.schedule("growth", after: 3)
    }
    Routine("growth") { world in
      for card in world.all(Card.self) { try world.change(card) { $0.points += 10 } }
    }
    Every(4, "shift") { world in
      for card in world.all(Card.self) { try world.change(card) { $0.points += 1 } }
    }
    After(3) { world in try world.add(Card.self, named: "C\(world.tick)") }
    At(6, "check") { world in
      if world.all(Card.self).count > 2 { throw Explanation("there are too many cards", argument: 0) }
      world.output.writeLine("checked")
    }
    Start { world in
      try world.add(Card.self, named: "A")
      try world.time.schedule("growth", after: 2)
    }
  }

  @Test func `schedules run at their ticks as parts of the line's step, and are undone with it`() throws {
    let session = try Self.world.makeSession()
    #expect(
      session.transcript("jobs\ntick 7\njobs\nlog 1\nundo\njobs") == """
        > jobs
        1  at tick 2  growth
        2  at tick 4, every 4  shift
        3  at tick 3
        4  at tick 6  check
        > tick 7
        ~ board 1  A  todo  1→11  none
        + board 1  C3  todo    1  none
        ~ board 1  C3  todo  1→2  none
        ~ board 2  A  todo  11→12  none
        checked
        > jobs
        2  at tick 8, every 4  shift
        > log 1
          step  tick  command          changed
           1.1     2  job 1 at tick 2  tick 0→2, - job 1
           1.2     2  growth           A.points 1→11
           1.3     3  job 3 at tick 3  tick 2→3, - job 3
           1.4     3  after 3          + card C3
           1.5     4  job 2 at tick 4  tick 3→4, job 2.at 4→8
           1.6     4  shift            A.points 11→12, C3.points 1→2
           1.7     6  job 4 at tick 6  tick 4→6, - job 4
        *  1.8     7  tick 1           tick 6→7
        > undo
        undid tick 7 (step 1)
        - board 1  C3  todo    2  none
        ~ board 1  A  todo  12→1  none
        > jobs
        1  at tick 2  growth
        2  at tick 4, every 4  shift
        3  at tick 3
        4  at tick 6  check

        """)
  }

  @Test func `a failing schedule changes nothing and stops time, and the message names the job and the tick`()
    throws
  {
    let output = try Self.world.makeSession().transcript("add card B\ntick 9\nprint tick\ntick 1\nprint tick")
    #expect(
      output.contains(
        """
        error: there are too many cards
          tick 9
          ^~~~~~
          note: job 4 failed at tick 6, and time stopped there
        > print tick
        6
        > tick 1
        > print tick
        7
        """), "\(output)")
  }

  @Test func `writes of a schedule are refused like those of a command`() throws {
    let world = World("board", Person.schema, Card.schema) {
      Constraint("few cards") { "count(cards) < 2" }
      Every(2) { world in try world.add(Card.self, named: "C\(world.tick)") }
    }
    let session = try world.makeSession()
    let output = session.transcript(
      "tick 9\nprint tick, count(cards), count(planned)")
    #expect(output.contains("error: this would break the constraint “few cards”"), "\(output)")
    #expect(output.contains("note: job 1 failed at tick 4, and time stopped there"), "\(output)")
    #expect(output.contains("4 1 1\n"), "\(output)")
  }

  @Test func `a command and a start plan a routine by its name`() throws {
    let session = try Self.world.makeSession()
    _ = session.run("cancel")
    #expect(
      session.transcript("later\njobs\ntick 3\nprint A.points") == """
        > later
        > jobs
        5  at tick 3  growth
        > tick 3
        ~ board 1  A  todo  1→11  none
        > print A.points
        11

        """)
    let tooFar = World("board", Card.schema, Person.schema) {
      Routine("growth") { _ in }
      Start { world in try world.time.schedule("growth", after: 0) }
    }
    #expect(throws: (any Error).self) { try tooFar.makeSession() }
    let unknown = World("board", Card.schema, Person.schema) {
      Start { world in try world.time.schedule("growth", after: 1) }
    }
    #expect(throws: (any Error).self) { try unknown.makeSession() }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `time that passes, is undone and is done again leads to what the schedules' ticks add up to`(
    seed: UInt64
  ) throws {
    let world = World("board", Person.schema, Card.schema) {
      Every(7, "week") { try $0.change(Reference<Card>(1)) { $0.points += 3 } }
      Every(2) { try $0.change(Reference<Card>(1)) { $0.points += 1 } }
      After(9) { try $0.change(Reference<Card>(1)) { $0.points += 11 } }
      At(20) { try $0.change(Reference<Card>(1)) { $0.points -= 5 } }
      Start { try $0.add(Card.self, named: "A") }
    }
    func points(_ tick: Int) -> Int {
      1 + tick / 7 * 3 + tick / 2 + (tick >= 9 ? 11 : 0) - (tick >= 20 ? 5 : 0)
    }
    var generator = Generator(seed: seed)
    let session = try world.makeSession()
    var ticks = [0]
    var digests = [session.world.digest]
    var place = 0
    for _ in 0..<60 {
      switch generator.uniform(in: 1...4) {
      case 1 where place > 0:
        #expect(session.run("undo").outcome == .done)
        place -= 1
      case 2 where place + 1 < ticks.count:
        #expect(session.run("redo").outcome == .done)
        place += 1
      default:
        let length = generator.uniform(in: 1...6)
        guard ticks[place] + length < 80 else { continue }
        #expect(session.run("tick \(length)").outcome == .done)
        ticks = ticks[...place] + [ticks[place] + length]
        digests = digests[...place] + [session.world.digest]
        place += 1
      }
      #expect(session.world.tick == ticks[place])
      #expect(session.world[Reference<Card>(1)]?.points == points(ticks[place]))
      #expect(session.world.digest == digests[place])
    }
  }

  @Test func `schedules that a store could not distinguish, or that never run, are problems`() {
    #expect(Self.world.problems == [])
    let world = World("board", Person.schema, Card.schema) {
      Every(8) { _ in }
      Every(8) { _ in }
      Every(0, "never") { _ in }
      At(-1) { _ in }
      Routine("") { _ in }
    }
    #expect(
      world.problems == [
        "two schedules are called “every 8”: a store finds them by name, so rename one",
        "the ticks of the schedule “never” must be from 1 to 1000000000, not 0",
        "the ticks of the schedule “at -1” must be from 1 to 1000000000, not -1",
        "a schedule has an empty name",
      ])
  }
}
