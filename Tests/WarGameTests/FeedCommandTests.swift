import AutoUpdate
import CommandLanguage
import Simulator
import Testing

@testable import WarGame

@Suite struct FeedCommandTests {
  /// Files in memory.
  private final class Files: SessionFiles {
    var contents: [String: String] = [:]

    func read(_ path: String) throws -> [UInt8] {
      guard let content = contents[path] else { throw Explanation("there is no file \(path)", argument: 0) }
      return Array(content.utf8)
    }
    var saved: [String] = []
    func save(to path: String) throws { saved.append(path) }
    func record(to path: String?) throws {}
  }

  /// A host that records its calls.
  private final class Host: FeedHost {
    var words: [String] = []
    func start(_ words: [String]) throws -> String {
      self.words = words
      return "started"
    }
    func stop() throws -> String { "stopped" }
    func report() throws -> String { throw Explanation("asleep") }
  }

  private let files = Files()
  private let session: GameSession

  init() throws {
    session = try warRoom.makeSession()
    session.files = files
  }

  private func feed(_ content: String) -> (output: String, outcome: Outcome) {
    files.contents["day.jsonl"] = content
    return session.run("feed day.jsonl")
  }

  @Test(arguments: [
    #"{"phase":"active","opponent":"a\u0d4e\"; save p #"}"#,
    #"{"phase":"active","opponent":"a\u0d4e\"; save p; print \"\u0301b"}"#,
  ])
  func `the text of a feed is never run as a command`(line: String) throws {
    let fed = feed(line + "\n")
    #expect(fed.outcome == .done)
    #expect(files.saved.isEmpty)
    #expect(session.world.game.opponent?.utf8.contains(UInt8(ascii: "\"")) == true)
    #expect(session.world.step == 1)
  }

  @Test func `a game that is printed as JSON is a status`() {
    _ = session.run("receive active opponent=Mordred")
    _ = session.run("receive none")
    let printed = session.run("games --json").output
    #expect(printed.hasPrefix("{\"phase\":\"none\","), "\(printed)")
    let fed = feed(printed)
    #expect(fed.outcome == .done, "\(fed.output)")
  }

  @Test func `each status of a file is taken in as if it had been received`() throws {
    let typed = try warRoom.makeSession()
    let commands = [
      "receive matching opponent=Mordred", "receive active opponent=Mordred",
      "receive postMortem opponent=Mordred result=win",
    ]
    let expected = commands.map { typed.run($0).output }.joined()
    let fed = feed(
      """
      {"phase":"matching","opponent":"Mordred"}
      {"phase":"active","opponent":"Mordred"}\r

      {"phase":"postMortem","opponent":"Mordred","result":"win"}
      """)
    #expect(fed == (expected, .done))
    #expect(expected.contains("matching→active"))
  }

  @Test func `each status is a part of the step with the command as its cause`() throws {
    _ = feed("{\"phase\":\"matching\"}\n{\"phase\":\"active\"}\n")
    let store = session.world.store
    #expect(
      store.history.steps.suffix(2).map { store.history[$0]?.cause } == [
        "receive matching", "receive active",
      ])
  }

  @Test func `a bad line is reported, and the others count`() {
    let (output, outcome) = feed("rubbish\n{\"phase\":\"matching\"}\n{\"phase\":7}\n{\"phase\":\"active\"}\n")
    #expect(outcome == .failed)
    let lines = output.split(separator: "\n")
    #expect(lines.first == "warning: line 1: not a JSON object: “{” is expected, not “r” (byte 1)")
    #expect(lines.contains { $0.hasPrefix("warning: line 3: “phase” is the number 7, not one of") })
    #expect(
      lines.suffix(3) == [
        "error: 2 of 4 lines were skipped", "  feed day.jsonl", "       ^~~~~~~~~",
      ])
    #expect(session.world.game.phase == .active)
  }

  @Test func `rubbish without end is not shown without end`() {
    let (output, outcome) = feed(String(repeating: "x\n", count: 1_000))
    #expect(outcome == .failed)
    #expect(output.split(separator: "\n").count == 24)
    #expect(output.contains("1000 of 1000 lines were skipped"))
    #expect(output.contains("note: only the first 20 of them are shown"))
  }

  @Test func `the setting feedline bounds a line`() {
    #expect(session.run("set feedline 20").outcome == .done)
    let (output, _) = feed("{\"phase\":\"matching\"}\n{\"phase\":\"active\"}\n")
    #expect(output.contains("warning: line 1: it has 20 bytes") == false)
    #expect(session.world.game.phase == .active)
    #expect(session.run("set feedline 19").outcome == .done)
    #expect(
      feed("{\"phase\":\"matching\"}\n").output.contains("it has 20 bytes, more than the setting “feedline”"))
  }

  @Test func `a file that cannot be read is the session's own error`() throws {
    let (output, outcome) = session.run("feed nowhere")
    #expect(outcome == .failed)
    #expect(output.hasPrefix("error: there is no file nowhere\n  feed nowhere\n       ^~~~~~~\n"))
  }

  @Test(arguments: [
    ("feed", "no feed is running\n"), ("feed off", "no feed is running\n"),
    (
      "feed -- sh -c x",
      "error: a program cannot be started here\n  feed -- sh -c x\n  ^~~~~~~~~~~~~~~\n  note: only the prompt can run the program of a feed\n"
    ),
    ("feed --", "error: the program after “--” is missing\n  feed --\n  ^~~~~~~\n"),
  ])
  func `without a prompt no program runs`(command: String, output: String) {
    #expect(session.run(command).output == output)
  }

  @Test(arguments: ["feed off now", "feed day.jsonl x"])
  func `JSON that is nested too deeply is refused`(command: String) {
    let (output, outcome) = session.run(command)
    #expect(outcome == .failed)
    #expect(output.hasPrefix("error: this is more than one file\n"))
    #expect(output.contains("note: write a program and its arguments after “--”"))
  }

  @Test func `a prompt's host is given the words as they are`() {
    let host = Host()
    session.world.feeds = host
    let result = session.run("feed -- prog -x --every=5 \"a b; c\" \"k=v\" $word (1 + 2)")
    #expect(result.outcome == .failed)
    _ = session.run("let word = \"w\"")
    #expect(session.run("feed -- prog -x --every=5 \"a b; c\" \"k=v\" $word (1 + 2)") == ("started\n", .done))
    #expect(host.words == ["prog", "-x", "--every=5", "a b; c", "k=v", "w", "3"])
    #expect(session.run("feed off") == ("stopped\n", .done))
    #expect(session.run("feed").output.hasPrefix("error: asleep\n"))
  }
}
