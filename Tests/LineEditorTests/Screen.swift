/// The screen of a terminal after the bytes that it received. It emulates the part of an xterm that readline uses.
struct Screen {
  private(set) var columns: Int
  private(set) var rows: Int
  private var lines: [[Cell]]
  /// The lines that have scrolled off the top.
  private var above: [String] = []
  private var style: Style = []
  /// The main screen, while the alternate screen is shown.
  private var behind: (lines: [[Cell]], row: Int, column: Int)?
  private var row = 0
  private var column = 0
  /// A Boolean value that indicates whether the last column is filled, so that the next character begins a row.
  private var isPastEnd = false
  private var isInserting = false
  private var pending: [UInt8] = []

  /// The style of a character.
  struct Style: OptionSet, Hashable {
    let rawValue: Int
    static let bold = Style(rawValue: 1)
    static let faint = Style(rawValue: 2)
    static let underlined = Style(rawValue: 4)
    static let reversed = Style(rawValue: 8)
    static let coloured = Style(rawValue: 16)
  }

  struct Cell: Equatable {
    var text: String
    var style: Style = []
    static let blank = Cell(text: " ")
  }

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    lines = [[]]
  }

  /// All text since the start, without blanks at the ends of lines.
  var text: String {
    (above + lines.map(Self.trimmed)).joined(separator: "\n")
  }

  /// The lines on the screen.
  var visibleLines: [String] { lines.map(Self.trimmed) }

  /// The text of the cursor's row before and after the cursor, without suggestions.
  var cursorLine: (before: String, after: String) {
    let (before, after) = cellsAtCursor
    return (before.map(\.text).joined(), Self.trimmed(after.filter { !$0.style.contains(.faint) }))
  }

  /// The faint text after the cursor.
  var suggestion: String { Self.trimmed(cellsAtCursor.after.filter { $0.style.contains(.faint) }) }

  /// Returns the texts in a style on the screen, row by row.
  func texts(_ style: Style) -> [String] {
    lines.map { Self.trimmed($0.filter { $0.style.contains(style) }) }.filter { !$0.isEmpty }
  }

  /// The position of the cursor, from 0.
  var cursor: (row: Int, column: Int) { (row, column) }

  private var cellsAtCursor: (before: [Cell], after: [Cell]) {
    let padded = lines[row] + Array(repeating: .blank, count: max(0, column - lines[row].count))
    return isPastEnd ? (padded, []) : (Array(padded[..<column]), Array(padded[column...]))
  }

  mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Changes the size and rewraps the rows, as most terminals do. The cursor stays on its character.
  mutating func reflow(columns: Int, rows: Int) {
    var broken: [[Cell]] = []
    var place = (row: 0, column: 0)
    for (index, line) in lines.enumerated() {
      let hasCursor = index == row
      var cells = line
      let cursor = column + (isPastEnd ? 1 : 0)
      if hasCursor { while cells.count < cursor { cells.append(.blank) } }
      broken.append([])
      for (at, cell) in cells.enumerated() {
        let isWide = at + 1 < cells.count && cells[at + 1].text.isEmpty
        if broken[broken.count - 1].count + (isWide ? 2 : 1) > columns { broken.append([]) }
        if hasCursor, at == cursor { place = (broken.count - 1, broken[broken.count - 1].count) }
        broken[broken.count - 1].append(cell)
      }
      guard hasCursor, cursor >= cells.count else { continue }
      if broken[broken.count - 1].count >= columns { broken.append([]) }
      place = (broken.count - 1, broken[broken.count - 1].count)
    }
    (lines, self.columns, self.rows) = (broken, columns, rows)
    (row, column, isPastEnd) = (place.row, place.column, false)
    while lines.count > rows, row > 0 {
      above.append(Self.trimmed(lines.removeFirst()))
      row -= 1
    }
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      if takePending() { pending.removeAll() }
    }
  }

  /// Processes the pending bytes if they are a complete character, control or escape sequence.
  private mutating func takePending() -> Bool {
    guard let first = pending.first, let last = pending.last else { return true }
    if first == 0x1B {
      guard pending.count > 1 else { return false }
      guard pending[1] == UInt8(ascii: "[") else { return true }
      guard pending.count > 2, (0x40...0x7E).contains(last) else { return false }
      sequence(last, pending[2..<(pending.count - 1)])
      return true
    }
    if first < 0x20 {
      control(first)
      return true
    }
    guard let character = String(validating: pending, as: UTF8.self) else { return pending.count > 4 }
    put(character)
    return true
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08:
      if column > 0, !isPastEnd { column -= 1 }
      isPastEnd = false
    case 0x09: move(toColumn: (column / 8 + 1) * 8)
    case 0x0A: lineFeed()
    case 0x0D: move(toColumn: 0)
    default: break
    }
  }

  private mutating func sequence(_ final: UInt8, _ parameters: ArraySlice<UInt8>) {
    // Private modes (bracketed paste, keypad) change nothing visible.
    guard parameters.first != UInt8(ascii: "?") else {
      if parameters.elementsEqual("?1049".utf8) { takeFullScreen(final == UInt8(ascii: "h")) }
      return
    }
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    let first = numbers.first ?? 0
    let count = max(first, 1)
    switch UnicodeScalar(final) {
    case "A": move(toRow: row - count)
    case "B": move(toRow: row + count)
    case "C": move(toColumn: column + count)
    case "D": move(toColumn: column - count)
    case "G": move(toColumn: count - 1)
    case "H":
      move(toRow: count - 1)
      move(toColumn: max(numbers.dropFirst().first ?? 1, 1) - 1)
    case "J":
      if first >= 2 { lines = Array(repeating: [], count: lines.count) }
      if first == 0 {
        erase(from: column)
        lines.removeSubrange((row + 1)...)
      }
    case "K": first == 0 ? erase(from: column) : blank(0..<(first == 1 ? column + 1 : columns))
    case "P": lines[row].removeSubrange(clamp(column)..<clamp(column + count))
    case "X": blank(column..<(column + count))
    case "@": insertBlanks(count)
    case "m": numbers.forEach { setStyle($0) }
    case "h" where first == 4: isInserting = true
    case "l" where first == 4: isInserting = false
    default: break
    }
  }

  private mutating func setStyle(_ number: Int) {
    switch number {
    case 0: style = []
    case 1: style.insert(.bold)
    case 2: style.insert(.faint)
    case 4: style.insert(.underlined)
    case 7: style.insert(.reversed)
    case 30...37: style.insert(.coloured)
    default: break
    }
  }

  private mutating func takeFullScreen(_ isTaken: Bool) {
    if isTaken {
      behind = (lines, row, column)
      (lines, row, column) = ([[]], 0, 0)
    } else if let behind {
      (lines, row, column) = behind
      self.behind = nil
    }
    isPastEnd = false
  }

  private mutating func put(_ character: String) {
    let width = Self.width(character)
    if width == 0 {
      let place = isPastEnd ? column : column - 1
      if lines[row].indices.contains(place) { lines[row][place].text += character }
      return
    }
    if isPastEnd || column + width > columns {
      move(toColumn: 0)
      lineFeed()
    }
    if isInserting { insertBlanks(width) }
    blank(column..<(column + width))
    lines[row][column] = Cell(text: character, style: style)
    // The second cell of a wide character is empty.
    if width == 2, column + 1 < columns { lines[row][column + 1] = Cell(text: "", style: style) }
    column += width
    if column >= columns {
      column = columns - 1
      isPastEnd = true
    }
  }

  private mutating func lineFeed() {
    row += 1
    isPastEnd = false
    if row == lines.count { lines.append([]) }
    if lines.count > rows {
      above.append(Self.trimmed(lines.removeFirst()))
      row -= 1
    }
  }

  private mutating func move(toColumn target: Int) {
    column = min(max(target, 0), columns - 1)
    isPastEnd = false
  }

  private mutating func move(toRow target: Int) {
    row = min(max(target, 0), rows - 1)
    while row >= lines.count { lines.append([]) }
    isPastEnd = false
  }

  private mutating func erase(from column: Int) {
    lines[row].removeSubrange(clamp(column)...)
  }

  private mutating func blank(_ range: Range<Int>) {
    while lines[row].count < range.upperBound { lines[row].append(.blank) }
    for index in range { lines[row][index] = .blank }
  }

  private mutating func insertBlanks(_ count: Int) {
    lines[row].insert(contentsOf: Array(repeating: .blank, count: count), at: clamp(column))
    lines[row].removeSubrange(clamp(columns)...)
  }

  private func clamp(_ column: Int) -> Int { min(column, lines[row].count) }

  private static func trimmed(_ cells: [Cell]) -> String {
    let end = cells.lastIndex { $0.text != " " && !$0.text.isEmpty }.map { $0 + 1 } ?? 0
    return cells[..<end].map(\.text).joined()
  }

  /// Returns the width of a text in columns.
  static func width(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + width(String($1)) } }

  private static func width(_ character: String) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isWide =
      scalar.properties.isEmojiPresentation
      || (0x1100...0x115F).contains(scalar.value) || (0x2E80...0xA4CF).contains(scalar.value)
      || (0xAC00...0xD7A3).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value)
    return isWide ? 2 : 1
  }
}
