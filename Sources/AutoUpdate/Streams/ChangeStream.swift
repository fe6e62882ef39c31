/// The changes of a store as an asynchronous sequence, for those who are outside its isolation.
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
/// Each call of `store.changes()` gives a stream with a buffer of its own; a
/// stream has one consumer. The store never waits for it: when the buffer is full, the oldest change
/// in it is dropped for the newest. Transactions are numbered, so the next element says how many were
/// dropped before it; as the newest always stays, no gap goes unseen.
///
/// The sequence ends when the store is released. When the stream and its iterators are gone, the next
/// transaction takes its buffer out of the store.
public struct ChangeStream: AsyncSequence, Sendable {
  /// A transaction's changes.
  public struct Element: Equatable, Sendable {
    /// The number of transactions that had changed the store, including this one.
    public let number: UInt64
    /// The changes.
    public let changes: ChangeSet
    /// The number of transactions before this one that were dropped since the previous element.
    public let missedCount: UInt64
  }

  typealias Numbered = (number: UInt64, changes: ChangeSet)

  let stream: AsyncStream<Numbered>
  /// The number of transactions that had changed the store when the stream began.
  let start: UInt64

  /// Waits for the changes, one after the other.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: stream.makeAsyncIterator(), last: start)
  }

  /// Waits for the changes, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Numbered>.Iterator
    var last: UInt64

    /// The next transaction's changes; `nil` when the store is gone.
    public mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }

    /// The next transaction's changes; `nil` when the store is gone.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      guard let next = await base.next(isolation: actor) else { return nil }
      defer { last = next.number }
      return Element(number: next.number, changes: next.changes, missedCount: next.number &- last &- 1)
    }
  }
}

extension DataStore {
  /// The change sets of the transactions from now on.
  ///
  /// - Parameter limit: how many changes wait at most for the consumer; at least one.
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

/// The store's end of a stream; the store keeps it until the consumer is gone.
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
