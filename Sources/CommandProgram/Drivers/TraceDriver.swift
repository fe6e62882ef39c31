import CommandLanguage
import Posix
import Scenarios
import Simulator
import TerminalText
import TracePage

/// A driver that writes a session's HTML page from a scenario, a file of events or a store.
struct TraceDriver<World: ProgramWorld> {
  let world: World
  let settings: ProgramSettings
  let streams: ProgramStreams

  func run(_ path: FilePath?) -> ReplayStatus {
    guard let path else { return traceStore() }
    if !path.isScenario,
      let events = try? PosixFiles().read(path, byteCountMax: Self.byteCountMax),
      events.starts(with: SessionEvent.jsonBeginning.utf8)
    {
      return write(events)
    }
    var settings = settings
    settings.replay.paths = [path]
    settings.replay.reports = [ReplayOptions.ReportRequest(.html, file: settings.traceOutput)]
    return ReplayDriver(world: world, settings: settings, streams: streams).run()
  }

  /// The maximum size of a file of events, in bytes.
  private static var byteCountMax: Int { 1 << 30 }

  /// Writes the page of a store's steps. The store is not changed.
  private func traceStore() -> ReplayStatus {
    do {
      let session = try world.makeSession(seed: nil)
      let store = try StoreSession.open(settings, for: session, of: world, .step, streams, isMade: false)
      // From here on, the session is in memory only.
      store?.close(streams)
      var json = JSONWriter()
      json.startEvents { $0.text(world.name, as: "world") }
      try session.retrace { json.line($0) }
      return write(json.bytes)
    } catch {
      return streams.fail(StoreSession.message(of: error))
    }
  }

  private func write(_ lines: [UInt8]) -> ReplayStatus {
    let page = TracePage.beginning + TracePage.data(lines) + TracePage.end
    guard let path = settings.traceOutput else {
      streams.write(page)
      return .success
    }
    do throws(FileFailure) {
      try StreamedFile(path, "html report", beginning: TracePage.mark).write(page)
      return .success
    } catch {
      return streams.fail(PosixFiles().message(of: error))
    }
  }
}
