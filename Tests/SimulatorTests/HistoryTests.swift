import CommandLanguage
import Simulator
import Testing

/// Steps are typed lines; a step's commands are its parts.
@Suite struct HistoryTests {
  let session: CommandSession

  init() throws {
    session = try kanban.makeSession()
    _ = session.transcript(
      "add person Ann\nadd card A\nfor n in (\"B\", \"C\", \"D\") { add card $n points=5 }")
  }

  @Test func `a line of several commands is one step, whose parts are listed on demand`() {
    #expect(
      session.transcript("move A doing\nlog\nlog 3") == """
        > move A doing
        ^ board 1→4  A  todo→doing  1  none
        > log
          step  tick  command                                   changed
             0     0  (the beginning)
             1     0  add person Ann                            + person Ann
             2     0  add card A                                + card A
             3     0  for n in ("B", "C", "D") { add card $n …  + card B, + card C, + card D
        *    4     0  move A doing                              A.column todo→doing
        > log 3
          step  tick  command              changed
           3.1     0  add card B points=5  + card B
           3.2     0  add card C points=5  + card C
           3.3     0  add card D points=5  + card D

        """)
  }

  @Test func `a step of a script is called by its line, without the end of it`() throws {
    let session = try kanban.makeSession()
    var output: [UInt8] = []
    var script = ScriptRunner(session, name: "script", keepsGoing: true, runsAsItComes: true)
    _ = script.feed("add person Ann; add card A\nundo\n".utf8.span, into: &output)
    _ = script.finish(into: &output)
    #expect(String(decoding: output, as: UTF8.self).contains("undid add person Ann; add card A (step 1)\n"))
  }

  @Test func `undo and redo take a whole line, goto stops within one`() {
    #expect(
      session.transcript("undo\nredo\ngoto 3.2\nundo\nredo\nundo 2\ngoto 3.4\nundo 2") == """
        > undo
        undid for n in ("B", "C", "D") { add card $n points=5 } (step 3)
        - board 4  D  todo    5  none
        - board 3  C  todo    5  none
        - board 2  B  todo    5  none
        > redo
        redid for n in ("B", "C", "D") { add card $n points=5 } (step 3)
        + board 2  B  todo    5  none
        + board 3  C  todo    5  none
        + board 4  D  todo    5  none
        > goto 3.2
        at step 3.2: after add card C points=5
        - board 4  D  todo    5  none
        > undo
        undid for n in ("B", "C", "D") { add card $n points=5 } (step 3)
        - board 3  C  todo    5  none
        - board 2  B  todo    5  none
        > redo
        redid for n in ("B", "C", "D") { add card $n points=5 } (step 3)
        + board 2  B  todo    5  none
        + board 3  C  todo    5  none
        + board 4  D  todo    5  none
        > undo 2
        undid steps 2-3
        - board 4  D  todo    5  none
        - board 3  C  todo    5  none
        - board 2  B  todo    5  none
        - board 1  A  todo    1  none
        > goto 3.4
        error: step 3 has no part 4
          goto 3.4
               ^~~
          note: it has 3 parts
        > undo 2
        error: only 1 step can be undone
          undo 2
               ^
          note: steps 0 to 3 can be reached

        """)
  }

  @Test func `a command after an undo drops what was undone, also a part of a step`() {
    #expect(
      session.transcript("goto 3.1\nmove A doing\nlog") == """
        > goto 3.1
        at step 3.1: after add card B points=5
        - board 4  D  todo    5  none
        - board 3  C  todo    5  none
        > move A doing
        parts 3.2-3.3, which were undone, are dropped
        ^ board 1→2  A  todo→doing  1  none
        > log
          step  tick  command              changed
             0     0  (the beginning)
             1     0  add person Ann       + person Ann
             2     0  add card A           + card A
             3     0  add card B points=5  + card B
        *    4     0  move A doing         A.column todo→doing

        """)
  }

  @Test func `the step in progress is a step for log, diff, hash and why`() {
    let output = session.run(
      "change A points=2; log last=1; log 4; change B points=7; log 4; diff 3; diff 3 4.1; why B.points; hash changes; undo"
    ).output
    let digest =
      output.split(separator: "\n").first { $0.hasSuffix("  A.points 1→2, B.points 5→7") }?.prefix(16) ?? ""
    #expect(
      output == """
        ~ board 1  A  todo  1→2  none
          step  tick  command            changed
        *    4     0  change A points=2  A.points 1→2
          step  tick  command            changed
        *  4.1     0  change A points=2  A.points 1→2
        ^ board 2→4  B  todo  5→7  none
          step  tick  command            changed
           4.1     0  change A points=2  A.points 1→2
        *  4.2     0  change B points=7  B.points 5→7
        ~ A.points 1→2
        ~ B.points 5→7
        ~ A.points 1→2
        set by change B points=7 (step 4.2): B.points 5→7
        \(digest)  A.points 1→2, B.points 5→7
        undid change A points=2; log last=1; log 4; change B points=7; log 4; diff 3; diff 3 4.1; why B.points; hash changes; undo (step 4)
        ^ board 4→2  B  todo  7→5  none
        ~ board 1  A  todo  2→1  none

        """)
  }

  @Test func `log lists the step in progress where it is the first`() throws {
    #expect(
      try kanban.makeSession().run("add card A; log").output == """
        + board 1  A  todo    1  none
          step  tick  command          changed
             0     0  (the beginning)
        *    1     0  add card A       + card A

        """)
  }

  @Test func `log lists one part of a step`() {
    #expect(
      session.transcript("log 3.2\nlog 3.4\nlog 0") == """
        > log 3.2
          step  tick  command              changed
           3.2     0  add card C points=5  + card C
        > log 3.4
        error: step 3 has no part 4
          log 3.4
              ^~~
          note: it has 3 parts
        > log 0
        error: step 0 has no parts
          log 0
              ^
          note: step 0 is the beginning

        """)
  }

  @Test func `log lists the last parts of a step`() {
    #expect(
      session.transcript("log 3 last=2").split(separator: "\n").map { $0.prefix(5) } == [
        "> log", "  ste", "   3.", "*  3.",
      ])
  }

  @Test func `within a step, hash includes the finished parts`() {
    let output = session.transcript("goto 3.1\nhash changes")
    #expect(output.hasSuffix("  generator.last (1, 1)→(1, 2), + card B\n"))
  }

  @Test func `a change after a part of a step drops the later parts and steps`() {
    let output = session.transcript("change A points=2\ngoto 3.2\nchange A points=3")
    #expect(output.contains("\npart 3.3 and step 4, which were undone, are dropped\n"))
  }

  @Test func `the last steps of a log include the present one`() {
    #expect(
      session.transcript("change A points=2\nundo\nlog last=1").hasSuffix(
        """
        > log last=1
          step  tick  command                                   changed
        *    3     0  for n in ("B", "C", "D") { add card $n …  + card B, + card C, + card D
             4     0  change A points=2                         (undone) A.points 1→2

        """))
  }

  @Test func `diff marks the missing position`() {
    #expect(
      session.transcript("diff 2 8\ndiff 8 2") == """
        > diff 2 8
        error: there is no step 8 yet
          diff 2 8
                 ^
          note: the last one is step 3
        > diff 8 2
        error: there is no step 8 yet
          diff 8 2
               ^
          note: the last one is step 3

        """)
  }

  @Test func `a log of parts names the steps whose parts are kept`() {
    #expect(
      session.transcript("set history 2\nlog 1\nset history 1\nlog 2").contains(
        """
        > log 1
        error: step 1 is no longer kept
          log 1
              ^
          note: steps 2 to 3 can be reached
        > set history 1
        > log 2
        error: step 2 is no longer kept
          log 2
              ^
          note: step 3 can be reached

        """))
  }

  @Test func `an undo within a line parts it into steps`() {
    #expect(
      session.transcript("add card E; undo; add card F; add card G\nlog last=2") == """
        > add card E; undo; add card F; add card G
        + board 2  E  todo    1  none
        undid add card E (step 4)
        - board 2  E  todo    1  none
        step 4, which was undone, is dropped
        + board 2  F  todo    1  none
        + board 3  G  todo    1  none
        > log last=2
          step  tick  command                                   changed
             3     0  for n in ("B", "C", "D") { add card $n …  + card B, + card C, + card D
        *    4     0  add card E; undo; add card F; add card G  + card F, + card G

        """)
  }

  @Test(arguments: ["redo", "undo 99", "goto 99", "after 1 { try { undo } else { } }; tick"])
  func `a history command that is refused leaves the step of its line whole`(refused: String) {
    let line = "change A points=2; try { \(refused) } else { }; change A points=3"
    #expect(!session.transcript(line).contains("error"))
    #expect(session.transcript("undo\nprint A.points").hasSuffix("> print A.points\n1\n"))
  }

  @Test func `why names the command that set a field or added an object`() {
    #expect(
      session.transcript(
        """
        change A points=2 owner=Ann
        move A doing
        why A
        why A.points
        why B.points
        remove B
        why B
        why Bob
        """
      ) == """
        > change A points=2 owner=Ann
        ~ board 1  A  todo  1→2  none→Ann
        > move A doing
        ^ board 1→4  A  todo→doing  2  Ann
        > why A
        set by move A doing (step 5): A.column todo→doing
        set by change A points=2 owner=Ann (step 4): A.points 1→2, A.owner none→Ann
        set by add card A (step 2): A.title = A
        > why A.points
        set by change A points=2 owner=Ann (step 4): A.points 1→2
        > why B.points
        set by add card B points=5 (step 3.1): B.points = 5
        > remove B
        - board 1  B  todo    5  none
        > why B
        removed by remove B (step 6): - card B
        > why Bob
        error: there is no object, field or view “Bob”
          why Bob
              ^~~
          note: choose from board, Ann, A, C, D

        """)
  }

  @Test func `diff calls objects by the names that they have where they are, also behind an undo`() {
    #expect(
      session.transcript("add person Zoe\nchange A owner=Zoe\nundo 2\ndiff 3 5").hasSuffix(
        """
        > diff 3 5
        + person Zoe
        ~ A.owner none→Zoe

        """))
  }

  @Test func `log and diff call objects by the names that they had then, wherever one stands`() throws {
    let session = try kanban.makeSession()
    _ = session.transcript(
      """
      add person Ann
      add card Docs
      change Docs owner=Ann
      change Ann name=Eve
      remove Eve
      add person Eve
      """)
    let expected = """
      - person Ann
      ~ Docs.owner Ann→none
      + person Eve

      """
    for point in [6, 3, 0] {
      _ = session.run("goto \(point)")
      #expect(session.run("diff 3 6").output == expected)
      #expect(session.run("log").output.contains("Docs.owner none→Ann"))
      #expect(session.run("diff 2 4").output == "~ Docs.owner none→Eve\n~ Ann.name Ann→Eve\n")
      #expect(session.run("diff 4 2").output == "~ Eve.name Eve→Ann\n~ Docs.owner Eve→none\n")
    }
  }

  @Test func `diff shows what differs between two steps, in either direction`() {
    #expect(
      session.transcript("change A points=2\ndiff 3\ndiff 3.1 2\ndiff 4 4") == """
        > change A points=2
        ~ board 1  A  todo  1→2  none
        > diff 3
        ~ A.points 1→2
        > diff 3.1 2
        - card B
        > diff 4 4
        nothing differs between step 4 and step 4

        """)
  }

  @Test func `steps beyond the setting are forgotten, whole`() {
    #expect(
      session.transcript("set history 2\nlog\nundo 2\nundo") == """
        > set history 2
        > log
        step 1 was dropped, see “set history” and “set changes”
          step  tick  command                                   changed
             1     0  (the oldest state kept)
             2     0  add card A                                + card A
        *    3     0  for n in ("B", "C", "D") { add card $n …  + card B, + card C, + card D
        > undo 2
        undid steps 2-3
        - board 4  D  todo    5  none
        - board 3  C  todo    5  none
        - board 2  B  todo    5  none
        - board 1  A  todo    1  none
        > undo
        error: there is nothing to undo
          undo
          ^~~~
          note: the oldest steps were dropped; steps 1 to 3 can be reached

        """)
  }

  @Test func `trace shows the called observers and what each printed`() {
    #expect(
      session.transcript("trace on\nchange A points=2") == """
        > trace on
        > change A points=2
        ~ board 1  A  todo  1→2  none
        “change A points=2” was delivered to 1: 1 printed, 0 had nothing to print
          1  board: 1 line

        """)
  }

  @Test func `the digest shows whether two sessions have the same contents, however they got there`() throws {
    let other = try kanban.makeSession()
    _ = other.run("hash")
    _ = other.transcript("add person Ann\nadd card A\nadd card B points=5\nadd card C\nadd card D\nundo 2")
    #expect(other.run("hash").output != session.run("hash").output)
    _ = other.transcript("add card C points=5\nadd card D points=5")
    #expect(other.run("hash").output == session.run("hash").output)
    #expect(other.run("hash changes").output.hasSuffix("  generator.last (1, 3)→(1, 4), + card D\n"))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `undo and redo lead back to the same digest and the same rows`(seed: UInt64) throws {
    let session = try kanban.makeSession(seed: seed)
    var random = Generator(seed: seed)
    let lines = [
      "add card A\(seed)", "add card B; add card C", "move A\(seed) doing", "move B doing", "move B done",
      "change C points=7", "remove B", "add person Ann", "change C owner=Ann", "remove Ann", "undo", "redo",
      "for c in cards { change $c points=9 }", "goto 2", "undo 2",
    ]
    var digests = [session.world.step: session.world.digest]
    var rows = [session.world.step: session.run("cards").output]
    for _ in 0..<60 {
      let before = session.world.step
      _ = session.run(lines[Int.random(in: lines.indices, using: &random)])
      let step = session.world.step
      if step > before, !session.world.isInThePast {
        digests[step] = session.world.digest
        rows[step] = session.run("cards").output
      }
      #expect(session.world.digest == digests[step])
      #expect(session.run("cards").output == rows[step])
    }
    #expect(digests.count > 3)
  }

  private struct House: Model {
    let id: Int
    var till = 0
    static let schema = Schema<House>("house", plural: "houses", isSingle: true) { Field("till", \.till) }
  }

  @Test func `a single object without a name is called by its kind`() throws {
    let session = try World("club", House.schema) { Start { try $0.add(House(id: 0)) } }.makeSession()
    #expect(
      session.transcript("change house till=3\nwhy house.till\nwhy house\nwhy hose") == """
        > change house till=3
        > why house.till
        set by change house till=3 (step 1): house.till 0→3
        > why house
        set by change house till=3 (step 1): house.till 0→3
        > why hose
        error: there is no object, field or view “hose”
          why hose
              ^~~~  did you mean “house”?

        """)
  }
}
