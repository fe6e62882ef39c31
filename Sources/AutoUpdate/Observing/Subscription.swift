public import Synchronization

/// A token that ends an observation when it is cancelled or released, on any thread.
///
/// Cancelling is idempotent and O(1). If an observer is cancelled during a delivery, in the store's isolation domain,
/// it is not called again in that delivery. Another thread may cancel an observation, so the store releases the closure
/// of an observer and the memory of the observation only when the store is used again: during a transaction or a
/// delivery, or when an observer is registered. Until then, a closure retains what it captured. If it captured the
/// store, neither the closure nor the store is released.
public final class Subscription: Sendable {
  private let registry: SubscriptionRegistry
  /// The sequence number of the observation, and the number of its table plus one in the lowest 16 bits; 0 once it is
  /// cancelled. There may be a subscription for each of many views, so a subscription is as small as possible.
  private let packed: Atomic<UInt64>
  private let row: Int32
  private let index: Int32

  /// - Precondition: the table's number is below 65,535. There is a table for each type of model.
  @usableFromInline
  init(_ observation: Observation, in registry: SubscriptionRegistry) {
    self.registry = registry
    packed = Atomic(observation.sequence << 16 | UInt64(UInt16(observation.table + 1)))
    row = observation.row
    index = observation.index
  }

  /// Ends the observation. Calling it again does nothing.
  public func cancel() {
    let packed = packed.exchange(0, ordering: .relaxed)
    if packed == 0 { return }
    registry.cancel(
      Observation(
        sequence: packed >> 16, table: Int32(UInt16(truncatingIfNeeded: packed)) - 1, row: row, index: index))
  }

  deinit { cancel() }
}

/// The location of an observation in a store.
@usableFromInline
struct Observation: BitwiseCopyable, Sendable {
  /// The sequence number of its registration, unique in the store.
  @usableFromInline let sequence: UInt64
  /// The table of a view that observes a row; -1 for a closure.
  @usableFromInline let table: Int32
  @usableFromInline let row: Int32
  /// The observer's slot in its row's list or among the closures.
  @usableFromInline let index: Int32

  @inlinable
  init(sequence: UInt64, table: Int32 = -1, row: Int32 = -1, index: Int32) {
    self.sequence = sequence
    self.table = table
    self.row = row
    self.index = index
  }
}

/// The ended observations of a store that have not been removed yet.
///
/// This is the only part of a store that other threads access, since a view may be released on any thread.
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
