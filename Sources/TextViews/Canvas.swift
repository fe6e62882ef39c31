import TerminalText

/// A canvas that draws lines of text into a box of a given width.
public struct Canvas {
  /// The width of a line, without the sides of the box and the spaces beside them.
  public let width: Int
  private(set) var bytes: [UInt8] = []

  /// The allowed widths of a box, including its sides. The minimum leaves four columns for text.
  public static let widths = 8...1000

  /// Creates a canvas with a total width, which is limited to ``widths``.
  public init(width: Int) {
    self.width = min(max(Canvas.widths.lowerBound, width), Canvas.widths.upperBound) - 4
  }

  /// Draws a line of UTF-8 text, which must already be escaped.
  public mutating func line(_ text: Span<UInt8>) {
    bytes.append("│ ")
    clip(text, to: width, filling: true)
    bytes.append(" │\n")
  }

  /// Draws a line of text, which must already be escaped.
  public mutating func line(_ text: String) {
    line(text.utf8.span)
  }

  /// Draws fields padded to their columns, like a row of a list.
  ///
  /// - Parameters:
  ///   - fields: the texts of the row, one for each column.
  ///   - columns: the layout of the fields.
  ///   - number: the row's number, which precedes the fields; `nil` for none.
  ///   - digits: the width to which the number is padded.
  public mutating func row(_ fields: Fields, in columns: Columns, number: Int? = nil, digits: Int = 0) {
    var text: [UInt8] = []
    text.append(fields, in: columns, number: number, digits: digits)
    line(text.span)
  }

  /// Draws a separator line.
  public mutating func separator() {
    bytes.append("├")
    rule(width + 2)
    bytes.append("┤\n")
  }

  mutating func top(_ title: ViewPath) {
    bytes.append("┌ ")
    let taken = clip(title.utf8.span, to: width - 1, filling: false)
    bytes.append(" ")
    rule(width - taken)
    bytes.append("┐\n")
  }

  mutating func bottom() {
    bytes.append("└")
    rule(width + 2)
    bytes.append("┘\n")
  }

  private mutating func rule(_ columns: Int) {
    for _ in 0..<max(0, columns) { bytes.append("─") }
  }

  /// Appends a text, cut to the limit with `…` if it is wider. Returns the number of columns.
  @discardableResult
  private mutating func clip(_ text: Span<UInt8>, to limit: Int, filling: Bool) -> Int {
    var taken = TextWidth.columns(of: text)
    if taken <= limit {
      bytes.append(text, 0..<text.count)
    } else {
      let prefix = TextWidth.prefix(of: text, fitting: limit - 1)
      bytes.append(text, 0..<prefix.end)
      bytes.append("…")
      taken = prefix.columns + 1
    }
    if filling {
      for _ in taken..<limit { bytes.append(UInt8(ascii: " ")) }
    }
    return taken
  }
}
