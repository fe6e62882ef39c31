/// Looks for bytes, without the C library.
enum ByteScan {
  /// The offset of the first `\n` at or after `start`, or the count when there is none. O(distance).
  static func newline(in bytes: Span<UInt8>, from start: Int) -> Int {
    let count = bytes.count
    var offset = start
    while offset &+ 8 <= count {
      // A byte of `x` is zero where the text has `\n`; the borrow trick finds the lowest such byte.
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

  /// Returns a Boolean value that indicates whether `a` holds the same bytes as `b[range]`. O(length).
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

  /// Eight bytes, the first one lowest; the compiler makes one load of it.
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
