import TerminalText

/// The edited line on the terminal. Each update is written in one piece, without erasing first.
///
/// Updates move the cursor relative to its last position, so no other code may move it meanwhile.
struct LineScreen {
  private var rows: [[UInt8]] = []
  private var cursor = (row: 0, column: 0)
  /// The columns of the window at the last update; `nil` if nothing is drawn.
  private var width: Int?

  /// Returns the bytes that update the terminal to `layout`; empty if nothing has changed.
  ///
  /// - Parameter height: the window's rows. If the line has more rows, those around the cursor are shown.
  mutating func draw(_ layout: LineLayout, height: Int) -> [UInt8] {
    let shown = layout.visibleRows(height: height)
    let new = Array(layout.rows[shown])
    let target = (row: layout.cursor.row - shown.lowerBound, column: layout.cursor.column)
    width = layout.width
    if new == rows, target == cursor { return [] }
    var bytes = toFirstRow
    for (index, row) in new.enumerated() {
      if index > 0 { bytes += "\r\n".utf8 }
      if index < rows.count, rows[index] == row { continue }
      bytes += row
      // After a full row, the cursor is still on its last column.
      if !layout.isFull[shown.lowerBound + index] { bytes += "\u{1B}[K".utf8 }
    }
    if rows.count > new.count { bytes += "\r\n\u{1B}[J\u{1B}[A".utf8 }
    bytes.append(UInt8(ascii: "\r"))
    bytes += Self.move(new.count - 1 - target.row, "A")
    bytes += Self.move(target.column, "C")
    (rows, cursor) = (new, target)
    return bytes
  }

  /// Returns the bytes that remove the line if the window's width has changed; empty otherwise.
  ///
  /// - Parameter reflows: whether the terminal has rewrapped the rows, which moves the cursor.
  mutating func follow(width new: Int, reflows: Bool) -> [UInt8] {
    guard let width, width != new else { return [] }
    if reflows { reflow(to: new) }
    return clear()
  }

  private mutating func reflow(to columns: Int) {
    let above = rows.prefix(cursor.row).map { TerminalRow.rows(of: $0, columns: columns).count }
    cursor.row = above.reduce(0, +) + cursor.column / max(columns, 1)
  }

  /// Returns the bytes that remove the line and leave the cursor in the first column of its first row.
  mutating func clear() -> [UInt8] {
    defer { reset() }
    return toFirstRow + Array("\u{1B}[J".utf8)
  }

  /// Returns the bytes that keep the line and move the cursor to the first column below it.
  mutating func leave() -> [UInt8] {
    defer { reset() }
    return Self.move(rows.count - 1 - cursor.row, "B") + Array("\r\n".utf8)
  }

  /// Records that the cursor was moved to the first column of its row.
  mutating func returnToFirstColumn() { cursor.column = 0 }

  /// Records that the cursor is in the first column of an empty row.
  mutating func reset() { self = LineScreen() }

  private var toFirstRow: [UInt8] { [UInt8(ascii: "\r")] + Self.move(cursor.row, "A") }

  private static func move(_ count: Int, _ direction: String) -> [UInt8] {
    count > 0 ? Array("\u{1B}[\(count)\(direction)".utf8) : []
  }
}

/// A row of the window, as bytes that begin and end in plain style.
struct TerminalRow: Equatable {
  var bytes: [UInt8] = []
  /// A Boolean value that indicates whether the row reaches the window's last column.
  var isFull = false

  var reversed: TerminalRow {
    TerminalRow(bytes: Array("\u{1B}[7m".utf8) + bytes + Array(Painter.reset.utf8), isFull: isFull)
  }

  /// Returns the rows of a line, at least one. Escape codes continue in the next row.
  static func rows(of line: [UInt8], columns width: Int) -> [TerminalRow] {
    var rows = [TerminalRow()]
    var column = 0
    var codes: [UInt8] = []
    var at = 0
    while at < line.count {
      if let end = codeEnd(in: line, at: at) {
        let code = line[at..<end]
        codes = code.elementsEqual(Painter.reset.utf8) ? [] : codes + code
        rows[rows.count - 1].bytes += code
        at = end
        continue
      }
      let (end, columns) = TextWidth.cluster(of: line.span, at: at)
      if column > 0, column + columns > width {
        if !codes.isEmpty { rows[rows.count - 1].bytes += Painter.reset.utf8 }
        rows.append(TerminalRow(bytes: codes))
        column = 0
      }
      rows[rows.count - 1].bytes += columns > width ? [UInt8(ascii: "?")][...] : line[at..<end]
      column += min(columns, width)
      rows[rows.count - 1].isFull = column >= width
      at = end
    }
    if !codes.isEmpty { rows[rows.count - 1].bytes += Painter.reset.utf8 }
    return rows
  }

  static func first(of line: [UInt8], columns: Int) -> TerminalRow {
    rows(of: line, columns: columns).first ?? TerminalRow()
  }

  /// Returns the end of an escape code (`ESC [ … letter`) that begins at an index; `nil` if there is none.
  private static func codeEnd(in line: [UInt8], at start: Int) -> Int? {
    guard line[start] == 0x1B, start + 1 < line.count, line[start + 1] == UInt8(ascii: "[") else {
      return nil
    }
    return line[(start + 2)...].firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
  }
}
