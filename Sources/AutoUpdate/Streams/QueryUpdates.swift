internal import ListEdits

/// The updates of a live query as an asynchronous sequence, for those who are outside its isolation.
///
/// ```swift
/// let updates = query.updates()
/// Task {
///   var sections: [[Hero]] = []
///   for await update in updates { sections = update.applied(to: sections) ?? sections }
/// }
/// ```
///
/// Each call of `query.updates()` gives a stream with a buffer of its own; a stream has
/// one consumer. The store never waits for it: when the buffer is full, all that is in it gives way to
/// the list as it then stands. The sequence ends when the query or the store is released. It keeps neither.
public struct QueryUpdates<Model: Storable>: AsyncSequence, Sendable {
  let stream: UpdateStream<Model>
  let bell: AsyncStream<Void>

  /// Waits for the updates, one after the other.
  public func makeAsyncIterator() -> Iterator {
    Iterator(stream: stream, bell: bell.makeAsyncIterator())
  }

  /// Waits for the updates of a live query.
  public struct Iterator: AsyncIteratorProtocol {
    let stream: UpdateStream<Model>
    var bell: AsyncStream<Void>.Iterator

    /// The next update; `nil` when the query or the store is gone.
    public mutating func next() async -> QueryUpdate<Model>? {
      await next(isolation: #isolation)
    }

    /// The next update; `nil` when the query or the store is gone.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> QueryUpdate<Model>? {
      while true {
        if let update = stream.popFirst() { return update }
        guard await bell.next(isolation: actor) != nil else { return stream.popFirst() }
      }
    }
  }
}

extension LiveQuery {
  /// The list as it stands, and what transactions do to it from now on.
  ///
  /// - Parameter limit: how many updates wait at most for the consumer; at least one.
  public final func updates(bufferingAtMost limit: Int = 256) -> QueryUpdates<Model> {
    let (bell, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let stream = UpdateStream<Model>(limit: limit, bell: ring)
    stream.send(.initial(modelsBySection()))
    let end = UpdateStreamEnd(stream)
    // Released with the closure, by the store when it goes or when the subscription has ended; and with the query.
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
    return QueryUpdates(stream: stream, bell: bell)
  }

  /// The models of the insertions and updates among the last edits, in their order.
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
