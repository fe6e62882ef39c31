import Foundation

/// Standard output, which its reader may close at any time.
enum Outlet {
  /// Writes a line. Returns `false` if the output is closed.
  static func write(_ line: [UInt8]) -> Bool {
    let bytes = line + [0x0A]
    return unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let count = unsafe Foundation.write(
          STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        unsafe rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Waits until the time is over or the output is closed.
  ///
  /// - Returns: A Boolean value that indicates whether the output is closed.
  static func waitForClosing(seconds: Double) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while true {
      let left = clock.now.duration(to: end)
      if left <= .zero { return false }
      if isClosed(withinMilliseconds: min(left / .milliseconds(1) + 1, 1e9)) { return true }
    }
  }

  /// Returns a Boolean value that indicates whether the output is closed, now or within a time.
  static func isClosed(withinMilliseconds milliseconds: Double = 0) -> Bool {
    // No events are requested, because `poll` always reports that the reader has closed the output.
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return unsafe poll(&request, 1, Int32(milliseconds)) > 0
  }
}
