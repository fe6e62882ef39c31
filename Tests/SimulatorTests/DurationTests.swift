import AutoUpdate
import CommandLanguage
import Simulator
import Testing

/// Durations from a typed command to a row, a condition, a digest and back.
@Suite struct DurationTests {
  struct Chore: Model {
    let id: Int
    var name: String
    var estimate: Duration = .zero
    var spent: Duration?

    static let schema = Schema<Chore>(
      "chore", plural: "chores", named: \.name, new: { Chore(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("estimate", \.estimate, "the work that it is", in: .zero ... .seconds(28_800))
      Field("spent", \.spent)
      Derived("rest") { $0.estimate - ($0.spent ?? .zero) }
    }
  }

  private let session: CommandSession

  init() throws {
    session = try World("house", Chore.schema) {
      Command("shorten", "Set an estimate of a fraction of a second", .one(Chore.self)) { world, chore in
        try world.change(chore) { $0.estimate = .milliseconds(1_500) }
      }
    }.makeSession()
    run("add chore Dishes estimate=45m")
    run("add chore Roof estimate=6h30m")
  }

  @discardableResult private func run(_ line: String) -> String { session.run(line).output }

  @Test func `a duration is typed, ranged, compared, ordered, added and shown`() {
    #expect(run("print Roof.estimate") == "6h30m\n")
    #expect(run("chores where estimate > 1h").contains("Roof"))
    #expect(!run("chores where estimate > 1h").contains("Dishes"))
    #expect(
      run("print sum(chores.estimate), avg(chores.estimate), max(chores.estimate)")
        == "7h15m 3h37m30s 6h30m\n")
    #expect(run("print Roof.estimate / 30m, 2 * 90s, -1h30m, abs(-5m), 1h - 90m") == "13 3m -1h30m 5m -30m\n")
    #expect(run("change Dishes spent=20m") == "")
    #expect(run("print Dishes.rest") == "25m\n")
    #expect(run("print count(chores where spent == none)") == "1\n")
  }

  @Test func `a text that is not a duration, or out of range, is refused with the expected form`() {
    #expect(run("change Roof estimate=9h").contains("ranges from 0s to 8h"))
    #expect(run("change Roof estimate=soon").contains("a duration such as 1h30m"))
    #expect(run("print 1h + 1").contains("error"))
    #expect(run("print 1h == 3600").contains("a duration"))
    #expect(run("print Roof.estimate") == "6h30m\n")
  }

  @Test func `a duration has help, completion, undo, a hash and JSON`() {
    #expect(run("help chore").contains("a duration such as 1h30m"))
    let text = Array("change Roof estimate=".utf8)
    let found = session.completions(of: text.span, at: text.count).candidates.map(\.text)
    #expect(found == ["0s", "8h"], "the bounds of the field")
    let hash = run("hash")
    run("change Roof estimate=1h")
    #expect(run("hash") != hash)
    #expect(run("chores where name == \"Roof\" --json").contains("\"estimate\":\"1h\""))
    run("undo")
    #expect(run("hash") == hash)
  }

  @Test func `a fraction of a second is refused, because a file could not give it back`() {
    #expect(run("shorten Roof").contains("cannot be read back once it is stored"))
    #expect(run("print Roof.estimate") == "6h30m\n")
  }
}
