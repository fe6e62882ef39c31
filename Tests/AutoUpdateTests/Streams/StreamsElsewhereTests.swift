import Testing

@testable import AutoUpdate

private struct Counter: Storable {
  let id = 0
  var hits = 0
}

/// Streams that are read and end on other threads than the store's.
@MainActor struct StreamsElsewhereTests {
  @Test func `streams are read and dropped on other threads while the store writes`() async {
    let store = DataStore()
    let tasks = (0..<8).map { limit in
      let stream = store.changes(bufferingNewest: 4)
      return Task.detached {
        var numbers: [UInt64] = []
        var missed: UInt64 = 0
        for await change in stream {
          numbers.append(change.number)
          missed += change.missedCount
          if numbers.count > limit { break }
        }
        return (numbers, missed)
      }
    }
    for number in 0..<300 {
      store.transaction("hit") { $0.save(Counter(hits: number)) }
      if number % 50 == 0 { await Task.yield() }
    }
    for task in tasks {
      let (numbers, missed) = await task.value
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
      #expect(numbers.last.map { $0 == UInt64(numbers.count) + missed } ?? true)
    }
  }
}
