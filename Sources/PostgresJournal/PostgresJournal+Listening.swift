public import Journaling
import TerminalText

/// Notifications of other writes, and reconnecting in the background, for a prompt that waits for input.
extension PostgresJournal {
  public func listen() -> Int32? {
    if signals == nil {
      signals = SignalSet()
      patience = min(patience, limits.promptPatience)
      if connection.isOpen { try? startListening(connection) } else { awaitConnection() }
    }
    return signals?.descriptor
  }

  /// Requests notifications from the server. A server without notifications, such as a standby, is polled.
  func startListening(_ connection: Connection) throws(JournalError) {
    signals?.watch(connection.socket)
    do {
      if supportsNotifications {
        _ = try connection.run([Query("LISTEN auto_update")], within: limits.connecting)
      }
      isNotified = supportsNotifications
    } catch {
      if case .disconnected = error { throw error }
      isNotified = false
    }
    // The timer fires at once, so that steps that were written earlier are read.
    signals?.setTimer(milliseconds: 0)
    reconnectPause = 0
  }

  /// Handles notifications that arrived while the connection was used for statements.
  func lookForNotifications() {
    guard let signals, connection.isOpen else { return }
    if let texts = try? connection.takeNotifications(reading: false), texts.contains("\(store)") {
      signals.setTimer(milliseconds: 0)
    }
  }

  /// Schedules an attempt to reconnect, with growing pauses.
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
        // A pooler may lose notifications, and a standby sends none. Polling at intervals finds the steps that they
        // would have announced.
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
      // A connection that makes no progress within this time is abandoned.
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
