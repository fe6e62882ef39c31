import ListEdits
import TestSupport
import Testing

@testable import AutoUpdate

private struct StreamedSoldier: Storable {
  let id: Int
  var side = 0
  var hp = 0
}

extension LiveQuery {
  /// The streams of edits that began here.
  fileprivate var streams: [UpdateStream<Model>] {
    companions.compactMap { ($0 as? UpdateStreamEnd<Model>)?.stream }
  }
}

@Suite struct QueryUpdatesTests {
  private let store = DataStore()
  private let table: Table<StreamedSoldier>

  init() {
    table = store.table(of: StreamedSoldier.self)
    store.transaction("setup") {
      for id in 1...3 { $0.save(StreamedSoldier(id: id, side: id % 2, hp: id * 10)) }
    }
  }

  @Test func `A stream begins with the list and continues with edits and their models`() async throws {
    let query = LiveQuery(table, by: \.hp)
    var updates = query.updates().makeAsyncIterator()
    store.transaction("edit") {
      $0.save(StreamedSoldier(id: 1, hp: 25))
      $0.save(StreamedSoldier(id: 4, hp: 5))
      $0.delete(2, from: table)
    }
    let first = await updates.next()
    #expect(
      first
        == .initial([
          [10, 20, 30].enumerated().map { StreamedSoldier(id: $0 + 1, side: ($0 + 1) % 2, hp: $1) }
        ]))
    let second = await updates.next()
    #expect(
      second
        == .edits(
          [.remove(2, at: 1), .insert(4, at: 0), .update(at: 1)],
          models: [StreamedSoldier(id: 4, hp: 5), StreamedSoldier(id: 1, hp: 25)]))
    #expect(second?.applied(to: first?.applied(to: []) ?? []) == [query.models])
  }

  @Test func `A consumer on another thread ends up with the list, by section`() async throws {
    let query = SectionedQuery(table, sections: \.side) { $0.hp }
    let updates = query.updates(bufferingAtMost: 4)
    let consumer = Task.detached {
      var sections: [[StreamedSoldier]]? = []
      for await update in updates { sections = sections.flatMap(update.applied) }
      return sections
    }
    var random = SplitMix(3)
    for _ in 0..<300 {
      store.transaction("step") { transaction in
        for _ in 0..<1 + random.below(4) {
          transaction.save(StreamedSoldier(id: random.below(30), side: random.below(4), hp: random.below(9)))
        }
        if random.oneIn(3) { transaction.delete(random.below(30), from: table) }
      }
      await Task.yield()
    }
    let shown = query.sections.map { query.models(in: $0.range) }
    for stream in query.streams { stream.finish() }
    #expect(await consumer.value == shown)
  }

  @Test func `A consumer that is too slow gets the list instead of the changes that it missed`() async throws
  {
    let query = LiveQuery(table, by: \.hp)
    var updates = query.updates(bufferingAtMost: 2).makeAsyncIterator()
    for hp in 1...6 { try store.update(StreamedSoldier(id: 1, hp: hp)) }
    #expect(query.streams.first?.waitingCount == 1)
    #expect(await updates.next() == .initial([query.models]))
    try store.update(StreamedSoldier(id: 1, hp: 99))
    #expect(await updates.next()?.applied(to: [query.models.reversed()]) != nil)
  }

  @Test func `A stream ends when its query goes`() async throws {
    var query: LiveQuery<StreamedSoldier>? = LiveQuery(table, by: \.hp)
    var updates = query?.updates().makeAsyncIterator()
    weak let ghost = query
    query = nil
    #expect(ghost == nil)
    #expect(await updates?.next() != nil)
    #expect(await updates?.next() == nil)
  }

  @Test func `A stream ends when its store goes`() async throws {
    var other: DataStore? = DataStore()
    let query = LiveQuery(other!.table(of: StreamedSoldier.self), by: \.hp)
    var updates = query.updates().makeAsyncIterator()
    other = nil
    #expect(await updates.next() == .initial([[]]))
    #expect(await updates.next() == nil)
    withExtendedLifetime(query) {}
  }

  private func consumeFirst(_ query: LiveQuery<StreamedSoldier>) async {
    var updates = query.updates().makeAsyncIterator()
    _ = await updates.next()
  }

  @Test func `A consumer that goes away leaves nothing in the store`() async throws {
    let query = LiveQuery(table, by: \.hp)
    await consumeFirst(query)
    try store.update(StreamedSoldier(id: 1, hp: 11))
    #expect(store.core.closureCount == 0)
    #expect(query.streams.allSatisfy { $0.isFinished })
  }

  @Test func `An update that does not fit a list is refused`() {
    let update = QueryUpdate<StreamedSoldier>.edits([.insert(1, at: 2)], models: [StreamedSoldier(id: 1)])
    #expect(update.applied(to: [[]]) == nil)
    #expect(QueryUpdate<StreamedSoldier>.edits([.insert(1, at: 0)], models: []).applied(to: [[]]) == nil)
    #expect(QueryUpdate<StreamedSoldier>.edits([], models: [StreamedSoldier(id: 1)]).applied(to: [[]]) == nil)
  }
}
