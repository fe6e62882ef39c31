/// A small generator for property tests (Steele, Lea and Flood, 2014), the same everywhere; the seed is part of a
/// failure's message, so that the case can be run again.
public struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  public init(_ seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below `bound`.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// Whether something that is true once in `number` times is.
  public mutating func oneIn(_ number: Int) -> Bool { below(number) == 0 }
}
