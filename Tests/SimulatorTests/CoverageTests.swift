import CommandLanguage
import Simulator
import Testing

/// What scenarios exercise is counted from the declarations.
@Suite struct CoverageTests {
  private let coverage = kanban.declaredCoverage { $0.name != "run" }

  private func cells(_ name: String, _ dimensions: [CoverageDimension]) -> [String]? {
    dimensions.first { $0.name == name }?.cells
  }

  @Test func `a field's words and changes follow from its declaration`() throws {
    #expect(cells("card.column words", coverage.dimensions) == ["todo", "doing", "done"])
    #expect(cells("card.column changes", coverage.dimensions) == ["todo→doing", "doing→todo", "doing→done"])
    #expect(
      cells("card.column refused changes", coverage.dimensions) == ["todo→done", "done→todo", "done→doing"])
    let session = try kanban.makeSession()
    coverage.note(in: session)
    session.restrict(in: "a test") { $0.name != "run" }
    _ = session.transcript("add card A\nmove A done\nmove A doing\nmove A done\nmove A todo\nrun x")
    let exercised = coverage.exercised(by: session)
    #expect(cells("card.column words", exercised) == ["todo", "doing", "done"])
    #expect(cells("card.column changes", exercised) == ["todo→doing", "doing→done"])
    #expect(cells("card.column refused changes", exercised) == ["todo→done", "done→todo"])
    #expect(cells("commands", exercised) == ["add", "move"])
    #expect(cells("diagnostics", exercised) == ["transitionRefused"])
    #expect(cells("language: refused commands", exercised) == ["run"])
  }

  private struct Lot: Model {
    enum Stage: String, FieldWord { case open, sold }
    let id: Int
    var name: String
    var made = Stage.open
    var set = Stage.open
    var fixed = Stage.open
    static let schema = Schema<Lot>("lot", plural: "lots", named: \.name, new: { Lot(id: $0, name: $1) }) {
      Field("name", \.name)
      Field("made", \.made, next: [.open: [.sold]]).access(.commandsOnly("sell"))
      Field("set", \.set, next: [.open: [.sold]]).access(.commandsOnly("set"))
      Field("fixed", \.fixed, next: [.open: [.sold]]).access(.readOnly)
    }
  }

  @Test func `changes that no command can try are not counted`() {
    let world = World("lots", Lot.schema) {
      Command("sell", "Sell a lot", .one(Lot.self)) { world, lot in try world.change(lot) { $0.made = .sold }
      }
      Command("set", "Set a stage", .one(Lot.self), .field(\Lot.set)) { world, lot, stage in
        try world.change(lot) { $0.set = stage }
      }
    }
    let names = world.declaredCoverage().dimensions.map(\.name).filter { $0.hasSuffix("changes") }
    #expect(names == ["lot.made changes", "lot.set changes", "lot.set refused changes"])
  }

  @Test func `a move through the history is not counted as a change of a field`() throws {
    let session = try kanban.makeSession()
    coverage.note(in: session)
    _ = session.transcript("add card A\nmove A doing\nundo")
    #expect(cells("card.column changes", coverage.exercised(by: session)) == ["todo→doing"])
  }

  @Test func `an invariant counts once a commit concerns it, and two of one name are a problem`() throws {
    let world = World("w", Person.schema, Card.schema) {
      Invariant("few") { "count(cards) < 9" }
      Invariant("small") { "not any cards where points > 50" }
      Invariant("named") { "not any people where name == \"Nobody\"" }
    }
    let coverage = world.declaredCoverage { _ in true }
    #expect(cells("invariants", coverage.dimensions) == ["few", "small", "named"])
    let session = try world.makeSession()
    coverage.note(in: session)
    _ = session.transcript("add card A")
    #expect(cells("invariants", coverage.exercised(by: session)) == ["few", "small"])
    _ = session.transcript("add person Ann")
    #expect(cells("invariants", coverage.exercised(by: session)) == ["few", "small", "named"])
    let twice = World("w", Person.schema, Card.schema) {
      Invariant("few") { "count(cards) < 9" }
      Invariant("few") { "count(cards) < 8" }
    }
    #expect(twice.problems == ["two constraints or invariants are called “few”"])
  }

  @Test func `the world's part and the language's part are distinguished`() {
    #expect(cells("commands", coverage.dimensions)?.contains("move") == true)
    #expect(cells("commands", coverage.dimensions)?.contains("print") == false)
    #expect(cells("language: commands", coverage.dimensions)?.contains("print") == true)
    #expect(cells("limits", coverage.dimensions)?.contains("cards") == true)
    #expect(cells("language: limits", coverage.dimensions)?.contains("steps") == true)
    #expect(Set(coverage.dimensions.map(\.name)).count == coverage.dimensions.count)
  }
}
