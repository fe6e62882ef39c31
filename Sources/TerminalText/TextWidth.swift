/// The number of columns that a text takes on a terminal, in any locale.
///
/// A text is measured by grapheme cluster (Unicode Standard Annex 29): marks, joiners, variation
/// selectors and format characters add nothing to the character before them; wide and full-width
/// characters take two columns (Annex 11, ambiguous ones one); an emoji takes two, as a pair of
/// regional indicators, with a skin tone, joined to others, or made one by U+FE0F (Unicode Technical
/// Standard 51). Controls take none: see ``Escaping``.
public enum TextWidth {
  /// The columns of UTF-8 text.
  ///
  /// A malformed byte counts as one column, as the replacement character does. O(bytes); ASCII costs
  /// one comparison a byte.
  public static func columns(of text: Span<UInt8>) -> Int {
    var at = 0
    while at < text.count, isPrintableASCII(text[at]) { at &+= 1 }
    if at == text.count { return at }
    // The last ASCII character may yet get a mark.
    at = max(0, at &- 1)
    var columns = at
    while at < text.count {
      let cluster = cluster(of: text, at: at)
      columns &+= cluster.columns
      at = cluster.end
    }
    return columns
  }

  /// The columns of a string.
  public static func columns(of text: String) -> Int {
    columns(of: text.utf8.span)
  }

  /// The columns of one character.
  @Sendable
  public static func columns(of character: Character) -> Int {
    columns(of: String(character))
  }

  /// The end of the grapheme cluster that begins at `start` (less than the count), and its columns.
  public static func cluster(of text: Span<UInt8>, at start: Int) -> (end: Int, columns: Int) {
    if isPrintableASCII(text[start]), start &+ 1 >= text.count || text[start &+ 1] < 0x80 {
      return (start &+ 1, 1)
    }
    var (scalar, end) = UTF8Decoding.scalar(of: text, at: start)
    let base = kind(of: scalar)
    if base == .zero, isBreak(scalar) { return (end, 0) }
    var columns = base.columns
    var last = base
    // A joiner joins two pictures only when nothing but extending marks stand between it and the first.
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
        break
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

  /// Controls and separators stand alone: no mark belongs to them, nor they to what is before them.
  private static func isBreak(_ scalar: Unicode.Scalar?) -> Bool {
    guard let value = scalar?.value else { return false }
    return value < 0xA0 || value == 0x2028 || value == 0x2029
  }
}
