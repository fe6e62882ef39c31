import CommandLanguage
import Simulator
import Testing

/// Conditions and loops around the lines of declarations.
@Suite struct BuilderTests {
  private static let isShort = CommandLine.arguments.isEmpty
  private static let summary: String? = "its size"

  private struct Note: Model {
    let id: Int
    var name: String
    var values = [1, 2]

    static let schema = Schema<Note>("note", plural: "notes", named: \.name, new: { Note(id: $0, name: $1) })
    {
      if isShort {
        Derived("short") { _ in true }
      } else {
        Field("name", \.name)
      }
      if let summary { Field("values", \.values, summary) }
      if isShort { Field("hidden", \.values) }
      for place in 0..<2 {
        Derived("value\(place)") { $0.values.count > place ? $0.values[place] : 0 }
      }
    }
  }

  private static let world = World("notes", Note.schema) {
    if isShort {
      Label("short") { _ in "" }
    } else {
      for name in ["all", "more"] { List(name, of: Note.self, by: \.name) }
    }
    Screen("screen", isOpen: true) {
      if isShort {
        Label("a") { _ in "a" }
      } else {
        Label("b") { _ in "b" }
      }
      if let summary { Label("c") { _ in summary } }
      for name in ["d", "e"] { Label(name) { _ in name } }
    }
  }

  @Test func `schemas, worlds and screens take what conditions and loops declare, in their order`() throws {
    #expect(Self.world.problems == [])
    #expect(Note.schema.fields.map(\.name) == ["name", "values", "value0", "value1"])
    let session = try Self.world.makeSession()
    #expect(session.run("add note A").output == "+ all 1  A  (1, 2)\n+ more 1  A  (1, 2)\n")
    #expect(
      session.run("close screen; open screen").output
        == "- screen\n+ screen\n+ screen/b  b\n+ screen/c  its size\n+ screen/d  d\n+ screen/e  e\n")
    #expect(session.run("print A.value1").output == "2\n")
  }
}
