import CommandLanguage
import Posix
import Scenarios
import Simulator
import TerminalText
import TracePage
import Values

/// A driver that writes a session's HTML page from a scenario, a file of events or a store.
struct TraceDriver<World: ProgramWorld> {
  let world: World
  let settings: ProgramSettings
  let streams: ProgramStreams

  func run(_ path: FilePath?) -> ReplayStatus {
    guard let path else { return traceStore() }
    do throws(FileFailure) {
      let stamp = try PosixFiles().stamp(path)
      if stamp.kind == .folder {
        return streams.fail(
          "“\(path)” is a folder: “replay --report html:FILE” makes a page of its scenarios")
      }
      if !path.isScenario {
        let isPipe = stamp.kind == .other
        let bytes =
          isPipe
          ? try InputStream.content(of: path, byteCountMax: Self.byteCountMax)
          : try PosixFiles().read(path, byteCountMax: Self.byteCountMax)
        if bytes.starts(with: SessionEvent.jsonBeginning.utf8) { return traceEvents(bytes, of: path) }
        if isPipe {
          return streams.fail("“\(path)” is not a file of events, and a scenario is replayed from a file")
        }
        if Transcript(bytes).steps.isEmpty {
          let isStore = bytes.starts(with: "SQLite format 3\0".utf8)
          return streams.fail(
            "“\(path)” is neither a scenario nor a file of events"
              + (isStore ? ": if it is a store, use “trace --store \(path)”" : ""))
        }
      }
    } catch {
      return streams.fail(PosixFiles().message(of: error))
    }
    var settings = settings
    settings.replay.paths = [path]
    settings.replay.reports = [ReplayOptions.ReportRequest(.html, file: settings.traceOutput)]
    return ReplayDriver(world: world, settings: settings, streams: streams).run()
  }

  /// Returns the format version in the first line of a file of events; `nil` if there is none.
  private static func version(of events: [UInt8]) -> Int? {
    let line = Array(events.prefix { $0 != UInt8(ascii: "\n") })
    guard let member = (try? JSONObject(line.span))?.members.first(where: { $0.name == "version" }),
      case .number(let version)? = member.value
    else { return nil }
    return version
  }

  /// Writes the page of a file of events. Lines that are not events, such as the incomplete last line of a program that
  /// was killed, are reported and left out.
  private func traceEvents(_ events: [UInt8], of path: FilePath) -> ReplayStatus {
    if let version = Self.version(of: events), version > SessionEvent.jsonVersion {
      return streams.fail(
        "“\(path)” has events of version \(version), and this program reads versions up to \(SessionEvent.jsonVersion)"
      )
    }
    let lines = events.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let unreadable = lines.indices.filter { !lines[$0].isEmpty && !Self.isReadable(Array(lines[$0])) }
    guard let first = unreadable.first else { return write(events) }
    let others = unreadable.count - 1
    let more = others > 0 ? ", and \(English.count(others, "other line"))," : ""
    streams.remark(
      "“\(path)”: line \(first + 1)\(more) cannot be read, and the page leaves \(others > 0 ? "them" : "it") out"
    )
    var readable = lines
    for index in unreadable { readable[index] = [] }
    return write(Array(readable.joined(separator: [UInt8(ascii: "\n")])))
  }

  /// Returns a Boolean value that indicates whether a line is an event with all members of its type, or an object of a
  /// type that readers ignore.
  private static func isReadable(_ line: [UInt8]) -> Bool {
    guard let object = try? JSONObject(line.span) else { return false }
    guard case .text(let type)? = object.members.first(where: { $0.name == "type" })?.value,
      let shape = SessionEvent.jsonShapes[type]
    else { return true }
    return (try? JSONObject.hasShape(shape, line.span)) == true
  }

  /// The maximum size of a file of events, in bytes.
  private static var byteCountMax: Int { 1 << 30 }

  /// Writes the page of a store's steps. The store is not changed.
  private func traceStore() -> ReplayStatus {
    do {
      let session = try world.makeSession(seed: nil)
      let store = try StoreSession.open(
        settings, for: session, of: world, .step, streams, createsMissing: false)
      // From here on, the session exists only in memory.
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
      let condition = try PosixFiles().condition(path, "HTML report", byteCountMax: .max) {
        $0.isEmpty || $0.starts(with: TracePage.mark.utf8)
      }
      try PosixFiles().write(page, to: path, if: condition)
      return .success
    } catch {
      return streams.fail(PosixFiles().message(of: error))
    }
  }
}
