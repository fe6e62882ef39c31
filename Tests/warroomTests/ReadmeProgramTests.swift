import CommandLanguage
import Exploration
import ProgramTesting
import Scenarios
import Simulator
import Testing

@testable import CommandProgram
@testable import Posix
@testable import kanban

/// The README's picture, its failing scenario and its exploration agree with the program.
@Suite struct ReadmeProgramTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram
  private let blocks: [String]

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram("kanban", folder: folder)
    let readme = try PosixFiles().read(FilePath("\(Package.root)/README.md"), byteCountMax: 1 << 20)
    blocks = String(decoding: readme, as: UTF8.self).split(separator: "\n```").compactMap { part in
      // The text between two listings has an empty line first.
      part.hasPrefix("\n\n") ? nil : part.drop { $0 != "\n" }.dropFirst() + "\n"
    }
  }

  @Test func `the picture shows what kanban prints`() throws {
    let drawn = try program.run(
      shell: """
        cd "\(Package.root)"
        .tools/session-picture Scenarios/kanban/picture.scenario "$0" | diff - .github/session.svg
        """)
    #expect(drawn.status == 0, "\(drawn.output)\(drawn.errors)")
  }

  @Test func `the failure of a scenario is what replay prints`() throws {
    let scenario = try #require(blocks.first { $0.hasPrefix("# ") && $0.hasSuffix("doing    3  none\n") })
    let name = "transitions.scenario"
    try folder.write(scenario.dropLast("3  none\n".count) + "5  none\n", to: name)
    let shown = try #require(blocks.first { $0.hasPrefix("$ kanban replay \(name)\n") })
    let replayed = try program.run("replay", name)
    #expect(replayed.status == 1)
    #expect("$ kanban replay \(name)\n\(replayed.output)".hasPrefix(shown), "\(replayed.output)")
  }

  @Test func `a claim that commands break is found by the commands shown`() throws {
    let claimed = World("kanban", Person.schema, Card.schema) {
      Invariant("nobody works on two cards at once") {
        "not any people where count(cards where owner == person and column == doing) > 1"
      }
      Command("plan", "Add a card", .newName(of: Card.self), .field(\Card.points)) { world, title, points in
        try world.add(Card.self, named: title) { $0.points = points }
      }
      Command("hire", "Add a person", .newName(of: Person.self)) { try $0.add(Person.self, named: $1) }
      Command("take", "Give a card to a person", .one(Card.self), .one(Person.self)) { world, card, person in
        try world.change(card) { ($0.owner, $0.column) = (person, .doing) }
      }
    }
    let world = try #require(
      claimed.explored(replay: ReplayHost { try claimed.makeSession(seed: $0.seed ?? 1) }))
    var options = ExplorationOptions()
    options.seed = 7
    options.stepCountMax = 2_000
    options.commandNames = ["plan", "hire", "take"]
    let found = try #require(try Explorer(world, options).run().faults.first)
    #expect(found.lines.count == 5, "\(found.lines)")
    let shown = try #require(blocks.first { $0.hasPrefix("$ kanban explore ") })
    // Which person it is depends on the world's other commands, as does the order of independent ones.
    let message = found.fault.message.dropLast()
    #expect(message.hasSuffix(" is broken by "), "\(found)")
    #expect(shown.contains("\(found.name).scenario  \(message)"), "\(found)")
    let commands = try #require(blocks.first { $0.hasPrefix("> plan A 1\n") })
    let shownVerbs = commands.split(separator: "\n").map { $0.split(separator: " ")[1] }
    let foundVerbs = found.lines.compactMap { $0.split(separator: " ").first }
    #expect(shownVerbs.sorted() == foundVerbs.sorted())
  }
}
