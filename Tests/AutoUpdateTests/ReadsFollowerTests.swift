import Testing

@testable import AutoUpdate

/// Code that runs again only after something that it read has changed.
@Suite struct ReadsFollowerTests {
  private struct Mark: Storable {
    let id: Int
    var count = 0
  }

  private struct Other: Storable {
    let id: Int
  }

  @Test func `a table that was read is noticed when it changes, and another one is not`() {
    let store = DataStore()
    let (marks, others) = (store.table(of: Mark.self), store.table(of: Other.self))
    let follower = ReadsFollower(store)
    #expect(follower.hasChanged)
    var reads = Reads()
    store.note(&reads) { _ = marks.count }
    follower.begin(reads)
    store.transaction("other") { $0.save(Other(id: 1), in: others) }
    #expect(!follower.hasChanged)
    store.transaction("mark") { $0.save(Mark(id: 1), in: marks) }
    #expect(follower.hasChanged)
    follower.begin(reads)
    #expect(!follower.hasChanged)
  }

  @Test func `a source that was read is noticed when it changes`() {
    let store = DataStore()
    let source = StoreSource(in: store)
    let follower = ReadsFollower(store)
    var reads = Reads()
    store.note(&reads) { source.noteRead() }
    follower.begin(reads)
    #expect(!follower.hasChanged)
    source.noteChange()
    #expect(follower.hasChanged)
  }
}
