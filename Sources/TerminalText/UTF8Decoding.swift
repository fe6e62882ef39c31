/// A decoder of scalars from bytes that may be malformed UTF-8.
///
/// For valid bytes, the standard library's `UTF8Span` does the same. This decoder is for bytes from files, terminals
/// and feeds, and reports each malformed byte separately.
public enum UTF8Decoding {
  /// Returns the scalar at an offset within the text, and the offset after it.
  ///
  /// For a malformed byte (stray, overlong, surrogate or truncated), returns `nil` and the offset of the next byte.
  @inlinable
  public static func scalar(of text: Span<UInt8>, at start: Int) -> (value: Unicode.Scalar?, end: Int) {
    let lead = text[start]
    if lead < 0x80 { return (Unicode.Scalar(lead), start &+ 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, text.count &- start >= length else { return (nil, start &+ 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for at in start &+ 1..<start &+ length {
      let byte = text[at]
      guard byte & 0xC0 == 0x80 else { return (nil, start &+ 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    // The initialiser rejects surrogates and values above U+10FFFF.
    guard value >= least, let scalar = Unicode.Scalar(value) else { return (nil, start &+ 1) }
    return (scalar, start &+ length)
  }

  /// Returns the scalar that ends at an offset; `nil` at the beginning and after a malformed byte.
  static func scalar(of text: Span<UInt8>, endingAt end: Int) -> (value: Unicode.Scalar, start: Int)? {
    var start = end &- 1
    while start > 0, end &- start < 4, text[start] & 0xC0 == 0x80 { start &-= 1 }
    guard start >= 0 else { return nil }
    let (value, found) = scalar(of: text, at: start)
    guard let value, found == end else { return nil }
    return (value, start)
  }
}
