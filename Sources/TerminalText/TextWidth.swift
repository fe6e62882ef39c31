/// The number of columns that a text takes on a terminal, in any locale.
///
/// A text is measured by grapheme cluster (Unicode Standard Annex 29):
/// - Marks, joiners, variation selectors and format characters do not add to the width of the preceding character.
/// - Wide and full-width characters take two columns (Annex 11), and ambiguous ones one.
/// - An emoji takes two columns, also as a pair of regional indicators, with a skin tone, joined to others, or with
///   U+FE0F (Unicode Technical Standard 51).
/// - Control characters take no column; see ``Escaping``.
public enum TextWidth {
  /// Returns the columns of UTF-8 text.
  ///
  /// A malformed byte takes one column, like the replacement character. O(bytes), with one comparison per byte of
  /// ASCII.
  public static func columns(of text: Span<UInt8>) -> Int {
    var at = 0
    while at < text.count, isPrintableASCII(text[at]) { at &+= 1 }
    if at == text.count { return at }
    // A mark may follow the last ASCII character.
    at = max(0, at &- 1)
    var columns = at
    while at < text.count {
      let cluster = cluster(of: text, at: at)
      columns &+= cluster.columns
      at = cluster.end
    }
    return columns
  }

  /// Returns the columns of a string.
  public static func columns(of text: String) -> Int {
    columns(of: text.utf8.span)
  }

  /// Returns the columns of a character.
  @Sendable
  public static func columns(of character: Character) -> Int {
    columns(of: String(character))
  }

  /// Returns the end of the grapheme cluster that begins at `start`, and its columns. `start` must be less than the
  /// count.
  public static func cluster(of text: Span<UInt8>, at start: Int) -> (end: Int, columns: Int) {
    if isPrintableASCII(text[start]), start &+ 1 >= text.count || text[start &+ 1] < 0x80 {
      return (start &+ 1, 1)
    }
    var (scalar, end) = UTF8Decoding.scalar(of: text, at: start)
    let base = kind(of: scalar)
    if base == .zero, isBreak(scalar) { return (end, 0) }
    var columns = base.columns
    var last = base
    // A joiner only joins two pictures if there are only extending marks between the first picture and the joiner.
    var canJoin = base.isPicture
    while end < text.count {
      let next: Int
      (scalar, next) = UTF8Decoding.scalar(of: text, at: end)
      let kind = kind(of: scalar)
      switch kind {
      case .zero:
        if isBreak(scalar) { return (end, columns) }
        if canJoin { canJoin = scalar?.properties.isGraphemeExtend ?? false }
      case .joiner:
        if last == .joiner { canJoin = false }
      case .selector:
        if last == .textPicture || last == .keycap { columns = 2 }
      case .modifier where base.isPicture && (last.isPicture || last == .selector):
        columns = 2
      case .picture where canJoin && last == .joiner, .textPicture where canJoin && last == .joiner:
        columns = 2
      case .regional where last == .regional && end &- start == 4:
        columns = 2
      default:
        return (end, columns)
      }
      last = kind
      end = next
    }
    return (end, columns)
  }

  private static func isPrintableASCII(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

  /// Returns whether a scalar is a control or separator, which is always a separate cluster.
  private static func isBreak(_ scalar: Unicode.Scalar?) -> Bool {
    guard let value = scalar?.value else { return false }
    return value < 0xA0 || value == 0x2028 || value == 0x2029
  }
}
