/// Makes a text that somebody chose safe to stand in a row: no character of it can act on the
/// terminal, hide, reorder its neighbours, end the line, or be taken for the row's own layout.
///
/// Shown as `\u{…}`, or `\n`, `\t` and `\\` as in the command language: controls, line and paragraph
/// separators, bidirectional controls, invisible characters but for the joiners and tags that emoji and
/// scripts need, every space but U+0020, a space at either end or behind another, a mark with no
/// character before it, and the arrow `→` of changed fields. All else is shown as it is, so two
/// different texts never look alike to a reader of the bytes.
public enum Escaping {
  /// Appends the shown form of UTF-8 text; a malformed byte becomes U+FFFD.
  ///
  /// O(bytes); text that needs no escape and is ASCII is copied.
  public static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
    var at = 0
    while at < text.count, isPlain(text, at) { at &+= 1 }
    output.append(text, 0..<at)
    while at < text.count {
      if isPlain(text, at) {
        output.append(text[at])
        at &+= 1
      } else {
        at = appendScalar(of: text, at: at, to: &output)
      }
    }
  }

  /// The shown form of a string.
  public static func escaped(_ text: String) -> String {
    var output: [UInt8] = []
    append(text.utf8.span, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether the scalar is never shown as it is, wherever it stands.
  static func isHidden(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00...0x1F, 0x7F...0x9F: true  // controls
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true  // spaces
    case 0x2028, 0x2029: true  // line and paragraph separator
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls
    case 0xAD, 0x034F, 0x180B...0x180F, 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF: true  // invisible
    case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0: true  // blank fillers
    case 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE001F,
      0xE0080...0xE00FF, 0xE01F0...0xE0FFF:
      true  // annotation, format
    default: false
    }
  }

  private static func isPlain(_ text: Span<UInt8>, _ at: Int) -> Bool {
    let byte = text[at]
    if byte == UInt8(ascii: " ") {
      return at > 0 && at &+ 1 < text.count && text[at &- 1] != UInt8(ascii: " ")
    }
    return byte &- 0x21 < 0x5E && byte != UInt8(ascii: "\\")
  }

  private static func appendScalar(of text: Span<UInt8>, at start: Int, to output: inout [UInt8]) -> Int {
    let (scalar, end) = UTF8Decoding.scalar(of: text, at: start)
    switch scalar {
    case 0x09: output.append("\\t")
    case 0x0A: output.append("\\n")
    case 0x5C: output.append("\\\\")
    case 0x2192, 0x20: appendHexadecimal(scalar, to: &output)
    case _ where isHidden(scalar) || start == 0 && TextWidth.kind(of: scalar).extends:
      appendHexadecimal(scalar, to: &output)
    case 0xFFFD:
      output.append("\u{FFFD}")
    default:
      output.append(text, start..<end)
    }
    return end
  }

  private static func appendHexadecimal(_ scalar: UInt32, to output: inout [UInt8]) {
    output.append("\\u{")
    var shift = max(0, (31 - scalar.leadingZeroBitCount) / 4 * 4)
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: scalar >> UInt32(shift) & 0xF)
      output.append(digit < 10 ? digit &+ 0x30 : digit &+ 0x37)
      shift &-= 4
    }
    output.append(UInt8(ascii: "}"))
  }
}
