/// A digest of 128 bits of what a store holds: states are told apart by it.
///
/// Among `n` states two have the same one by chance with a probability of about `n² / 2¹²⁹`.
public struct StateDigest: Hashable, Sendable {
  /// The lower 64 bits.
  public var low: UInt64
  /// The upper 64 bits.
  public var high: UInt64

  /// The digest of these bits; of nothing by default.
  public init(low: UInt64 = 0, high: UInt64 = 0) {
    self.low = low
    self.high = high
  }

  /// Adds a hash to the sum that a digest is.
  public static func &+= (sum: inout StateDigest, hash: StateDigest) {
    sum.low &+= hash.low
    sum.high &+= hash.high
  }

  /// Takes a hash out of the sum that a digest is.
  public static func &-= (sum: inout StateDigest, hash: StateDigest) {
    sum.low &-= hash.low
    sum.high &-= hash.high
  }
}
