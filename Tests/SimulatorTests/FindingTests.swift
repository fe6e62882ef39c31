import CommandLanguage
import Simulator
import Testing

/// Objects that commands and code of a world find by their names or labels.
@Suite struct FindingTests {
  struct Guest: Model {
    let id: Int
    var name: String

    static let schema = Schema<Guest>(
      "guest", plural: "guests", named: \.name, new: { Guest(id: $0, name: $1) }
    ) { Field("name", \.name) }
  }

  /// An object without a name.
  struct Note: Model {
    let id: Int
    var size = 0
    var before: Reference<Note>?

    static let schema = Schema<Note>("note", plural: "notes", new: { id, _ in Note(id: id) }) {
      Field("size", \.size)
      Field("before", \.before)
    }
  }

  /// An object without a name that is called by its code.
  struct Ticket: Model {
    let id: Int
    var code = "none"

    static let schema = Schema<Ticket>(
      "ticket", plural: "tickets", label: { "ticket \($0.code)" },
      new: { id, _ in Ticket(id: id, code: "T\(id)") }
    ) { Field("code", \.code) }
  }

  private static let world = World("party", Guest.schema, Note.schema, Ticket.schema) {
    Constraint("there is an Ann unless nobody is there", over: Guest.self) { world, _ in
      world.find(Guest.self, named: "Ann") != nil
    }
    Command("invite", "Invite a guest", .newName(of: Guest.self)) { (world: Simulation, name: String) in
      try world.add(Guest.self, named: name)
    } ensures: { _, after, name in
      Claim("the guest is there", after.find(Guest.self, named: name) != nil)
    }
    Command("call", "Rename a guest", .one(Guest.self), .newName(of: Guest.self)) {
      (world: Simulation, guest: Reference<Guest>, name: String) in
      try world.change(guest) { $0.name = name }
    }
    Command("swap", "Swap two names", .one(Guest.self), .one(Guest.self)) {
      (world: Simulation, one: Reference<Guest>, other: Reference<Guest>) in
      guard let first = world[one]?.name, let second = world[other]?.name else { return }
      try world.change(one) { $0.name = "" }
      world.output.writeLine("\(world.find(Guest.self, named: first) == nil)")
      try world.change(other) { $0.name = first }
      try world.change(one) { $0.name = second }
      world.output.writeLine("\(world.find(Guest.self, named: first) == other)")
      world.output.writeLine("\(world.find(Guest.self, named: second) == one)")
    }
    Command("dismiss", "Remove a guest", .one(Guest.self)) { (world: Simulation, guest: Reference<Guest>) in
      let name = world[guest]?.name ?? ""
      try world.remove(guest)
      world.output.writeLine("\(world.find(Guest.self, named: name) == nil)")
    }
    Command("grow", "Enlarge a note", .one(Note.self)) { (world: Simulation, note: Reference<Note>) in
      try world.change(note) { $0.size += 1 }
    }
    Command("punch", "Punch a ticket", .one(Ticket.self)) { (world: Simulation, ticket: Reference<Ticket>) in
      try world.remove(ticket)
    }
  }

  private let session: CommandSession

  init() throws { session = try Self.world.makeSession() }

  private func run(_ line: String) -> String { session.run(line).output }

  @Test func `code of a world finds objects by the names that the command so far leaves`() throws {
    #expect(run("invite Ann") == "")
    #expect(run("invite Bob") == "")
    #expect(run("swap Ann Bob") == "true\ntrue\ntrue\n")
    #expect(run("invite Cid") == "")
    #expect(run("dismiss Cid") == "true\n")
  }

  @Test func `a constraint that finds an object by name refuses a command that takes the name away`() throws {
    _ = run("invite Ann")
    _ = run("invite Bob")
    let refused = "error: this would break the constraint “there is an Ann unless nobody is there”"
    #expect(run("call Ann Eve").hasPrefix(refused))
    #expect(run("dismiss Ann").contains(refused))
    #expect(run("verify") == "")
    #expect(run("swap Ann Bob; call Bob Zoe") == "true\ntrue\ntrue\n")
  }

  @Test func `an object without a name is given to a command by its label, and so recorded`() throws {
    for line in ["add note", "add note before=\"note 1\"", "grow \"note 1\"", "grow (notes[0])"] {
      #expect(session.run(line).outcome == .done, "\(line)")
    }
    #expect(run("change \"note 1\" size=5; print notes[0].size, notes[1].before == notes[0]") == "5 true\n")
    #expect(run("log").contains("grow \"note 1\""))
    #expect(run("let name = \"note 2\"; repeat 2 { grow $name }; print notes[1].size") == "2\n")
    #expect(run("grow \"note 3\"").hasPrefix("error: there is no note “note 3”"))
    #expect(run("remove \"note 2\"; grow \"note 2\"").hasPrefix("error: there is no note “note 2”"))
  }

  @Test func `an object is given by the label that its schema declares`() throws {
    _ = run("add ticket")
    _ = run("add ticket")
    #expect(run("punch \"ticket T1\"; print tickets") == "ticket T2\n")
    _ = run("change \"ticket T2\" code=X")
    #expect(run("punch \"ticket T2\"").hasPrefix("error: there is no ticket “ticket T2”"))
    #expect(session.run("punch \"ticket X\"").outcome == .done)
  }
}
