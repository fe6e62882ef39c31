import Glibc

/// A reader of single keys on the terminal. The user need not press Return.
package enum TerminalKey {
  /// Waits for a key and returns it; `nil` after the timeout, after a signal, or if standard input is not the process's
  /// terminal. Restores the terminal's modes.
  package static func wait(milliseconds: Int32) -> UInt8? {
    var former = termios()
    // Changing the modes from the background would stop the process.
    guard tcgetpgrp(0) == getpgrp(), unsafe tcgetattr(0, &former) == 0 else {
      PosixThreads.wait(milliseconds: milliseconds)
      return nil
    }
    var modes = former
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(0, TCSANOW, &modes)
    defer { unsafe tcsetattr(0, TCSANOW, &former) }
    var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, milliseconds) > 0 else { return nil }
    var bytes: [UInt8] = []
    guard InputStream.readPiece(of: 0, byteCountMax: 1, into: &bytes) == .bytes else {
      // A closed terminal is always readable, so this avoids a busy loop.
      PosixThreads.wait(milliseconds: milliseconds)
      return nil
    }
    return bytes.first
  }
}
