import CommandLanguage
import ProgramTesting
import Scenarios
import Simulator
import Testing
import WarGame

@testable import CommandProgram
@testable import Posix
@testable import kanban

/// The transcripts of the README and of the catalogues are scenarios of a world here.
///
/// A transcript is a block in a fence that begins with a command, and in a catalogue with a claim; an article's blocks
/// without one go on with a session from above. One that begins otherwise, or shows a shell, is none.
@Suite struct DocumentTests {
  struct Transcript: CustomTestStringConvertible {
    var document: String
    /// From 1.
    var line: Int
    var text: String
    var testDescription: String { "\(document):\(line)" }
  }

  static let transcripts =
    [
      "Sources/Scenarios/Scenarios.docc/Scenarios.md",
      "Sources/Simulator/Simulator.docc/TestingWithScenarios.md",
      "Sources/CommandProgram/CommandProgram.docc/ScenariosAsTests.md",
    ].flatMap { found(in: $0, needingClaims: true) }
    + ["README.md", "Sources/CommandProgram/CommandProgram.docc/UsingAProgram.md"]
    .flatMap { found(in: $0, needingClaims: false) }

  private static func found(in document: String, needingClaims: Bool) -> [Transcript] {
    let path = FilePath("\(Package.root)/\(document)")
    let bytes = (try? PosixFiles().read(path, byteCountMax: 1 << 20)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let fences = lines.indices.filter { lines[$0].hasPrefix("```") }
    return stride(from: 0, to: fences.count - 1, by: 2).compactMap { index in
      let block = lines[(fences[index] + 1)..<fences[index + 1]]
      let begins = block.first.map { $0.hasPrefix("# ") || (!needingClaims && $0.hasPrefix("> ")) } ?? false
      let isSession = block.contains { $0.hasPrefix("> ") } && !block.contains { $0.hasPrefix("$ ") }
      guard lines[fences[index]] == "```", begins, isSession else { return nil }
      return Transcript(
        document: document, line: fences[index] + 2, text: block.joined(separator: "\n") + "\n")
    }
  }

  /// The world that an article builds from the models of `kanban`.
  private static let board = World("board", Person.schema, Card.schema) {
    List("board", of: Card.self, by: \.column, \.points)
    Constraint("nobody does two cards at once") {
      "not any people where count(cards where owner == person and column == doing) > 1"
    }
    Command("take", "Give a card to a person", .one(Card.self), .one(Person.self)) { world, card, person in
      try world.change(card) { ($0.owner, $0.column) = (person, .doing) }
    }
  }

  /// A session that goes on from block to block of an article, and the world that the article builds.
  struct Sitting: CustomTestStringConvertible {
    var article: String
    /// The places of its blocks in the article, from 0.
    var blocks: Range<Int>
    var world: World
    var path: String { "Sources/Simulator/Simulator.docc/\(article).md" }
    var testDescription: String { "\(article) \(blocks)" }
  }

  static let sittings = [
    Sitting(article: "WorldOfYourOwn", blocks: 0..<1, world: ArticleModels.world),
    Sitting(article: "WorldOfYourOwn", blocks: 1..<4, world: board),
    Sitting(article: "WorldOfYourOwn", blocks: 4..<5, world: ArticleModels.office),
    Sitting(article: "ViewsOfSeveralModels", blocks: 0..<2, world: ArticleModels.views),
  ]

  @Test(arguments: sittings)
  func `an article's blocks are what one session of its world prints`(sitting: Sitting) throws {
    let blocks = Self.found(in: sitting.path, needingClaims: false)
    try #require(sitting.blocks.upperBound <= blocks.count)
    let folder = try TemporaryFolder()
    try folder.write(blocks[sitting.blocks].map(\.text).joined(), to: "a.scenario")
    let failure = ScenarioSuite(sitting.world, in: folder.path).failure(of: "a.scenario")
    #expect(failure == nil, "\(failure?.report ?? "")")
  }

  @Test(arguments: ["WorldOfYourOwn", "ViewsOfSeveralModels"])
  func `each of an article's blocks belongs to one session`(article: String) {
    let sittings = Self.sittings.filter { $0.article == article }
    let blocks = Self.found(in: sittings.first?.path ?? "", needingClaims: false)
    #expect(sittings.flatMap { Array($0.blocks) } == Array(blocks.indices))
  }

  @Test func `the documents' transcripts are found`() {
    for document in [
      "README", "/Scenarios.md", "/TestingWithScenarios.md", "/ScenariosAsTests.md", "/UsingAProgram.md",
    ] {
      #expect(Self.transcripts.contains { $0.document.contains(document) }, "\(document)")
    }
  }

  @Test(arguments: transcripts)
  func `a transcript is what one of the worlds prints`(transcript: Transcript) throws {
    let folder = try TemporaryFolder()
    try folder.write(transcript.text, to: "a.scenario")
    let failures = [warRoom, kanban, Self.board].map {
      ScenarioSuite($0, in: folder.path).failure(of: "a.scenario")
    }
    let isRight = failures.contains { $0 == nil }
    #expect(isRight, "\(failures.compactMap { $0?.report }.joined(separator: "\n"))")
  }
}
