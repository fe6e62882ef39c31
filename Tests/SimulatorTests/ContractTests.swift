import AutoUpdate
import CommandLanguage
import Testing

@testable import Simulator

/// Contracts of commands, and constraints that refuse them.
@Suite struct ContractTests {
  private static let world = World("contracts", Person.schema, Card.schema) {
    Constraint("few cards") { "count(cards) < 4" }
    Command("plan", "Add a card", .newName(of: Card.self)) { try $0.add(Card.self, named: $1) }
    Command("copy", "Add a card twice", .newName(of: Card.self)) { world, name in
      try world.add(Card.self, named: name)
      try world.add(Card.self, named: name + "2")
    }.mayBeRefused(by: "few cards")
    Command("grow", "Make a card larger", .one(Card.self), .number("by", in: 1...50)) { world, card, by in
      try world.change(card) { $0.points += by > 40 ? 40 : by }
    } ensures: { before, after, card, by in
      if let old = before[card], let new = after[card] {
        Claim("it grows by as much as was asked for", new.points == old.points + by)
      }
      Claim("no card comes or goes", before.count(Card.self) == after.table(of: Card.self).count)
      Claim(
        "the others stay",
        before.all(Card.self).filter { $0.id != card.id } == after.all(Card.self).filter { $0.id != card.id })
      Claim("no time passes", before.tick == after.tick)
    }
    Command("shrink", "Make a card smaller", .one(Card.self)) { world, card in
      try world.change(card) { $0.points -= 1 }
    } ensures: { _, after, card in
      guard let points = after[card]?.points, points != 3 else { throw Explanation("three cannot be told") }
      return [Claim("it has points", points > 0)]
    }
  }

