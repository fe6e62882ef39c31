import CommandLanguage
import TerminalText

/// The rows of the edited line in a window, as bytes for the terminal.
///
/// The last row is never full, so that there is room for the cursor after the text.
struct LineLayout: Equatable {
  /// The rows, each of which begins and ends in plain style.
  private(set) var rows: [[UInt8]] = [[]]
  /// A Boolean value for each row that indicates whether it reaches the window's last column.
  private(set) var isFull: [Bool] = [false]
  private(set) var cursor = (row: 0, column: 0)

  let width: Int
  private let isPainted: Bool
  private let isColoured: Bool
  private var column = 0
  private var style = LineStyle.plain

  /// - Parameter width: the window's columns, at least 1.
  /// - Complexity: O(bytes).
  init(_ line: EditedLine, width: Int) {
    self.width = max(width, 1)
    isPainted = line.isPainted
    isColoured = line.isColoured
    put(line.prompt.span, .prompt)
    put(line)
    if line.isPainted { putFaintly(line.suggestion.isEmpty ? line.hint : line.suggestion) }
    finishRow()
  }

  static func == (left: LineLayout, right: LineLayout) -> Bool {
    left.rows == right.rows && left.cursor == right.cursor && left.isFull == right.isFull
  }

  /// Returns the rows to show: all of them, or those around the cursor if not all fit.
  func visibleRows(height: Int) -> Range<Int> {
    let height = max(height, 1)
    guard rows.count > height else { return 0..<rows.count }
    let first = min(max(cursor.row - height + 1, 0), rows.count - height)
    return first..<(first + height)
  }

  // MARK: Parts

  private mutating func put(_ line: EditedLine) {
    let text = line.text.span
    var highlights = line.highlights[...]
    var at = 0
    var hasCursor = false
    while at < text.count {
      while let first = highlights.first, first.range.upperBound <= at { highlights.removeFirst() }
      let (end, columns, shown) = Self.glyph(of: text, at: at, column: column)
      if text[at] == UInt8(ascii: "\n") {
        if !hasCursor, line.cursor <= at { hasCursor = placeCursor() }
        newRow()
        put(line.continuation.span, .prompt)
      } else {
        makeRoom(for: columns)
        if !hasCursor, line.cursor < end { hasCursor = placeCursor() }
        let style: LineStyle =
          if let first = highlights.first, first.range.contains(at), line.isPainted {
            .highlighted(first.style)
          } else {
            .plain
          }
        append(shown, columns, style)
      }
      at = end
    }
    if !hasCursor { placeCursor() }
    makeRoom(for: 1)
  }

  private mutating func put(_ text: Span<UInt8>, _ style: LineStyle) {
    var at = 0
    while at < text.count {
      let (end, columns, shown) = Self.glyph(of: text, at: at, column: column)
      makeRoom(for: columns)
      append(shown, columns, style)
      at = end
    }
  }

  /// Appends the first line of a suggestion in faint style. The suggestion is cut at the end of the row, so that it
  /// moves no other text.
  private mutating func putFaintly(_ text: [UInt8]) {
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    let shown = Array(line.count < text.count ? line + " …".utf8 : line)
    var at = 0
    while at < shown.count {
      let (end, columns, bytes) = Self.glyph(of: shown.span, at: at, column: column)
      if column + columns >= width { return }
      append(bytes, columns, .faint)
      at = end
    }
  }

  /// Returns the display of the character at an offset: control characters in caret notation, and malformed bytes as
  /// escape sequences.
  private static func glyph(of text: Span<UInt8>, at start: Int, column: Int) -> (
    end: Int, columns: Int, shown: [UInt8]
  ) {
    let byte = text[start]
    if byte >= 0x20, byte < 0x7F, start + 1 >= text.count || text[start + 1] < 0x80 {
      return (start + 1, 1, [byte])
    }
    if byte == UInt8(ascii: "\t") {
      let columns = 4 - column % 4
      return (start + 1, columns, Array(repeating: UInt8(ascii: " "), count: columns))
    }
    if byte < 0x20 { return (start + 1, 2, [UInt8(ascii: "^"), byte + 0x40]) }
    if byte == 0x7F { return (start + 1, 2, Array("^?".utf8)) }
    let (end, columns) = TextWidth.cluster(of: text, at: start)
    let bytes = Escaping.escaped(text.extracting(start..<end))
    // Invisible characters and direction controls are shown as their codes.
    return (end, max(columns, TextWidth.columns(of: bytes)), Array(bytes.utf8))
  }

  // MARK: Rows

  @discardableResult
  private mutating func placeCursor() -> Bool {
    makeRoom(for: 1)
    cursor = (rows.count - 1, column)
    return true
  }

  private mutating func makeRoom(for columns: Int) {
    if column > 0, column + min(columns, width) > width { newRow() }
  }

  private mutating func append(_ bytes: [UInt8], _ columns: Int, _ newStyle: LineStyle) {
    set(newStyle)
    if columns > width {
      rows[rows.count - 1].append(UInt8(ascii: "?"))
      column += 1
    } else {
      rows[rows.count - 1] += bytes
      column += columns
    }
  }

  private mutating func set(_ newStyle: LineStyle) {
    guard isPainted, newStyle != style else { return }
    if !style.code(isColoured: isColoured).isEmpty { rows[rows.count - 1] += Painter.reset.utf8 }
    rows[rows.count - 1] += newStyle.code(isColoured: isColoured).utf8
    style = newStyle
  }

  private mutating func newRow() {
    finishRow()
    rows.append([])
    isFull.append(false)
    column = 0
  }

  private mutating func finishRow() {
    set(.plain)
    isFull[rows.count - 1] = column >= width
  }
}
