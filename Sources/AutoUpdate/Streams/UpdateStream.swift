public import ListEdits
internal import StoreMemory
internal import Synchronization

/// An update of a live query, as a value that may cross to another isolation domain.
public enum QueryUpdate<Model: Storable>: Sendable, Equatable {
  /// The models of each section, or of the whole list if it has no sections.
  ///
  /// This is the first element of a stream. It also replaces edits that did not fit into the buffer.
  case initial([[Model]])
  /// The edits of a transaction, with the models of its insertions and updates in the order of these edits.
  case edits([ListEdit<Model.ID>], models: [Model])

  /// Applies the update to sections. Returns `nil` if the update does not fit them.
  public func applied(to sections: [[Model]]) -> [[Model]]? {
    switch self {
    case .initial(let sections): return sections
    case .edits(let edits, let models):
      var rest = models[...]
      // A missing model makes the list shorter, which the last line detects.
      let taken = sections.map { $0.map(Optional.some) }.applyingSections(edits) { _ in rest.popFirst() }
      let result = taken?.map { $0.compactMap { $0 } }
      return rest.isEmpty && result?.map(\.count) == taken?.map(\.count) ? result : nil
    }
  }
}

/// A buffer of updates. The store appends them, and the consumer removes them when it is woken by the signal.
final class UpdateStream<Model: Storable>: Sendable {
  private struct State {
    var waiting = Deque<QueryUpdate<Model>>()
    var isFinished = false
    var token: Subscription?
  }

  private let state = Mutex(State())
  private let signal: AsyncStream<Void>.Continuation
  private let limit: Int

  /// - Parameter signal: wakes the consumer. It is terminated when the consumer is released.
  init(limit: Int, signal: AsyncStream<Void>.Continuation) {
    self.limit = max(1, limit)
    self.signal = signal
    signal.onTermination = { [weak self] _ in self?.finish() }
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }
  var isFull: Bool { waitingCount >= limit }
  var isFinished: Bool { state.withLock { $0.isFinished } }

  func popFirst() -> QueryUpdate<Model>? { state.withLock { $0.waiting.popFirst() } }

  func send(_ update: QueryUpdate<Model>) {
    state.withLock { $0.waiting.append(update) }
    signal.yield()
  }

  /// Replaces all waiting updates, and releases them outside the lock.
  func restart(with update: QueryUpdate<Model>) {
    let gone = state.withLock { state in
      defer { state.waiting = Deque() }
      return state.waiting
    }
    send(update)
    withExtendedLifetime(gone) {}
  }

  /// Retains the observation until the stream ends.
  func keep(_ token: Subscription) {
    state.withLock { if !$0.isFinished { $0.token = token } }
  }

  /// Ends the observation, and ends the sequence after the waiting updates. Calling this method again does nothing.
  func finish() {
    let token = state.withLock { state in
      state.isFinished = true
      return state.token.take()
    }
    token?.cancel()
    signal.finish()
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
