public import StoreMemory

/// The readers of single keys: rows of a live query, or objects of a rule, which must be evaluated again when a key
/// changes.
///
/// A reader is not removed from a key that it no longer reads, since it may read the key again after a rollback. So a
/// key may have more readers than necessary until all are removed and evaluated again.
@usableFromInline
package final class KeyReaders {
  private struct Source {
    let follower: QueryFollower
    var readers: [Int: Set<Int>]
  }

  private var sources: ContiguousArray<Source> = []
  private var count = 0
  /// The number of entries when all readers were last evaluated.
  private var countAfterFullPass = 0

  @usableFromInline
  package init() {}

  package var isEmpty: Bool { sources.isEmpty }

  /// A Boolean value that indicates whether most entries may be outdated.
  package var isExcessive: Bool { count > 4 * countAfterFullPass + 4_096 }

  /// The tables to which the keys belong.
  @usableFromInline var tables: NumberSet {
    var tables = NumberSet()
    for source in sources { tables.formUnion(source.follower.tables) }
    return tables
  }

  @usableFromInline
  package func removeAll() {
    sources = []
    (count, countAfterFullPass) = (0, 0)
  }

  @usableFromInline
  package func noteComplete() { countAfterFullPass = count }

  /// Moves the keys from a record of reads to a reader.
  @usableFromInline
  package func take(_ reads: inout Reads, of reader: Int) {
    for entry in reads.takeKeyed() {
      let index: Int
      if let known = sources.firstIndex(where: { $0.follower === entry.source }) {
        index = known
      } else {
        index = sources.count
        sources.append(Source(follower: entry.source, readers: [:]))
      }
      entry.keys.forEach { key in
        if sources[index].readers[key, default: []].insert(reader).inserted { count += 1 }
      }
    }
  }

  /// Returns the readers of keys that have changed since a follower's last pass; `nil` if they are not known.
  @usableFromInline
  func due(for follower: QueryFollower, in core: StoreCore) -> Set<Int>? {
    if isExcessive { return nil }
    var due: Set<Int> = []
    for source in sources {
      guard let keys = core.changedKeys(of: source.follower, for: follower) else { return nil }
      for key in keys { if let readers = source.readers[key] { due.formUnion(readers) } }
    }
    return due
  }

  /// Returns the readers of keys that the open transaction of a store changes.
  package func due(inOpenTransactionOf store: DataStore) -> Set<Int> {
    let touched = store.core.shared.touchedTables
    var due: Set<Int> = []
    for source in sources where touched.intersects(source.follower.tables) {
      for key in source.follower.openKeys?() ?? [] {
        if let readers = source.readers[key] { due.formUnion(readers) }
      }
    }
    return due
  }
}
