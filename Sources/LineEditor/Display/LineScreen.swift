/// The edited line as it is on the terminal. It changes to another state in one piece, without erasing first.
///
/// The cursor is moved from where the last state left it, so no other code may move it meanwhile.
struct LineScreen {
  private var rows: [[UInt8]] = []
  private var cursor = (row: 0, column: 0)
  /// The columns of the window when it was drawn last; `nil` while nothing is.
  private var width: Int?

  /// The bytes that bring the terminal from what it shows to `layout`; none if that is the same.
  ///
  /// - Parameter height: the window's rows; of a line that takes more the part around the cursor is shown.
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
      // At the end of a full row the cursor still stands on its last column.
      if !layout.isFull[shown.lowerBound + index] { bytes += "\u{1B}[K".utf8 }
    }
    if rows.count > new.count { bytes += "\r\n\u{1B}[J\u{1B}[A".utf8 }
    bytes.append(UInt8(ascii: "\r"))
    bytes += Self.move(new.count - 1 - target.row, "A")
    bytes += Self.move(target.column, "C")
    (rows, cursor) = (new, target)
    return bytes
  }

  /// The bytes that take the line away when the window has another width than it was drawn for; none otherwise.
  ///
  /// - Parameter reflows: whether the terminal has broken the rows anew, so that the cursor is further down or up.
  mutating func follow(width new: Int, reflows: Bool) -> [UInt8] {
    guard let width, width != new else { return [] }
    if reflows { reflow(to: new) }
    return clear()
  }

  private mutating func reflow(to columns: Int) {
    let above = rows.prefix(cursor.row).map { TerminalRow.rows(of: $0, columns: columns).count }
    cursor.row = above.reduce(0, +) + cursor.column / max(columns, 1)
  }

  /// The bytes that take the line away; the cursor is in the first column of its first row then.
  mutating func clear() -> [UInt8] {
    defer { forget() }
    return toFirstRow + Array("\u{1B}[J".utf8)
  }

  /// The bytes that go to the first column below the line, which stays.
  mutating func leave() -> [UInt8] {
    defer { forget() }
    return Self.move(rows.count - 1 - cursor.row, "B") + Array("\r\n".utf8)
  }

  /// Notes that the cursor was moved to the first column of its row.
  mutating func returnToFirstColumn() { cursor.column = 0 }

  /// Notes that the cursor is in the first column of an empty row.
  mutating func forget() { self = LineScreen() }

  private var toFirstRow: [UInt8] { [UInt8(ascii: "\r")] + Self.move(cursor.row, "A") }

  private static func move(_ count: Int, _ direction: String) -> [UInt8] {
    count > 0 ? Array("\u{1B}[\(count)\(direction)".utf8) : []
  }
}
