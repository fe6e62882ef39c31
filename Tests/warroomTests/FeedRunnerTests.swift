import CommandLanguage
import Glibc
import ProgramTesting
import Scenarios
import Simulator
import Testing

@testable import CommandProgram
@testable import Posix
@testable import WarGame

@Suite struct FeedRunnerTests {
  private let bench: FeedBench

  init() throws { bench = try FeedBench() }

  private static let day = """
    echo '{"phase":"matching","opponent":"Mordred"}'
    echo
    printf '{"phase":"active","opponent":"Mordred"}\\r\\n'
    printf '{"phase":"postMortem","opponent":"Sir \\\\"M\\\\"","result":"win"}'
    """

  @Test func `lines that a program prints act and are recorded as if they had been typed`() throws {
    let typed = try FeedBench()
    let commands = [
      "receive matching opponent=Mordred", "receive active opponent=Mordred",
      #"receive postMortem opponent="Sir \"M\"" result=win"#,
    ]
    let expected = commands.map { typed.type($0) }.joined()
    #expect(bench.shell(Self.day).hasSuffix("” is running\n"))
    try bench.wait(for: "after 3 updates\n")
    #expect(bench.news.hasPrefix(expected + "feed: “/bin/sh -c "))
    #expect(bench.news.hasSuffix("” has ended after 3 updates\n"))
    #expect(bench.commands == commands)
    #expect(bench.recording.transcript == typed.recording.transcript)
    #expect(bench.sources.isEmpty)
    #expect(bench.type("feed") == "no feed is running\n")
  }

  @Test func `the output of a program is never run as a command, and its record repeats it`() throws {
    _ = bench.shell(#"printf '{"phase":"active","opponent":"a\\u0d4e\\"; spawn hero Mallory #"}\n'"#)
    try bench.wait(for: "after 1 update\n")
    #expect(!bench.game.run("units").output.contains("Mallory"))
    #expect(
      bench.game.world.game.opponent?.utf8.elementsEqual("a\u{D4E}\"; spawn hero Mallory #".utf8) == true)
    let again = try warRoom.makeSession()
    for command in bench.commands { #expect(again.run(command).outcome == .done) }
    #expect(again.world.game == bench.game.world.game)
  }

  @Test func `a status that already exists is taken in, and not recorded again`() throws {
    _ = bench.shell(
      "for i in 1 2 3 4; do echo '{\"phase\":\"matching\"}'; done; echo '{\"phase\":\"active\"}'")
    try bench.wait(for: "after 5 updates\n")
    #expect(bench.commands == ["receive matching", "receive active"])
  }

  @Test func `while an earlier step is shown the latest status waits, and nothing is dropped`()
    throws
  {
    _ = bench.type("spawn hero Arthur")
    _ = bench.type("hp Arthur 50")
    _ = bench.type("undo")
    _ = bench.shell("echo '{\"phase\":\"matching\"}'; echo '{\"phase\":\"active\"}'")
    try bench.wait(for: "after 2 updates\n")
    #expect(bench.news.hasPrefix("feed: updates wait until you are at the last step again\nfeed: “"))
    #expect(bench.game.world.game.phase == .none)
    #expect(
      bench.type("redo") == """
        redid hp Arthur 50 (step 2)
        ~ map/units 1  🙂 Arthur  ready  100→50 hp
        ~ app/title  no game→active
        + map/attacker  you attack somebody

        """)
    #expect(bench.commands.suffix(2) == ["redo", "receive active"])
  }

  @Test func `a program is also found beside this one`() throws {
    #expect(bench.type("feed -- warroom-feed --version") == "feed: “warroom-feed --version” is running\n")
    try bench.wait(for: "has ended")
  }

  @Test func `commands about the program are not recorded, others still are`() throws {
    _ = bench.type("feed -- cat")
    _ = bench.type("  feed  # what runs?")
    _ = bench.type("spawn hero Arthur")
    _ = bench.type("feed off")
    _ = bench.type("feed nowhere.jsonl")
    #expect(bench.commands == ["spawn hero Arthur", "feed nowhere.jsonl"])
  }

