import AutoUpdate
import CommandLanguage
import Testing

@testable import Simulator

/// Conditions that are followed by others within a bound.
@Suite struct LeadsToTests {
  private static let slow = World("slow", Person.schema, Card.schema) {
    LeadsTo("small soon", within: .ticks(3)) {
      "cards where points > 5"
    } to: {
      "cards where points <= 5"
    }
    LeadsTo("done in two steps", over: Card.self, within: .steps(2)) { _, card in
      card.column == .doing
    } to: { _, card in
      card.column != .doing
    }
  }

  private func warnings(_ lines: String, in session: CommandSession) -> [Substring] {
    session.transcript(lines).split(separator: "\n").filter { $0.hasPrefix("warning") }
  }

  @Test(arguments: [
    "tick > old(tick) leads to tick == 7 within 100 ticks",
    "tick == 1 leads to count(cards) > old(count(cards)) within 2 steps",
    "cards where points < old(points) leads to tick == 1 within 3 ticks",
  ])
  func `a condition that compares two states leads to nothing`(rule: String) throws {
    let session = try Self.slow.makeSession()
    let printed = session.transcript("invariant late \(rule)")
    #expect(printed.contains("error: “old” cannot be used with “leads to”: "), "\(printed)")
  }

  @Test func `an obligation that is not met in time is reported with its object`() throws {
    #expect(Self.slow.problems == [])
    let session = try Self.slow.makeSession()
    #expect(
      session.transcript(
        """
        invariants
        add card A points=9
        tick 3
        undo
        tick 3
        tick
        change A points=1
        change A points=9
        tick 2
        change A column=doing
        add person Ann
        change A column=done
        """) == """
          > invariants
          small soon: cards where points > 5 leads to cards where points <= 5 within 3 ticks
          done in two steps: a condition that the program computes for a card leads to another within 2 steps
          > add card A points=9
          > tick 3
          > undo
          undid tick 3 (step 2)
          > tick 3
          step 2, which was undone, is dropped
          > tick
          warning: the invariant “small soon” is broken by A; condition: cards where points > 5 leads to cards where points <= 5 within 3 ticks
          > change A points=1
          > change A points=9
          > tick 2
          > change A column=doing
          > add person Ann
          > change A column=done

          """)
    #expect(warnings("add card B column=doing\nadd person Cai", in: session) == [])
    #expect(
      session.run("add person Eve").output == "warning: the invariant “done in two steps” is broken by B\n")
    #expect(session.failedCheck)
    #expect(session.run("add person Fay").output == "", "it is reported once")
  }

  @Test func `a step that met an obligation is undone with that`() throws {
    let session = try Self.slow.makeSession()
    #expect(
      warnings("add card A points=9\ntick 2\nchange A points=1\ntick 5\nundo 2\ntick", in: session) == [])
    #expect(session.run("tick").output.hasPrefix("warning: the invariant “small soon” is broken by A;"))
  }

  @Test func `an obligation ends with its object`() throws {
    let session = try Self.slow.makeSession()
    #expect(warnings("add card A points=9\nremove A\nadd card A\ntick 9", in: session) == [])
    #expect(session.world.table(of: Obligation.self).count == 0)
  }

  @Test func `a step without a change counts no step, and other commands do`() throws {
    let session = try Self.slow.makeSession()
    _ = session.transcript("add card A column=doing")
    #expect(warnings(String(repeating: "print 1\nchange A column=doing\n", count: 9), in: session) == [])
    #expect(warnings("tick\ntick\ntick", in: session).count == 1)
  }

  @Test func `a rule of the language has an obligation for each object, or for the world`() throws {
    let session = try World("open", Person.schema, Card.schema) {}.makeSession()
    #expect(
      session.transcript(
        """
        invariant soon cards where points > 5 leads to cards where points <= 5 within 2 steps
        invariant more count(cards) == 1 leads to count(cards) > 1 within 4 ticks
        invariants
        add card A points=9
        add card B points=8
        change B points=1
        change B points=8
        remove B
        tick 4
        uninvariant soon
        tick
        """) == """
          > invariant soon cards where points > 5 leads to cards where points <= 5 within 2 steps
          > invariant more count(cards) == 1 leads to count(cards) > 1 within 4 ticks
          > invariants
          soon: cards where points > 5 leads to cards where points <= 5 within 2 steps
          more: count(cards) == 1 leads to count(cards) > 1 within 4 ticks
          > add card A points=9
          > add card B points=8
          > change B points=1
          warning: the invariant “soon” is broken by A; condition: cards where points > 5 leads to cards where points <= 5 within 2 steps
          > change B points=8
          > remove B
          > tick 4
          > uninvariant soon
          > tick
          warning: the invariant “more” is broken; condition: count(cards) == 1 leads to count(cards) > 1 within 4 ticks

          """)
    #expect(session.world.table(of: Obligation.self).models.map(\.rule) == ["more"])
  }

  @Test func `obligations are not listed in the log, and are part of the digest`() throws {
    let session = try Self.slow.makeSession()
    let before = session.world.digest
    #expect(session.run("add card A points=9").output == "")
    #expect(!session.run("log").output.contains("obligation"))
    let open = session.world.digest
    _ = session.run("undo")
    #expect(session.world.digest == before && open != before)
    _ = session.run("redo")
    #expect(session.world.digest == open)
  }

  @Test(arguments: [
    (
      "invariant a cards leads to people within 2 steps",
      "the invariant “a” leads from a card to another kind"
    ),
    (
      "invariant a any cards leads to any people",
      "“leads to” needs a bound in ticks or steps"
    ),
    ("invariant a any cards leads to", "a value is missing"),
    (
      "invariant a any cards leads to any people within soon",
      "“leads to” needs a bound in ticks or steps"
    ),
    ("invariant a any cards leads to count(people) within 2 steps", "cannot be computed"),
    ("invariant a shown leads to shown within 2 steps", "a rule cannot be about “shown”"),
  ])
  func `a condition that cannot be a rule is an error with a range`(line: String, message: String) throws {
    let session = try World("open", Person.schema, Card.schema) {}.makeSession()
    let printed = session.run(line).output
    #expect(printed.hasPrefix("error: ") && printed.contains(message), "\(printed)")
    #expect(session.run("invariants").output == "no invariants\n")
  }

  @Test func `a goal that the conditions of the world cannot meet is a problem of the world`() {
    let world = World("wrong", Person.schema, Card.schema) {
      LeadsTo("other", within: .ticks(1)) {
        "cards"
      } to: {
        "people"
      }
      LeadsTo("unknown", within: .ticks(1)) {
        "any cards"
      } to: {
        "any carts"
      }
    }
    #expect(world.problems.count == 2, "\(world.problems)")
  }
}
