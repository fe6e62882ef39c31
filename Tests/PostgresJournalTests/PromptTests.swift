import CommandLanguage
import Glibc
import Journaling
import PostgresJournal
import PostgresTesting
import Prompting
import Simulator
import Testing
import WarGame

@testable import CommandProgram
@testable import Posix

/// A prompt whose server disappears and comes back.
@Suite(.serialized, .enabled(if: PostgresServer.missing == nil, "PostgreSQL's programs are not installed"))
struct PromptTests {
  private let server: PostgresServer
  private let proxy: FaultyProxy
  private let name: String
  private let streams = ProgramStreams(program: "warroom")

  init() throws {
    server = try #require(PostgresServer.shared)
    proxy = try FaultyProxy(to: server)
    name = "prompt-\(proxy.folder.split(separator: "/").joined(separator: "-"))"
  }

  private func open(_ address: String) throws -> (session: CommandSession, store: StoreSession) {
    let session = try warRoom.makeSession(seed: nil)
    var settings = ProgramSettings()
    settings.engines.append(.postgresql)
    settings.store = JournalAddress(address)
    let store = try StoreSession.open(settings, for: session, of: warRoom, .step, streams)
    return (session, try #require(store))
  }

  /// Runs a line as a prompt does.
  private func run(_ line: String, _ prompt: (session: CommandSession, store: StoreSession)) -> String {
    var output: [UInt8] = []
    let prepared = prompt.session.read(Array(line.utf8).span)
    _ = prompt.session.run(prepared, into: &output, hooks: [prompt.store])
    return String(decoding: output, as: UTF8.self)
  }

  /// Waits as a prompt does until something appears above the line.
  private func next(_ sources: PromptSources, containing text: String) -> String {
    var shown = ""
    for _ in 0..<20 {
      guard let source = sources.all.first else { return shown }
      var state = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&state, 1, 5_000)
      var output: [UInt8] = []
      _ = source.receive(&output)
      shown += String(decoding: output, as: UTF8.self)
      if shown.contains(text) { return shown }
    }
    return shown
  }

  /// Handles the pending signals.
  private func drain(_ sources: PromptSources) {
    for source in sources.all {
      var state = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&state, 1, 0) > 0 {
        var output: [UInt8] = []
        _ = source.receive(&output)
      }
    }
  }

  @Test
  func
    `it says that it connects again, goes on in memory, and writes what is missing when the server is back`()
    throws
  {
    defer { proxy.end() }
    let prompt = try open(proxy.address(store: name))
    let sources = PromptSources()
    prompt.store.listen(with: sources)
    #expect(run("spawn hero Arthur", prompt).hasPrefix("+ map/units 1  🙂 Arthur"))

    // Steps of other programs appear above the line.
    let other = try open(server.address(store: name))
    _ = run("spawn hero Foreign", other)
    #expect(next(sources, containing: "Foreign").contains("+ map/units 2  🙂 Foreign"))

    // With no pending signals, the loss is the next event.
    drain(sources)
    proxy.isDown = true
    try server.endConnections(of: name)
    let lost = next(sources, containing: "reconnecting")
    #expect(lost.contains(": the connection was lost ("))

    let line = run("status Arthur wounded", prompt)
    #expect(line.contains("~ map/units 1"))
    #expect(line.contains(": there is no connection to its server: "))
    #expect(line.contains("changes are only in memory: "))
    // The reason is reported once.
    #expect(!run("status Arthur healing", prompt).contains("only in memory"))

    proxy.isDown = false
    let back = next(sources, containing: "everything is on disk again")
    #expect(back.contains(": connected again\n"))
    prompt.store.close(streams)

    let again = try open(server.address(store: name))
    #expect(run("print Arthur.status\nlog", again).hasPrefix("healing\n"))
    let log = run("log", again)
    for cause in [
      "spawn hero Arthur", "spawn hero Foreign", "status Arthur wounded", "status Arthur healing",
    ] {
      #expect(log.split(separator: "\n").count { $0.contains(cause) } == 1, "\(log)")
    }
    again.store.close(streams)
    other.store.close(streams)
  }
}
