/// How many columns a text takes on a terminal, whatever the locale.
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

  /// The columns of one character, in the form that a renderer of diagnostics asks for.
  @Sendable
  public static func columns(of character: Character) -> Int {
    columns(of: String(character))
  }

  /// Where the longest run of whole characters ends that fits into a number of columns, and its width.
  ///
  /// - Returns: the UTF-8 offset of its end, and its columns, at most `limit`.
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

  /// The end of the grapheme cluster that begins at `start` (less than the count), and its columns.
  static func cluster(of text: Span<UInt8>, at start: Int) -> (end: Int, columns: Int) {
    if isPrintableASCII(text[start]), start &+ 1 >= text.count || text[start &+ 1] < 0x80 {
      return (start &+ 1, 1)
    }
    var (scalar, end) = UTF8Decoding.scalar(of: text, at: start)
    let base = kind(of: scalar)
    var columns = base.columns
    var last = base
    var isJoined = false
    while end < text.count {
      let next: Int
      (scalar, next) = UTF8Decoding.scalar(of: text, at: end)
      let kind = kind(of: scalar)
      switch kind {
      case .zero:
        break
      case .joiner:
        isJoined = base.isPicture
      case .selector:
        if last == .textPicture || last == .keycap { columns = 2 }
      case .modifier where base.isPicture && (last.isPicture || last == .selector):
        columns = 2
      case .picture where isJoined, .textPicture where isJoined:
        columns = 2
        isJoined = false
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
}

extension TextWidth {
  /// What a scalar does to the width of the character that it is in; the raw values are the table's.
  enum Kind: UInt8 {
    case narrow, wide, zero, regional, picture, textPicture, keycap, modifier, joiner, selector

    /// The columns of a character that begins with such a scalar.
    var columns: Int {
      switch self {
      case .narrow, .regional, .textPicture, .keycap: 1
      case .wide, .picture, .modifier: 2
      case .zero, .joiner, .selector: 0
      }
    }

    var isPicture: Bool { self == .picture || self == .textPicture }
    var extends: Bool { columns == 0 }
  }

  /// Looks a scalar's kind up by binary search in the table's runs.
  static func kind(of scalar: UInt32) -> Kind {
    var low = 0
    var count = table.count
    let wanted = scalar << 4 | 0xF
    while count > 1 {
      let half = count / 2
      if table[low &+ half] <= wanted { low &+= half }
      count &-= half
    }
    return Kind(rawValue: UInt8(truncatingIfNeeded: table[low] & 0xF)) ?? .narrow
  }
}
