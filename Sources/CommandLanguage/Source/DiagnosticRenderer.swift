/// The one place where a diagnostic becomes lines:
///
///     error: there is no unit “Arthr”
///       status Arthr ready
///              ^~~~~  did you mean “Arthur”?
///       note: …
///
/// Of a text of several lines the right one is shown, with its number. Tabs are shown as blanks up to
/// every fourth column, characters that could disturb the terminal as escapes; the caret's row counts
/// columns, so that it stands right under wide characters and combining marks.
public struct DiagnosticRenderer: Sendable {
  /// How many columns of the terminal a character takes; hosts may bring their own table.
  public var width: @Sendable (Character) -> Int
  /// A longer line is cut on both sides of the caret.
  public var columns = 160

  public init(width: @escaping @Sendable (Character) -> Int = DisplayWidth.of) { self.width = width }

  /// The lines of `diagnostic` about `text`, each with its line end.
  public func render(_ diagnostic: Diagnostic, in text: UnsafeBufferPointer<UInt8>) -> String {
    var lines = "error: \(Display.escaped(diagnostic.message))\n"
    let meant = diagnostic.suggestion.map { "did you mean \(Display.quoted($0))?" }
    if let excerpt = excerpt(of: diagnostic.range, in: text) {
      lines += "  \(excerpt.gutter)\(excerpt.line)\n"
      let margin = String(repeating: " ", count: 2 + excerpt.gutter.count + excerpt.start)
      let mark = "^" + String(repeating: "~", count: max(0, excerpt.count - 1))
      lines += margin + mark + (meant.map { "  " + $0 } ?? "") + "\n"
    } else if let meant {
      lines += "  \(meant)\n"
    }
    for note in diagnostic.notes { lines += "  note: \(Display.escaped(note))\n" }
    return lines
  }

  private struct Excerpt {
    var gutter = ""
    var line = ""
    /// The column where the marked part begins, from 0, and how many it has.
    var start = 0
    var count = 0
  }

  /// The line that `range` begins in, as it is shown; `nil` for a text without any.
  private func excerpt(of range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Excerpt? {
    guard text.contains(where: { !$0.isBlank && $0 != 0x0A }) else { return nil }
    let place = min(max(0, range.lowerBound), text.count)
    var start = place
    while start > 0, text[start - 1] != 0x0A { start -= 1 }
    var end = place
    while end < text.count, text[end] != 0x0A { end += 1 }
    var excerpt = Excerpt()
    if text.dropLast(text.last == 0x0A ? 1 : 0).contains(0x0A) {
      let number = text[..<start].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
      excerpt.gutter = "\(number) | "
    }
    // What is far from the caret is not looked at, however long the line.
    var from = start
    if place - start > columns * 4 { from = boundary(text, place - columns * 2) }
    let to = min(end, boundary(text, min(end, place + columns * 4)))
    let marked = place..<max(place, min(range.upperBound, to))
    lay(out: text, from..<to, marked, into: &excerpt)
    if from > start || excerpt.start > columns - 40 { cutHead(of: &excerpt) }
    cutTail(of: &excerpt, isCut: to < end)
    return excerpt
  }

  /// Writes the line as it is shown and counts the columns up to and of the marked part.
  private func lay(
    out text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, _ marked: Range<Int>,
    into excerpt: inout Excerpt
  ) {
    var column = 0
    var offset = line.lowerBound
    excerpt.start = -1
    var endColumn = 0
    for character in String(decoding: text[line], as: UTF8.self) {
      if offset >= marked.lowerBound, excerpt.start < 0 { excerpt.start = column }
      if character == "\t" {
        let blanks = 4 - column % 4
        excerpt.line += String(repeating: " ", count: blanks)
        column += blanks
      } else {
        let shown = Display.escaped(String(character))
        // A carriage return before the line end is part of the end.
        if shown != "\\u{D}" || offset + 1 < line.upperBound {
          excerpt.line += shown
          column += shown.reduce(0) { $0 + width($1) }
        }
      }
      offset += character.utf8.count
      if offset <= marked.upperBound { endColumn = column }
    }
    if excerpt.start < 0 { excerpt.start = column }
    excerpt.count = max(1, endColumn - excerpt.start)
  }

  private func cutHead(of excerpt: inout Excerpt) {
    let dropped = max(0, excerpt.start - columns / 2)
    var column = 0
    while column < dropped, let first = excerpt.line.first {
      column += width(first)
      excerpt.line.removeFirst()
    }
    excerpt.line = "…" + excerpt.line
    excerpt.start += 1 - column
  }

  private func cutTail(of excerpt: inout Excerpt, isCut: Bool) {
    var column = 0
    var kept = ""
    for character in excerpt.line {
      column += width(character)
      if column > columns {
        excerpt.line = kept + "…"
        excerpt.count = max(1, min(excerpt.count, columns - excerpt.start))
        return
      }
      kept.append(character)
    }
    if isCut { excerpt.line += "…" }
    excerpt.count = max(1, min(excerpt.count, column - excerpt.start + 1))
  }

  /// The offset, at or before `place`, where a character's bytes begin.
  private func boundary(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    var place = place
    while place > 0, place < text.count, text[place] & 0xC0 == 0x80 { place -= 1 }
    return place
  }
}
