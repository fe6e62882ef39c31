public import StoreMemory

/// The readers of single keys: the rows of a live query, or the objects of a rule, that have to be asked again when a key changes.
///
/// A reader stays among those of a key that it does not read any more, as it may read the key again after a rollback. So there may be more
/// than necessary, until all are dropped and asked again.
@usableFromInline
package final class KeyReaders {
  private struct Source {
    let follower: QueryFollower
    var readers: [Int: Set<Int>]
  }

  private var sources: ContiguousArray<Source> = []
  private var count = 0
  /// The number of entries when all readers had been asked.
  private var countAtFirst = 0

  /// No readers.
  @usableFromInline
  package init() {}

  /// A Boolean value that indicates whether no key was read.
  package var isEmpty: Bool { sources.isEmpty }

  /// A Boolean value that indicates whether most entries may be out of date.
  package var isExcessive: Bool { count > 4 * countAtFirst + 4_096 }

  /// The tables that the keys are of.
  @usableFromInline var tables: NumberSet {
    var tables = NumberSet()
    for source in sources { tables.formUnion(source.follower.tables) }
    return tables
  }

  /// Drops all readers.
  @usableFromInline
  package func removeAll() {
    sources = []
    (count, countAtFirst) = (0, 0)
  }

  /// Notes that all readers have been asked.
  @usableFromInline
  package func noteComplete() { countAtFirst = count }

  /// Takes the keys out of a record of reads, as those of a reader.
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
      for key in entry.keys {
        if sources[index].readers[key, default: []].insert(reader).inserted { count += 1 }
      }
    }
  }

  /// The readers of keys that changed since a follower last took a pass in; `nil` when these are not known.
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

  /// The readers of keys that the open transaction of a store changes.
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
