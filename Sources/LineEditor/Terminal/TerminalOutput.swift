import CReadline
import Glibc

/// Output to the terminal, after readline's own output.
enum TerminalOutput {
  /// Writes all bytes, in one call if possible, since partial output flickers.
  static func write(_ bytes: [UInt8]) {
    crl_flush()
    let descriptor = fileno(crl_output())
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { system(write: $0, to: descriptor) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, 1_000)
        continue
      }
      // The terminal is closed, which is detected when the next key is read.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes bytes until all are written or `isStopped` returns `true`, however slow the terminal is.
  ///
  /// - Returns: `true` if all bytes were written or the terminal is closed.
  static func write(_ bytes: [UInt8], until isStopped: () -> Bool) -> Bool {
    crl_flush()
    let descriptor = fileno(crl_output())
    var rest = bytes[...]
    while !rest.isEmpty {
      if isStopped() { return false }
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // A signal ends the wait. A signal that arrived just before the wait is noticed after at most 50 ms.
      guard poll(&request, 1, 50) > 0 else { continue }
      // A terminal that is ready may accept only a few bytes, so a larger write could block.
      let count = rest.prefix(512).withUnsafeBytes { system(write: $0, to: descriptor) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return true }
      rest = rest.dropFirst(count)
    }
    return true
  }

  static func write(_ text: String) { write(Array(text.utf8)) }

  private static func system(write bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// The window's size in cells, at least one of each; `nil` if the terminal does not report it.
  static var windowSize: (columns: Int, rows: Int)? {
    var window = winsize()
    guard ioctl(STDIN_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return nil
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }
}
