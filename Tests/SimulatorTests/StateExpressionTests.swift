import CommandLanguage
import Simulator
import Testing

private enum Care: String, FieldWord { case light, full }

private enum Stay: StateCases {
  case waiting
  case admitted(Care)
  case moving(Int)
  case left(String)

  static let cases: [StateCase<Stay>] = [
    StateCase("waiting", .waiting),
    StateCase("admitted", Stay.admitted) { if case .admitted(let care) = $0 { care } else { nil } },
    StateCase("moving", Stay.moving) { if case .moving(let floor) = $0 { floor } else { nil } },
    StateCase("left", Stay.left) { if case .left(let reason) = $0 { reason } else { nil } },
  ]
}

private enum Way: StateCases {
  case idle
  case on(Stay)

  static let cases: [StateCase<Way>] = [
    StateCase("idle", .idle), StateCase("on", Way.on) { if case .on(let stay) = $0 { stay } else { nil } },
  ]
}

private struct Patient: Model {
  let id: Int
  var name: String
  var stay = Stay.waiting
  var way = Way.idle
  var bed = 0
  static let schema = Schema<Patient>(
    "patient", plural: "patients", named: \.name, new: { Patient(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field(
      "stay", \.stay,
      next: ["waiting": ["admitted", "left"], "admitted": ["moving", "left"], "moving": ["admitted"]]
    ).guarded { _, _, patient in
      if case .admitted = patient.stay, patient.bed == 0 { "there is no bed" } else { nil }
    }
    Field("way", \.way)
    Field("bed", \.bed)
  }
}

private let clinic = World("clinic", Patient.schema) {
  Invariant("full care has a low bed") { "not any patients where stay.admitted == full and bed > 5" }
}

/// States in expressions: what a case carries, which case it is, and which may follow.
@Suite struct StateExpressionTests {
  private func session() throws -> CommandSession {
    let session = try clinic.makeSession()
    let printed = session.transcript(
      """
      add patient Ann bed=1 stay="admitted full"
      add patient Bob
      add patient Cid stay="left: is well"
      add patient Dora stay="moving 3" way="on admitted light"
      """)
    #expect(!printed.contains("error"), "\(printed)")
    return session
  }

  @Test(arguments: [
    ("stay == admitted", "stay is never the name “admitted”", "write “stay is admitted”"),
    ("stay == \"admitted\"", "stay is never the word “admitted” alone", "write “stay is admitted”"),
    ("waiting == stay", "stay is never the name “waiting”", "write “stay is waiting”"),
    ("stay == \"gone\"", "there is no stay “gone”", "choose from waiting, admitted, moving, left"),
    ("way == \"on waiting\" and way == \"off\"", "there is no way “off”", "choose from idle, on"),
  ])
  func `a state compared with a text that it never is`(
    condition: String, message: String, note: String
  ) throws {
    let output = try session().run("print patients where \(condition)").output
    #expect(output.hasPrefix("error: \(message)\n"), "\(output)")
    #expect(output.contains("note: \(note)\n"), "\(output)")
  }

  @Test func `a state compared with a text that it can be`() throws {
    let session = try session()
    #expect(session.run("print patients where stay == \"admitted full\"").output == "Ann\n")
    #expect(session.run("print patients where stay == \"waiting\"").output == "Bob\n")
    #expect(session.run("let s = \"admitted\"; print patients where stay == s").output == "\n")
  }

  @Test func `the world's declarations have no problem`() { #expect(clinic.problems == []) }

  @Test(arguments: [
    ("Ann.stay is admitted", "true"), ("Ann.stay is waiting", "false"), ("not Bob.stay is waiting", "false"),
    ("Ann.stay.admitted", "full"), ("Bob.stay.admitted", "none"), ("Ann.stay.admitted == full", "true"),
    ("Bob.stay.admitted == full", "false"), ("Dora.stay.moving + 1", "4"), ("Cid.stay.left", "is well"),
    ("Cid.stay == \"left: is well\"", "true"), ("Dora.way.on", "admitted light"),
    ("Dora.way.on is admitted", "true"), ("Dora.way.on.admitted", "light"), ("Ann.way.on.admitted", "none"),
    ("patients where stay is admitted or stay is moving", "Ann, Dora"),
    ("patients where stay.moving > 2 or stay.admitted == full", nil),
    ("patients.stay.left", "none, none, is well, none"),
    ("patients where stay.left != none", "Cid"),
    ("count(patients where it.stay is waiting)", "1"), ("patients by stay is waiting, name desc", nil),
  ])
  func `an expression tests a state`(expression: String, value: String?) throws {
    let run = try session().run("print \(expression)")
    if let value { #expect(run.output == value + "\n") }
  }

  @Test(arguments: [
    ("Ann.stay is admited", "there is no Ann.stay “admited”", "did you mean “admitted”?"),
    ("count(patients where stay is lost)", "there is no stay “lost”", ""),
    ("patients where stay.admited == full", "a state has no “admited”", "did you mean “admitted”?"),
    ("patients where stay.waiting == 1", "a state has no “waiting”", "choose from admitted, moving, left"),
    ("patients where bed is admitted", "“is” needs a state or a word", ""),
    ("patients where stay.admitted == ful", "there is no stay.admitted “ful”", "did you mean “full”?"),
    ("patients where stay.admitted > 3", "cannot be compared", ""),
    ("Ann.stay is not admitted", "“is not” is no operator", ""),
  ])
  func `a wrong state is reported before the command runs`(expression: String, message: String, hint: String)
    throws
  {
    let output = try session().run("print \(expression)").output
    #expect(output.contains(hint), "\(output)")
    #expect(output.hasPrefix("error: ") && output.contains(message.prefix(12)), "\(output)")
  }

  @Test func `completion knows the cases and what they carry`() throws {
    let session = try session()
    func completions(_ text: String) -> [String] {
      session.completions(of: Array(text.utf8).span, at: text.utf8.count).candidates.map(\.text)
    }
    #expect(completions("print Ann.stay is ") == ["waiting", "admitted", "moving", "left"])
    #expect(completions("patients where stay is a") == ["admitted"])
    #expect(completions("patients where stay.") == ["admitted", "moving", "left"])
    #expect(completions("print Ann.way.on.m") == ["moving"])
    #expect(completions("patients where stay.admitted == f").contains("full"))
    #expect(completions("patients where stay i").contains("is"))
    #expect(!completions("patients where bed i").contains("is"))
  }

  @Test func `only the declared cases follow a case, and a guard is evaluated`() throws {
    let session = try session()
    #expect(
      session.run("change Bob stay=\"moving 2\"").output.contains("Bob is waiting and cannot become moving"))
    #expect(
      session.run("change Bob stay=\"moving 2\"").output.contains("after waiting comes admitted, left"))
    #expect(session.run("change Bob stay=\"admitted light\"").output.contains("there is no bed"))
    #expect(session.run("change Bob bed=2 stay=\"admitted light\"").outcome == .done)
    // What a case carries may change.
    #expect(session.run("change Bob stay=\"admitted full\"").outcome == .done)
    #expect(session.run("change Cid stay=waiting").output.contains("nothing follows left"))
    #expect(session.run("change Bob bed=7").output.contains("“full care has a low bed” is broken by Bob"))
  }

  @Test func `transitions that name an unknown case are a problem`() {
    struct Lamp: Model {
      let id: Int
      var way = Way.idle
      static let schema = Schema<Lamp>("lamp", plural: "lamps") {
        Field("way", \.way, next: ["idle": ["onn"]])
      }
    }
    #expect(
      World("lamps", Lamp.schema).problems == [
        "the transitions of “way” refer to “onn”, which is not one of its cases"
      ])
  }

  @Test func `cases, their changes and refused ones are counted as coverage`() throws {
    let coverage = clinic.declaredCoverage()
    let session = try clinic.makeSession()
    coverage.note(in: session)
    _ = session.transcript("add patient A bed=1\nchange A stay=\"admitted full\"\nchange A stay=waiting")
    func cells(_ name: String) -> [String]? {
      coverage.exercised(by: session).first { $0.name == name }?.cells
    }
    #expect(cells("patient.stay words") == ["waiting", "admitted"])
    #expect(cells("patient.stay changes") == ["waiting→admitted"])
    #expect(cells("patient.stay refused changes") == ["admitted→waiting"])
  }
}
