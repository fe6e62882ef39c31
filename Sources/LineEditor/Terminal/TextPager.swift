import TerminalText

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Shows a long text a window at a time, with `--More--` below, as `more` does.
///
/// Space goes on by a window, Return by a row, `q`, Ctrl-C or Ctrl-D ends it. The terminal gives single keys while
/// it waits, and is as it was then.
struct TextPager {
  /// The window's size in cells.
  var rows: Int
  var columns: Int

  /// Returns a Boolean value that indicates whether a text does not fit below one row.
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

  /// The rows that a line takes; escape codes take no place.
  private func rowCount(of line: [UInt8]) -> Int {
    let width = TextWidth.columns(of: Painter.unpainted(line).span)
    return max(1, (width + columns - 1) / max(columns, 1))
  }

  private enum Answer { case page, line, end }

  private static func ask() -> Answer {
    TerminalOutput.write("\u{1B}[7m--More--\u{1B}[0m")
    defer { TerminalOutput.write("\r\u{1B}[K") }
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
