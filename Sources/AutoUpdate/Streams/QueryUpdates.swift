internal import ListEdits

/// The updates of a live query as an asynchronous sequence, for use outside the query's isolation domain.
///
/// ```swift
/// let updates = query.updates()
/// Task {
///   var sections: [[Hero]] = []
///   for await update in updates { sections = update.applied(to: sections) ?? sections }
/// }
/// ```
///
/// Each call of `query.updates()` returns a stream with its own buffer, for one consumer. The store never waits for the
/// consumer: if the buffer is full, its contents are replaced by the whole list. The sequence ends when the query or
/// the store is released, and retains neither.
public struct QueryUpdates<Model: Storable>: AsyncSequence, Sendable {
  let stream: UpdateStream<Model>
  let signal: AsyncStream<Void>

  /// Returns an iterator that waits for updates.
  public func makeAsyncIterator() -> Iterator {
    Iterator(stream: stream, signal: signal.makeAsyncIterator())
  }

  /// An iterator that waits for the updates of a live query.
  public struct Iterator: AsyncIteratorProtocol {
    let stream: UpdateStream<Model>
    var signal: AsyncStream<Void>.Iterator

    /// Returns the next update; `nil` after the query or the store has been released.
    public mutating func next() async -> QueryUpdate<Model>? {
      await next(isolation: #isolation)
    }

    /// Returns the next update; `nil` after the query or the store has been released.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> QueryUpdate<Model>? {
      while true {
        if let update = stream.popFirst() { return update }
        guard await signal.next(isolation: actor) != nil else { return stream.popFirst() }
      }
    }
  }
}

extension LiveQuery {
  /// Returns a stream of the current list, followed by the edits of all future transactions.
  ///
  /// - Parameter limit: the size of the buffer; at least one.
  public final func updates(bufferingAtMost limit: Int = 256) -> QueryUpdates<Model> {
    let (signal, signalContinuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let stream = UpdateStream<Model>(limit: limit, signal: signalContinuation)
    stream.send(.initial(modelsBySection()))
    let end = UpdateStreamEnd(stream)
    // The stream ends when this closure or the query is released. The store releases the closure when the store itself
    // is released or the subscription has ended.
    let token = observeWeakly { [end] query, edits in
      if end.stream.isFull {
        end.stream.restart(with: .initial(query.modelsBySection()))
      } else {
        end.stream.send(.edits(edits, models: query.models(in: edits)))
      }
    }
    stream.keep(token)
    companions.removeAll { ($0 as? UpdateStreamEnd<Model>)?.stream.isFinished == true }
    companions.append(UpdateStreamEnd(stream))
    return QueryUpdates(stream: stream, signal: signal)
  }

  /// Returns the models of the insertions and updates among the last edits, in their order.
  private func models(in edits: [ListEdit<Model.ID>]) -> [Model] {
    let starts = sectionStarts()
    return edits.compactMap { edit in
      switch edit {
      case .insert(_, let position), .update(let position):
        let index = starts[position.section] + position.row
        return index < count ? self[index] : nil
      case .remove, .move, .sectionInserted, .sectionRemoved: return nil
      }
    }
  }
}
