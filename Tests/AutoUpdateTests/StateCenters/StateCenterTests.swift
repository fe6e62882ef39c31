import Testing

@testable import AutoUpdate

private enum Progress: Equatable, Sendable {
  case idle, active, success
  case failure(String)
}

private enum AppState: Equatable, Sendable {
  case ready(Bool)
  case authentication(Progress)
}

private final class Log {
  var lines: [String] = []
}

/// Notes what it is told, and does what the test says.
private final class Listener: StateDelegate {
  let name: String
  let log: Log
  var answer: (AppState) -> Void = { _ in }

  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
  }

  func stateChanged(from old: AppState, to new: AppState) {
    log.lines.append("\(name): \(short(old))→\(short(new))")
    answer(new)
  }
}

private func short(_ state: AppState) -> String {
  switch state {
  case .ready(let isReady): isReady ? "ready" : "not ready"
  case .authentication(let progress): "\(progress)"
  }
}

private protocol AppStateDelegate: StateDelegate<AppState> {
  func appStateChanged(_ state: AppState)
}

extension AppStateDelegate {
  func stateChanged(from old: AppState, to new: AppState) { appStateChanged(new) }
}

private final class TitleBar: AppStateDelegate {
  var title = ""
  func appStateChanged(_ state: AppState) { title = short(state) }
}

@Suite struct StateCenterTests {
  private let center = StateCenter(AppState.ready(false))
  private let log = Log()

  @Test func `A host's own protocol names the call`() throws {
    let bar = TitleBar()
    center.add(bar)
    center.assign(.authentication(.active))
    #expect(bar.title == "active")
  }

  @Test func `Delegates get the old and the new state, in the order of registration`() throws {
    let listeners = ["c", "a", "b"].map { Listener($0, log) }
    for listener in listeners { center.add(listener) }
    center.assign(.authentication(.active))
    #expect(log.lines == ["c: not ready→active", "a: not ready→active", "b: not ready→active"])
    withExtendedLifetime(listeners) {}
  }

  @Test func `An equal assignment is silent`() throws {
    let listener = Listener("a", log)
    center.add(listener)
    center.assign(.ready(false))
    center.assign(.authentication(.failure("no net")))
    center.assign(.authentication(.failure("no net")))
    #expect(log.lines == ["a: not ready→failure(\"no net\")"])
  }

  @Test func `A delegate added twice keeps its first position and is called once`() throws {
    let (first, second) = (Listener("a", log), Listener("b", log))
    center.add(first, name: "one")
    center.add(second, name: "two")
    center.add(first, name: "three")
    center.assign(.ready(true))
    #expect(log.lines == ["a: not ready→ready", "b: not ready→ready"])
    #expect(center.delegateNames == ["one", "two"])
  }

  @Test func `Adding an observer delivers the current state`() throws {
    center.assign(.ready(true))
    #expect(center.add(Listener("a", log)) == .ready(true))
  }

  @Test func `Names are those given, or those of the types`() {
    let (listener, bar) = (Listener("a", log), TitleBar())
    center.add(listener)
    center.add(bar, name: "title bar")
    #expect(center.delegateNames == ["Listener", "title bar"])
    #expect(center.delegates.count == 2)
    #expect(center.delegates.first === listener)
  }

