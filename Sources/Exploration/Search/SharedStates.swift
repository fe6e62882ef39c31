import Values

import Synchronization

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
