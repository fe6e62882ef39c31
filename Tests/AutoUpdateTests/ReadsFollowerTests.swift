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
    var changeCount = 0
    let follower = ReadsFollower(store) { changeCount += 1 }
    #expect(follower.hasChanged)
    var reads = Reads()
    store.note(&reads) { _ = marks.count }
    follower.begin(reads)
    store.transaction("other") { $0.save(Other(id: 1), in: others) }
    #expect(!follower.hasChanged)
    #expect(changeCount == 0)
    for count in 1...2 { store.transaction("mark") { $0.save(Mark(id: 1, count: count), in: marks) } }
    #expect(follower.hasChanged)
    #expect(changeCount == 1)
    follower.begin(reads)
    #expect(!follower.hasChanged)
  }

  @Test func `a source that was read is noticed when it changes`() {
    let store = DataStore()
    let source = StoreSource(in: store)
    let follower = ReadsFollower(store) {}
    var reads = Reads()
    store.note(&reads) { source.noteRead() }
    follower.begin(reads)
    #expect(!follower.hasChanged)
    source.noteChange()
    #expect(follower.hasChanged)
  }

  @Test func `of a source in parts only the part that was read counts, or all of them`() {
    let store = DataStore()
    let source = StoreSource(in: store)
    let (one, all) = (ReadsFollower(store) {}, ReadsFollower(store) {})
    var (ofOne, ofAll) = (Reads(), Reads())
    store.note(&ofOne) { source.noteRead(of: 1) }
    store.note(&ofAll) { source.noteRead() }
    // The part that changes, or all of them, and whether the reader of part 1 notices.
    for (part, isNoticed) in [(2, false), (1, true), (2, false), (nil, true), (2, false)] as [(Int?, Bool)] {
      one.begin(ofOne)
      all.begin(ofAll)
      source.noteChange(of: part)
      #expect(one.hasChanged == isNoticed)
      #expect(all.hasChanged)
    }
  }

  @Test func `a part that an observer changes during a delivery reaches its readers alone`() {
    let store = DataStore()
    let marks = store.table(of: Mark.self)
    let source = StoreSource(in: store)
    let followers = [1, 2].map { part in
      var reads = Reads()
      store.note(&reads) { source.noteRead(of: part) }
      let follower = ReadsFollower(store) {}
      follower.begin(reads)
      return follower
    }
    let observation = marks.observe { update in
      if case .changes = update { source.noteChange(of: 2) }
    }
    store.transaction("mark") { $0.save(Mark(id: 1), in: marks) }
    #expect(followers.map(\.hasChanged) == [false, true])
    withExtendedLifetime(observation) {}
  }
}
