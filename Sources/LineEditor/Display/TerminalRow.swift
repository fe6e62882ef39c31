import TerminalText

/// A row of a window, as bytes that begin and end in plain style.
struct TerminalRow: Equatable {
  var bytes: [UInt8] = []
  /// A Boolean value that indicates whether the row reaches the window's last column.
  var isFull = false

  /// The row with its colours the other way round.
  var reversed: TerminalRow {
    TerminalRow(bytes: Array("\u{1B}[7m".utf8) + bytes + Array(LineStyle.reset.utf8), isFull: isFull)
  }

  /// A line in as many rows as it takes, at least one; its escape codes go on in the next row.
  static func rows(of line: [UInt8], columns width: Int) -> [TerminalRow] {
    var rows = [TerminalRow()]
    var column = 0
    var codes: [UInt8] = []
    var at = 0
    while at < line.count {
      if let end = codeEnd(in: line, at: at) {
        let code = line[at..<end]
        codes = code.elementsEqual(LineStyle.reset.utf8) ? [] : codes + code
        rows[rows.count - 1].bytes += code
        at = end
        continue
      }
      let (end, columns) = TextWidth.cluster(of: line.span, at: at)
      if column > 0, column + columns > width {
        if !codes.isEmpty { rows[rows.count - 1].bytes += LineStyle.reset.utf8 }
        rows.append(TerminalRow(bytes: codes))
        column = 0
      }
      rows[rows.count - 1].bytes += columns > width ? [UInt8(ascii: "?")][...] : line[at..<end]
      column += min(columns, width)
      rows[rows.count - 1].isFull = column >= width
      at = end
    }
    if !codes.isEmpty { rows[rows.count - 1].bytes += LineStyle.reset.utf8 }
    return rows
  }

  /// Returns the part of a line that fits into one row.
  static func first(of line: [UInt8], columns: Int) -> TerminalRow {
    rows(of: line, columns: columns).first ?? TerminalRow()
  }

  /// Returns the end of an escape code that begins at an index: `ESC [ … letter`.
  private static func codeEnd(in line: [UInt8], at start: Int) -> Int? {
    guard line[start] == 0x1B, start + 1 < line.count, line[start + 1] == UInt8(ascii: "[") else {
      return nil
    }
    return line[(start + 2)...].firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
  }
}
