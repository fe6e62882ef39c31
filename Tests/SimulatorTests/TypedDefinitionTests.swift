import CommandLanguage
import Testing

@testable import Simulator

private struct Unit: Model {
  let id: Int
  var name: String
  var hp = 10
  static let schema = Schema<Unit>("unit", plural: "units", named: \.name, new: { Unit(id: $0, name: $1) }) {
    Field("name", \.name)
    Field("hp", \.hp)
  }
}

private struct Team: Model {
  let id: Int
  var name: String
  static let schema = Schema<Team>("team", plural: "teams", named: \.name, new: { Team(id: $0, name: $1) }) {
    Field("name", \.name)
  }
}

/// A definition may say what its parameters are.
@Suite struct TypedDefinitionTests {
  private func session() throws -> CommandSession {
    let session = try World("units", Unit.schema, Team.schema) {}.makeSession()
    _ = session.transcript("add unit A\nadd team T")
    _ = session.run(
      "# Gives hit points.\ndef heal unit: unit amount:number { change $unit hp=(unit.hp + amount) }")
    return session
  }

  @Test(arguments: [
    ("heal A 5; print A.hp", "15\n"), ("heal \"A\" (2 + 3); print A.hp", "15\n"),
    ("heal (first(units)) 5; print A.hp", "15\n"),
    ("def twice n: number { return n * 2 }; print twice(4)", "8\n"),
    (
      "def both l: list t: truth d: duration x: text { print count(l), t, d, x }; both [1, 2] true (1m) hello",
      "2 true 1m hello\n"
    ),
  ])
  func `an argument is of its parameter's type`(text: String, output: String) throws {
    let printed = try session().run(text).output
    #expect(printed.hasSuffix(output), "\(printed)")
    #expect(!printed.contains("error"), "\(printed)")
  }

  @Test(arguments: [
    ("heal A much", "AMOUNT must be a number, not a text", "much"),
    ("heal A 1h", "AMOUNT must be a number, not a duration", "1h"),
    ("heal 3 5", "UNIT must be a unit, not a number", "3"),
    ("heal (first(teams)) 5", "UNIT must be a unit, not a team", "(first(teams))"),
    ("def f n: number { return n }; print f(\"a\")", "N must be a number, not a text", "\"a\""),
    ("def f u: unti { }", "there is no type “unti”", "unti"),
    ("def f u: unit { print u.hpp }", "a unit has no “hpp”", "hpp"),
    ("def f n: number { if n { } }", "a condition is true or false; this is a number", "n"),
  ])
  func `a wrong argument or use is found before any of the line runs`(
    text: String, message: String, place: String
  ) throws {
    let output = try session().run("print \"ran\"; " + text).output
    #expect(output.hasPrefix("error: \(message)\n"), "\(output)")
    let lines = output.split(separator: "\n").map(Array.init)
    let marked = zip(lines[1], lines[2]).filter { $1 == "^" || $1 == "~" }.map(\.0)
    #expect(String(marked) == place, "\(output)")
  }

  @Test(arguments: [
    ("heal B 5", "there is no unit “B”"), ("let n = \"x\"; heal A $n", "AMOUNT must be a number, not a text"),
  ])
  func `types that are unknown in advance are checked when the definition is called`(
    text: String, message: String
  ) throws {
    #expect(try session().run(text).output.hasPrefix("error: \(message)\n"))
  }

  @Test func `a parameter that the body sets to something else has no type any more`() throws {
    #expect(try session().run("def f n: number { let n = \"a\"; print upper(n) }; f 1").output == "A\n")
  }

  @Test func `help, hint and completion know the types`() throws {
    let session = try session()
    #expect(
      session.run("help heal").output == """
        heal UNIT AMOUNT
          Gives hit points.
          UNIT    a unit
          AMOUNT  a number
          defined with “def”

        """)
    let text = Array("heal ".utf8)
    let found = session.completions(of: text.span, at: text.count).candidates.map(\.text)
    #expect(found == ["A"])
    #expect(session.hint(of: text.span, at: text.count) == "UNIT: a unit")
  }
}
