import CommandLanguage
import Posix
import Scenarios
import TerminalText

/// A log of a session's events as JSON lines, in a file or on standard output in place of the transcript.
///
/// Events are buffered until the output of their lines is shown.
final class EventLog {
  /// A Boolean value that indicates whether the log uses standard output.
  let takesOutput: Bool
  /// A Boolean value that indicates whether writing to the file failed. The failure has been reported.
  private(set) var hasFailed = false

  private let streams: ProgramStreams
  private let file: StreamedFile?
  private var bytes: [UInt8] = []
  /// The number of buffered bytes about lines that are final.
  private var finalCount = 0

  /// Opens a log; `nil` without a path.
  init?(_ path: FilePath?, _ streams: ProgramStreams) throws(FileFailure) {
    guard let path else { return nil }
    self.streams = streams
    takesOutput = path == "-"
    file = takesOutput ? nil : try StreamedFile(path, "events report", beginning: SessionEvent.jsonBeginning)
  }

  /// Starts logging the events of a session.
  func begin(_ session: any Session, world: String) {
    append(SessionEvent.jsonStart([("world", Quoting.json(world))]))
    session.eventObserver = { [unowned self] in append($0.json) }
    finalCount = bytes.count
  }

  private func append(_ object: String) {
    bytes += object.utf8
    bytes.append(0x0A)
  }

  /// Marks all buffered events as final.
  func keep() { finalCount = bytes.count }

  /// Drops the buffered events that are not final, since a failure may have undone them.
  func dropRest() { bytes.removeLast(bytes.count - finalCount) }

  /// Writes the buffered events.
  func flush() {
    defer {
      bytes.removeAll(keepingCapacity: true)
      finalCount = 0
    }
    if bytes.isEmpty || hasFailed { return }
    guard let file else { return streams.write(bytes) }
    do { try file.write(bytes) } catch {
      hasFailed = true
      streams.remark("\(error)")
    }
  }
}
