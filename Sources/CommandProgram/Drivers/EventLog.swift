import CommandLanguage
import Posix
import Scenarios
import TerminalText

/// Writes the events of a session as JSON lines: to a file, or to standard output in the place of the transcript.
///
/// Events are collected until the transcript shows what they tell.
final class EventLog {
  /// A Boolean value that indicates whether standard output is the log's.
  let takesOutput: Bool
  /// A Boolean value that indicates whether the file took no more; this has been said.
  private(set) var hasFailed = false

  private let streams: ProgramStreams
  private let file: StreamedFile?
  private var bytes: [UInt8] = []
  /// The number of the bytes that tell of what stays.
  private var finalCount = 0

  /// Opens a log; `nil` when nobody wants one.
  init?(_ path: FilePath?, _ streams: ProgramStreams) throws(FileFailure) {
    guard let path else { return nil }
    self.streams = streams
    takesOutput = path == "-"
    file = takesOutput ? nil : try StreamedFile(path, "events report", beginning: SessionEvent.jsonBeginning)
  }

  /// Begins to log the events of a session.
  func begin(_ session: any Session, world: String) {
    append(SessionEvent.jsonStart([("world", Quoting.json(world))]))
    session.eventObserver = { [unowned self] in append($0.json) }
    finalCount = bytes.count
  }

  private func append(_ object: String) {
    bytes += object.utf8
    bytes.append(0x0A)
  }

  /// Notes that everything that was logged stays.
  func keep() { finalCount = bytes.count }

  /// Drops what may have been undone by a failure.
  func dropRest() { bytes.removeLast(bytes.count - finalCount) }

  /// Writes what was collected.
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
