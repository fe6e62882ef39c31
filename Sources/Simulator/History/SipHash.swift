/// SipHash-2-4 of bytes: the same on every machine, and for a change of one bit as good as another value.
///
/// Aumasson and Bernstein, “SipHash: a fast short-input PRF”, 2012; under the key 00 01 … 0f of its
/// appendix, since nothing is secret here.
enum SipHash {
  static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var state = absorbed(bytes, isWide: false)
    state.c ^= 0xFF
    for _ in 0..<4 { state.round() }
    return state.value
  }

  /// SipHash-2-4 of 128 bits, as its authors' reference code makes it.
  static func wideHash(_ bytes: Span<UInt8>) -> StateDigest {
    var state = absorbed(bytes, isWide: true)
    state.c ^= 0xEE
    for _ in 0..<4 { state.round() }
    let low = state.value
    state.b ^= 0xDD
    for _ in 0..<4 { state.round() }
    return StateDigest(low: low, high: state.value)
  }

  private static func absorbed(_ bytes: Span<UInt8>, isWide: Bool) -> State {
    let (low, high): (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
    var state = State(
      a: low ^ 0x736F_6D65_7073_6575, b: high ^ 0x646F_7261_6E64_6F6D, c: low ^ 0x6C79_6765_6E65_7261,
      d: high ^ 0x7465_6462_7974_6573)
    if isWide { state.b ^= 0xEE }
    var place = 0
    while place <= bytes.count &- 8 {
      var word: UInt64 = 0
      for index in 0..<8 { word |= UInt64(bytes[place &+ index]) &<< UInt64(index &* 8) }
      state.absorb(word)
      place &+= 8
    }
    var last = UInt64(truncatingIfNeeded: bytes.count) &<< 56
    for index in place..<bytes.count { last |= UInt64(bytes[index]) &<< UInt64((index &- place) &* 8) }
    state.absorb(last)
    return state
  }

  private struct State {
    var a, b, c, d: UInt64

    var value: UInt64 { a ^ b ^ c ^ d }

    mutating func absorb(_ word: UInt64) {
      d ^= word
      round()
      round()
      a ^= word
    }

    mutating func round() {
      a &+= b
      b = b.rotated(13) ^ a
      a = a.rotated(32)
      c &+= d
      d = d.rotated(16) ^ c
      a &+= d
      d = d.rotated(21) ^ a
      c &+= b
      b = b.rotated(17) ^ c
      c = c.rotated(32)
    }
  }
}

extension UInt64 {
  fileprivate func rotated(_ bits: UInt64) -> UInt64 { self &<< bits | self &>> (64 &- bits) }
}
