import CommandLanguage
import Exploration
import Simulator
import Testing

/// Sessions that are kept in a journal and opened again.
struct JournalOracleTests {
  /// A kind of which a store finds the name again, and not the count.
  struct Note: Model {
    let id: Int
    var name: String
    var count = 0

    static let schema = Schema<Note>(
      "note", plural: "notes", named: \.name, restoring: Restoring { id, _ in Note(id: id, name: "") }
    ) {
      Field("name", \.name)
      Field("count", reading: { $0.count })
    }
  }

  private func world(named name: String, _ run: @escaping @Sendable (inout Note) -> Void) -> World {
    World(name, Note.schema) {
      Start { try $0.add(Note(id: 1, name: "A")) }
      Command("count", "Count on", .one(Note.self)) { world, note in try world.change(note, run) }
    }
  }

  @Test func `a field that a journal loses is found`() throws {
    let world = world(named: "losing") { $0.count = ($0.count + 1) % 5 }
    let result = try world.exploredInTest().explore {
      ($0.stepCountMax, $0.faultCountMax) = (5_000, 1)
      $0.commandNames = ["count"]
    }
    let fault = try #require(result.faults.first { $0.fault.kind == .journal }, "\(result.faults)")
    #expect(fault.lines == ["count A"], "\(fault)")
    let scenario = String(decoding: fault.scenario(of: try world.exploredInTest()), as: UTF8.self)
    #expect(scenario.contains("> count A") && scenario.contains("# cause: journal\n"), "\(scenario)")
  }

  @Test func `a definition, which no journal has, is not a loss`() throws {
    let world = world(named: "kept") { $0.name = $0.name == "A" ? "B" : "A" }
    let lines = ["def twice n: note { count $n }", "count A", "twice B"]
    #expect(try world.exploredInTest().journalProblem?(1, lines, nil, { false }) == nil)
  }

  @Test func `where nothing is lost nothing is found`() throws {
    let world = world(named: "kept") { $0.name = $0.name == "A" ? "B" : "A" }
    let result = try world.exploredInTest().explore { $0.stepCountMax = 1_000 }
    #expect(result.faults == [])
  }
}
