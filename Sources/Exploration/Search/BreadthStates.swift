import CommandLanguage
import Synchronization

/// The states of a breadth-first search, each with the step that first led to it.
///
/// A state takes 28 bytes, and its entry in a hash table about 7. Arrays grow by an eighth, so little memory is unused.
final class BreadthStates: Sendable {
  /// The number of a state: its index in its shard, with the shard in the lowest bits.
  typealias ID = UInt32

  /// The step that first led to a state.
  struct Origin: Sendable {
    /// The previous state; ``none`` for the initial state.
    var parent: ID
    /// The line table, and the line in it.
    var table: UInt32
    var line: UInt32
  }

  static let none = ID.max

  private final class Shard: Sendable {
    let records = Mutex(Records())
  }

  private struct Records {
    var keys: [StateKey] = []
    var origins: [Origin] = []
    /// Indices in the arrays, plus 1; 0 for none.
    var slots: [UInt32] = []

    func slot(_ key: StateKey) -> Int {
      Int(key.low.multipliedFullWidth(by: UInt64(slots.count)).high)
    }

    mutating func index(of key: StateKey, _ origin: Origin) -> (index: Int, isNew: Bool) {
      if keys.count &* 5 >= slots.count &* 4 { grow() }
      var slot = slot(key)
      while slots[slot] != 0 {
        let index = Int(slots[slot]) - 1
        if keys[index] == key { return (index, false) }
        slot = slot + 1 == slots.count ? 0 : slot + 1
      }
      if keys.count == keys.capacity {
        keys.reserveCapacity(keys.count + keys.count / 8 + 64)
        origins.reserveCapacity(keys.count + keys.count / 8 + 64)
      }
      keys.append(key)
      origins.append(origin)
      slots[slot] = UInt32(keys.count)
      return (keys.count - 1, true)
    }

    private mutating func grow() {
      slots = []
      slots = Array(repeating: 0, count: max(64, keys.count * 3 / 2 + keys.count / 4))
      for index in keys.indices {
        var slot = slot(keys[index])
        while slots[slot] != 0 { slot = slot + 1 == slots.count ? 0 : slot + 1 }
        slots[slot] = UInt32(index + 1)
      }
    }

    var byteCount: Int {
      keys.capacity * MemoryLayout<StateKey>.stride + origins.capacity * MemoryLayout<Origin>.stride
        + slots.capacity * 4
    }
  }

  private let shards: [Shard]
  private let shift: UInt32

  init(jobCount: Int) {
    shift = jobCount == 1 ? 0 : 6
    shards = (0..<(1 << shift)).map { _ in Shard() }
  }

  private func shard(of key: StateKey) -> UInt32 { shift == 0 ? 0 : UInt32(key.high >> 58) }

  /// Inserts a state. Returns its number, and whether it is new.
  func insert(_ key: StateKey, _ origin: Origin) -> (id: ID, isNew: Bool) {
    let shard = shard(of: key)
    let (index, isNew) = shards[Int(shard)].records.withLock { $0.index(of: key, origin) }
    return (UInt32(index) << shift | shard, isNew)
  }

  /// Returns the digest of a state, and the step that led to it.
  func state(_ id: ID) -> (key: StateKey, origin: Origin) {
    shards[Int(id & (1 << shift - 1))].records.withLock {
      ($0.keys[Int(id >> shift)], $0.origins[Int(id >> shift)])
    }
  }

  var counts: (states: Int, bytes: Int) {
    shards.reduce((0, 0)) { sum, shard in
      shard.records.withLock { (sum.0 + $0.keys.count, sum.1 + $0.byteCount) }
    }
  }
}

/// The frontier of a breadth-first search, level by level.
final class BreadthLevels: Sendable {
  private struct State {
    var level: [BreadthStates.ID] = []
    var next: [BreadthStates.ID] = []
    var cursor = 0
    var depth = 0
    /// The number of jobs that expand states of the level.
    var busyCount = 0
    var isStopped = false
    /// The peak size of the frontier in bytes.
    var peakByteCount = 0
  }

  /// The peak size of the frontier in bytes.
  var peakByteCount: Int { state.withLock { $0.peakByteCount } }

  private let state = Mutex(State())
  private static let pieceCount = 64

  /// States of a level for one job.
  struct Piece {
    let states: [BreadthStates.ID]
    let depth: Int
  }

  /// Begins with the initial state. Each job calls it.
  func begin(_ first: BreadthStates.ID, isNew: Bool) {
    if isNew { state.withLock { $0.level = [first] } }
  }

  /// Returns states to expand; `nil` if every state is expanded, or the search ends.
  ///
  /// - Parameter pause: called while other jobs still expand states of the level; returns whether to continue.
  func take(pause: () -> Bool) -> Piece? {
    while true {
      let (piece, isOver) = state.withLock { state -> (Piece?, Bool) in
        if state.isStopped { return (nil, true) }
        if state.cursor == state.level.count, state.busyCount == 0 {
          (state.level, state.next, state.cursor) = (state.next, [], 0)
          if state.level.isEmpty { return (nil, true) }
          state.depth += 1
        }
        guard state.cursor < state.level.count else { return (nil, false) }
        let end = min(state.cursor + Self.pieceCount, state.level.count)
        let piece = Piece(states: Array(state.level[state.cursor..<end]), depth: state.depth)
        state.cursor = end
        state.busyCount += 1
        return (piece, false)
      }
      if piece != nil || isOver { return piece }
      if !pause() { return nil }
    }
  }

  /// Ends the expansion of a piece, and adds the new states of the next level.
  func finish(_ next: [BreadthStates.ID], isWhole: Bool) {
    state.withLock { state in
      state.busyCount -= 1
      state.next += next
      let byteCount = (state.level.capacity + state.next.capacity) * MemoryLayout<BreadthStates.ID>.stride
      state.peakByteCount = max(state.peakByteCount, byteCount)
      if !isWhole { state.isStopped = true }
    }
  }
}
