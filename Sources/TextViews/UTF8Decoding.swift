/// Reads scalars out of UTF-8 bytes that may be anything.
enum UTF8Decoding {
  /// The scalar at a valid offset and the offset behind it; U+FFFD and one byte on where it is malformed.
  static func scalar(of text: Span<UInt8>, at start: Int) -> (value: UInt32, end: Int) {
    let lead = text[start]
    if lead < 0x80 { return (UInt32(lead), start &+ 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, start &+ length <= text.count else { return (0xFFFD, start &+ 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for at in start &+ 1..<start &+ length {
      let byte = text[at]
      guard byte & 0xC0 == 0x80 else { return (0xFFFD, start &+ 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard value >= least, value <= 0x10FFFF, value & 0xFFFF_F800 != 0xD800 else {
      return (0xFFFD, start &+ 1)
    }
    return (value, start &+ length)
  }
}
