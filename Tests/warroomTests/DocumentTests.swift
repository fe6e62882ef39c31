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
  private static let board = World("board", Person.schema, Card.schema, ArticleModels.Work.schema) {
    List("board", of: Card.self, by: \.column, \.points)
    Constraint("nobody works on two cards at once") {
      "not any people where count(cards where owner == person and column == doing) > 1"
    }
    Command("take", "Give a card to a person", .one(Card.self), .one(Person.self)) { world, card, person in
      try world.change(card) { ($0.owner, $0.column) = (person, .doing) }
    }
    ArticleModels.spend
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
    Sitting(article: "WorldOfYourOwn", blocks: 1..<5, world: board),
    Sitting(article: "WorldOfYourOwn", blocks: 5..<7, world: ArticleModels.office),
    Sitting(article: "ViewsOfSeveralModels", blocks: 0..<2, world: ArticleModels.views),
    Sitting(article: "ViewsOfYourOwn", blocks: 0..<2, world: OwnViews.hotel),
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

  @Test(arguments: ["WorldOfYourOwn", "ViewsOfSeveralModels", "ViewsOfYourOwn"])
  func `each of an article's blocks belongs to one session`(article: String) {
    let sittings = Self.sittings.filter { $0.article == article }
    let blocks = Self.found(in: sittings.first?.path ?? "", needingClaims: false)
    #expect(sittings.flatMap { Array($0.blocks) } == Array(blocks.indices))
  }

  @Test(arguments: [("EmbeddingASession", "EmbeddedSession", 18), ("ViewsOfYourOwn", "OwnViews", 18)])
  func `the listings of a page are compiled, in this order`(article: String, file: String, fenceCount: Int)
    throws
  {
    func lines(of path: String) throws -> [Substring] {
      let bytes = try PosixFiles().read(FilePath("\(Package.root)/\(path)"), byteCountMax: 1 << 20)
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
    }
    let page = try lines(of: "Sources/Simulator/Simulator.docc/\(article).md")
    let fences = page.indices.filter { page[$0].hasPrefix("```") }
    #expect(fences.count == fenceCount)
    var compiled = try lines(of: "Tests/warroomTests/\(file).swift")[...]
    for fence in stride(from: 0, to: fences.count - 1, by: 2) where page[fences[fence]] == "```swift" {
      let listing = page[(fences[fence] + 1)..<fences[fence + 1]]
      let place = try #require(
        compiled.indices.first { compiled[$0...].starts(with: listing) }, "\(listing.joined(separator: "\n"))"
      )
      compiled = compiled[(place + listing.count)...]
    }
  }

  @Test func `a cell of one's own writes the rows of a list`() throws {
    let session = try OwnViews.rooms.makeSession()
    var output: [UInt8] = []
    for line in ["add room East beds=3", "change East beds=2"] {
      _ = session.run(session.read(Array(line.utf8).span), into: &output)
    }
    #expect(
      String(decoding: output, as: UTF8.self)
        == "+ rooms 1  East    [ ][ ][ ]\n~ rooms 1  East  [ ][ ][ ]→[ ][ ]\n")
  }

  @Test func `the program on the page about a session in one's own program does what the page describes`()
    throws
  {
    #expect(
      try EmbeddedSession.run() == [
        "+ board 1  Docs  todo    3  none\n", "101 is out of range: “points” of Docs ranges from 0 to 100",
        "no limit was reached", "Docs: 3", "3 points", "Docs", "done: + board 2  Code  todo    8  Ann\n",
        "committed: ", "view: + board 1  Docs  todo    3  none", "view: + board 2  Code  todo    8  Ann",
        "committed: take Docs Ann", "view: ^ board 1→2  Docs  todo→doing  3  none→Ann",
        "failed: there is no person “Bob”",
        "undid take Docs Ann (step 4)\n^ board 2→1  Docs  doing→todo  3  Ann→none\n", "true",
      ])
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
