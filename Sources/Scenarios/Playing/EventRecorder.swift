import CommandLanguage
import TerminalText
import Values

/// A recorder that writes a session's events as JSON lines while a step of its scenario runs.
final class EventRecorder {
  private var json = JSONWriter()
  var bytes: [UInt8] { json.bytes }
  /// The number of the line with the running command, from 1; `nil` while events are not recorded.
  var line: Int?

  /// The maximum number of bytes for one scenario. An object of the type `truncated` replaces the remaining events.
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
      append(.lineBegan(began))
    } else {
      append(event)
    }
  }

  private func append(_ event: SessionEvent) {
    if json.bytes.count >= Self.byteCountMax { return }
    json.line(event)
    if json.bytes.count < Self.byteCountMax { return }
    json.object { $0.text("truncated", as: "type") }
    json.endLine()
  }
}
