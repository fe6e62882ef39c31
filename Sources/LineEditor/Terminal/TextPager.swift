import CReadline
import Glibc
import TerminalText

/// A pager that shows a long text one window at a time, with `--More--` below, like `more`.
///
/// Space shows the next window, Return the next line, and `q`, Ctrl-C or Ctrl-D ends the pager.
struct TextPager {
  var rows: Int
  var columns: Int

  /// Returns whether a text has more rows than the window, whose last row is needed for the prompt.
  func isLong(_ text: [UInt8]) -> Bool {
    var count = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      count += rowCount(of: Array(line))
      if count > rows - 1 { return true }
    }
    return false
  }

  func show(_ text: String) { show(Array(text.utf8)) }

  func show(_ text: [UInt8]) {
    guard rows > 2, isLong(text) else { return TerminalOutput.write(text) }
    var left = rows - 1
    var page: [UInt8] = []
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      let count = rowCount(of: Array(line))
      if count > left {
        TerminalOutput.write(page)
        page = []
        switch Self.ask() {
        case .page: left = rows - 1
        case .line: left = count
        case .end: return
        }
      }
      page += line + [UInt8(ascii: "\n")]
      left -= count
    }
    TerminalOutput.write(page)
  }

  /// Returns the number of rows of a line, without its escape codes.
  private func rowCount(of line: [UInt8]) -> Int {
    let width = TextWidth.columns(of: Painter.unpainted(line).span)
    return max(1, (width + columns - 1) / max(columns, 1))
  }

  private enum Reply { case page, line, end }

  private static func ask() -> Reply {
    TerminalOutput.write("\u{1B}[7m--More--\u{1B}[0m")
    defer { TerminalOutput.write(Painter.erasedLine) }
    while true {
      switch TerminalKey.next() {
      case UInt8(ascii: " ")?, UInt8(ascii: "f")?, 0x09?: return .page
      case 0x0D?, 0x0A?, UInt8(ascii: "j")?: return .line
      case UInt8(ascii: "q")?, UInt8(ascii: "Q")?, 3?, 4?, nil: return .end
      default: continue
      }
    }
  }
}

/// Single keys that are read outside a line.
enum TerminalKey {
  /// Waits for the next key and returns it; `nil` if the terminal is closed or a signal arrived.
  static func next() -> UInt8? { withRawInput { read() } }

  /// Runs `body` while the terminal delivers single keys without echo, and restores the terminal.
  private static func withRawInput<Result>(_ body: () -> Result) -> Result {
    var former = termios()
    guard tcgetattr(STDIN_FILENO, &former) == 0 else { return body() }
    var raw = former
    // Ctrl-C is delivered as a key.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &former) }
    return body()
  }

  private static func read() -> UInt8? {
    var byte: UInt8 = 0
    let count = withUnsafeMutableBytes(of: &byte) { buffer in
      Glibc.read(STDIN_FILENO, buffer.baseAddress, 1)
    }
    return count == 1 ? byte : nil
  }
}
