import Testing

@testable import AutoUpdate

private struct StreamedGame: Storable {
  let id: Int
}

@Suite struct ChangeStreamTests {
  @Test func `A stream delivers the change sets since its creation to each consumer`() async throws {
    let store = DataStore()
    try store.update(StreamedGame(id: 0))
    let (first, second) = (store.changes(), store.changes())
    try store.update(StreamedGame(id: 1), cause: "one")
    try store.update(StreamedGame(id: 2), cause: "two")
    for stream in [first, second] {
      var iterator = stream.makeAsyncIterator()
      let (one, two) = (await iterator.next(), await iterator.next())
      #expect(one?.changes.cause == "one")
      #expect(
        one?.changes.changes(of: StreamedGame.self) == [Change(before: nil, after: StreamedGame(id: 1))])
      #expect(two?.changes.cause == "two")
      #expect([one?.number, two?.number] == [2, 3])
      #expect([one?.missedCount, two?.missedCount] == [0, 0])
    }
  }

  @Test func `An overflow drops the oldest element, and the next element has the number of dropped ones`()
    async throws
  {
    let store = DataStore()
    let stream = store.changes(bufferingNewest: 2)
    for id in 1...5 { try store.update(StreamedGame(id: id), cause: "\(id)") }
    var iterator = stream.makeAsyncIterator()
    let (first, second) = (await iterator.next(), await iterator.next())
    #expect([first?.changes.cause, second?.changes.cause] == ["4", "5"])
    #expect([first?.missedCount, second?.missedCount] == [3, 0])
  }

  @Test func `A stream ends with its store`() async throws {
    var store: DataStore? = DataStore()
    let stream = try #require(store).changes()
    try store?.update(StreamedGame(id: 1))
    weak let core = store?.core
    store = nil
    #expect(core == nil)
    var count = 0
    for await _ in stream { count += 1 }
    #expect(count == 1)
  }

  @Test func `A stream that is gone leaves nothing in the store`() throws {
    let store = DataStore()
    var stream: ChangeStream? = store.changes()
    #expect(stream != nil)
    #expect(store.core.closureCount == 1)
    stream = nil
    try store.update(StreamedGame(id: 1))
    store.core.sweepCancelled()
    #expect(store.core.closureCount == 0)
  }

  @Test func `A consumer in another isolation gets what the store's owner writes`() async throws {
    let store = DataStore()
    let stream = store.changes()
    let consumer = Task.detached {
      var causes: [String] = []
      for await change in stream {
        causes.append(change.changes.cause)
        if causes.count == 3 { break }
      }
      return causes
    }
    for id in 1...3 { try store.update(StreamedGame(id: id), cause: "\(id)") }
    #expect(await consumer.value == ["1", "2", "3"])
  }
}