  @Test func `rubbish is a remark with its line, and later lines count`() throws {
    _ = bench.shell("printf 'hello\\n[1]\\n\\n{\"phase\":1}\\n{\"phase\":\"matching\"}\\n'")
    try bench.wait(for: "has ended after")
    let lines = bench.news.split(separator: "\n")
    #expect(lines.first == "warning: feed, line 1: not a JSON object: “{” is expected, not “h” (byte 1)")
    #expect(lines.dropFirst().first?.hasPrefix("warning: feed, line 2: not a JSON object") == true)
    #expect(lines.dropFirst(2).first?.hasPrefix("warning: feed, line 4: “phase” is the number 1") == true)
    #expect(lines.last?.hasSuffix("has ended after 1 update and 3 that could not be read") == true)
    #expect(bench.game.world.game.phase == .matching)
    #expect(bench.commands == ["receive matching"])
  }

  @Test func `its errors are shown, each on a line of its own that it cannot forge`() throws {
    _ = bench.shell("printf 'oh\\033[2J no\\n~ map/units 1\\nlast' >&2; exit 3")
    try bench.wait(for: "has ended")
    let lines = bench.news.split(separator: "\n")
    #expect(lines.prefix(3) == ["feed: oh\\u{1B}[2J no", "feed: ~ map/units 1", "feed: last"])
    #expect(lines.last?.hasSuffix("” has ended with exit code 3 after 0 updates") == true)
  }

  @Test func `a killed program is reported`() throws {
    _ = bench.shell("kill -KILL $$")
    try bench.wait(for: "” was ended by signal 9 after 0 updates\n")
  }

  @Test(arguments: [
    ("no-such-program-here", "there is no program “no-such-program-here”"),
    ("/", "“/” is not an executable program"), ("\"\"", "there is no program “”"),
    ("\"a\\u{0}b\"", "“a\\u{0}b” cannot be started: Invalid argument"),
  ])
  func `a program that cannot be started is an error, and the prompt continues`(word: String, message: String)
  {
    #expect(bench.type("feed -- \(word) x").hasPrefix("error: \(message)\n"))
    #expect(bench.sources.isEmpty)
    #expect(bench.type("feed") == "no feed is running\n")
  }

  @Test func `one program runs at a time`() {
    _ = bench.type("feed -- sleep 1000")
    #expect(bench.type("feed -- sleep 1").hasPrefix("error: “sleep 1000” is already running\n"))
    #expect(bench.type("feed") == "feed: “sleep 1000” is running, 0 updates\n")
    #expect(bench.type("feed off") == "feed: “sleep 1000” is off after 0 updates\n")
    #expect(bench.type("feed off") == "no feed is running\n")
  }

  /// The numbers of processes that a script tells on its errors as `pid N`.
  private func pids() -> [pid_t] {
    bench.news.split(separator: "\n").compactMap { line in
      line.hasPrefix("feed: pid ") ? pid_t(line.dropFirst("feed: pid ".count)) : nil
    }
  }

  @Test func `off ends it and all that it started, deaf or not, and leaves no zombie`() throws {
    let folder = try TemporaryFolder()
    let path = folder["life"]
    mkfifo(path, 0o600)
    let life = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(life) }

