import CommandLanguage
import Testing

@testable import Simulator

private enum Role: String, FieldWord { case nurse, doctor }

private struct Bed: Model {
  let id: Int
  var name: String
  var size = 1
  static let schema = Schema<Bed>("bed", plural: "beds", named: \.name, new: { Bed(id: $0, name: $1) }) {
    Field("name", \.name)
    Field("size", \.size)
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

private struct Patient: Model {
  let id: Int
  var name: String
  var bed: Reference<Bed>?
  var carer: Reference<Nurse>?
  var beds = 0
  static let schema = Schema<Patient>(
    "patient", plural: "patients", named: \.name, new: { Patient(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("bed", \.bed)
    Field("carer", \.carer)
    Field("beds", \.beds)
  }
}

/// An error that an expression is certain to have is reported before any of its text runs.
@Suite struct TypeCheckTests {
  private func session() throws -> CommandSession {
    try World("ward", Bed.schema, Nurse.schema, Patient.schema) {}.makeSession()
  }

  private func filled() throws -> CommandSession {
    let session = try session()
    _ = session.transcript(
      """
      add bed B1
      add bed B2
      add nurse Nora
      add patient P1 bed=B1 carer=Nora
      add patient P2 bed=B1
      add patient P3 bed=B2
      """)
    return session
  }

  @Test(arguments: [
    ("any patients where bed.nmae == \"x\"", "a bed has no “nmae”", "nmae"),
    ("any patients where name > 3", "a text and a number cannot be compared", "name > 3"),
    ("any patients where name", "a condition is true or false; this is a text", "name"),
    ("any patients where bed == carer", "a bed is never a nurse", "carer"),
    ("any nurses where role == docter", "there is no role “docter”", "docter"),
    ("any nurses where role == \"docter\"", "there is no role “docter”", "\"docter\""),
    ("any nurses where role in (doctor, \"x\")", "there is no role “x”", "\"x\""),
    ("any patients where carer == doctor", "a nurse is never the word “doctor”", "doctor"),
    ("any nurses where role.name == 1", "a text has no properties", "name"),
    ("sum(patients.name) > 1", "“sum” needs a list of numbers", "sum(patients.name)"),
    ("count(3) > 1", "“count” needs a list or a selection", "count(3)"),
    ("any beds where size * name > 1", "“*” needs numbers, not a number and a text", "size * name"),
    ("any beds where -name == 1", "“-” needs a number", "name"),
    ("any (beds where size > 1).name where it > 1", "a text and a number cannot be compared", "it > 1"),
    ("not 3", "a condition is true or false; this is a number", "3"),
    ("first(beds).size == \"a\"", "a number and a text cannot be compared", "first(beds).size == \"a\""),
  ])
  func `a wrong type is an error with a location, even before there is an object`(
    text: String, message: String, place: String
  ) throws {
    let output = try session().run("if false { expect \(text) }").output
    let lines = output.split(separator: "\n").map(String.init)
    #expect(lines.first == "error: \(message)", "\(output)")
    // The caret line underlines just the place.
    let source = Array("  if false { expect \(text) }")
    let marks = Array(lines.count > 2 ? lines[2] : "")
    let marked = source.indices.filter { $0 < marks.count && (marks[$0] == "^" || marks[$0] == "~") }
    #expect(String(marked.map { source[$0] }) == place, "\(output)")
  }

  @Test(arguments: [
    "any patients where bed == none", "any patients where bed.size > 1", "any patients where bed == \"B1\"",
    "any patients where carer.role == doctor", "any nurses where role != \"nurse\"",
    "any beds where B1 == it",
    "any beds where size / 2 > 1.5", "any patients where name + bed.name == \"P1B1\"",
    "count(beds) in (1, 2)",
    "any beds where name in (\"B1\", \"B2\")", "first(beds).size > 1 or true", "max(beds.size) < 3",
  ])
  func `conditions that can be computed are accepted`(text: String) throws {
    #expect(try !session().run("if false { expect \(text) }").output.contains("error"))
  }

  @Test func `as names a row, so that an inner condition can refer to it`() throws {
    let session = try filled()
    let count = "count(patients where it.bed == b)"
    #expect(session.run("print [b.name for b in beds where \(count) > 1]").output == "B1\n")
    #expect(session.run("print (beds as b where \(count) > 1).name").output == "B1\n")
    #expect(session.run("print (beds as b by \(count), b.name).name").output == "B2, B1\n")
    #expect(
      session.run("print (beds as b where any patients as p where p.bed == b and p.name == \"P3\").name")
        .output
        == "B2\n")
    #expect(
      session.run(
        "print (beds as b where any (nurses as n where any patients where carer == n and it.bed == b))"
      ).output
        == "B1\n")
  }

  @Test func `a watch follows a condition that names its row`() throws {
    let session = try filled()
    _ = session.run("watch full = beds as b where count(patients where it.bed == b) > 1")
    #expect(session.run("print full").output == "B1\n")
    _ = session.run("change P2 bed=B2")
    #expect(session.run("print full").output == "B2\n")
    _ = session.run("undo")
    #expect(session.run("print full").output == "B1\n")
    #expect(session.run("verify").output == "")
  }

  @Test(arguments: [
    (
      "any beds where count(patients where bed == bed) > 1", "bed",
      ["for the field of a patient, write “it.bed”", "give the bed another name with “beds as NAME where …”"]
    ),
    (
      "any nurses where count(patients where carer == nurse) > 4", "nurse",
      ["for the word, write “\"nurse\"”", "give the nurse another name with “nurses as NAME where …”"]
    ),
    (
      "any patients where count(beds) > 1", "beds",
      ["for the field of a patient, write “it.beds”", "for all objects of the kind, write “all beds”"]
    ),
  ])
  func `a name that could mean two things is an error that shows how to write each`(
    text: String, name: String, notes: [String]
  ) throws {
    let output = try session().run("expect \(text)").output
    #expect(output.hasPrefix("error: “\(name)” could mean two things here\n"), "\(output)")
    for note in notes { #expect(output.contains("  note: \(note)\n"), "\(output)") }
  }

  @Test func `each meaning of an ambiguous name can be written`() throws {
    let session = try filled()
    #expect(session.run("print (patients where count(all beds) > it.beds).name").output == "P1, P2, P3\n")
    #expect(session.run("print (nurses where role == \"nurse\").name").output == "Nora\n")
    #expect(session.run("print (nurses as n where any patients where carer == n).name").output == "Nora\n")
    #expect(session.run("print (beds as b where count(patients where bed == b) > 1).name").output == "B1\n")
  }

  @Test(arguments: [
    ("beds as size where size > 1", "“size” is the name of a field of a bed already"),
    ("beds as nurse where true", "“nurse” is the name of a word already"),
    ("beds as b where any (patients as b where true)", "“b” is the name of a row around it already"),
  ])
  func `a row's name hides nothing`(text: String, message: String) throws {
    let output = try session().run("print count(\(text))").output
    #expect(output.hasPrefix("error: "), "\(output)")
  }
}
