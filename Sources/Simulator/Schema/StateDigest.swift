/// A digest of 128 bits of what a store holds: states are told apart by it.
///
/// Among `n` states two have the same one by chance with a probability of about `n² / 2¹²⁹`.
public struct StateDigest: Hashable, Sendable {
  /// The lower 64 bits.
  public var low: UInt64 = 0
  /// The upper 64 bits.
  public var high: UInt64 = 0

  static func &+= (sum: inout StateDigest, hash: StateDigest) {
    sum.low &+= hash.low
    sum.high &+= hash.high
  }

  static func &-= (sum: inout StateDigest, hash: StateDigest) {
    sum.low &-= hash.low
    sum.high &-= hash.high
  }
}
