import Testing

@testable import AutoUpdate

private struct App: Storable {
  let id = 1
  var state = "ready"
  var other = 0
}

private final class Follower: StateDelegate {
  var log: [String] = []
  var answer: (String) -> Void = { _ in }
  func stateChanged(from old: String, to new: String) {
    log.append("\(old)→\(new)")
    answer(new)
  }
}

@Suite struct StateCenterStoreTests {
  private let store = DataStore()
  private let center = StateCenter("unknown")

  @Test func `A centre that follows takes the state over at once and with each transaction`() throws {
    try store.update(App())
    let delegate = Follower()
    center.add(delegate)
    let token = center.follow(\App.state, of: 1, in: store, cause: "app")
    try store.update(App(state: "active"))
    try store.update(App(state: "active", other: 5))
    #expect(delegate.log == ["unknown→ready", "ready→active"])
    token.cancel()
    try store.update(App(state: "gone"))
    #expect(center.state == "active")
    try center.assign("own")
    #expect(center.state == "own")
    #expect(store.table(of: App.self)[1]?.state == "gone")
  }

  @Test func `An assignment to a centre that follows is a transaction, so undo moves the state`() throws {
    store.historyLimit = HistoryLimit(steps: 10, changes: 100)
    try store.update(App())
    let token = center.follow(\App.state, of: 1, in: store, cause: "app")
    let delegate = Follower()
    center.add(delegate)
    try center.assign("active")
    #expect(store.table(of: App.self)[1]?.state == "active")
    #expect(store.step(1)?.cause == "app")
    try store.move(to: 1, cause: "undo")
    #expect(center.state == "ready")
    #expect(delegate.log == ["ready→active", "active→ready"])
    withExtendedLifetime(token) {}
  }

  @Test func `An answer to a centre that follows is told after everyone heard of what it answers`() throws {
    try store.update(App())
    let token = center.follow(\App.state, of: 1, in: store, cause: "app")
    let (first, second) = (Follower(), Follower())
    let center = self.center
    first.answer = { if $0 == "active" { try? center.assign("done") } }
    center.add(first)
    center.add(second)
    try center.assign("active")
    #expect(first.log == ["ready→active", "active→done"])
    #expect(second.log == ["ready→active", "active→done"])
    withExtendedLifetime(token) {}
  }

  @Test func `Delegates of a centre that follows answer each other up to the store's bound`() throws {
    try store.update(App())
    let token = center.follow(\App.state, of: 1, in: store, cause: "app")
    let delegate = Follower()
    let center = self.center
    delegate.answer = { try? center.assign($0 + "!") }
    center.add(delegate)
    let error = #expect(throws: CascadeError.self) { try center.assign("a") }
    #expect(error?.causes.first == "app")
    #expect(delegate.log.count == store.cascadeLimit + 1)
    withExtendedLifetime(token) {}
  }

  @Test func `Following another model ends what was before, also when its token dies later`() throws {
    try store.update(App())
    var first: Subscription? = center.follow(\App.state, of: 1, in: store, cause: "first")
    let other = DataStore()
    try other.update(App(state: "elsewhere"))
    let second = center.follow(\App.state, of: 1, in: other, cause: "second")
    #expect(first != nil)
    first = nil
    try store.update(App(state: "stale"))
    #expect(center.state == "elsewhere")
    try center.assign("new")
    #expect(other.table(of: App.self)[1]?.state == "new")
    withExtendedLifetime(second) {}
  }
}
