import CommandLanguage
import Simulator
import Testing

@testable import CommandLanguage

/// What a stranger who declares a world is told, and what its prompt knows.
@Suite struct DeclaredWordsTests {
  @Test func `a name in an invariant that nothing has is a problem of the world`() {
    func problems(_ text: String) -> [String] {
      World("w", Person.schema, Card.schema) { Invariant("sound") { text } }.problems
    }
    #expect(
      problems("not any cards where pionts < 0") == [
        "the invariant “sound” cannot be read: nothing is called “pionts”"
      ])
    #expect(
      problems("not any people where count(cards where owner == persn) > 1") == [
        "the invariant “sound” cannot be read: nothing is called “persn”; write a text in quotes: \"persn\""
      ])
    #expect(problems("not any people where count(cards where owner == person and column == doing) > 1") == [])
    #expect(problems("count(cards").first?.contains("cannot be read") == true)
    #expect(
      problems("not any cards where points + 1").first?.contains("sound") != nil
        || problems("1 + 1 == 2").isEmpty)
  }

  @Test func `the words of a list's elements are values`() throws {
    enum Hue: String, FieldWord { case red, blue }
    struct Jar: Model {
      let id: Int
      var name: String
      var hues: [Hue] = []
      static let schema = Schema<Jar>("jar", plural: "jars", named: \.name, new: { Jar(id: $0, name: $1) }) {
        Field("name", \.name)
        Field("hues", \.hues)
      }
    }
    let session = try World("w", Jar.schema) {}.makeSession()
    #expect(session.run("add jar A; change A hues=[red]").outcome == .done)
    #expect(session.run("print (jars where red in hues), count(jars where blue in hues)").output == "A 0\n")
  }

  @Test func `a command that every world has is not one's own`() {
    let world = World("w", Card.schema) {
      Command("tick", "Mine") { (_: Simulation) in }
      Command("if", "Mine") { (_: Simulation) in }
      Command("mine", "Mine") { (_: Simulation) in }
      Command("mine", "Yours") { (_: Simulation) in }
    }
    #expect(world.problems.contains("the command “tick” replaces a built-in command"))
    #expect(world.problems.contains("the command “if” replaces a built-in command"))
    #expect(
      world.problems.contains(
        "the command “mine” is declared twice: as a command (Mine) and as a command (Yours)"))
  }

  @Test func `each code of a world has help`() {
    for error in kanban.table.language.errors {
      for code in error.codes { #expect(code.meaning.hasSuffix("."), "\(code.code)") }
    }
  }

  private func candidates(_ text: String, after commands: String...) throws -> [String] {
    let session = try kanban.makeSession()
    for command in commands { _ = session.run(command) }
    return session.completions(of: Array(text.utf8).span, at: text.utf8.count).candidates.map(\.text)
  }

  @Test(arguments: [
    ("goto ", ["3", "2", "1", "0"]), ("goto 3.", ["3.1"]), ("diff 1 ", ["3", "2", "1", "0"]),
    ("cancel ", ["1"]),
    ("why Docs.", ["Docs.title", "Docs.column", "Docs.points", "Docs.owner", "Docs.large"]),
    ("change Docs ", ["column=", "points=", "owner=", "title="]),
    ("change Ann ", ["team=", "name="]),
    ("change Docs column=", ["todo", "doing", "done"]), ("add person X ", ["team="]),
    ("remove card ", ["Docs"]),
    ("change Docs owner=", ["Ann", "none"]), ("set co", ["codes"]), ("set codes ", ["on", "off"]),
    ("add ", ["person", "card", "team=", "column=", "points=", "owner="]), ("feed", []),
  ])
  func `candidates follow from the preceding text`(text: String, words: [String]) throws {
    let found = try candidates(text, after: "add person Ann", "add card Docs", "after 5 { print 1 }")
    #expect(found == words)
  }

  @Test func `the values that fit a comparison come first`() throws {
    let found = try candidates("cards where column == ", after: "add person Ann", "add card Docs")
    #expect(Array(found.prefix(3)) == ["todo", "doing", "done"])
    #expect(try candidates("cards where owner == ", after: "add person Ann").first == "Ann")
    #expect(try candidates("cards where owner.", after: "add person Ann") == ["name", "team"])
  }

  @Test func `completion describes each step and job`() throws {
    let session = try kanban.makeSession()
    for command in ["add card Docs", "after 5 { print 1 }"] { _ = session.run(command) }
    let steps = session.completions(of: Array("goto ".utf8).span, at: 5).candidates
    #expect(steps.map(\.summary) == ["after 5 { print 1 }", "add card Docs", "the beginning"])
    let jobs = session.completions(of: Array("cancel ".utf8).span, at: 7).candidates
    #expect(jobs.map(\.summary) == ["{ print 1 }"])
  }

  @Test(arguments: [
    ("why \"Old docs\".p", ["\"Old docs\".points"]), ("why `Old docs`.co", ["`Old docs`.column"]),
    ("why \"Old docs.p", ["\"Old docs.points\""]), ("why Old", ["\"Old docs\""]),
    (
      "why \"Old docs\".",
      ["title", "column", "points", "owner", "large"].map { "\"Old docs\".\($0)" }
    ),
  ])
  func `fields are offered behind a name in quotes, and why takes what is offered`(
    text: String, words: [String]
  ) throws {
    #expect(try candidates(text, after: "add card \"Old docs\"") == words)
    let session = try kanban.makeSession()
    _ = session.run("add card \"Old docs\"")
    for word in words { #expect(session.run("why \(word)").outcome == .done) }
  }
}
