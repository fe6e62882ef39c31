/// The changes of a store as an asynchronous sequence, for use outside the store's isolation domain.
///
/// ```swift
/// let stream = store.changes()
/// Task {
///   for await change in stream {
///     if change.missedCount > 0 { … }  // ask for the whole state again
///   }
/// }
/// ```
///
/// Each call of `store.changes()` returns a stream with its own buffer, for one consumer. The store never waits for the
/// consumer: if the buffer is full, the oldest change is dropped. Transactions are numbered, so the next element
/// contains the number of dropped ones. The newest change is never dropped, so every loss is reported.
///
/// The sequence ends when the store is released. After the stream and its iterators have been released, the next
/// transaction removes the buffer from the store.
public struct ChangeStream: AsyncSequence, Sendable {
  /// A transaction's changes.
  public struct Element: Equatable, Sendable {
    /// The number of transactions that have changed the store, including this one.
    public let number: UInt64
    /// The changes of the transaction.
    public let changes: ChangeSet
    /// The number of transactions that were dropped between the previous element and this one.
    public let missedCount: UInt64
  }

  typealias Numbered = (number: UInt64, changes: ChangeSet)

  let stream: AsyncStream<Numbered>
  /// The number of transactions that had changed the store when the stream was created.
  let start: UInt64

  /// Returns an iterator that waits for changes.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: stream.makeAsyncIterator(), last: start)
  }

  /// An iterator that waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Numbered>.Iterator
    var last: UInt64

    /// Returns the changes of the next transaction; `nil` after the store has been released.
    public mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }

    /// Returns the changes of the next transaction; `nil` after the store has been released.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      guard let next = await base.next(isolation: actor) else { return nil }
      defer { last = next.number }
      return Element(number: next.number, changes: next.changes, missedCount: next.number &- last &- 1)
    }
  }
}

extension DataStore {
  /// Returns a stream of the change sets of all future transactions.
  ///
  /// - Parameter limit: the size of the buffer; at least one.
  public func changes(bufferingNewest limit: Int = 256) -> ChangeStream {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ChangeStream.Numbered.self, bufferingPolicy: .bufferingNewest(Swift.max(1, limit)))
    let feed = ChangeFeed(continuation)
    feed.subscription = observe { [unowned self] update in
      if case .changes(let changes) = update { feed.send(commitCount, changes) }
    }
    return ChangeStream(stream: stream, start: commitCount)
  }
}

/// The store's side of a stream. The store retains it until the consumer has been released.
private final class ChangeFeed {
  private let continuation: AsyncStream<ChangeStream.Numbered>.Continuation
  var subscription: Subscription?

  init(_ continuation: AsyncStream<ChangeStream.Numbered>.Continuation) {
    self.continuation = continuation
  }

  func send(_ number: UInt64, _ changes: ChangeSet) {
    if case .terminated = continuation.yield((number, changes)) { subscription = nil }
  }

  deinit { continuation.finish() }
}