  @Test func `a claim that a command breaks is reported and refuses nothing`() throws {
    #expect(Self.world.problems == [])
    let session = try Self.world.makeSession()
    #expect(
      session.transcript("plan A\ngrow A 9\ngrow A 45\nshrink A\nchange A points=4\nshrink A") == """
        > plan A
        > grow A 9
        > grow A 45
        warning: the command “grow” does not ensure that it grows by as much as was asked for
        > shrink A
        > change A points=4
        > shrink A
        warning: the command “shrink” has a claim that cannot be computed: three cannot be told

        """)
    #expect(session.failedCheck)
  }

  @Test func `a contract can claim what a command prints`() throws {
    let session = try World("lists", Person.schema, Card.schema) {
      Command("plan", "Add a card", .newName(of: Card.self)) { world, name in
        try world.add(Card.self, named: name)
        world.output.writeLine("planned")
      } ensures: { _, after, _ in
        Claim("it prints one line", after.printed == "planned\n")
      }
      Command("cards", "List cards") { world in
        for card in world.all(Card.self).dropLast() { world.output.writeLine(card.title) }
      } ensures: { _, after in
        Claim("each card has a line", after.printed == after.all(Card.self).map { $0.title + "\n" }.joined())
      } accepts: { _ in
        true
      }.with(traits: .direct)
    }.makeSession()
    #expect(
      session.transcript("print 1; plan A; plan B\nprint 2; cards\nremove Z") == """
        > print 1; plan A; plan B
        1
        planned
        planned
        > print 2; cards
        2
        A
        warning: the command “cards” does not ensure that each card has a line
        > remove Z
        error: there is no object “Z”
          remove Z
                 ^
          note: choose from A, B

        """)
  }

  @Test func `the claims of a refused command are not reported`() throws {
    let session = try World("odd", Person.schema, Card.schema) {
      Constraint("small") { "not any cards where points > 5" }
      Command("grow", "Make a card larger", .one(Card.self)) { world, card in
        try world.change(card) { $0.points += 9 }
      } ensures: { _, _, _ in
        Claim("it never happens", false)
      }
    }.makeSession()
    let printed = session.transcript("add card A\ngrow A\nadd card B")
    #expect(printed.contains("this would break the constraint") && !printed.contains("warning"), "\(printed)")
  }

  @Test func `a refusal of a command that its contract accepts is reported, except for constraints`() throws {
    let session = try World("accepted", Card.schema) {
      Constraint("small") { "not any cards where points > 7" }
      Command("grow", "Make a card larger", .one(Card.self), .number("by", in: 1...50)) { world, card, by in
        if by == 3 { throw Explanation("three is odd") }
        try world.change(card) { $0.points += by }
      } ensures: { _, after, card, _ in
        Claim("it has points", (after[card]?.points ?? 0) > 0)
      } accepts: { before, card, by in
        (before[card]?.points ?? 0) + by < 20
      }
    }.makeSession()
    let printed = session.transcript("add card A\ngrow A 2\ngrow A 9\ngrow A 50\ngrow A 3")
    #expect(
      printed.split(separator: "\n").filter { $0.hasPrefix("warning") } == [
        "warning: the command “grow” is refused, although its contract accepts it: three is odd"
      ])
    #expect(session.failedCheck)
  }

  @Test func `a contract can claim that a command changes nothing else`() throws {
    let session = try World("framed", Person.schema, Card.schema) {
      Command("grow", "Make a card larger", .one(Card.self), .optional(.text("more"))) { world, card, more in
        try world.change(card) { $0.points += 1 }
        switch more {
        case "person": try world.add(Person.self, named: "Ann")
        case "card": try world.add(Card.self, named: "B")
        case "chance": _ = try world.draw { $0.next() }
        // A change that is taken back is none.
        case "back":
          for column in [Column.done, .todo] { try world.change(Reference<Card>(2)) { $0.column = column } }
        default: break
        }
      } ensures: { before, _, card, _ in
        Claim("only cards change", before.changes(only: Card.self))
        Claim("no other card changes", before.changed(Card.self).allSatisfy { $0 == card })
      }
    }.makeSession()
    let printed = session.transcript(
      "add card A\nadd card C\ngrow A\ngrow A chance\ngrow A back\ngrow A person\ngrow A card")
    #expect(
      printed.hasSuffix(
        """
        > grow A back
        > grow A person
        warning: the command “grow” does not ensure that only cards change
        > grow A card
        warning: the command “grow” does not ensure that no other card changes

        """), "\(printed)")
    #expect(printed.split(separator: "\n").count { $0.hasPrefix("warning") } == 2)
  }

  @Test func `verify reports a broken contract, and a refusal that the command does not declare`() throws {
    let session = try Self.world.makeSession()
    _ = session.transcript("verify on\nplan A\ngrow A 50")
    #expect(session.world.checking.takeFault()?.kind == .contract)
    let refused = try Self.world.makeSession()
    _ = refused.transcript("plan A\nplan B\nverify on\ncopy C")
    #expect(refused.world.checking.takeFault() == nil, "it says that it may be refused")
    _ = refused.transcript("plan C\nadd card D")
    #expect(
      refused.world.checking.takeFault() == nil, "what is no command of the world's own is free to be refused"
    )
    _ = refused.run("plan D")
    let fault = try #require(refused.world.checking.takeFault())
    #expect(fault.kind == Fault.Kind.refusal)
    #expect(fault.subject == "plan: few cards")
    _ = refused.transcript("constraint mine count(cards) < 1")
    #expect(refused.world.checking.takeFault() == nil, "a constraint that a command made is nobody's promise")
  }

  @Test func `a declared refusal by an unknown constraint is a problem of the world`() {
    let world = World("wrong", Person.schema, Card.schema) {
      Invariant("few") { "count(cards) < 4" }
      Command("plan", "Add a card", .newName(of: Card.self)) { try $0.add(Card.self, named: $1) }
        .mayBeRefused(by: "few")
    }
    #expect(world.problems == ["the command “plan” may be refused by “few”, which is not a constraint"])
  }

  private struct Odd: Error {}

  @Test func `an invariant or a claim that throws any error is reported and refuses nothing`() throws {
    let world = World("odd", Person.schema, Card.schema) {
      Invariant("even", over: Card.self) { _, card in
        if card.points == 3 { throw Odd() }
        return true
      }
      Command("plan", "Add a card", .newName(of: Card.self)) { (world: Simulation, name: String) in
        try world.add(Card.self, named: name)
      } ensures: { _, _, _ in
        Claim("never", try { throw Odd() }())
      }
    }
    let session = try world.makeSession()
    #expect(
      session.transcript("add card A\nchange A points=3\nplan B\nprint cards") == """
        > add card A
        > change A points=3
        warning: the invariant “even” cannot be computed for A: Odd()
        > plan B
        warning: the command “plan” has a claim that cannot be computed: Odd()
        > print cards
        A, B

        """)
  }
}
