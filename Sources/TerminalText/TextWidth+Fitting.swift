// Functions that fit a text into a number of columns. They only cut between characters.
extension TextWidth {
  /// Returns the end and the width of the longest prefix of whole characters that fits into a number of columns.
  ///
  /// - Returns: the UTF-8 offset of the prefix's end, and its columns, at most `limit`.
  public static func prefix(of text: Span<UInt8>, fitting limit: Int) -> (end: Int, columns: Int) {
    var at = 0
    var columns = 0
    while at < text.count {
      let cluster = cluster(of: text, at: at)
      if columns &+ cluster.columns > limit { break }
      columns &+= cluster.columns
      at = cluster.end
    }
    return (at, columns)
  }

  /// Returns the text, cut and ending in `…` if it is wider than `columns`; an empty string for 0 columns.
  public static func truncated(_ text: String, to columns: Int) -> String {
    let utf8 = text.utf8.span
    // A text never takes more columns than bytes.
    if utf8.count <= columns { return text }
    if Self.columns(of: utf8) <= columns { return text }
    guard columns > 0 else { return "" }
    let end = prefix(of: utf8, fitting: columns &- 1).end
    return text[..<text.utf8.index(text.startIndex, offsetBy: end)] + "…"
  }

  /// Returns the words of a text in lines of limited width, at least one line. A word that is too wide has a separate
  /// line.
  public static func wrapped(_ text: String, to columns: Int) -> [String] {
    wrapped(text.split(separator: " ").map(String.init), to: columns)
  }

  /// Returns words in lines of limited width, at least one line. The first line begins with `beginning`, and the others
  /// with `margin`.
  package static func wrapped(
    _ words: [String], to columns: Int, behind beginning: String = "", margin: String = ""
  ) -> [String] {
    var lines: [String] = []
    var line = beginning + (words.first ?? "")
    for word in words.dropFirst() {
      if Self.columns(of: line) + 1 + Self.columns(of: word) > columns {
        lines.append(line)
        line = margin + word
      } else {
        line += " " + word
      }
    }
    return lines + [line]
  }

  /// Returns the text with trailing spaces up to `columns`. A wider text is unchanged.
  public static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns &- Self.columns(of: text)))
  }
}
