/// A SipHash-2-4 hasher, whose results are the same on every machine.
///
/// The algorithm is that of Aumasson and Bernstein, “SipHash: a fast short-input PRF”, 2012. It uses the key 00 01 … 0f
/// of the paper's appendix, since the hash is not used for secrets. Bytes are hashed as they arrive, and are not
/// stored.
public struct SipHash {
  private var state: State
  /// The bytes after the last whole word; the first byte is the lowest.
  private var tail: UInt64 = 0
  private var count: UInt64 = 0

  /// Creates a hasher.
  ///
  /// - Parameter isWide: whether to compute ``wideValue``.
  public init(isWide: Bool) {
    let (low, high): (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
    state = State(
      a: low ^ 0x736F_6D65_7073_6575, b: high ^ 0x646F_7261_6E64_6F6D, c: low ^ 0x6C79_6765_6E65_7261,
      d: high ^ 0x7465_6462_7974_6573)
    if isWide { state.b ^= 0xEE }
  }

  /// Returns the hash of bytes in 64 bits.
  public static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var hash = SipHash(isWide: false)
    hash.append(bytes)
    return hash.value
  }

  /// Returns the hash of bytes in 128 bits, as in the authors' reference code.
  public static func wideHash(_ bytes: Span<UInt8>) -> StateDigest {
    var hash = SipHash(isWide: true)
    hash.append(bytes)
    return hash.wideValue
  }

  /// The hash of the appended bytes in 64 bits.
  public var value: UInt64 {
    var state = absorbed
    state.c ^= 0xFF
    for _ in 0..<4 { state.round() }
    return state.value
  }

  /// The hash of the appended bytes in 128 bits.
  public var wideValue: StateDigest {
    var state = absorbed
    state.c ^= 0xEE
    for _ in 0..<4 { state.round() }
    let low = state.value
    state.b ^= 0xDD
    for _ in 0..<4 { state.round() }
    return StateDigest(low: low, high: state.value)
  }

  private var absorbed: State {
    var state = state
    state.absorb(tail | count &<< 56)
    return state
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
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

extension SipHash {
  /// Appends a byte.
  public mutating func append(_ byte: UInt8) {
    tail |= UInt64(byte) &<< ((count & 7) &* 8)
    count &+= 1
    if count & 7 == 0 {
      state.absorb(tail)
      tail = 0
    }
  }

  /// Appends the eight bytes of a number, the lowest first.
  public mutating func append(bits: UInt64) {
    let shift = (count & 7) &* 8
    state.absorb(tail | bits &<< shift)
    // The remaining bytes begin the next word.
    tail = shift == 0 ? 0 : bits &>> (64 &- shift)
    count &+= 8
  }

  /// Appends the bytes of a text.
  public mutating func append(utf8 text: String) {
    for byte in text.utf8 { append(byte) }
  }
}

extension UInt64 {
  fileprivate func rotated(_ bits: UInt64) -> UInt64 { self &<< bits | self &>> (64 &- bits) }
}
