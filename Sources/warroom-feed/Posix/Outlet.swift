import Foundation

/// Standard output, whose reader may end at any time.
enum Outlet {
  /// Writes a line. Returns `false` if the reader has ended.
  static func write(_ line: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Bool {
    let bytes = line + [0x0A]
    return unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let count = unsafe Foundation.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        unsafe rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// The reason for the end of a wait.
  enum Waking: Equatable {
    case time
    case ready
    /// The reader of standard output has ended.
    case closed
  }

  /// Waits until the time is over, the descriptor is readable, or the reader of the output has ended.
  static func wait(
    seconds: Double, for descriptor: Int32 = -1, output: Int32 = STDOUT_FILENO
  ) -> Waking {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while true {
      let left = clock.now.duration(to: end)
      if left <= .zero { return .time }
      // No events are requested for the output, since `poll` always reports a closed reader.
      var requests = [
        pollfd(fd: output, events: 0, revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let milliseconds = min(left / .milliseconds(1) + 1, 1e9)
      guard unsafe poll(&requests, 2, Int32(milliseconds)) > 0 else { continue }
      if requests[0].revents != 0 { return .closed }
      if requests[1].revents != 0 { return .ready }
    }
  }
}
