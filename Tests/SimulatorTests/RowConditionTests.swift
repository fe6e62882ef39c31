import CommandLanguage
import TestSupport
import Testing

@testable import Simulator

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

/// A condition says the same of an object in a selection, in a watch and asked alone.
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

  @Test func `a condition has the same value for an object in a selection and on its own`() throws {
    let session = try session()
    let interpreter = session.interpreter
    let crates = session.world.all(Crate.self)
    var random = SplitMix(7)
    var (answers, failures) = (Set<String>(), Set<String>())
    for _ in 0..<600 {
      let text = "(" + condition(0, &random) + ")"
      let found = session.run("print [t.name for t in crates where \(text)]").output
      do {
        // A condition of wrong types is refused before a crate is asked.
        let selection = try interpreter.selection("crates where " + text)
        let test = try #require(ObjectTest<Crate>(selection, interpreter))
        let chosen = try crates.filter { try test.matches($0) }.map(\.name)
        #expect(found == chosen.joined(separator: ", ") + "\n", "\(text)")
        answers.insert(found)
      } catch {
        let message = Explanation(of: error).message
        #expect(found.hasPrefix("error: \(message)\n"), "\(text)")
        failures.insert(message)
      }
    }
    #expect(answers.count > 40 && failures.count > 5, "\(answers.count) \(failures.count)")
  }

  @Test func `a comparison is refused before it runs if and only if it cannot distinguish any crates`() throws
  {
    let session = try session()
    let interpreter = session.interpreter
    let crates = session.world.all(Crate.self)
    let operands =
      Self.operands.joined().filter { !$0.hasPrefix("$") } + ["size + 1", "name + 1", "(1, 2)", "\"todo\""]
    var (refused, computed) = (0, 0)
    for left in operands {
      for right in operands {
        for sign in ["==", "<", "in"] {
          let text = "crates where (\(left) \(sign) \(right))"
          let isRefused = (try? interpreter.selection(text)) == nil
          // With variables, only what cannot be read is an error.
          let unchecked = try interpreter.selection(text, variables: [])
          let test = try #require(ObjectTest<Crate>(unchecked, interpreter))
          var (values, failureCount) = (Set<Bool>(), 0)
          for crate in crates {
            do { values.insert(try test.matches(crate)) } catch { failureCount += 1 }
          }
          if isRefused {
            refused += 1
            #expect(values.count < 2, "\(text)")
          } else {
            computed += 1
            // Nobody knows beforehand which object a name stands for.
            #expect(failureCount < crates.count || text.contains("Ann") || text.contains("none"), "\(text)")
          }
        }
      }
    }
    #expect(refused > 300 && computed > 300, "\(refused) \(computed)")
  }

  @Test func `a condition that is nested too deeply is an error`() throws {
    let session = try session()
    session.interpreter.budget.stackBytes = 60_000
    let text = String(repeating: "(", count: 40) + "size > 1" + String(repeating: ")", count: 40)
    #expect(session.run("print count(crates where \(text))").output.hasPrefix("error: "))
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
