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

private enum Answer: String, FieldWord { case yes, no, unsure = "true", empty = "", and }

/// A model whose declaration has one mistake in each line.
private struct Slip: Model {
  let id: Int
  var name = "slip"
  var size = 12
  var answer = Answer.yes
  static let schema = Schema<Slip>("slip", plural: "slips", named: \.name, new: { id, _ in Slip(id: id) }) {
    Field("name", \.name)
    Field("size", \.size, in: 0...9)
    Field("where", \.answer)
    Field("length", \.size)
    Field("", \.size)
  }
}

private struct Only: Model {
  let id: Int
  static let schema = Schema<Only>("only", plural: "onlies", new: { _, _ in Only(id: 0) }, isSingle: true) {
    Field("id", \.id)
  }
}

private struct Single: Model {
  let id: Int
  static let schema = Schema<Single>("single", plural: "singles", new: { _, _ in Single(id: 0) }) {
    Field("id", \.id)
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
    (
      "not any beds where size == clock.tick",
      "the constraint “rule” cannot be read: nothing is called “clock”; write a text in quotes: \"clock\""
    ),
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
        "the command “add” replaces a built-in command",
        "the command “beds” has the same name as the selection of all beds, which it would hide",
      ], "\(found)")
  }

  @Test func `a command that is called like one of the language, or like a word`() {
    let names = ["print", "expect", "help", "save", "explore", "quit", "any", "not", ""]
    let found = problems {
      for name in names { Command(name, "Mine") { _ in } }
    }
    #expect(
      found == [
        "a command has an empty name",
        "the command “print” replaces a built-in command",
        "the command “expect” replaces a built-in command",
        "the command “help” replaces a built-in command",
        "the command “quit” replaces a built-in command",
        "the command “save” replaces a built-in command",
        "the command “explore” replaces a built-in command",
        "the command “any” is a reserved word",
        "the command “not” is a reserved word",
      ], "\(found)")
  }

  @Test func `fields and words that cannot be told from others, and a new object that breaks a rule`() {
    #expect(
      problems([Slip.schema]) == [
        "the name “and” is a reserved word",
        "a field of slip has an empty name",
        "the field “where” of slip is a reserved word",
        "the field “where” of a slip has the word “true”, which is a truth value",
        "the field “where” of a slip has an empty word",
        "the field “length” of a slip is the same property as the field “size”",
        "the field “” of a slip is the same property as the field “size”",
        "“new” of the schema “slip” does not use the name",
        "a new slip has the size 12, which is out of its range from 0 to 9",
      ])
    #expect(problems([Only.schema]) == [])
    #expect(
      problems([Single.schema]) == ["“new” of the schema “single” gives all objects the same identity"])
  }

  @Test func `a rule for removals on a field that is not a reference`() {
    struct Room: Model {
      let id: Int
      var size = 0
      static let schema = Schema<Room>("room", plural: "rooms", new: { id, _ in Room(id: id) }) {
        Field("size", \.size, onRemove: .cascade)
      }
    }
    #expect(
      problems([Room.schema]) == ["the field “size” of a room has “onRemove:” but is not a reference"])
  }

  @Test func `rules without a name, and a rule that leads to another without LeadsTo`() {
    let found = problems {
      Constraint("") { "count(beds) == 0" }
      Invariant("filled") { "count(beds) == 0 leads to count(beds) > 0" }
    }
    #expect(
      found == [
        "a constraint has an empty name",
        "the invariant “filled” cannot be read: unexpected “leads”; declare it with LeadsTo",
      ], "\(found)")
  }

  @Test func `code that reads objects of a type that the world does not declare`() throws {
    let world = World("house", Ward.schema) {
      Command("count", "Count") { world in
        _ = world.all(Bed.self)
        _ = world.all(Bed.self, where: \.size, is: 1)
        _ = world.find(Nurse.self, named: "Ann")
      }
      Invariant("no beds", over: Ward.self) { world, _ in world.all(Bed.self).isEmpty }
    }
    let warning = { (type: String) in "the world declares no kind for \(type), whose objects its code reads" }
    #expect(world.problems == [])
    let session = try world.makeSession()
    #expect(
      session.run("count").output == "warning: \(warning("Bed"))\nwarning: \(warning("Nurse"))\n")
    #expect(session.run("add ward W").output == "warning: \(warning("Bed"))\n")
    let started = World("house", Ward.schema) { Start { _ = $0.all(Bed.self) } }
    #expect(started.problems == [warning("Bed")])
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
      world.problems == ["the bound of the invariant “served” must be \(range), not \(count)"])
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

  private struct Desk: Model {
    let id: Int
    var width = 1
    var height = 1
    var depth = 1
    static let schema = Schema<Desk>(
      "desk", plural: "desks", new: { id, _ in Desk(id: id) }, formerly: "table"
    ) {
      Field("width", \.width, formerly: "size", "depth")
      Field("height", \.height, formerly: "size")
      Field("depth", \.depth, formerly: "width")
    }
  }

  private struct Shelf: Model {
    let id: Int
    static let schema = Schema<Shelf>(
      "shelf", plural: "shelves", new: { id, _ in Shelf(id: id) }, formerly: "table", "desk"
    ) {}
  }

  @Test func `former names of two declarations, but not one that another has now`() {
    let found = problems([Desk.schema, Shelf.schema]) {
      Command("put", "Put something") { _ in }.formerly("place")
      Command("place", "Place something") { _ in }.formerly("lay")
      Command("drop", "Drop something") { _ in }.formerly("lay")
    }
    let apart = ": a store cannot tell them apart"
    #expect(
      found == [
        "the fields “width” and “height” of a desk were both called “size”\(apart)",
        "the kinds “desk” and “shelf” were both called “table”\(apart)",
        "the commands “place” and “drop” were both called “lay”\(apart)",
      ], "\(found)")
  }

  private enum Stay: Hashable, StateCases {
    case waiting, admitted(Int), gone
    static let cases: [StateCase<Stay>] = [
      StateCase("waiting", .waiting),
      StateCase("in bed", Stay.admitted) { if case .admitted(let bed) = $0 { bed } else { nil } },
      StateCase("waiting", .gone),
    ]
  }

  private struct Patient: Model {
    let id: Int
    var stay: Stay? = .waiting
    static let schema = Schema<Patient>("patient", plural: "patients", new: { id, _ in Patient(id: id) }) {
      Field("stay", \.stay)
    }
  }

  @Test func `names of a state's cases that cannot be read`() {
    let found = problems([Patient.schema])
    #expect(
      found == [
        "the field “stay” of a patient has a case called “in bed”, which is not a single word without a colon",
        "the field “stay” of a patient has two cases called “waiting”",
      ], "\(found)")
  }

  /// A model whose field writes.
  private struct Meter: Model {
    let id: Int
    var reads = 0
    static let schema = Schema<Meter>("meter", plural: "meters", new: { id, _ in Meter(id: id) }) {
      Field("reads", \.reads)
      Derived("size") { (world: Simulation, meter: Meter) -> Int in
        try? world.change(Reference(to: meter)) { $0.reads += 1 }
        return meter.reads
      }
    }
  }

  @Test func `a derived field that writes changes nothing and makes no step`() throws {
    let session = try World("house", Meter.schema) {}.makeSession()
    let counts = ["add meter", "print count(meters where size == 0)", "print count(meters where reads == 0)"]
    #expect(counts.map { session.run($0).output } == ["", "1\n", "1\n"])
    #expect(
      session.run("log").output == """
          step  tick  command          changed
             0     0  (the beginning)
        *    1     0  add meter        + meter 1

        """)
  }
}
