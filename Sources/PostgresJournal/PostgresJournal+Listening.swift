public import Journaling
import TerminalText

/// A prompt that waits: what others write, and the connection that is made again in the background.
extension PostgresJournal {
  public func listen() -> Int32? {
    if signals == nil {
      signals = SignalSet()
      patience = min(patience, limits.promptPatience)
      if connection.isOpen { try? startListening(connection) } else { awaitConnection() }
    }
    return signals?.descriptor
  }

  /// Lets the server signal what others write. A server that cannot, as a standby, is asked from time to time.
  func startListening(_ connection: Connection) throws(JournalError) {
    signals?.watch(connection.socket)
    do {
      _ = try connection.run([Query("LISTEN auto_update")], within: limits.connecting)
      isNotified = true
    } catch {
      if case .disconnected = error { throw error }
      isNotified = false
    }
    // Steps that were written before are read as well.
    signals?.setTimer(milliseconds: 0)
    reconnectPause = 0
  }

  /// Notes what was signalled while the connection was used for something else.
  func lookForNotifications() {
    guard let signals, connection.isOpen else { return }
    if let texts = try? connection.takeNotifications(reading: false), texts.contains("\(store)") {
      signals.setTimer(milliseconds: 0)
    }
  }

  /// Makes a lost connection again in the background, soon and then less and less often.
  func awaitConnection() {
    nextConnection = nil
    reconnectPause = min(max(100, reconnectPause * 2), 5_000)
    signals?.setTimer(milliseconds: reconnectPause)
  }

  public func takeSignal() -> JournalSignal {
    guard let signals else { return .nothing }
    let isTimeUp = signals.takeTimer()
    do throws(JournalError) {
      if connection.isOpen {
        let texts = try connection.takeNotifications(reading: true)
        // A signal may be lost, by a pooler or a server that has none: asking now and then finds what it was about.
        if isTimeUp { signals.setTimer(milliseconds: isNotified ? 30_000 : 500) }
        return isTimeUp || texts.contains("\(store)") ? .news : .nothing
      }
      return try proceedWithConnecting(isTimeUp)
    } catch {
      let isNew = nextConnection == nil && reconnectPause == 0
      signals.unwatch(connection.socket)
      awaitConnection()
      guard isNew, case .disconnected(let reason) = error else { return .nothing }
      return .lost(reason)
    }
  }

  private func proceedWithConnecting(_ isTimeUp: Bool) throws(JournalError) -> JournalSignal {
    guard let made = nextConnection else {
      if !isTimeUp { return .nothing }
      let made = try Connection(settings)
      signals?.watch(made.socket, forWriting: true)
      // One that does not get on is given up then.
      signals?.setTimer(milliseconds: limits.connecting)
      nextConnection = made
      return .nothing
    }
    if isTimeUp { throw .disconnected("it does not answer") }
    switch try made.proceed() {
    case .reading: signals?.watch(made.socket)
    case .writing: signals?.watch(made.socket, forWriting: true)
    case .done:
      nextConnection = nil
      connection = made
      try begin(made)
      return .restored
    }
    return .nothing
  }
}
