import Journaling
import ProgramTesting
import Scenarios
import Simulator
import Testing
import WarGame

@testable import CommandLanguage
@testable import CommandProgram
@testable import LineEditor
@testable import Posix

/// A line is read once, whoever takes part in it.
@Suite struct LineReadingTests {
  @Test(arguments: [
    "spawn hero Arthur", "expect count(units) == 0", "help; print 1", "feed off", "nothing", "repeat 2 {\n}",
    "# a comment",
  ])
  func `a line that is typed at the prompt is read once`(text: String) throws {
    let folder = try TemporaryFolder()
    let bench = try FeedBench()
    let (game, streams) = (bench.game, ProgramStreams(program: "warroom"))
    var settings = ProgramSettings()
    settings.store = JournalAddress(folder["a.db"])
    let store = try #require(try StoreSession.open(settings, for: game, of: warRoom, .step, streams))
    let host = PromptSessionHost(warRoom, game, bench.recording, SessionFileAccess(streams), streams)
    host.store = store
    host.begin(isNew: true)
    let timer = LineTimer(isOn: { true }, observerCallCount: { 0 }, clock: { .zero })

    let before = game.readCount.lines
    var open = OpenCommand()
    let lines = text.split(separator: "\n").compactMap { open.add($0.utf8, to: game) }
    let line = try #require(lines.first)
    host.willRun(line, isTyped: true)
    var output: [UInt8] = []
    _ = game.run(line, into: &output, hooks: [timer, host, store, bench.feeds, bench.recording])
    #expect(game.readCount.lines - before == 1)
    #expect(String(decoding: output, as: UTF8.self).hasSuffix("took 0.000 ms, 0 observers called\n"))
    store.close(streams)
  }
}
