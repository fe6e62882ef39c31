/// A 32-bit FNV-1a hash of a name's bytes: small, the same in every process, and good enough to find
/// a name whose bytes are compared afterwards.
enum NameHash {
  @inline(__always) static var seed: UInt32 { 2_166_136_261 }

  @inline(__always)
  static func combine(_ hash: UInt32, _ byte: UInt8) -> UInt32 { (hash ^ UInt32(byte)) &* 16_777_619 }

  @inline(__always)
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = seed
    for byte in bytes { hash = combine(hash, byte) }
    return hash
  }

  static func of(_ name: String) -> UInt32 {
    var hash = seed
    for byte in name.utf8 { hash = combine(hash, byte) }
    return hash
  }
}
