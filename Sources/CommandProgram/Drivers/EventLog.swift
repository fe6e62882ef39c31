import CommandLanguage
import Posix
import Scenarios
import TerminalText

/// A log of a session's events as JSON lines, in a file or on standard output in place of the transcript.
///
/// Events are buffered until the output of their lines is shown.
final class EventLog {
  let takesOutput: Bool
  /// A Boolean value that indicates whether writing to the file failed. The failure has been reported.
  private(set) var hasFailed = false

  private let streams: ProgramStreams
  private let file: StreamedFile?
  private var json = JSONWriter()
  /// The number of buffered bytes that are final, since a failure can no longer undo their lines.
  private var finalCount = 0

  /// Opens a log; `nil` without a path.
  init?(_ path: FilePath?, _ streams: ProgramStreams) throws(FileFailure) {
    guard let path else { return nil }
    self.streams = streams
    takesOutput = path == "-"
    file = takesOutput ? nil : try StreamedFile(path, "events report", beginning: SessionEvent.jsonBeginning)
  }

  func begin(_ session: any Session, world: String) {
    json.startEvents { $0.text(world, as: "world") }
    session.eventObserver = { [unowned self] in json.line($0) }
    finalCount = json.bytes.count
  }

  func keep() { finalCount = json.bytes.count }

  /// Drops the buffered events that are not final, since a failure may have undone them.
  func dropRest() { json.removeLast(json.bytes.count - finalCount) }

  func flush() {
    defer {
      json.removeAll()
      finalCount = 0
    }
    if json.bytes.isEmpty || hasFailed { return }
    guard let file else { return streams.write(json.bytes) }
    do { try file.write(json.bytes) } catch {
      hasFailed = true
      streams.remark("\(error)")
    }
  }
}
