import AutoUpdate
import CommandLanguage
import Testing
import TextViews

@testable import Simulator

/// A label that is told of cards that come and go, and not of those that change.
private final class Deaf {
  private var subscription: Subscription?

  init(_ world: Simulation, _ update: @escaping () -> Void) {
    subscription = world.table(of: Card.self).observe(name: "deaf") { news in
      if case .changes(let changes) = news, changes.contains(where: { $0.before == nil || $0.after == nil }) {
        update()
      }
    }
  }
}

private let deaf = World("deaf", Person.schema, Card.schema) {
  List("board", of: Card.self, by: \.column, \.points)
  Label("sum", keptBy: { Deaf($0, $1) }, text: { "\($0.all(Card.self).reduce(0) { $0 + $1.points })" })
  Invariant("few points") { "not any cards where points > 50" }
}

/// The command that makes the checks of exploration.
@Suite struct CheckTests {
  @Test func `views that show what they should pass the check`() throws {
    let session = try kanban.makeSession()
    let transcript = session.transcript(
      "verify on\nadd person Ann\nadd card A owner=Ann points=3\nwatch w = cards by points\nadd card B\nchange Ann name=Bea\nundo 2\nredo\nremove A\nverify\nverify off"
    )
    #expect(
      !transcript.contains("error") && transcript.hasSuffix("> verify\n> verify off\n"), "\(transcript)")
  }

  @Test func `a view that was not called is named, with what it should show`() throws {
    let session = try deaf.makeSession()
    #expect(
      session.transcript("verify\nadd card A\nverify\nchange A points=3\nverify") == """
        > verify
        > add card A
        ~ sum  0→1
        + board 1  A  todo    1  none
        > verify
        > change A points=3
        ~ board 1  A  todo  1→3  none
        > verify
        error: “sum” shows “1”, but a new view shows “3”
          verify
          ^~~~~~

        """)
  }

  @Test func `the checks of a line do not repeat the warning of a watch`() throws {
    let session = try kanban.makeSession()
    let transcript = session.transcript(
      "verify on\nadd card A\nwatch w = watches where 1 / (first - 1) == 1\nadd card B\nverify")
    #expect(
      transcript.split(separator: "\n").filter { $0.hasPrefix("warning: ") }.count == 1, "\(transcript)")
  }

  @Test func `once it is on, the first fault is reported, whatever follows`() throws {
    let session = try deaf.makeSession()
    let transcript = session.transcript(
      "verify on\nadd card A\nchange A points=3\nadd card B\nverify\nverify")
    #expect(
      transcript.hasSuffix(
        "error: “sum” shows “1”, but a new view shows “3”\n  verify\n  ^~~~~~\n> verify\n"))
  }

  @Test func `a view that changes without a commit and a word is found at the line that did it`() throws {
    let world = World("hushed", Person.schema, Card.schema) {
      Label("said") { _ in "one" }
      Command("hush", "Change what is shown, and say nothing") { world in
        for case let label as LabelView in world.stage.views { label.show { $0.append(text: "other") } }
        world.console.take()
      }
    }
    #expect(world.problems == [])
    let transcript = try world.makeSession().transcript("verify on\nhush\nverify")
    #expect(
      transcript.hasPrefix(
        """
        > verify on
        > hush
        > verify
        error: “said” shows “other”, but the printed text shows “one”

        """), "\(transcript)")
  }

  @Test func `an invariant that a command breaks is a fault`() throws {
    let session = try deaf.makeSession()
    let transcript = session.transcript("verify on\nadd card A points=51\nverify")
    #expect(
      transcript.hasSuffix(
        "> verify\nerror: the invariant “few points” is broken by A\n  verify\n  ^~~~~~\n"))
  }

  @Test func `a command that postpones an open obligation is a fault`() throws {
    let world = World("late", Card.schema) {
      LeadsTo("small soon", within: .ticks(3)) {
        "any cards"
      } to: {
        "not any cards where points > 5"
      }
      Command("postpone", "Give more time") { (world: Simulation) in
        for var obligation in world.table(of: Obligation.self).models {
          obligation.limit += 1
          try world.write { $0.save(obligation, in: world.table(of: Obligation.self)) }
        }
      }
    }
    let lines = "verify on\nadd card A points=9\nadd card B points=7\ntick\n"
    #expect(try world.makeSession().transcript(lines + "verify").hasSuffix("> verify\n"))
    #expect(
      try world.makeSession().transcript(lines + "postpone\nverify").hasSuffix(
        "> verify\nerror: the line postpones an open obligation of “small soon”\n  verify\n  ^~~~~~\n"))
  }

  @Test func `an invariant that cannot be computed is a fault`() throws {
    let session = try deaf.makeSession()
    _ = session.run("add card A; invariant few A.points < 9; change A title=B")
    #expect(
      session.run("verify").output.hasPrefix(
        "error: the invariant “few” cannot be computed: nothing is called “A”\n"))
    _ = session.run("change B title=A")
    #expect(session.run("verify").outcome == .done)
  }

  @Test func `why shows where a rule comes from`() throws {
    let session = try deaf.makeSession()
    #expect(
      session.transcript("add person Ann\ninvariant some any people\nwhy some\nwhy \"few points\"") == """
        > add person Ann
        > invariant some any people
        > why some
        invariant made by invariant some any people (step 2)
        condition: any people
        > why "few points"
        invariant of the world since the beginning
        condition: not any cards where points > 50

        """)
  }

  @Test func `the digest of a state is the same whichever way led there, and another for another state`()
    throws
  {
    let session = try kanban.makeSession()
    _ = session.run("add card A")
    let first = session.world.stateDigest
    _ = session.run("change A points=5")
    #expect(
      session.world.stateDigest != first && session.world.stateDigest == session.world.makeStateDigest())
    _ = session.run("change A points=1")
    #expect(session.world.stateDigest == first)
  }

  @Test func `the digest identifies the object of a value, and follows objects that are added and removed`()
    throws
  {
    let session = try kanban.makeSession()
    _ = session.run("add card A points=2")
    let one = session.world.stateDigest
    _ = session.run("add card B points=3")
    let two = session.world.stateDigest
    _ = session.run("for c in cards { change $c points=(5 - c.points) }")
    #expect(Set([one, two, session.world.stateDigest]).count == 3)
    #expect(session.world.stateDigest == session.world.makeStateDigest())
    _ = session.run("for c in cards { change $c points=(5 - c.points) }")
    #expect(session.world.stateDigest == two)
    _ = session.run("remove B")
    #expect(session.world.stateDigest != two && session.world.stateDigest == session.world.makeStateDigest())
    _ = session.run("undo 4")
    #expect(session.world.stateDigest == one && session.world.makeStateDigest() == one)
  }

  @Test(arguments: [
    "take Docs Ann", "change Docs column=done", "change Docs points=500", "change Nobody points=1",
    "add card Docs",
    "print 1 / 0", "set watches 1; watch a = cards; watch b = cards", "repeat 1000000000 { }",
    "expect 1 == 2",
    "constraint few count(cards) + none < 1", "set jobs 1; after 5 { remove Docs }; after 6 { remove Docs }",
  ])
  func `the error of a command is known even if no explanation is read`(line: String) throws {
    func failure(printsDiagnostics: Bool) throws -> [String] {
      let session = try kanban.makeSession()
      _ = session.run("add card Docs")
      session.printsDiagnostics = printsDiagnostics
      session.world.checking.begin([])
      let output = session.run(line).output
      let fault = session.world.checking.takeFault()
      #expect(output.contains("error: ") == printsDiagnostics)
      return [session.failure?.message, session.failure?.kind, session.reachedLimit, fault?.message].map {
        $0 ?? "none"
      }
    }
    let quiet = try failure(printsDiagnostics: false)
    #expect(try quiet == failure(printsDiagnostics: true) && quiet[0] != "none")
    // Every limit of a setting is a fault.
    #expect(!line.hasPrefix("set ") || quiet[3] != "none")
  }

  @Test func `lines that were prepared stay prepared when a session is reset, unless a name was defined`()
    throws
  {
    let session = try kanban.makeSession()
    let first = session.prepare([session.read(Array("add card A".utf8).span)])[0]
    var output: [UInt8] = []
    #expect(session.run(first, into: &output) == .done)
    let binding = session.binding
    #expect(session.reset(seed: 1) && session.binding == binding)
    #expect(session.run(first, into: &output) == .done && session.world.valueNames() == ["A"])
    _ = session.run("let x = 1")
    #expect(session.reset(seed: 1) && session.binding != binding)
    // It runs all the same, read once more.
    #expect(session.run(first, into: &output) == .done && session.world.valueNames() == ["A"])
  }

  // MARK: Lists and jobs

  @Test func `a list shows as many rows as it can, from the row to which it was scrolled`() {
    func rows(_ offset: Int, of count: Int, height: Int) -> String {
      Viewport(height: height, count: count).scrolled(to: offset).text
    }
    #expect(rows(0, of: 0, height: 3) == "no rows of 0")
    #expect(rows(1, of: 5, height: 3) == "rows 2-4 of 5")
    #expect(rows(3, of: 5, height: 3) == "rows 3-5 of 5")
    #expect(rows(.max, of: 5, height: 3) == "rows 3-5 of 5")
    #expect(rows(4, of: 2, height: 3) == "rows 1-2 of 2")
  }

  @Test func `a job that is planned for another tick than its interval says is a fault`() throws {
    let session = try kanban.makeSession()
    _ = session.run("every 3 { add person Ann }")
    let (world, jobs) = (session.world, session.world.table(of: Job.self))
    world.checking.begin(.all)
    let check = try #require(world.time.onJob)
    #expect(!session.run("tick 3").output.contains("error") && world.checking.takeFault() == nil)
    _ = session.run("remove Ann")
    world.time.onJob = { job in
      _ = try? world.write { $0.update(job.id, in: jobs) { $0.at += 1 } }
      check(job)
    }
    _ = session.run("tick 3")
    #expect(world.checking.takeFault()?.message == "job 1 runs at tick 6, and then at tick 10")
  }

  // MARK: History and random numbers

  @Test func `net changes are compared with the states before and after them`() throws {
    let session = try kanban.makeSession()
    _ = session.run("add card A points=3")
    let (store, cards) = (session.world.store, session.world.table(of: Card.self))
    let first = cards.models[0]
    _ = session.run("change A points=4")
    let middle = cards.models[0]
    _ = session.run("change A points=5")
    let last = cards.models[0]
    #expect(RecentChanges(in: store).areNet)
    let past = store.pastState()
    for _ in 0..<2 { past.stepBack() }
    func isNet(_ change: Change<Card>) -> Bool { RecentChanges([change], since: past, in: store).areNet }
    #expect(isNet(Change(before: first, after: last)))
    #expect(!isNet(Change(before: middle, after: last)) && !isNet(Change(before: first, after: middle)))
    _ = session.run("undo")
    #expect(isNet(Change(before: first, after: middle)) && RecentChanges(in: store).areNet)
  }

  @Test func `steps cover the history if the first begins it, the last ends it, and the last two meet`()
    throws
  {
    #expect(StepList.areComplete(first: 2..<4, last: [4..<5, 5..<9], in: 2..<9))
    #expect(StepList.areComplete(first: 2..<9, last: [2..<9], in: 4..<9))
    #expect(!StepList.areComplete(first: 3..<4, last: [4..<5, 5..<9], in: 2..<9))
    #expect(!StepList.areComplete(first: 2..<4, last: [4..<5, 6..<9], in: 2..<9))
    #expect(!StepList.areComplete(first: 2..<4, last: [4..<5, 5..<8], in: 2..<9))
    let session = try kanban.makeSession()
    for line in ["add card A", "add card B; add card C", "undo 1.1", "set history 1", "add card D", "undo"] {
      _ = session.run(line)
      #expect(session.world.past.steps.areComplete, "\(line)")
    }
  }

  @Test func `the contract of seed compares the next number with the first one of the seed`() throws {
    var generator = Generator(seed: 7)
    #expect(generator.continues(as: Generator(seed: 7)))
    _ = generator.next()
    #expect(!generator.continues(as: Generator(seed: 7)))
    #expect(try kanban.makeSession().transcript("seed 7\nseed 0") == "> seed 7\n> seed 0\n")
  }

  // MARK: Rules and watches

  @Test func `known violations that differ from those computed from scratch are a fault`() throws {
    let session = try kanban.makeSession()
    _ = session.run("add card A points=3; invariant few not any cards where points > 50")
    let (rules, interpreter) = (session.world.rules, try #require(session.world.interpreter))
    let rule = try #require(rules.rules(interpreter).first { $0.name == "few" })
    _ = session.run("change A points=5")
    #expect(session.run("verify").outcome == .done)
    let version = session.world.rulePlanVersion
    rule.test.known = RuleBreaches(objects: [99])
    let fault = rules.firstBroken()
    #expect(
      fault?.message == "the known violations of the invariant “few” differ from those computed from scratch")
    rule.test.known = RuleBreaches()
    #expect(rules.firstBroken() == nil && session.world.rulePlanVersion == version)
  }

  @Test func `a line that adds a violation of a constraint that a command made is a fault`() throws {
    let session = try kanban.makeSession()
    _ = session.run("add card A points=60; add card B")
    let world = session.world
    world.checking.begin(.all)
    _ = session.run("constraint small not any cards where points > 50")
    #expect(world.checking.takeFault() == nil)
    let validator = world.store.validator
    world.store.validator = {}
    _ = session.run("change A points=70")
    #expect(world.checking.takeFault() == nil)
    _ = session.run("change B points=70")
    #expect(world.checking.takeFault()?.message == "the line adds a violation of the constraint “small”")
    world.store.validator = validator
    _ = session.transcript("change B points=80\nundo 2\nredo")
    #expect(world.checking.takeFault() == nil)
  }

  @Test func `rows of a watch that its keys place before the preceding row are found`() throws {
    let session = try kanban.makeSession()
    for name in ["A", "B", "C", "D"] { _ = session.run("add card \(name)") }
    _ = session.run("change B points=2; change C points=2")
    _ = session.run("watch w = cards by points desc, title desc; watch ties = cards by points")
    let staged = session.world.watches.staged
    let (watch, ties) = (try #require(staged.first), try #require(staged.last))
    let (rows, tied) = (watch.rows, ties.rows)
    #expect(rows.count == 4 && watch.misplacedRow(among: rows) == nil)
    #expect(ties.misplacedRow(among: tied) == nil)
    for first in 0..<3 {
      var swapped = rows
      swapped.swapAt(first, first + 1)
      #expect(watch.misplacedRow(among: swapped) == rows[first])
      swapped = tied
      swapped.swapAt(first, first + 1)
      #expect(ties.misplacedRow(among: swapped) == tied[first])
    }
  }

  // MARK: Groups of lines

  @Test func `lines that are checked in groups are checked after 1, 2, 4 and 8 of them`() throws {
    let session = try deaf.makeSession()
    _ = session.transcript("add card A")
    let checking = session.world.checking
    var places: [Int] = []
    for phase in 0..<4 {
      // The sum is wrong after the first line; the group's last line finds it.
      checking.begin([.views, .history, .scratch, .grouped], phase: phase)
      for number in 1...8 {
        _ = session.transcript("change A points=\(phase * 10 + number + 1)")
        guard let fault = checking.takeFault() else { continue }
        #expect(fault.kind == .view && fault.subject == "sum")
        places.append(number)
        break
      }
    }
    #expect(places == [1, 2, 4, 8])
  }

  @Test func `a group that has not come to its end is checked when the checks are finished`() throws {
    let session = try deaf.makeSession()
    let checking = session.world.checking
    checking.begin([.views, .history, .scratch, .grouped], phase: 3)
    _ = session.transcript("add card A\nchange A points=3")
    #expect(checking.takeFault() == nil)
    checking.finish()
    #expect(checking.takeFault()?.subject == "sum")
  }

  @Test func `going back over a group of lines detects an undo that misses something`() throws {
    let world = World("forgetful", Person.schema, Card.schema) {
      Label("count") { world in
        _ = world.all(Card.self)
        return "\(world.service { _ in Tally() }.count) counted"
      }
      Command("count", "Count on") { world in
        world.service { _ in Tally() }.count += 1
        try world.add("card", "C\(world.service { _ in Tally() }.count)", [])
      }
    }
    let session = try world.makeSession()
    let checking = session.world.checking
    checking.begin([.history, .views, .grouped], phase: 2)
    _ = session.transcript("count\ncount\ncount")
    #expect(checking.takeFault() == nil)
    _ = session.transcript("count")
    #expect(checking.takeFault()?.kind == .undo)
  }
}

/// Something that is not in the store.
private final class Tally: SessionService {
  var count = 0
  func reset() { count = 0 }
}

@Suite struct RuleCoverageTests {
  @Test func `a constraint is covered once it has refused a command, and not by being checked`() throws {
    let session = try World("w", Card.schema) {
      Constraint("few") { "count(cards) < 2" }
      Invariant("none is negative") { "not any cards where points < 0" }
    }.makeSession()
    let rules = session.world.rules
    rules.beginCoverage()
    _ = session.run("add card A")
    #expect(rules.exercisedNames(of: .constraint) == [])
    #expect(rules.exercisedNames(of: .invariant) == ["none is negative"])
    #expect(session.run("add card B").outcome == .failed)
    #expect(rules.exercisedNames(of: .constraint) == ["few"])
    #expect(session.reset(seed: 1))
    #expect(rules.exercisedNames(of: .constraint) == [])
  }
}
