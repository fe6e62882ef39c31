import Synchronization

/// What happened to a live query, as a value that may cross to another isolation.
public enum QueryUpdate<Model: Storable>: Sendable, Equatable {
  /// The models of each section, or of the whole list when it has no sections.
  ///
  /// It is the first element, and comes again in place of edits that the consumer was too slow to take.
  case initial([[Model]])
  /// What a transaction did, with the models of its insertions and updates in the order of these edits.
  case edits([ListEdit<Model.ID>], models: [Model])

  /// The sections that the update makes of those before it; `nil` when it does not fit them.
  public func applied(to sections: [[Model]]) -> [[Model]]? {
    switch self {
    case .initial(let sections): return sections
    case .edits(let edits, let models):
      var rest = models[...]
      // A model that is missing makes the list shorter, which the last line finds.
      let taken = sections.map { $0.map(Optional.some) }.applyingSections(edits) { _ in rest.popFirst() }
      let result = taken?.map { $0.compactMap { $0 } }
      return rest.isEmpty && result?.map(\.count) == taken?.map(\.count) ? result : nil
    }
  }
}

/// The store's end of a stream of updates: those that wait for their consumer, and the bell that wakes it.
final class UpdateStream<Model: Storable>: Sendable {
  let buffer: UpdateBuffer<Model>
  private let ring: AsyncStream<Void>.Continuation
  private let limit: Int
  private let state = Mutex<(isFinished: Bool, token: Subscription?)>((false, nil))

  /// - Parameters:
  ///   - buffer: where the consumer finds the updates.
  ///   - ring: wakes the consumer, and says when it is gone.
  init(_ buffer: UpdateBuffer<Model>, limit: Int, ring: AsyncStream<Void>.Continuation) {
    self.buffer = buffer
    self.limit = max(1, limit)
    self.ring = ring
    ring.onTermination = { [weak self] _ in self?.finish() }
  }

  var isFull: Bool { buffer.count >= limit }
  var isFinished: Bool { state.withLock { $0.isFinished } }

  func send(_ update: QueryUpdate<Model>) {
    buffer.append(update)
    ring.yield()
  }

  /// Replaces all that waits.
  func restart(with update: QueryUpdate<Model>) {
    buffer.removeAll()
    send(update)
  }

  /// Keeps the observation until the end.
  func keep(_ token: Subscription) {
    state.withLock { if !$0.isFinished { $0.token = token } }
  }

  /// Ends the sequence behind what waits, and the observation. Calling it again does nothing.
  func finish() {
    let token = state.withLock { state in
      defer { state = (true, nil) }
      return state.token
    }
    token?.cancel()
    ring.finish()
  }
}

/// Ends a stream when it is released.
final class UpdateStreamEnd<Model: Storable> {
  let stream: UpdateStream<Model>

  init(_ stream: UpdateStream<Model>) {
    self.stream = stream
  }

  deinit { stream.finish() }
}

/// Updates that one isolation appends and another takes out.
final class UpdateBuffer<Model: Storable>: Sendable {
  private let updates = Mutex(Deque<QueryUpdate<Model>>())

  var count: Int { updates.withLock { $0.count } }

  func append(_ update: QueryUpdate<Model>) { updates.withLock { $0.append(update) } }
  func popFirst() -> QueryUpdate<Model>? { updates.withLock { $0.popFirst() } }

  func removeAll() {
    // The updates end outside of the lock.
    let gone = updates.withLock { updates in
      defer { updates = Deque() }
      return updates
    }
    _ = consume gone
  }
}
