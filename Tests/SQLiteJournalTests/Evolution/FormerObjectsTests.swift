import CommandLanguage
import ProgramTesting
import Simulator
import Testing

/// Migrations of the objects of a kind that a world no longer has.
@Suite struct FormerObjectsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Person: Model {
    let id: Int
    var name: String
    var remarks = ""
    static let schema = Schema<Person>(
      "person", plural: "people", named: \.name, new: { Person(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("remarks", \.remarks)
    }
  }

  private struct Note: Model {
    let id: Int
    var text = ""
    var person: Reference<Person>?
    static let schema = Schema<Note>("note", plural: "notes", new: { number, _ in Note(id: number) }) {
      Field("text", \.text)
      Field("person", \.person)
    }
  }

  private static let first = World("office", Person.schema, Note.schema)

  /// Creates a store of the first version.
  private func make(_ engine: TestEngine) throws -> String {
    let path = engine.address("a.store", in: folder)
    let session = try KeptSession(path, of: Self.first)
    var lines = "add person Ann; add person Bob\n"
    for number in 1...11 {
      lines += "add note text=(\"n\(number)\") person=\(number % 2 == 0 ? "Ann" : "Bob")\n"
    }
    let printed = try session.run(lines)
    #expect(printed.isEmpty, "\(printed)")
    try session.persistence.close()
    return path
  }

  @Test(arguments: TestEngine.all)
  func `a migration reads the objects of a removed kind in the order of their numbers`(
    engine: TestEngine
  ) throws {
    let path = try make(engine)
    let second = World("office", Person.schema) {
      Migration("notes to remarks") { world in
        for note in world.formerObjects(of: "note") {
          guard case .text(let text) = note["text"], case .reference(_, let id) = note["person"],
            let person = world.all(Person.self).first(where: { .number($0.id) == id })
          else { continue }
          try world.change(person) { $0.remarks += text }
        }
        #expect(world.formerObjects(of: "person").isEmpty)
      }
    }
    let session = try KeptSession(path, of: second)
    #expect(
      session.persistence.differences.first.map { "\($0)" }?.hasPrefix(
        "the kind “note” is gone: note 1, note 2, note 3, note 4, note 5 and 6 more would lose data") == true)
    let told = try session.persistence.migrate(isDryRun: false)
    #expect(
      told == [
        "migration “notes to remarks”: 13 objects changed", "~ Ann.remarks “”→n2n4n6n8n10",
        "~ Bob.remarks “”→n1n3n5n7n9n11",
      ] + (1...11).map { "- note note \($0)" })
    #expect(try session.run("print Ann.remarks; print Bob.remarks") == "n2n4n6n8n10\nn1n3n5n7n9n11\n")
    #expect(session.persistence.differences.isEmpty && !session.persistence.isReadOnly)
  }

  @Test func `outside a migration there are no objects of a removed kind`() throws {
    let session = try KeptSession(make(.sqlite), of: World("office", Person.schema))
    #expect(session.persistence.isReadOnly && session.session.world.formerObjects(of: "note").isEmpty)
  }
}
