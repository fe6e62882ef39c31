public import Synchronization

/// A token that ends an observation when it is cancelled or released, on any thread.
///
/// Cancelling is idempotent and O(1). An observer that is cancelled during a delivery, in the store's isolation
/// domain, is not called again in that delivery. The store releases the memory of the observation the next time
/// that it is used.
public final class Subscription: Sendable {
  private let registry: SubscriptionRegistry
  private let observation: Observation
  private let isCancelled = Atomic(false)

  @usableFromInline
  init(_ observation: Observation, in registry: SubscriptionRegistry) {
    self.registry = registry
    self.observation = observation
  }

  /// Ends the observation. Calling it again does nothing.
  public func cancel() {
    if !isCancelled.exchange(true, ordering: .relaxed) { registry.cancel(observation) }
  }

  deinit { cancel() }
}

/// The position of an observation in a store.
@usableFromInline
struct Observation: BitwiseCopyable, Sendable {
  /// The sequence number of its registration, unique in the store.
  @usableFromInline let sequence: UInt64
  /// The table of a view that observes a row; -1 for a closure.
  @usableFromInline let table: Int32
  @usableFromInline let row: Int32
  /// The observer's position in its row's list, or among the closures.
  @usableFromInline let index: Int32

  @inlinable
  init(sequence: UInt64, table: Int32 = -1, row: Int32 = -1, index: Int32) {
    self.sequence = sequence
    self.table = table
    self.row = row
    self.index = index
  }
}

/// The ended observations of a store that it has not removed yet.
///
/// This is the only part of a store that other threads use, since a view may be released on any thread.
@usableFromInline
final class SubscriptionRegistry: Sendable {
  /// `nil` after the store has been released.
  private let cancelled = Mutex<ContiguousArray<Observation>?>([])
  @usableFromInline let isPending = Atomic(false)

  @usableFromInline
  init() {}

  func cancel(_ observation: Observation) {
    let isKept = cancelled.withLock { list in
      list?.append(observation)
      return list != nil
    }
    if isKept { isPending.store(true, ordering: .releasing) }
  }

  /// A Boolean value that indicates whether there are cancelled observations to remove.
  @inlinable var hasCancelled: Bool { isPending.load(ordering: .acquiring) }

  /// Returns the ended observations in the order in which they ended, and clears the list.
  func take() -> ContiguousArray<Observation> {
    isPending.store(false, ordering: .relaxed)
    return cancelled.withLock { list in
      guard list?.isEmpty == false, let taken = list else { return [] }
      list = []
      return taken
    }
  }

  /// Ignores all further cancellations.
  func close() { cancelled.withLock { $0 = nil } }
}
