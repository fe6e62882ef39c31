/// A digest of 128 bits that identifies the state of a store.
///
/// The probability that two of `n` states have the same digest is about `n² / 2¹²⁹`.
public struct StateDigest: Hashable, Sendable {
  /// The lower 64 bits.
  public var low: UInt64
  /// The upper 64 bits.
  public var high: UInt64

  /// Creates a digest; by default, that of an empty store.
  public init(low: UInt64 = 0, high: UInt64 = 0) {
    self.low = low
    self.high = high
  }

  /// Adds a hash to the digest, which is a sum.
  public static func &+= (sum: inout StateDigest, hash: StateDigest) {
    sum.low &+= hash.low
    sum.high &+= hash.high
  }

  /// Subtracts a hash from the digest, which is a sum.
  public static func &-= (sum: inout StateDigest, hash: StateDigest) {
    sum.low &-= hash.low
    sum.high &-= hash.high
  }
}
