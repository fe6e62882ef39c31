/// The wrapping of lines between words at the width of a window. A terminal itself would break lines within words.
///
/// Escape codes take no column. The continuation of a line has the same indentation as the line, up to half of the
/// width. A line of a view, which begins with a mark, is continued with an indentation of two columns, so that the
/// continuation does not look like a row. A word wider than the window is wrapped by the terminal.
public enum WordWrap {
  /// Returns the text in lines of limited width. A text that fits is unchanged. O(bytes).
  public static func wrapped(_ text: [UInt8], to columns: Int) -> [UInt8] {
    var wrapped: [UInt8] = []
    wrapped.reserveCapacity(text.count)
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: newline) ?? rest.endIndex
      let line = rest[..<end]
      // A line never takes more columns than bytes.
      if line.count <= columns { wrapped += line } else { append(line, to: columns, &wrapped) }
      if end < rest.endIndex { wrapped.append(newline) }
      rest = rest[end...].dropFirst()
    }
    return wrapped
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  private static func append(_ line: ArraySlice<UInt8>, to columns: Int, _ text: inout [UInt8]) {
    let margin = margin(of: line, most: columns / 2)
    var column = 0
    var rest = line
    while !rest.isEmpty {
      let blanks = rest.prefix { $0 == space }
      let word = rest[blanks.endIndex...].prefix { $0 != space }
      rest = rest[word.endIndex...]
      let width = TextWidth.columns(of: Painter.unpainted(Array(word)).span)
      if column > margin, column + blanks.count + width > columns, width > 0 {
        text.append(newline)
        text += repeatElement(space, count: margin)
        column = margin
      } else {
        text += blanks
        column += blanks.count
      }
      text += word
      column += width
    }
  }

  /// Returns the indentation of a wrapped line's continuation.
  private static func margin(of line: ArraySlice<UInt8>, most: Int) -> Int {
    let shown = Painter.unpainted(Array(line.prefix(most + 16)))
    let blanks = shown.prefix { $0 == space }.count
    let isRow = shown.count > 1 && "+-~^".utf8.contains(shown[0]) && shown[1] == space
    return min(isRow ? 2 : blanks, most)
  }
}
