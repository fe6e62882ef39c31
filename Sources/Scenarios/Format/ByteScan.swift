/// Fast searches and comparisons of bytes, without the C library.
enum ByteScan {
  /// Returns the offset of the first `\n` at or after `start`; the count of bytes if there is none. O(distance).
  static func newline(in bytes: Span<UInt8>, from start: Int) -> Int {
    let count = bytes.count
    var offset = start
    while offset &+ 8 <= count {
      // A byte of `x` is zero if the text has `\n` there. The subtraction finds the lowest zero byte.
      let x = word(bytes, offset) ^ 0x0A0A_0A0A_0A0A_0A0A
      let zero = (x &- 0x0101_0101_0101_0101) & ~x & 0x8080_8080_8080_8080
      if zero != 0 { return offset &+ (zero.trailingZeroBitCount >> 3) }
      offset &+= 8
    }
    while offset < count {
      if bytes[offset] == 0x0A { return offset }
      offset &+= 1
    }
    return count
  }

  /// Returns whether `a` has the same bytes as `b[range]`. O(length).
  static func isEqual(_ a: [UInt8], _ b: [UInt8], _ range: Range<Int>) -> Bool {
    guard a.count == range.count else { return false }
    let (one, two) = (a.span, b.span.extracting(range))
    let count = one.count
    var offset = 0
    while offset &+ 8 <= count {
      if word(one, offset) != word(two, offset) { return false }
      offset &+= 8
    }
    while offset < count {
      if one[offset] != two[offset] { return false }
      offset &+= 1
    }
    return true
  }

  /// Returns eight bytes as a number, the first one lowest. The compiler emits a single load.
  private static func word(_ bytes: Span<UInt8>, _ at: Int) -> UInt64 {
    let low =
      UInt64(bytes[at]) | UInt64(bytes[at &+ 1]) << 8 | UInt64(bytes[at &+ 2]) << 16
      | UInt64(bytes[at &+ 3]) << 24
    let high =
      UInt64(bytes[at &+ 4]) | UInt64(bytes[at &+ 5]) << 8 | UInt64(bytes[at &+ 6]) << 16
      | UInt64(bytes[at &+ 7]) << 24
    return low | high << 32
  }
}
