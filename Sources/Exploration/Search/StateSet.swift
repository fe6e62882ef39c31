import Values

/// A set of visited states by digest: a hash table with open addressing, 16 bytes per slot, and four for the depth.
struct StateSet {
  private var keys: [StateDigest] = []
  private var depths: [Int32] = []
  private(set) var count = 0

  init() {}

  /// The size in bytes.
  var byteCount: Int { keys.capacity * MemoryLayout<StateDigest>.stride + depths.capacity * 4 }

  /// Inserts a state that was reached at a depth.
  ///
  /// - Returns: whether the state is new, and the least depth at which it was reached before.
  mutating func insert(_ key: StateDigest, depth: Int = 0) -> (isNew: Bool, depth: Int) {
    if (count &+ 1) &* 8 > keys.count &* 7 { grow() }
    // An empty slot has the digest 0.
    let key = key == Self.empty ? StateDigest(low: 1, high: 1) : key
    var slot = Int(truncatingIfNeeded: key.low) & (keys.count &- 1)
    while keys[slot] != Self.empty {
      if keys[slot] == key {
        let known = Int(depths[slot])
        if depth < known { depths[slot] = Int32(clamping: depth) }
        return (false, known)
      }
      slot = (slot &+ 1) & (keys.count &- 1)
    }
    keys[slot] = key
    depths[slot] = Int32(clamping: depth)
    count &+= 1
    return (true, depth)
  }

  private static let empty = StateDigest(low: 0, high: 0)

  private mutating func grow() {
    let (oldKeys, oldDepths) = (keys, depths)
    let size = max(64, oldKeys.count * 2)
    keys = Array(repeating: Self.empty, count: size)
    depths = Array(repeating: 0, count: size)
    for index in oldKeys.indices where oldKeys[index] != Self.empty {
      var slot = Int(truncatingIfNeeded: oldKeys[index].low) & (size &- 1)
      while keys[slot] != Self.empty { slot = (slot &+ 1) & (size &- 1) }
      keys[slot] = oldKeys[index]
      depths[slot] = oldDepths[index]
    }
  }
}
