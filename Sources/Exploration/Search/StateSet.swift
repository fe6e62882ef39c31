import Synchronization
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
  /// - Returns: whether the state is new, and the least depth at which it was reached before; `depth` for a new state.
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

/// The states that several jobs have visited.
final class SharedStates: Sendable {
  private final class Shard: Sendable {
    let states = Mutex(StateSet())
  }

  /// The sets, by the upper bits of the digest, so that jobs seldom wait for each other.
  private let shards: [Shard]

  init(jobCount: Int) { shards = (0..<(jobCount == 1 ? 1 : 64)).map { _ in Shard() } }

  /// Inserts a state, like ``StateSet/insert(_:depth:)``.
  func insert(_ key: StateDigest, depth: Int) -> (isNew: Bool, depth: Int) {
    let shard = shards.count == 1 ? 0 : Int(key.high >> 58)
    return shards[shard].states.withLock { $0.insert(key, depth: depth) }
  }

  var counts: (states: Int, bytes: Int) {
    shards.reduce((0, 0)) { sum, shard in
      shard.states.withLock { (sum.0 + $0.count, sum.1 + $0.byteCount) }
    }
  }
}
