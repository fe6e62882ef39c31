/// A short form of a name's UTF-8 bytes, which says of most names at once whether they are equal.
struct NameKey: Equatable {
  /// The first eight bytes, the first one lowest.
  let start: UInt64
  /// A hash of all bytes, with their count in its low four bits: 9 stands for all above 8.
  let hash: UInt32

  /// Whether names with this key are equal to each other; longer ones have to be compared.
  var isWhole: Bool { hash & 15 <= 8 }

  @inline(__always)
  init(_ name: Span<UInt8>) {
    let count = name.count
    start = Self.start(of: name)
    // Fibonacci hashing; what is beyond the first eight bytes joins as in FNV-1a.
    var mixed = (start ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    var index = 8
    while index < count {
      mixed = ((mixed >> 32) ^ mixed ^ UInt64(name[index])) &* 0x0000_0100_0000_01B3
      index &+= 1
    }
    hash = UInt32(truncatingIfNeeded: mixed >> 32) & ~15 | UInt32(truncatingIfNeeded: Swift.min(count, 9))
  }

  @inline(__always)
  private static func start(of name: Span<UInt8>) -> UInt64 {
    var start: UInt64 = 0
    var index = Swift.min(name.count, 8)
    while index > 0 {
      index &-= 1
      start = start << 8 | UInt64(name[index])
    }
    return start
  }

  /// Whether a name has these bytes.
  static func isEqual(_ name: String, _ bytes: Span<UInt8>) -> Bool {
    let utf8 = name.utf8.span
    guard utf8.count == bytes.count else { return false }
    for index in utf8.indices where utf8[index] != bytes[index] { return false }
    return true
  }
}
