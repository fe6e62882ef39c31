import CommandLanguage
import Simulator
import TestSupport
import Testing

/// What has fields of every sort, some without a value.
private struct Crate: Model {
  let id: Int
  var name: String
  var size = 0
  var weight = 0.0
  var isOpen = false
  var column = Column.todo
  var spare: Int?
  var note = ""
  var owner: Reference<Person>?

  static let schema = Schema<Crate>(
    "crate", plural: "crates", "what is chosen", named: \.name, new: { Crate(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("size", \.size)
    Field("weight", \.weight)
    Field("open", \.isOpen)
    Field("column", \.column)
    Field("spare", \.spare)
    Field("note", \.note)
    Field("owner", \.owner)
  }
}

/// A condition that compares fields with each other and with constants is asked without the interpreter; the same
/// behind a sum takes the interpreter.
@Suite struct RowConditionTests {
  private static let long = String(repeating: "long ", count: 30)
  /// What can be compared with each other, and what with hardly anything.
  private static let operands = [
    ["size", "weight", "spare", "0", "2", "2.0", "2.5", "$n"],
    [
      "column", "note", "name", "doing", "\"doing\"", "\"Zo\\u{E9}\"", "\"Zoe\\u{301}\"", "\"\(long)\"",
      "$word",
    ],
    ["open", "none", "true", "owner", "Ann"],
  ]
  /// What makes a condition one for the interpreter, and changes nothing that it says.
  private static let interpreted = " and 1 == 0 + 1"

  private func session() throws -> CommandSession {
    let session = try World("crates", Person.schema, Crate.schema) {}.makeSession()
    _ = session.transcript("add person Ann\nlet n = 2\nlet word = doing")
    let world = session.world
    for number in 0..<12 {
      try world.add(Crate.self, named: "T\(number)") { crate in
        crate.size = number % 4
        crate.weight = Double(number) / 2
        crate.isOpen = number % 3 == 0
        crate.column = Column.allCases[number % 3]
        crate.spare = number % 2 == 0 ? nil : number % 5
        crate.note = ["", "Zo\u{E9}", "Zoe\u{301}", Self.long, Self.long + "er"][number % 5]
        crate.owner = number % 4 == 0 ? world.find(Person.self, named: "Ann") : nil
      }
    }
    return session
  }

  private func condition(_ depth: Int, _ random: inout SplitMix) -> String {
    let alike = Self.operands[[0, 0, 1, 1, 2][random.below(5)]]
    func operand() -> String {
      let some = random.oneIn(12) ? Self.operands[random.below(3)] : alike
      return some[random.below(some.count)]
    }
    switch depth > 2 ? 9 : random.below(10) {
    case 0: return "(" + condition(depth + 1, &random) + ")"
    case 1: return "not (" + condition(depth + 1, &random) + ")"
    case 2, 3: return condition(depth + 1, &random) + " and " + condition(depth + 1, &random)
    case 4, 5: return "(" + condition(depth + 1, &random) + " or " + condition(depth + 1, &random) + ")"
    case 6: return random.oneIn(8) ? operand() : "open"
    default:
      let sign = random.oneIn(20) ? "in" : ["==", "!=", "<", "<=", ">", ">="][random.below(6)]
      return operand() + " " + sign + " " + operand()
    }
  }

  /// What a line prints, but for the line that shows what was typed.
  private func answer(_ line: String, _ session: CommandSession) -> [Substring] {
    var lines = session.run(line).output.split(separator: "\n")
    if lines.first?.hasPrefix("error") == true { lines.remove(at: 1) }
    return lines
  }

  @Test func `a condition says the same of each row with and without the interpreter`() throws {
    let session = try session()
    let crates = session.world.all(Crate.self)
    var random = SplitMix(7)
    var (answers, failures) = (Set<[Substring]>(), Set<[Substring]>())
    for _ in 0..<600 {
      let text = "(" + condition(0, &random) + ")"
      let line = "print [t.name for t in crates where \(text)"
      let found = answer(line + "]", session)
      #expect(found == answer(line + Self.interpreted + "]", session), "\(text)")
      if found.first?.hasPrefix("error") == true { failures.insert(found) } else { answers.insert(found) }
      try compareRows(text, crates, session)
    }
    #expect(answers.count > 40 && failures.count > 40)
  }

  /// The same of single rows, as watches and invariants ask.
  private func compareRows(_ text: String, _ crates: [Crate], _ session: CommandSession) throws {
    let interpreter = session.interpreter
    let rows = try [text, text + Self.interpreted].map { text in
      try #require(interpreter.rows(of: interpreter.selection("crates where " + text), as: Crate.self))
    }
    for crate in crates {
      let said = rows.map { rows in
        do { return "\(try rows.matches(crate))" } catch { return Explanation(of: error).message }
      }
      #expect(said[0] == said[1], "\(text) of \(crate)")
    }
  }

  @Test(
    "a condition costs as many steps with and without the interpreter",
    arguments: [
      "size > 1", "size > 1 and (open or weight < 2)", "note == \"\(long)\"", "note < \"\(long)\" or open",
      "not (spare == none) and column != $word",
    ])
  func steps(text: String) throws {
    let session = try session()
    func fewest(_ condition: String) -> Int? {
      (1...200).first { steps in
        session.interpreter.limits.steps = steps
        return session.run("let found = count(crates where \(condition))").outcome == .done
      }
    }
    let found = try #require(fewest("(\(text))"))
    #expect(found == fewest("(\(text))" + Self.interpreted))
    #expect(found > 12)
  }

  @Test func `a condition that goes too deep says so with and without the interpreter`() throws {
    let session = try session()
    session.interpreter.budget.stackBytes = 60_000
    let text = String(repeating: "(", count: 40) + "size > 1" + String(repeating: ")", count: 40)
    let line = "print count(crates where \(text)"
    let found = answer(line + ")", session)
    #expect(found.first?.hasPrefix("error") == true)
    #expect(found == answer(line + Self.interpreted + ")", session))
  }

  @Test func `a watch keeps the variables of its condition as they were`() throws {
    let session = try session()
    _ = session.run("watch small = crates where size < $n and column == $word by name")
    let shown = session.run("print [t.name for t in small]").output
    let chosen = "crates where size < 2 and column == doing by name"
    #expect(shown == session.run("print [t.name for t in \(chosen)]").output)
    _ = session.transcript("let n = 100\nlet word = done\nchange T1 weight=7")
    #expect(session.run("print [t.name for t in small]").output == shown)
  }
}
