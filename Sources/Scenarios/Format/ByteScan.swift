/// Looks for bytes eight at a time, without the C library.
enum ByteScan {
  /// The offset of the first `\n` at or after `start`, or the count when there is none. O(distance).
  static func newline(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let count = bytes.count
    var offset = start
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return count }
    while offset &+ 8 <= count {
      // A byte of `x` is zero where the text has `\n`; the borrow trick finds the lowest such byte.
      let x =
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        ^ 0x0A0A_0A0A_0A0A_0A0A
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

  /// Whether `a` holds the same bytes as `b[range]`. O(length).
  static func isEqual(_ a: [UInt8], _ b: [UInt8], _ range: Range<Int>) -> Bool {
    guard a.count == range.count else { return false }
    if range.isEmpty { return true }
    return a.withUnsafeBytes { first in
      b.withUnsafeBytes { second in
        guard let one = first.baseAddress, let other = second.baseAddress else { return false }
        let two = other + range.lowerBound
        let count = range.count
        var offset = 0
        while offset &+ 8 <= count {
          if one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != two.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          {
            return false
          }
          offset &+= 8
        }
        while offset < count {
          if one.load(fromByteOffset: offset, as: UInt8.self)
            != two.load(fromByteOffset: offset, as: UInt8.self)
          {
            return false
          }
          offset &+= 1
        }
        return true
      }
    }
  }
}