  @Test func `A response is delivered after all observers got the change that caused it`() throws {
    let (first, second) = (Listener("a", log), Listener("b", log))
    let center = self.center
    first.answer = { if $0 == .authentication(.active) { center.assign(.authentication(.success)) } }
    center.add(first)
    center.add(second)
    center.assign(.authentication(.active))
    #expect(
      log.lines == [
        "a: not ready→active", "b: not ready→active",
        "a: active→success", "b: active→success",
      ])
    #expect(center.state == .authentication(.success))
  }

  @Test func `While a change is delivered, the state is the one being delivered`() throws {
    let (first, second) = (Listener("a", log), Listener("b", log))
    let center = self.center
    var seen: [AppState] = []
    first.answer = { _ in center.assign(.ready(true)) }
    second.answer = { _ in seen.append(center.state) }
    center.add(first)
    center.add(second)
    center.assign(.authentication(.active))
    #expect(seen == [.authentication(.active), .ready(true)])
  }

  @Test func `A delegate that another one removes is not called again`() throws {
    let (first, second) = (Listener("a", log), Listener("b", log))
    let center = self.center
    first.answer = { _ in center.remove(second) }
    center.add(first)
    center.add(second)
    center.assign(.ready(true))
    #expect(log.lines == ["a: not ready→ready"])
    #expect(center.delegateNames.count == 1)
  }

  @Test func `A delegate that another one releases is not called again`() throws {
    let first = Listener("a", log)
    var second: Listener? = Listener("b", log)
    first.answer = { _ in second = nil }
    center.add(first)
    center.add(second!)
    center.assign(.ready(true))
    #expect(log.lines == ["a: not ready→ready"])
    #expect(center.slotCount == 1)
  }

  @Test func `A delegate added during a delivery is first called with the next change`() throws {
    let (first, second) = (Listener("a", log), Listener("b", log))
    let center = self.center
    var given: AppState?
    first.answer = { _ in given = center.add(second) }
    center.add(first)
    center.assign(.ready(true))
    #expect(log.lines == ["a: not ready→ready"])
    #expect(given == .ready(true))
    center.assign(.ready(false))
    #expect(log.lines.suffix(2) == ["a: ready→not ready", "b: ready→not ready"])
  }

  @Test func `A delegate removed and added during a delivery moves to the end`() throws {
    let (first, second, third) = (Listener("a", log), Listener("b", log), Listener("c", log))
    let center = self.center
    first.answer = { state in
      guard state == .ready(true) else { return }
      center.remove(second)
      center.add(second)
    }
    for listener in [first, second, third] { center.add(listener) }
    center.assign(.ready(true))
    #expect(log.lines == ["a: not ready→ready", "c: not ready→ready"])
    center.assign(.ready(false))
    #expect(log.lines.suffix(3) == ["a: ready→not ready", "c: ready→not ready", "b: ready→not ready"])
  }

  @Test func `Delegates that come and go leave no slot`() {
    for _ in 0..<10_000 { center.add(Listener("short-lived", log)) }
    #expect(center.slotCount <= 8)
  }

  @Test func `Delegates that all die are gone with the next change`() throws {
    var listeners: [Listener] = []
    for _ in 0..<10_000 {
      listeners.append(Listener("a", log))
      center.add(listeners[listeners.count - 1])
    }
    #expect(center.delegates.count == 10_000)
    listeners = []
    center.assign(.ready(true))
    #expect(center.slotCount == 0)
    #expect(log.lines.isEmpty)
  }

  @Test func `Delegates that are removed leave no slot`() {
    let listeners = (0..<10_000).map { _ in Listener("a", log) }
    for listener in listeners { center.add(listener) }
    for listener in listeners { center.remove(listener) }
    #expect(center.slotCount == 0)
  }

  @Test func `Delegates that answer each other for ever are a fault that names the chain`() {
    let (first, second) = (Listener("a", log), Listener("b", log))
    center.store.cascadeLimit = 4
    let center = self.center
    first.answer = { if $0 == .ready(true) { center.assign(.ready(false)) } }
    second.answer = { if $0 == .ready(false) { center.assign(.ready(true)) } }
    center.add(first)
    center.add(second)
    center.assign(.ready(true))
    #expect(
      center.store.takeFaults() == [.cascade(causes: Array(repeating: "state", count: 6), limit: 4)])
    // Both were told of the same five changes, and the centre goes on.
    #expect(log.lines.count == 10)
    #expect(center.state == .ready(true))
    first.answer = { _ in }
    second.answer = { _ in }
    center.assign(.ready(false))
    #expect(center.store.faults.isEmpty)
    #expect(log.lines.suffix(2) == ["a: ready→not ready", "b: ready→not ready"])
  }

  @Test func `A cascade in breadth ends at the limit as well`() {
    let listener = Listener("a", log)
    var number = 0
    center.store.cascadeLimit = 3
    let center = self.center
    listener.answer = { _ in
      for _ in 0..<3 {
        number += 1
        center.assign(.authentication(.failure("\(number)")))
      }
    }
    center.add(listener)
    center.assign(.ready(true))
    #expect(!center.store.takeFaults().isEmpty)
    #expect(log.lines.count <= 301)
  }
}
