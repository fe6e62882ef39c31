import CommandLanguage
import Values
import Synchronization

/// The states of a breadth-first search, each with the step that first led to it.
///
/// A state takes 28 bytes in memory or in a file. Its entry in a hash table, which is always in memory, takes up to 9
/// bytes.
final class BreadthStates: Sendable {
  /// The number of a state: its index in its shard, with the shard in the lowest bits.
  typealias ID = UInt32

  /// The step that first led to a state.
  struct Origin: Sendable {
    /// The previous state; ``none`` for the initial state.
    var parent: ID
    /// The line table of the previous state, or ``LineTables/unkept``, and the line in it.
    var table: UInt32
    var line: UInt32
  }

  static let none = ID.max

  private final class Shard: Sendable {
    let records: Mutex<Records>
    init(rowCountMax: Int) { records = Mutex(Records(rowCountMax: rowCountMax)) }
  }

  private struct Records {
    var rows: any StateRows = MemoryRows()
    /// Indices of rows, plus 1; 0 for none.
    var slots: [UInt32] = []
    /// A byte of the digest for each slot, which distinguishes most states without reading their rows.
    var tags: [UInt8] = []
    /// The maximum number of rows.
    let rowCountMax: Int

    func slot(_ key: StateDigest) -> Int {
      Int(key.low.multipliedFullWidth(by: UInt64(slots.count)).high)
    }

    private static func tag(_ key: StateDigest) -> UInt8 { UInt8(truncatingIfNeeded: key.high) }

    mutating func index(of key: StateDigest, _ origin: Origin) throws -> (index: Int, isNew: Bool) {
      if rows.count &* 5 >= slots.count &* 4 { try makeSlots(rows.count * 3 / 2 + rows.count / 4) }
      let tag = Self.tag(key)
      var slot = slot(key)
      while slots[slot] != 0 {
        if tags[slot] == tag {
          let index = Int(slots[slot]) - 1
          if try rows.key(at: index) == key { return (index, false) }
        }
        slot = slot + 1 == slots.count ? 0 : slot + 1
      }
      guard rows.count < rowCountMax else { throw ExplorationError("a search has at most 4e9 states") }
      try rows.append(key, origin)
      slots[slot] = UInt32(rows.count)
      tags[slot] = tag
      return (rows.count - 1, true)
    }

    /// Creates the hash table with a number of slots for the present rows.
    mutating func makeSlots(_ count: Int) throws {
      (slots, tags) = ([], [])
      var slots = [UInt32](repeating: 0, count: max(64, count))
      var tags = [UInt8](repeating: 0, count: slots.count)
      try rows.forEachKey { index, key in
        var slot = Int(key.low.multipliedFullWidth(by: UInt64(slots.count)).high)
        while slots[slot] != 0 { slot = slot + 1 == slots.count ? 0 : slot + 1 }
        slots[slot] = UInt32(index + 1)
        tags[slot] = Self.tag(key)
      }
      (self.slots, self.tags) = (slots, tags)
    }

    var byteCount: Int { rows.byteCount + slots.capacity * 4 + tags.capacity }
  }

  private let shards: [Shard]
  private let shift: UInt32

  /// - Parameters:
  ///   - jobCount: the number of jobs that insert states.
  ///   - storage: the files of the states; `nil` for states in memory.
  ///   - progress: the progress of the search that the files belong to; `nil` for a new search.
  /// - Throws: an ``ExplorationError`` if the files cannot be read, or do not contain the states of the search.
  init(
    jobCount: Int, in storage: (any SearchStorage)? = nil, continuing progress: SearchProgress? = nil
  ) throws {
    // The number of files does not depend on the number of jobs, since a search may continue with another number of
    // jobs.
    shift = storage != nil ? 4 : jobCount == 1 ? 0 : 6
    // The greatest number is reserved for ``none``.
    let rowCountMax = Int(UInt32.max >> shift)
    shards = (0..<(1 << shift)).map { _ in Shard(rowCountMax: rowCountMax) }
    guard let storage else { return }
    for (index, shard) in shards.enumerated() {
      do {
        let count = progress?.stateCounts[index] ?? 0
        let file = try storage.records(index, byteCount: FileRows.recordByteCount, keeping: count)
        try shard.records.withLock { records in
          let rows = try FileRows(file, count: count)
          if let progress, progress.stateHashes[index] != rows.hash.value {
            throw ExplorationError("file \(index) of its states has changed")
          }
          records.rows = rows
          try records.makeSlots(count * 3 / 2 + count / 4)
        }
      } catch {
        if progress == nil { throw error }
        throw SearchProgress.damaged(storage, Explanation(of: error).message)
      }
    }
  }

  private func shard(of key: StateDigest) -> UInt32 {
    shift == 0 ? 0 : UInt32(key.high >> (64 - UInt64(shift)))
  }

  /// Inserts a state. Returns its number, and whether it is new.
  ///
  /// - Throws: an ``ExplorationError`` if a file cannot be read or written.
  func insert(_ key: StateDigest, _ origin: Origin) throws -> (id: ID, isNew: Bool) {
    let shard = shard(of: key)
    let (index, isNew) = try shards[Int(shard)].records.withLock { try $0.index(of: key, origin) }
    return (UInt32(index) << shift | shard, isNew)
  }

  /// Returns the digest of a state, and the step that led to it.
  ///
  /// - Throws: an ``ExplorationError`` if there is no such state, or a file cannot be read.
  func state(_ id: ID) throws -> (key: StateDigest, origin: Origin) {
    try shards[Int(id & (1 << shift - 1))].records.withLock { records in
      let index = Int(id >> shift)
      guard index < records.rows.count else { throw ExplorationError("a state of the search is missing") }
      return try records.rows.row(at: index)
    }
  }

  var counts: (states: Int, bytes: Int) {
    shards.reduce((0, 0)) { sum, shard in
      shard.records.withLock { (sum.0 + $0.rows.count, sum.1 + $0.byteCount) }
    }
  }

  /// Writes all states to their files. Returns the number of states in each file, and their hash.
  ///
  /// - Throws: an ``ExplorationError`` if a file cannot be written.
  func flush() throws -> [(count: Int, hash: UInt64)] {
    try shards.map { shard in
      try shard.records.withLock { records in
        (records.rows.count, try records.rows.flush())
      }
    }
  }
}
