internal import StoreMemory

/// A source of state outside the tables that live queries and values read, such as the contents of screens.
///
/// ```swift
/// let weather = StoreSource(in: store)
/// let outside = LiveQuery(store.table(of: Hero.self), where: { _ in weather.noteRead(); return isDry }, by: \.id)
/// isDry = false
/// weather.noteChange()
/// ```
///
/// A source may consist of parts with numbers, such as the views of a screen. A query or value that reads one part is
/// not updated when only other parts change.
///
/// Observers may change a source. So a query or value that reads a source is updated, and its observers are called,
/// after all other observers have been called with a commit. These observers may change sources again, at most
/// ``DataStore/cascadeLimit`` times per commit.
public final class StoreSource {
  private unowned let core: StoreCore
  private let number: Int32
  /// Publishes the changed parts in the pass that updates their readers.
  private let follower: QueryFollower
  private let changed: ChangedParts

  /// The parts that have changed since the last pass.
  private final class ChangedParts {
    var parts: Set<Int> = []
    var areAll = false

    func publish(to follower: QueryFollower, in core: StoreCore) {
      if areAll {
        core.noteChange(ofKey: nil, of: follower)
      } else {
        for part in parts.sorted() { core.noteChange(ofKey: part, of: follower) }
      }
      (parts, areAll) = ([], false)
    }
  }

  /// The model of the empty table whose number identifies a source.
  private struct NoRow: Storable {
    let id: Int
  }

  /// Creates a source in a store.
  public init(in store: DataStore) {
    let (core, changed) = (store.core, ChangedParts())
    (self.core, self.changed) = (core, changed)
    let follower = QueryFollower { [unowned core] follower in
      changed.publish(to: follower, in: core)
      return true
    }
    // A query that still has the number of a released source in its record is evaluated once more than necessary.
    let number = core.shared.content.modify { $0.sourceNumbers.takeUnused() } ?? Self.addTable(in: core)
    core.shared.content.modify { $0.sourceNumbers.insert(number, of: follower) }
    (self.number, self.follower) = (number, follower)
    core.follow(NumberSet(number), by: follower)
  }

  private static func addTable(in core: StoreCore) -> Int32 {
    let number = core.tableCount
    core.add(
      TableStorage<NoRow>(number: number, shared: core.shared, registry: core.registry),
      of: ObjectIdentifier(NoRow.self))
    core.shared.content.modify { $0.sources.insert(number) }
    return number
  }

  /// Records that the live query or value that is being evaluated read the source.
  ///
  /// - Parameter part: the number of the part that it read; `nil` if it read the whole source.
  public func noteRead(of part: Int? = nil) {
    if let part { core.shared.noteRead(ofKey: part, of: follower) } else { core.shared.noteRead(of: number) }
  }

  /// Updates the queries and values that read the source: immediately if the store is idle, otherwise at the end of the
  /// current delivery.
  ///
  /// - Parameter part: the number of the part that changed; `nil` if any part may have changed.
  public func noteChange(of part: Int? = nil) {
    if let part { changed.parts.insert(part) } else { changed.areAll = true }
    core.shared.content.modify { $0.changedSources.insert(number) }
    core.deliverSources()
  }

  package func isRead(in reads: Reads) -> Bool { reads.allTables.contains(number) }
}

/// The numbers of the sources of a store. The numbers of released sources are reused.
struct SourceNumbers {
  private struct Entry {
    let number: Int32
    weak var follower: QueryFollower?
  }

  private var entries: ContiguousArray<Entry> = []
  private var unused: ContiguousArray<Int32> = []
  /// The number of entries at which the next search for released sources happens.
  private var bound = 8

  /// Removes and returns the number of a released source; `nil` if none is known.
  ///
  /// - Complexity: amortised O(1).
  mutating func takeUnused() -> Int32? {
    if unused.isEmpty, entries.count >= bound {
      for entry in entries.reversed() where entry.follower == nil { unused.append(entry.number) }
      entries.removeAll { $0.follower == nil }
      bound = max(8, entries.count * 2)
    }
    return unused.popLast()
  }

  mutating func insert(_ number: Int32, of follower: QueryFollower) {
    entries.append(Entry(number: number, follower: follower))
  }
}
