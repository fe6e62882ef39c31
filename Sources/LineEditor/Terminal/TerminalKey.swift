import CReadline

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Single keys, outside of a line.
enum TerminalKey {
  /// Waits for the next key; `nil` when the terminal is gone or a signal came.
  static func next() -> UInt8? { withRawInput { read() } }

  /// Has the terminal give keys one by one and unseen while `body` runs.
  private static func withRawInput<Result>(_ body: () -> Result) -> Result {
    var former = termios()
    guard tcgetattr(STDIN_FILENO, &former) == 0 else { return body() }
    var raw = former
    // Ctrl-C is a key like others here.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &former) }
    return body()
  }

  private static func read() -> UInt8? {
    var byte: UInt8 = 0
    let count = withUnsafeMutableBytes(of: &byte) { buffer in
      #if canImport(Darwin)
        Darwin.read(STDIN_FILENO, buffer.baseAddress, 1)
      #else
        Glibc.read(STDIN_FILENO, buffer.baseAddress, 1)
      #endif
    }
    return count == 1 ? byte : nil
  }
}
