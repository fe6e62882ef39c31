import TerminalText

/// A renderer that formats diagnostics as lines:
///
///     error: there is no unit “Arthr”
///       status Arthr ready
///              ^~~~~  did you mean “Arthur”?
///       note: …
///
/// For a text with several lines, the line with the error is shown with its number. Tabs are expanded to every fourth
/// column, and characters that could disturb the terminal are escaped. The caret line counts columns, so that it is
/// aligned even after wide characters and combining marks.
public struct DiagnosticRenderer: Sendable {
  /// The maximum width of a quoted line in columns. A longer line is truncated on both sides of the caret.
  public var columns = 160

  /// A Boolean value that indicates whether a message is followed by its code.
  public var showsCodes = false

  /// Creates a renderer for lines of 160 columns.
  public init() {}

  /// Returns the location at which a script failed: `  at orders.txt:12`.
  static func location(_ name: String, _ line: Int) -> String { "  at \(Escaping.escaped(name)):\(line)" }

  /// Returns a renderer for a window, in which the quoted line fits together with its number and margin.
  func fitted(into width: Int?) -> DiagnosticRenderer {
    var renderer = self
    if let width { renderer.columns = min(columns, max(20, width - 10)) }
    return renderer
  }

  /// Returns the lines of diagnostics about one text, each with its line end.
  ///
  /// - Complexity: O(*n* + *m*), where *n* is the length of the text and *m* is the number of diagnostics.
  public func render(_ diagnostics: [Diagnostic], in text: [UInt8]) -> String {
    var lineNumbers = LineNumbers(text)
    return diagnostics.map { render($0, in: text, &lineNumbers) }.joined()
  }

  /// Returns the lines of a diagnostic about a text, each with its line end.
  public func render(_ diagnostic: Diagnostic, in text: [UInt8]) -> String {
    render([diagnostic], in: text)
  }

  private func render(
    _ diagnostic: Diagnostic, in text: [UInt8], _ lineNumbers: inout LineNumbers
  ) -> String {
    let what = diagnostic.explanation
    var lines = "error: \(Escaping.escaped(what.message))"
    if showsCodes, let kind = what.kind { lines += " [\(Explanation.code(ofKind: kind))]" }
    lines += "\n"
    let meant = what.suggestion.map { "did you mean \(Quoting.message($0))?" }
    if let excerpt = excerpt(of: diagnostic.range, in: text, &lineNumbers) {
      lines += "  \(excerpt.gutter)\(excerpt.line)\n"
      let margin = String(repeating: " ", count: 2 + excerpt.gutter.count + excerpt.start)
      let mark = "^" + String(repeating: "~", count: max(0, excerpt.count - 1))
      lines += margin + mark + (meant.map { "  " + $0 } ?? "") + "\n"
    } else if let meant {
      lines += "  \(meant)\n"
    }
    for note in what.notes { lines += "  note: \(Escaping.escaped(note))\n" }
    return lines
  }

  private struct Excerpt {
    var gutter = ""
    var line = ""
    /// The width of the line in columns, before anything is cut.
    var width = 0
    /// The first column of the marked part, counted from 0, and its number of columns.
    var start = 0
    var count = 0
  }

  /// Returns the line in which `range` begins, as it is shown; `nil` for a text without visible characters. Only the
  /// part of the line near the range is examined, however long the line is.
  private func excerpt(
    of range: Range<Int>, in text: [UInt8], _ lineNumbers: inout LineNumbers
  ) -> Excerpt? {
    guard lineNumbers.isVisible else { return nil }
    let position = min(max(0, range.lowerBound), text.count)
    let reach = columns * 4
    var start = position
    while start > 0, position - start < reach, text[start - 1] != 0x0A { start -= 1 }
    let isCutBefore = start > 0 && text[start - 1] != 0x0A
    let from = isCutBefore ? boundary(text, position - columns * 2) : start
    var end = position
    while end < text.count, end - position < reach, text[end] != 0x0A { end += 1 }
    let isCutAfter = end < text.count && text[end] != 0x0A
    let to = isCutAfter ? boundary(text, end) : end
    var excerpt = Excerpt()
    if lineNumbers.areSeveral { excerpt.gutter = "\(lineNumbers.number(at: position)) | " }
    // A carriage return before the line end is part of the end.
    let shownEnd = to > from && text[to - 1] == 0x0D ? to - 1 : to
    let markStart = min(position, shownEnd)
    let markEnd = max(markStart, min(range.upperBound, shownEnd))
    lay(out: text[from..<markStart], into: &excerpt)
    excerpt.start = excerpt.width
    lay(out: text[markStart..<markEnd], into: &excerpt)
    excerpt.count = max(1, excerpt.width - excerpt.start)
    lay(out: text[markEnd..<shownEnd], into: &excerpt)
    if isCutBefore || excerpt.width > columns && excerpt.start > columns - min(40, columns / 2) {
      cutHead(of: &excerpt)
    }
    cutTail(of: &excerpt, isCut: isCutAfter)
    return excerpt
  }

  /// Appends a part of the line as it is shown. The part is escaped as a whole, because joiners and combining marks
  /// depend on the characters around them.
  private func lay(out part: ArraySlice<UInt8>, into excerpt: inout Excerpt) {
    for (index, piece) in part.split(separator: 0x09, omittingEmptySubsequences: false).enumerated() {
      let blanks = index == 0 ? 0 : 4 - excerpt.width % 4
      let shown = String(repeating: " ", count: blanks) + Escaping.escaped(piece.span)
      excerpt.line += shown
      excerpt.width += TextWidth.columns(of: shown)
    }
  }

  private func cutHead(of excerpt: inout Excerpt) {
    let dropped = max(0, excerpt.start - columns / 2)
    var column = 0
    while column < dropped, let first = excerpt.line.first {
      column += TextWidth.columns(of: first)
      excerpt.line.removeFirst()
    }
    excerpt.line = "…" + excerpt.line
    excerpt.start += 1 - column
  }

  private func cutTail(of excerpt: inout Excerpt, isCut: Bool) {
    let (end, width) = TextWidth.prefix(of: excerpt.line.utf8.span, fitting: columns)
    let isTooLong = end < excerpt.line.utf8.count
    if isTooLong || isCut { excerpt.line = String(Substring(excerpt.line.utf8.prefix(end))) + "…" }
    excerpt.count = max(1, min(excerpt.count, (isTooLong ? columns : width + 1) - excerpt.start))
  }

  /// Returns the offset, at or before `position`, at which a character's bytes begin.
  private func boundary(_ text: [UInt8], _ position: Int) -> Int {
    var position = position
    while position > 0, position < text.count, text[position] & 0xC0 == 0x80 { position -= 1 }
    return position
  }
}

/// A counter that computes the line numbers of offsets, which usually come in ascending order.
private struct LineNumbers {
  private let text: [UInt8]
  private var offset = 0
  private var line = 1
  let isVisible: Bool
  let areSeveral: Bool

  init(_ text: [UInt8]) {
    self.text = text
    isVisible = text.contains { $0 > 0x20 }
    areSeveral = text.dropLast().contains(0x0A)
  }

  mutating func number(at position: Int) -> Int {
    if position < offset { (offset, line) = (0, 1) }
    while offset < position {
      if text[offset] == 0x0A { line += 1 }
      offset += 1
    }
    return line
  }
}