    // Whatever the script starts holds the pipe open as long as it lives.
    _ = bench.shell("exec 3>\(path); trap '' TERM; sleep 1000 & echo pid $$ >&2; wait")
    try bench.wait(for: "pid ")
    let pid = try #require(pids().first)
    #expect(bench.type("feed off").hasSuffix("is off after 0 updates\n"))
    #expect(bench.sources.isEmpty)
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
    var request = pollfd(fd: life, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 10_000) == 1)
    #expect(request.revents & Int16(POLLHUP) != 0)
  }

  @Test func `the end of the prompt ends it`() throws {
    _ = bench.shell("echo pid $$ >&2; exec sleep 1000")
    try bench.wait(for: "pid ")
    let pid = try #require(pids().first)
    bench.feeds.end()
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
    #expect(bench.sources.isEmpty)
  }

  @Test func `a flood of statuses is taken in by small pieces`() throws {
    _ = bench.shell("yes '{\"phase\":\"active\"}'")
    let deadline = PosixThreads.now() + 10_000_000_000
    while bench.commands.isEmpty { try bench.turn(deadline: deadline) }
    #expect(bench.commands.count <= 4_096 / 19 + 1)
    #expect(bench.type("print 1") == "1\n")
    #expect(bench.type("feed off").contains(" is off after "))
  }

  @Test func `a flood of rubbish is counted, not shown, until an update comes`() throws {
    _ = bench.shell(
      "i=0; while [ $i -lt 500 ]; do echo rubbish; i=$((i+1)); done; echo '{\"phase\":\"active\"}'; echo x")
    try bench.wait(for: "has ended after 1 update and 501 that could not be read\n")
    let lines = bench.news.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("warning: ") }.count == 11)
    #expect(lines[10] == "feed: further lines are hidden until an update arrives")
    #expect(lines[11] == "feed: 490 lines were not shown")
    #expect(lines.contains { $0.hasPrefix("warning: feed, line 502: ") })
  }

  @Test func `a line longer than the setting allows is left out`() throws {
    _ = bench.type("set feedline 20")
    _ = bench.shell("echo '{\"phase\":\"matching\"}'; echo '{\"phase\":  \"active\" }'")
    try bench.wait(for: "has ended")
    #expect(bench.news.contains("warning: feed, line 2: it has 21 bytes, more than the setting “feedline”"))
    #expect(bench.game.world.game.phase == .matching)
  }

  @Test func `a program that closes its output and stays can be ended`() throws {
    _ = bench.shell("exec >&-; echo closed >&2; exec sleep 1000")
    try bench.wait(for: "closed\n")
    let deadline = PosixThreads.now() + 10_000_000_000
    while bench.type("feed").contains("” is running,") { try bench.turn(deadline: deadline) }
    #expect(bench.type("feed").hasSuffix("” has closed its output and is running, 0 updates\n"))
    #expect(bench.type("feed off").hasSuffix("” is off after 0 updates\n"))
  }

  @Test(arguments: [
    "feed -- sleep 1000; spawn hero Arthur", "spawn hero Arthur; feed -- sleep 1000",
    "tick 1; feed -- sleep 1000", "def f { feed -- sleep 1000 }; f", "if true {\nfeed -- sleep 1000\n}",
  ])
  func `a program is started only by a line of its own`(line: String) {
    #expect(
      bench.type(line).contains(
        "error: the feed of a program can only be started at the prompt, on a line of its own\n"))
    #expect(bench.type("feed") == "no feed is running\n")
  }

  @Test func `a job starts no program`() {
    _ = bench.type("after 1 { feed -- sleep 1000 }")
    #expect(bench.type("tick 1").contains("error: the feed of a program can only be started at the prompt"))
    #expect(bench.type("feed") == "no feed is running\n")
  }

  @Test(arguments: [
    ("feed", ""), (" feed\t", ""), ("feed -- a \"b; c\\\" ;\"", ""), ("feed off", ""), ("feed # x", ""),
    ("feed # x; y", ""), ("feed file", nil), ("feeds", nil), ("", nil), ("feed off; print 1", "print 1"),
    ("feed --x", nil), ("print \"feed -- x\"", nil), ("receive active", nil),
    ("save \"a;b.scenario\"", ""), ("quit # done; bye", ""), ("help", ""), ("print 1; save x", "print 1"),
    ("print 1; help; print 2", "print 1; print 2"), ("record", ""), ("print \"save x\"", nil),
    ("def f { save x }", nil),
  ])
  func `the recorded part of a line omits statements about the session`(text: String, kept: String?) {
    let part = RecordedPart.planned(bench.game.read(text.utf8.span), in: bench.game)
    #expect(part.map { String(decoding: $0, as: UTF8.self) } == kept)
  }
}
