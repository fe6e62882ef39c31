import Testing

@testable import AutoUpdate

private struct RefusedState: Error {}

private struct App: Storable {
  let id = 1
  var state = "ready"
  var other = 0
}

private struct Lamp: Storable {
  let id: Int
  var state = "off"
}

private final class Trace: DeliveryTracer {
  var names: [String] = []
  func willDeliver(cause: String) {}
  func deliver(to name: String, _ call: () -> Void) {
    names.append(name)
    call()
  }
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

  private func center() -> StateCenter<String> {
    StateCenter(\App.state, of: 1, in: store, default: "unknown", cause: "app")
  }

  @Test func `The state is the model's, from the first transaction on that saves it`() throws {
    let center = center()
    let delegate = Follower()
    #expect(center.add(delegate) == "unknown")
    center.assign("nowhere")
    #expect(center.state == "unknown")
    try store.update(App())
    try store.update(App(state: "active"))
    try store.update(App(state: "active", other: 5))
    #expect(delegate.log == ["unknown→ready", "ready→active"])
  }

  @Test func `An assignment is a transaction, so undo moves the state`() throws {
    store.history.limit = HistoryLimit(steps: 10, changes: 100)
    try store.update(App())
    let center = center()
    let delegate = Follower()
    center.add(delegate)
    center.assign("active")
    #expect(store.table(of: App.self)[1]?.state == "active")
    #expect(store.history[1]?.cause == "app")
    try store.history.undo()
    #expect(center.state == "ready")
    #expect(delegate.log == ["ready→active", "active→ready"])
  }

  @Test func `A response is delivered after all observers got the change that caused it`() throws {
    try store.update(App())
    let center = center()
    let (first, second) = (Follower(), Follower())
    first.answer = { if $0 == "active" { center.assign("done") } }
    center.add(first)
    center.add(second)
    center.assign("active")
    #expect(first.log == ["ready→active", "active→done"])
    #expect(second.log == ["ready→active", "active→done"])
  }

  @Test func `Delegates answer each other up to the store's bound`() throws {
    try store.update(App())
    let center = center()
    let delegate = Follower()
    delegate.answer = { center.assign($0 + "!") }
    center.add(delegate)
    center.assign("a")
    #expect(store.faults.count == 1)
    #expect(delegate.log.count == store.cascadeLimit + 1)
  }

  @Test func `Within a transaction an assignment is part of it, and is taken back with it`() throws {
    try store.update(App())
    let center = center()
    let delegate = Follower()
    center.add(delegate)
    #expect(throws: RefusedState.self) {
      try store.transaction("outer") { _ throws(RefusedState) -> Void in
        center.assign("active")
        throw RefusedState()
      }
    }
    #expect(center.state == "ready")
    #expect(delegate.log.isEmpty)
  }

  @Test func `Within a transaction the state has its writes, and a new delegate still gets them as a change`()
    throws
  {
    try store.update(App())
    let center = center()
    let delegate = Follower()
    store.transaction("outer") { _ in
      center.assign("active")
      #expect(center.state == "active")
      #expect(center.add(delegate) == "ready")
    }
    #expect(delegate.log == ["ready→active"])
  }

  @Test func `An assignment costs no call of the delegates of other rows`() {
    store.transaction("setup") { for id in 0..<100 { $0.save(Lamp(id: id)) } }
    let centers = (0..<100).map { id in
      StateCenter(\Lamp.state, of: id, in: store, default: "", cause: "lamp")
    }
    let delegates = centers.map { center in
      let delegate = Follower()
      center.add(delegate)
      return delegate
    }
    let before = store.observerCallCount
    centers[7].assign("on")
    #expect(store.observerCallCount - before == 1)
    #expect(delegates.map(\.log.count).reduce(0, +) == 1 && delegates[7].log == ["off→on"])
  }

  @Test func `A tracer gets the names of delegates, in the order of registration among other observers`()
    throws
  {
    try store.update(App())
    let (trace, center) = (Trace(), center())
    let (first, second) = (Follower(), Follower())
    center.add(first, name: "first")
    let table = store.table(of: App.self)
    let token = table.observe(name: "table") { _ in }
    center.add(second, name: "second")
    store.tracer = trace
    center.assign("active")
    #expect(trace.names == ["first", "table", "second"])
    withExtendedLifetime(token) {}
  }

  @Test func `A change of another model in the table does not change the state`() throws {
    try store.update(App())
    let center = center()
    let delegate = Follower()
    center.add(delegate)
    try store.update(App(other: 7))
    #expect(delegate.log.isEmpty)
  }
}
