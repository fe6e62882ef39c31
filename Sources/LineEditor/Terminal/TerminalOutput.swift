import CReadline

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes to the terminal behind what readline wrote.
enum TerminalOutput {
  /// Writes all bytes in one call where the terminal takes them so: what is half written flickers.
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
      // A terminal that is gone takes nothing, and the next key says so.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes bytes until all are written or `isStopped` says so, however slowly the terminal takes them.
  ///
  /// - Returns: whether all are written, or the terminal is gone.
  static func write(_ bytes: [UInt8], until isStopped: () -> Bool) -> Bool {
    crl_flush()
    let descriptor = fileno(crl_output())
    var rest = bytes[...]
    while !rest.isEmpty {
      if isStopped() { return false }
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // A signal ends the wait; one that came just before is seen soon.
      guard poll(&request, 1, 50) > 0 else { continue }
      // A terminal that takes a byte need not take many, and a write waits for all of them.
      let count = rest.prefix(512).withUnsafeBytes { system(write: $0, to: descriptor) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return true }
      rest = rest.dropFirst(count)
    }
    return true
  }

  static func write(_ text: String) { write(Array(text.utf8)) }

  private static func system(write bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// The window's size in cells, at least one of each; `nil` where the terminal does not tell.
  static var windowSize: (columns: Int, rows: Int)? {
    var window = winsize()
    guard ioctl(STDIN_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return nil
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }
}
