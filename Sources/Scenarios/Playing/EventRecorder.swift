import CommandLanguage
import TerminalText
import Values

/// A recorder of a session's events as JSON lines, while a step of its scenario runs.
final class EventRecorder {
  private(set) var bytes: [UInt8] = []
  /// The number of the scenario's line that runs, from 1; `nil` while events are not recorded.
  var line: Int?

  /// The maximum number of bytes for one scenario. An object of the type `truncated` replaces the rest.
  static let byteCountMax = 64 << 20

  init(_ session: any Session) {
    line = 0
    session.eventObserver = { [unowned self] in note($0) }
    line = nil
  }

  private func note(_ event: SessionEvent) {
    guard line != nil else { return }
    if case .lineBegan(var began) = event {
      began.number = line
      append(SessionEvent.lineBegan(began).json)
    } else {
      append(event.json)
    }
  }

  private func append(_ object: String) {
    if bytes.count >= Self.byteCountMax { return }
    bytes += object.utf8
    bytes.append(0x0A)
    if bytes.count >= Self.byteCountMax {
      bytes += (JSON.object([("type", Quoting.json("truncated"))]) + "\n").utf8
    }
  }
}
