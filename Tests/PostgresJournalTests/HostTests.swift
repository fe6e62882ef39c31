import AutoUpdate
import Glibc
import Journaling
import PostgresTesting
import Prompting
import Simulator
import TestSupport
import Testing
import WarGame

@testable import CommandLanguage
@testable import CommandProgram
@testable import Posix
@testable import PostgresJournal

/// Programs on hosts of their own, with a network between them and the server that can fail.
@Suite(
  .serialized, .enabled(if: PostgresServer.missing == nil, "PostgreSQL's programs are not installed"),
  .enabled(if: NetworkHosts.missing == nil, "no hosts can be made"))
struct HostTests {
  private let hosts: NetworkHosts
  private let server: PostgresServer

  init() throws {
    hosts = try NetworkHosts(["anna", "bert"])
    server = try PostgresServer(
      settings: "listen_addresses = '\(NetworkHosts.address)'", network: NetworkHosts.network)
  }

  private func address(_ more: String = "") -> String {
    "postgresql://postgres@\(NetworkHosts.address)/postgres?store=day\(more)"
  }

  private struct OpenPrompt {
    let session: CommandSession
    let store: StoreSession
    let sources = PromptSources()

    init(_ address: String) throws {
      session = try warRoom.makeSession(seed: nil)
      var settings = ProgramSettings()
      settings.engines.append(.postgresql)
      settings.store = JournalAddress(address)
      let streams = ProgramStreams(program: "warroom")
      store = try #require(try StoreSession.open(settings, for: session, of: warRoom, .step, streams))
      store.listen(with: sources)
    }

    func run(_ line: String) -> String {
      var output: [UInt8] = []
      _ = session.run(session.read(Array(line.utf8).span), into: &output, hooks: [store])
      return String(decoding: output, as: UTF8.self)
    }

    /// Waits as a prompt does until a text appears above the line.
    func next(containing text: String) -> String {
      var shown = ""
      for _ in 0..<100 where !shown.contains(text) {
        guard let source = sources.all.first else { return shown }
        var state = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&state, 1, 5_000)
        var output: [UInt8] = []
        _ = source.receive(&output)
        shown += String(decoding: output, as: UTF8.self)
      }
      return shown
    }
  }

  @Test func `two prompts and a script on three hosts follow each other`() throws {
    let anna = try hosts.on("anna") { try OpenPrompt(address()) }
    let bert = try hosts.on("bert") { try OpenPrompt(address()) }
    let script = try OpenPrompt(address())
    _ = anna.run("spawn hero Arthur")
    for prompt in [bert, script] { #expect(prompt.next(containing: "Arthur").contains("+ map/units 1")) }
    var durations: [UInt64] = []
    for number in 0..<30 {
      let (writer, reader) = [(anna, bert), (bert, anna), (script, anna)][number % 3]
      _ = writer.run("hp Arthur \(40 + number)")
      let start = Terminal.now()
      #expect(reader.next(containing: "→\(40 + number) hp").contains("map/units 1"))
      durations.append(Terminal.now() - start)
    }
    durations.sort()
    // A busy machine takes longer; the median of a quiet one is in the documentation.
    print("a step is shown on another host after \(durations[durations.count / 2] / 1_000) µs (median)")
    for prompt in [anna, bert, script] { #expect(prompt.run("print Arthur.hp").hasSuffix("69\n")) }
  }

  @Test
  func
    `a host that loses the network continues in memory, and writes once when it is back if nobody else has`()
    throws
  {
    let limits = PostgresJournal.Limits(lock: 1_000, statement: 1_000)
    let anna = try hosts.on("anna") { try HeroStore(address("&tcp_user_timeout=300"), limits) }
    let bert = try hosts.on("bert") { try HeroStore(address()) }
    let journal = try #require(anna.store.journal?.journal as? PostgresJournal)
    func leave(_ body: () throws -> Void) throws {
      // The network is gone for anna alone, and nothing says so.
      hosts.set("anna", isConnected: false)
      journal.patience = 500
      try hosts.on("anna", body)
      #expect(!anna.store.takeFaults().isEmpty)
      hosts.set("anna", isConnected: true)
      journal.patience = 30_000
    }
    try anna.save("arthur", hp: 1)
    try leave { for hp in 2...3 { try anna.save("arthur", hp: hp) } }
    try hosts.on("anna") { try anna.store.journal?.retry() }
    #expect(anna.store.journal?.problem == nil)
    try bert.save("bors", hp: 7)
    #expect(bert.steps == ["arthur 1", "arthur 2", "arthur 3", "bors 7"])
    try leave {
      try anna.save("arthur", hp: 4)
      try bert.save("bors", hp: 8)
    }
    let error = #expect(throws: JournalError.self) {
      try hosts.on("anna") { try anna.store.journal?.retry() }
    }
    #expect(error.map { "\($0)" }?.contains("another program changed it") == true)
    #expect(try HeroStore(address()).steps == bert.steps)
  }
}

private enum Terminal {
  /// The nanoseconds of a monotonic clock.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
