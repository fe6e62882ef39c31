import CommandLanguage
import Simulator
import Testing

/// Virtual time, and jobs that run in it.
@Suite struct TimeTests {
  @Test func `jobs run at their ticks, in the order of their making, as parts of one step`() throws {
    let session = try kanban.makeSession()
    #expect(
      session.transcript(
        """
        add card A
        every 2 { change A points=(tick) }
        after 2 { move A doing }
        jobs
        tick 5
        log last=1
        log 4
        undo
        print tick, A.points, count(planned)
        why tick
        """
      ) == """
        > add card A
        + board 1  A  todo    1  none
        > every 2 { change A points=(tick) }
        job 1 runs at tick 2
        > after 2 { move A doing }
        job 2 runs at tick 2
        > jobs
        1  at tick 2, every 2  { change A points=(tick) }
        2  at tick 2  { move A doing }
        > tick 5
        ~ board 1  A  todo  1→2  none
        ~ board 1  A  todo→doing  2  none
        ~ board 1  A  doing  2→4  none
        > log last=1
          step  tick  command  changed
        *    4     5  tick 5   tick 0→5, job 1.at 2→6, A.column todo→doing, A.points 1→4, - job 2
        > log 4
          step  tick  command            changed
           4.1     2  job 1 at tick 2    tick 0→2, job 1.at 2→4
           4.2     2  change A points=2  A.points 1→2
           4.3     2  job 2 at tick 2    - job 2
           4.4     2  move A doing       A.column todo→doing
           4.5     4  job 1 at tick 4    tick 2→4, job 1.at 4→6
           4.6     4  change A points=4  A.points 2→4
        *  4.7     5  tick 1             tick 4→5
        > undo
        undid tick 5 (step 4)
        ~ board 1  A  doing→todo  4→1  none
        > print tick, A.points, count(planned)
        0 1 2
        > why tick
        set since the beginning: tick = 0

        """)
  }

  @Test func `a failing job stops time, and the message names the job and the tick`() throws {
    let session = try kanban.makeSession()
    #expect(
      session.transcript("add card A\nafter 3 { move A done }\ntick 5\nprint tick\ntick 2\nprint tick") == """
        > add card A
        + board 1  A  todo    1  none
        > after 3 { move A done }
        job 1 runs at tick 3
        > tick 5
        error: A is todo and cannot become done
          { move A done }
                   ^~~~
          note: after todo comes doing
          note: job 1 failed at tick 3, and time stopped there
        > print tick
        3
        > tick 2
        > print tick
        5

        """)
  }

  @Test(arguments: [
    ("after 1 { tick }; tick", "a job cannot advance the time"),
    ("after 1 { undo }; tick", "a job cannot move through the history"),
    ("cancel 7", "there is no job 7"),
    ("set jobs 0; after 1 { tick }", "no more jobs: the setting “jobs” allows 0"),
  ])
  func `an invalid time is reported`(command: String, message: String) throws {
    let session = try kanban.makeSession()
    #expect(session.run(command).output.contains("error: \(message)\n"))
  }

  @Test func `the seed decides what is drawn, and undo takes a draw back`() throws {
    func draw(_ session: CommandSession) throws -> Int {
      try session.world.draw { Int.random(in: 0...1_000_000, using: &$0) }
    }
    let (a, b) = (try kanban.makeSession(seed: 5), try kanban.makeSession(seed: 5))
    let first = try draw(a)
    #expect(try first == draw(b))
    _ = a.run("undo")
    #expect(try draw(a) == first)
    _ = a.run("seed 9")
    #expect(try draw(a) != draw(b))
  }

  /// Were each due job looked for among all of them, this would take many minutes.
  @Test(.timeLimit(.minutes(3))) func `as many jobs as there may be run at one tick`() throws {
    let session = try kanban.makeSession()
    _ = session.run("add card A; for i in range(1, 10000) { after 1 { change A points=(i % 100) } }")
    #expect(session.run("tick").outcome == .done)
    #expect(session.run("print A.points, count(planned)").output == "0 0\n")
  }
}
