import CommandLanguage
import Simulator
import Testing

private struct Ward: Model {
  enum Stay: String, FieldWord { case waiting, admitted, gone }
  let id: Int
  var name: String
  var stay = Stay.waiting
  var bed = 0
  var code = 7
  static let schema = Schema<Ward>(
    "patient", plural: "patients", named: \.name, new: { Ward(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("stay", \.stay, next: [.waiting: [.admitted], .admitted: [.gone]])
      .access(.commandsOnly("admit"))
      .guarded { world, old, new in
        guard old != nil, new.stay == .admitted else { return nil }
        if new.bed == 0 { return "there is no bed" }
        return world.all(Ward.self).count { $0.stay == .admitted } > 1 ? "the ward is full" : nil
      }
    Field("bed", \.bed)
    Field("code", \.code).access(.readOnly)
  }
}

private struct Shift: Model {
  let id: Int
  var hours = 8
  static let schema = Schema<Shift>(
    "shift", plural: "shifts", new: { id, _ in Shift(id: id) }, access: .commandsOnly("plan")
  ) { Field("hours", \.hours) }
}

private let ward = World("ward", Ward.schema, Shift.schema) {
  Command("admit", "Give a patient a bed", .one(Ward.self), .number("bed", in: 0...9)) {
    world, patient, bed in
    try world.change(patient) { ($0.bed, $0.stay) = (bed, .admitted) }
  }
  Command("recode", "Change a code", .one(Ward.self)) { world, patient in
    try world.change(patient) { $0.code += 1 }
  }
  Command("plan", "Plan a shift") { try $0.add(Shift.self) }
}

/// Who may write what, and guards that read the world.
@Suite struct AccessTests {
  @Test func `a field that only commands set is refused by add and change, which name the command`() throws {
    #expect(ward.problems == [])
    let session = try ward.makeSession()
    #expect(
      session.transcript(
        """
        add patient Ann
        change Ann stay=admitted bed=1
        add patient Bob stay=admitted
        admit Ann 0
        admit Ann 2
        add patient Bob
        admit Bob 3
        change Ann code=8
        recode Ann
        add patient Cai code=9
        add shift
        plan
        """) == """
          > add patient Ann
          > change Ann stay=admitted bed=1
          error: this command may not set “stay” of Ann
            change Ann stay=admitted bed=1
                            ^~~~~~~~
            note: use “admit”
          > add patient Bob stay=admitted
          error: this command may not set “stay” of Bob
            add patient Bob stay=admitted
                                 ^~~~~~~~
            note: use “admit”
          > admit Ann 0
          error: “stay” of Ann is refused: there is no bed
            admit Ann 0
            ^~~~~~~~~~~
          > admit Ann 2
          > add patient Bob
          > admit Bob 3
          error: “stay” of Bob is refused: the ward is full
            admit Bob 3
            ^~~~~~~~~~~
          > change Ann code=8
          error: this command may not set “code” of Ann
            change Ann code=8
                            ^
            note: it is read only
          > recode Ann
          error: “code” of Ann is refused: it is read only
            recode Ann
            ^~~~~~~~~~
          > add patient Cai code=9
          > add shift
          error: this command may not add shifts
            add shift
                ^~~~~
            note: use “plan”
          > plan

          """)
    #expect(
      session.run("for s in shifts { remove $s }").output.contains("this command may not remove shifts"))
    #expect(session.run("for s in shifts { change $s hours=3 }").output.contains("may not change shifts"))
    #expect(session.run("help patient").output.contains("set by admit"))
  }

  @Test func `completion offers only the fields that add and change may set`() throws {
    let session = try ward.makeSession()
    _ = session.run("add patient Ann")
    func completions(_ text: String) -> [String] {
      session.completions(of: Array(text.utf8).span, at: text.utf8.count).candidates.map(\.text)
    }
    #expect(completions("change Ann ") == ["bed=", "name="])
    #expect(completions("add patient Cai ") == ["bed=", "code="])
    #expect(session.run("change Ann").output.contains("Ann has name=, bed=\n"))
  }

  private struct Note: Model {
    let id: Int
    static let schema = Schema<Note>("note", plural: "notes") { Field("id", \.id) }
  }

  @Test func `an object whose schema does not create it cannot be added by its kind`() throws {
    let world = World("desk", Note.schema) { Command("note", "Make a note") { try $0.add(Note.self) } }
    let printed = try world.makeSession().run("note").output
    #expect(
      printed.hasPrefix("error: a note cannot be added: the schema “note” has no “new:”\n"), "\(printed)")
  }

  @Test func `a rule for a command that does not exist is a problem`() {
    let world = World("ward", Ward.schema) {}
    #expect(
      world.problems == [
        "the field “stay” of a patient is for the command “admit”, which the world does not have"
      ])
  }
}
