import AutoUpdate
import CommandLanguage
import Testing

@testable import Simulator

private enum Role: String, FieldWord { case nurse, doctor }

private struct Bed: Model {
  let id: Int
  var name: String
  var size = 1
  var ward: Reference<Ward>?
  static let schema = Schema<Bed>("bed", plural: "beds", named: \.name, new: { Bed(id: $0, name: $1) }) {
    Field("name", \.name)
    Field("size", \.size)
    Field("ward", \.ward)
  }
}

private struct Ward: Model {
  let id: Int
  var name: String
  static let schema = Schema<Ward>("ward", plural: "wards", named: \.name, new: { Ward(id: $0, name: $1) }) {
    Field("name", \.name)
  }
}

private struct Nurse: Model {
  let id: Int
  var name: String
  var role = Role.nurse
  static let schema = Schema<Nurse>(
    "nurse", plural: "nurses", named: \.name, new: { Nurse(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("role", \.role)
  }
}

/// A mistake in a world's declarations is found when its problems are asked for, and when its program starts.
@Suite struct ProblemTests {
  private func problems(
    _ schemas: [any AnySchema] = [Ward.schema, Bed.schema],
    @WorldBuilder parts: () -> [any WorldPart] = { [] }
  ) -> [String] {
    let parts = parts()
    switch schemas.count {
    case 1: return World("house", schemas[0]) { for part in parts { part } }.problems
    case 2: return World("house", schemas[0], schemas[1]) { for part in parts { part } }.problems
    default: return World("house", schemas[0], schemas[1], schemas[2]) { for part in parts { part } }.problems
    }
  }

  @Test func `a sound world has none`() { #expect(problems() == []) }

  @Test(arguments: [
    (
      "count(beds)",
      "the constraint “rule” cannot be computed: a condition is true or false; this is a number"
    ),
    ("any beds", ""),
    (
      "not any beds where name > 3",
      "the constraint “rule” cannot be read: a text and a number cannot be compared"
    ),
    ("not any beds where ward.nmae == \"a\"", "the constraint “rule” cannot be read: a ward has no “nmae”"),
    ("false", "the constraint “rule” does not hold at the start"),
  ])
  func `an invariant that cannot fail`(text: String, problem: String) {
    let found = problems { Constraint("rule") { text } }
    if problem.isEmpty {
      #expect(found == ["the constraint “rule” does not hold at the start"], "\(found)")
    } else {
      #expect(found == [problem], "\(found)")
    }
  }

  @Test func `a reference to a kind that the world does not have`() {
    #expect(
      problems([Bed.schema]) == [
        "the field “ward” of a bed refers to a ward, which is not a kind of the world"
      ])
  }

  @Test func `a parameter, a list or a field value of a kind that the world does not have`() {
    let found = problems([Ward.schema]) {
      Command("free", "Free a bed", .one(Bed.self)) { _, _ in }
      List("all", of: Bed.self)
    }
    #expect(
      found == [
        "the list “all” shows a bed, which is not a kind of the world",
        "the command “free” takes a bed, which is not a kind of the world",
      ], "\(found)")
  }

  @Test func `a command that the world has already, or that hides a selection`() {
    let found = problems {
      Command("add", "Add") { _ in }
      Command("beds", "Beds") { _ in }
    }
    #expect(
      found == [
        "the command “add” is a command of the language",
        "the command “beds” has the same name as the selection of all beds, which it would hide",
      ], "\(found)")
  }

  @Test(arguments: [(LeadsTo.Bound.ticks(0), 0), (.steps(-3), -3), (.ticks(.max), Int.max)])
  func `a condition that leads to another within an impossible bound`(bound: LeadsTo.Bound, count: Int) throws
  {
    let world = World("hospital", Ward.schema, Bed.schema, Nurse.schema) {
      LeadsTo("served", within: bound) {
        "count(beds) == 0"
      } to: {
        "count(beds) > 0"
      }
    }
    let range = "from 1 to 1000000000"
    #expect(
      world.problems == ["the invariant “served” has the bound \(count), which is out of range: \(range)"])
    // It runs nevertheless.
    #expect(try world.makeSession().run("tick").outcome == .done)
  }

  @Test func `a view that is called like a kind or a word`() {
    let found = problems([Ward.schema, Bed.schema, Nurse.schema]) {
      List("beds", of: Bed.self)
      Label("doctor") { _ in "" }
    }
    let view = "the name of one value (the view: visible, text)"
    #expect(
      found == [
        "the name “doctor” is declared twice: as a word of nurse.role and as \(view)",
        "the name “beds” is declared twice: as \(view) and as the plural of bed",
      ], "\(found)")
  }
}
