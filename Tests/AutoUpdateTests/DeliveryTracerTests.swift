import AutoUpdate
import Testing

/// Writes down whom a store tells.
private final class Trace: DeliveryTracer {
  var lines: [String] = []
  func delivering(cause: String) { lines.append("of \(cause)") }
  func tell(_ name: String, _ call: () -> Void) {
    lines.append("to \(name)")
    call()
    lines.append("told \(name)")
  }
}

private final class Delegate: StateDelegate {
  func stateChanged(from old: Int, to new: Int) {}
}

struct DeliveryTracerTests {
  @Test("a tracer hears of each transaction and of everyone who is told, in order, around each call")
  func order() throws {
    let store = DataStore()
    let heroes = store.table(of: Hero.self)
    let trace = Trace()
    let query = LiveQuery(heroes) { $0.id }
    let token = query.observe { _ in }.named("list")
    let view = HeroView()
    view.autoUpdate("a", from: store)
    let monitor = Monitor([heroes]) { if heroes["b"] == nil { try? store.update(Hero(id: "b", name: "B")) } }
    monitor.name = "monitor"
    try store.transaction("away") { _ = $0.delete("b", from: heroes) }
    store.tracer = trace
    try store.update(Hero(id: "a", name: "A"), cause: "first")
    #expect(trace.lines.prefix(1) == ["of first"])
    #expect(
      trace.lines == [
        "of first", "to list", "told list", "to Hero", "told Hero", "to monitor", "told monitor",
      ])
    trace.lines = []
    try store.transaction("away") { _ = $0.delete("b", from: heroes) }
    #expect(
      trace.lines == [
        "of away", "to list", "told list", "to monitor", "told monitor", "of update", "to list", "told list",
        "to monitor", "told monitor",
      ])
    store.tracer = nil
    try store.update(Hero(id: "a", name: "C"))
    #expect(trace.lines.count == 10)
    withExtendedLifetime((token, monitor, view)) {}
  }

  @Test("a state centre's delegates are told through its tracer")
  func delegates() throws {
    let center = StateCenter(0)
    let trace = Trace()
    let delegates = [Delegate(), Delegate()]
    center.add(delegates[0], name: "title")
    center.add(delegates[1], name: "network")
    center.tracer = trace
    try center.assign(1)
    #expect(trace.lines == ["to title", "told title", "to network", "told network"])
  }
}
