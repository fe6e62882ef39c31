import CommandLanguage
import Testing

@testable import WarGame

@Suite struct FeedStatusTests {
  private func status(_ text: String, line: Int = 3) throws -> GameStatus? {
    try FeedLine(number: line, text: Array(text.utf8), byteCount: text.utf8.count).status()
  }

  @Test(arguments: [
    (#"{"phase":"none"}"#, GameStatus(phase: .none)),
    (#"{"phase":"matching","opponent":"Mordred"}"#, GameStatus(phase: .matching, opponent: "Mordred")),
    (#"{"result":"win","phase":"postMortem"}"#, GameStatus(phase: .postMortem, result: .win)),
    (#"{"phase":"active","opponent":null,"result":null}"#, GameStatus(phase: .active)),
    (#"{"phase":"active","opponent":""}"#, GameStatus(phase: .active)),
    (#" {"x":[{"phase":1}],"phase":"\u0061ctive","y":1e9} "#, GameStatus(phase: .active)),
  ])
  func `a line tells a status, and unknown fields nothing`(text: String, expected: GameStatus) throws {
    #expect(try status(text) == expected)
  }

  @Test(arguments: ["", " ", "\t\r"])
  func `a blank line tells nothing`(text: String) throws {
    #expect(try status(text) == nil)
  }

  @Test(arguments: [
    (#"{}"#, "“phase” is missing"),
    (#"{"Phase":"none"}"#, "“phase” is missing"),
    (#"{"phase":null}"#, "“phase” is null, not one of “none”, “matching”, “active”, “postMortem”"),
    (#"{"phase":2}"#, "“phase” is the number 2, not one of “none”, “matching”, “active”, “postMortem”"),
    (#"{"phase":"war\n"}"#, "“phase” is “war\\n”, not one of “none”, “matching”, “active”, “postMortem”"),
    (#"{"phase":["none"]}"#, "“phase” is an array, not one of “none”, “matching”, “active”, “postMortem”"),
    (#"{"phase":"none","phase":"active"}"#, "“phase” is given 2 times"),
    (#"{"phase":"none","opponent":7}"#, "“opponent” is the number 7, not a text"),
    (#"{"phase":"none","opponent":{"name":"M"}}"#, "“opponent” is an object, not a text"),
    (
      #"{"phase":"none","opponent":"a\u202eb"}"#,
      "“opponent” is “a\\u{202E}b”: it has a control or formatting character"
    ),
    (
      #"{"phase":"none","opponent":"a\\\u200d"}"#,
      "“opponent” is “a\\\\u{200D}”: it has a control or formatting character"
    ),
    (#"{"phase":"none","result":true}"#, "“result” is true, not one of “win”, “loss”"),
    (#"{"phase":"none","result":"draw"}"#, "“result” is “draw”, not one of “win”, “loss”"),
    ("[]", "no JSON object: “{” is expected, not “[” (byte 1)"),
    ("hello", "no JSON object: “{” is expected, not “h” (byte 1)"),
    (#"{"phase":"none"} x"#, "no JSON object: nothing more is expected, not “x” (byte 18)"),
    ("{\u{1B}", "no JSON object: the name of a field in “\"” is expected, not “\\u{1B}” (byte 2)"),
  ])
  func `what is no status names its line, its field and what was found`(text: String, message: String) {
    let problem = #expect(throws: FeedProblem.self) { try status(text) }
    #expect(problem.map { "\($0)" } == "line 3: " + message)
  }

  @Test func `what is quoted of a line has a readable length`() {
    let long = String(repeating: "x", count: 60_000)
    let problem = #expect(throws: FeedProblem.self) { try status("{\"phase\":\"\(long)\"}") }
    #expect((problem?.message.count ?? .max) < 120)
  }

  @Test func `a line that was too long says so`() {
    let problem = #expect(throws: FeedProblem.self) {
      try FeedLine(number: 1, text: nil, byteCount: 70_000).status()
    }
    #expect(
      problem?.message == "it has 70000 bytes, more than the setting “feedline” allows")
  }

  @Test(arguments: [
    GameStatus(phase: .none), GameStatus(phase: .matching, opponent: "Mordred"),
    GameStatus(phase: .postMortem, opponent: "win", result: .loss),
    GameStatus(phase: .active, opponent: "Sir \"Mo\" \\ d'Or; quit #1 $x {}"),
    GameStatus(phase: .active, opponent: "王 👨‍👩‍👧 é"), GameStatus(phase: .active, opponent: "off -- = ("),
    // A letter that is prepended to what follows, and a joiner, make one character with a quote or a backslash.
    GameStatus(phase: .active, opponent: "a\u{D4E}\"; save p #"),
    GameStatus(phase: .active, opponent: "a\"\u{301}b"),
    GameStatus(phase: .active, opponent: "a\u{0D4E}\"; print 1 #"),
    GameStatus(phase: .active, opponent: "a\\\u{0D4E}b"),
  ])
  func `its command takes in the same status`(status: GameStatus) throws {
    let session = try GameSession()
    #expect(session.run(status.command).outcome == .done)
    let game = session.world.game
    #expect(GameStatus(phase: game.phase, opponent: game.opponent, result: game.result) == status)
    #expect(status.isRepeatedByItsCommand)
  }

  @Test func `a status that no feed could bring is not repeated by its command`() {
    #expect(!GameStatus(phase: .active, opponent: "a\nb").isRepeatedByItsCommand)
  }
}
