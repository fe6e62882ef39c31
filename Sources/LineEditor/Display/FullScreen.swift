import TerminalText

/// The contents of the whole window in `live`: the open screens, the last printed lines, and the line being typed.
///
/// Only rows that have changed are written, at their positions, so that the window does not flicker.
struct FullScreen {
  /// The status row between the screens and the printed lines.
  var status: [UInt8] = []
  /// Lines that replace the printed lines until the next key, such as a list of candidates.
  var notice: [[UInt8]] = []
  private var view: [[UInt8]] = []
  /// A Boolean value for each line of the view that indicates whether it differs from the line shown before.
  private var isNew: [Bool] = []
  private var printed: [[UInt8]] = []
  private var lostCount = 0
  private var shown: [TerminalRow] = []

  /// The maximum number of printed lines that are kept, since a feed may run for days.
  static let printedCountMax = 2_000

  static let enter = "\u{1B}[?1049h"
  static let leave = "\u{1B}[?1049l"

  // MARK: Contents

  /// Sets the lines of the screens. Lines that changed are shown in reverse until the next change.
  mutating func setView(_ lines: [[UInt8]]) {
    guard lines != view else { return }
    isNew = lines.indices.map { !view.isEmpty && (!view.indices.contains($0) || view[$0] != lines[$0]) }
    view = lines
  }

  /// Adds printed lines, which end in `\n` and may have colours.
  mutating func add(printed text: [UInt8]) {
    printed += text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map { Array($0) }
    let excess = printed.count - Self.printedCountMax
    guard excess > 0 else { return }
    printed.removeFirst(excess)
    lostCount += excess
  }

  /// The printed lines that are kept, after a remark about those that are not.
  var transcript: [UInt8] {
    let lost = lostCount == 0 ? [] : Array("… \(lostCount) earlier lines were omitted\n".utf8)
    return lost + printed.flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  // MARK: Drawing

  /// Marks every row to be written, after other output to the terminal.
  mutating func invalidate() { shown = [] }

  /// Returns the bytes that update the window and place the cursor in the line.
  mutating func draw(_ line: LineLayout, columns: Int, rows: Int) -> [UInt8] {
    let visible = line.visibleRows(height: max(1, rows / 3))
    let own = visible.map { TerminalRow(bytes: line.rows[$0], isFull: line.isFull[$0]) }
    let wanted = upperRows(columns: columns, rows: rows - own.count) + own
    var bytes: [UInt8] = []
    for (index, row) in wanted.enumerated() where shown.count != wanted.count || shown[index] != row {
      bytes += Self.move(row: index, column: 0) + row.bytes
      // After a full row, the cursor is still on its last column.
      if !row.isFull { bytes += "\u{1B}[K".utf8 }
    }
    shown = wanted
    let row = wanted.count - own.count + line.cursor.row - visible.lowerBound
    return bytes + Self.move(row: row, column: line.cursor.column)
  }

  /// Returns the rows above the line: the view, cut to leave room for the last printed lines.
  private func upperRows(columns: Int, rows count: Int) -> [TerminalRow] {
    guard count > 0 else { return [] }
    let room = count > 1 ? count - 1 : count
    let lines = notice.isEmpty ? printed.suffix(room) : notice[...]
    let lineRows = lines.flatMap { TerminalRow.rows(of: $0, columns: columns) }
    let lineCount = count > 1 ? min(lineRows.count, max(room / 3, room - view.count)) : 0
    let viewCount = min(view.count, room - lineCount)
    var rows = (0..<viewCount).map { index in
      let row = TerminalRow.first(of: view[index], columns: columns)
      return isNew[index] ? row.reversed : row
    }
    rows += Array(repeating: TerminalRow(), count: room - lineCount - viewCount)
    if count > 1 { rows.append(TerminalRow.first(of: status, columns: columns)) }
    // A notice is cut at its end, the printed lines at their beginning.
    if notice.isEmpty { return rows + lineRows.suffix(lineCount) }
    if lineCount == 0 || lineRows.count == lineCount { return rows + lineRows.prefix(lineCount) }
    let shown = lineRows.prefix(lineCount - 1)
    let note = "… and \(English.count(lineRows.count - shown.count, "more line"))"
    return rows + shown + [TerminalRow.first(of: Array(note.utf8), columns: columns)]
  }

  private static func move(row: Int, column: Int) -> [UInt8] {
    Array("\u{1B}[\(row + 1);\(column + 1)H".utf8)
  }
}
