import CommandLanguage
import Simulator
import Testing

@testable import WarGame

/// The effects of a feed's lines on the game.
@Suite struct FeedStatusTests {
  /// Receives a line in a new session, and returns the resulting game and the command that repeats the status.
  private func receive(_ text: String, line: Int = 3) throws -> (game: Game, command: String)? {
    let session = try warRoom.makeSession()
    let line = FeedLine(number: line, text: Array(text.utf8), byteCount: text.utf8.count)
    guard let update = try session.world.update(from: line) else { return nil }
    try update.receive()
    return (session.world.game, update.command)
  }

  private func isSame(_ a: Game, _ b: Game) -> Bool {
    let isSameOpponent = (a.opponent ?? "").utf8.elementsEqual((b.opponent ?? "").utf8)
    return a.phase == b.phase && a.result == b.result && isSameOpponent
  }

  @Test(arguments: [
    (#"{"phase":"none"}"#, Game(phase: .none)),
    (#"{"phase":"matching","opponent":"Mordred"}"#, Game(phase: .matching, opponent: "Mordred")),
    (#"{"result":"win","phase":"postMortem"}"#, Game(phase: .postMortem, result: .win)),
    (#"{"phase":"active","opponent":null,"result":null}"#, Game(phase: .active)),
    (#"{"phase":"active","opponent":""}"#, Game(phase: .active)),
    (#" {"x":[{"phase":1}],"phase":"\u0061ctive","y":1e9} "#, Game(phase: .active)),
  ])
  func `a line sets a status, and unknown fields are ignored`(text: String, expected: Game) throws {
    let told = try #require(try receive(text))
    #expect(isSame(told.game, expected))
  }

  @Test(arguments: ["", " ", "\t\r"])
  func `a blank line has no effect`(text: String) throws {
    #expect(try receive(text) == nil)
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
    ("[]", "not a JSON object: “{” is expected, not “[” (byte 1)"),
    ("hello", "not a JSON object: “{” is expected, not “h” (byte 1)"),
    (#"{"phase":"none"} x"#, "not a JSON object: nothing more is expected, not “x” (byte 18)"),
    ("{\u{1B}", "not a JSON object: the name of a field in “\"” is expected, not “\\u{1B}” (byte 2)"),
  ])
  func `a malformed status is reported with its line, its field and the value found`(
    text: String, message: String
  ) {
    let problem = #expect(throws: FeedProblem.self) { try receive(text) }
    #expect(problem.map { "\($0)" } == "line 3: " + message)
  }

  @Test func `a quoted line is shortened to a readable length`() {
    let long = String(repeating: "x", count: 60_000)
    let problem = #expect(throws: FeedProblem.self) { try receive("{\"phase\":\"\(long)\"}") }
    #expect((problem?.message.count ?? .max) < 120)
  }

  @Test func `a line that is too long is reported`() throws {
    let session = try warRoom.makeSession()
    let problem = #expect(throws: FeedProblem.self) {
      try session.world.update(from: FeedLine(number: 1, text: nil, byteCount: 70_000))
    }
    #expect(problem?.message == "it has 70000 bytes, more than the setting “feedline” allows")
  }

  @Test(arguments: [
    #"{"phase":"none"}"#, #"{"phase":"matching","opponent":"Mordred"}"#,
    #"{"phase":"postMortem","opponent":"win","result":"loss"}"#,
    #"{"phase":"active","opponent":"Sir \"Mo\" \\ d'Or; quit #1 $x {}"}"#,
    #"{"phase":"active","opponent":"王 👨‍👩‍👧 é"}"#, #"{"phase":"active","opponent":"off -- = ("}"#,
    // A letter that combines with the following character, and a joiner, form one character with a quote or a
    // backslash.
    #"{"phase":"active","opponent":"a\u0d4e\"; save p #"}"#, #"{"phase":"active","opponent":"a\"\u0301b"}"#,
    #"{"phase":"active","opponent":"a\u0d4e\"; print 1 #"}"#, #"{"phase":"active","opponent":"a\\\u0d4eb"}"#,
  ])
  func `its command accepts the same status`(text: String) throws {
    let told = try #require(try receive(text))
    let session = try warRoom.makeSession()
    #expect(session.run(told.command).outcome == .done)
    #expect(isSame(session.world.game, told.game))
  }
}
