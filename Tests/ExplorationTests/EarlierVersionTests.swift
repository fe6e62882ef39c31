import CommandLanguage
import Exploration
import Simulator
import Testing

@testable import CommandProgram

/// Stores that an earlier version of a world wrote, and that the world opens.
struct EarlierVersionTests {
  private enum Column: String, FieldWord {
    case todo, doing, done
    static let formerly: [String: Column] = ["open": .todo]
  }

  private enum Health: StateCases {
    case fine, sick(String)

    static let cases: [StateCase<Health>] = [
      StateCase("fine", .fine),
      StateCase("sick", Health.sick, { if case .sick(let what) = $0 { what } else { nil } }, formerly: "ill"),
    ]
  }

  private struct Worker: Model {
    let id: Int
    var name: String
    var health = Health.fine
    var mentor: Reference<Worker>?
    static let schema = Schema<Worker>(
      "worker", plural: "workers", named: \.name, new: { Worker(id: $0, name: $1) }, formerly: "person"
    ) {
      Field("name", \.name, formerly: "title")
      Field("health", \.health)
      Field("mentor", \.mentor)
    }
  }

  private struct Card: Model {
    let id: Int
    var title: String
    var column = Column.todo
    var points = 1
    var owner: Reference<Worker>
    static let schema = Schema<Card>(
      "card", plural: "cards", named: \.title,
      restoring: Restoring { Card(id: $0, title: "", owner: Reference(to: Worker(id: 1, name: ""))) }
    ) {
      Field("title", \.title)
      Field("column", \.column, next: [.todo: [.doing], .doing: [.todo, .done]])
      Field("points", \.points, in: 0...9, formerly: "size")
      Field("owner", \.owner, onRemove: .cascade)
    }
  }

  private static let world = World("board", Worker.schema, Card.schema) {
    Start { world in
      let ann = try world.add(Worker(id: 1, name: "Ann", health: .sick("flu")))
      try world.add(Worker(id: 2, name: "Bob", mentor: ann))
      try world.add(Card(id: 1, title: "Docs", owner: ann))
    }
  }

  private static let lines = [
    "change Ann health=fine; change Docs points=3", "change Docs column=doing", "add worker Eve",
    "change Eve health=sick:cold", "change Docs owner=Eve", "change Ann mentor=Eve", "remove Eve", "undo",
    "remove Bob", "change Docs points=7",
  ]

  @Test func `a world reads everything that each of its earlier versions wrote`() throws {
    var sentences: Set<String> = []
    for position in 0..<20 as Range<UInt64> {
      let session = try Self.world.makeSession()
      sentences.insert(try #require(EarlierVersion(of: session.world, choice: position)).sentence)
      let fault = StoreFault(.earlier, position: position, lineCount: 64)
      for lineCount in [0, 1, Self.lines.count] {
        let problem = try StoreOracle(world: Self.world, seed: 1).problem(
          Array(Self.lines.prefix(lineCount)), fault)
        #expect(problem == nil)
      }
    }
    #expect(
      sentences.sorted() == [
        "the kind “removed” existed",
        "the word “sick” of “worker.health” was “ill”", "the word “todo” of “card.column” was “open”",
        "“card.column” did not exist", "“card.points” did not exist", "“card.points” was “card.size”",
        "“card.removed” existed", "“worker.health” did not exist", "“worker.mentor” did not exist",
        "“worker.name” was “worker.title”", "“worker.removed” existed", "“worker” was “person”",
      ])
  }

  private struct Driver: Model {
    let id: Int
    var name: String
    var nick = ""
    var badge = ""
    static let schema = Schema<Driver>(
      "driver", plural: "drivers", named: \.name, new: { Driver(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("nick", \.nick, formerly: "badge")
      Field("badge", \.badge, formerly: "nick")
    }
  }

  @Test func `no earlier version lacks one of two fields that exchanged their names`() throws {
    var sentences: Set<String> = []
    for choice in 0..<20 as Range<UInt64> {
      let session = try World("roster", Driver.schema) {}.makeSession()
      sentences.insert(try #require(EarlierVersion(of: session.world, choice: choice)).sentence)
    }
    #expect(sentences.sorted() == ["the kind “removed” existed", "“driver.removed” existed"])
  }
}
