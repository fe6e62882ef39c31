/// The order of updates. Each round has each identity once, in random order, and the rounds repeat.
struct Order {
  private let ids: [Int32]
  private var index = 0
  private(set) var number = 0

  init(count: Int) {
    var random = SplitMix(seed: UInt64(count))
    // If there are few units, there are several different rounds, so that the branch predictor cannot learn the order.
    let rounds = max(1, 65_536 / count)
    ids = (0..<rounds).flatMap { _ in (0..<Int32(count)).shuffled(using: &random) }
  }

  /// Calls `update` with the next identities, and the values to write.
  @inline(__always)
  mutating func forEach(_ operations: Int, _ update: (_ id: Int32, _ blow: Blow) -> Void) {
    ids.withUnsafeBufferPointer { ids in
      for _ in 0..<operations {
        update(ids[index], Blow(number))
        number &+= 1
        index &+= 1
        if index == ids.count { index = 0 }
      }
    }
  }
}

/// A small generator of random numbers with a seed (SplitMix64; Steele, Lea, Flood 2014).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
