import AutoUpdate
import Testing

/// Writes down whom a store tells.
final class RecordingTracer: DeliveryTracer {
  var lines: [String] = []
  var beforeCall: () -> Void = {}
  func willDeliver(cause: String) { lines.append("of \(cause)") }
  func deliver(to name: String, _ call: () -> Void) {
    lines.append("to \(name)")
    beforeCall()
    call()
    lines.append("told \(name)")
  }
}

struct DeliveryTracerTests {
  let store = DataStore()
  let trace = RecordingTracer()
  var heroes: Table<Hero> { store.table(of: Hero.self) }

  @Test func `a tracer is called with each transaction and each observer, in order, around each call`()
    throws
  {
    let list = heroes.observe(name: "list") { _ in }
    let view = HeroView()
    view.autoUpdate("a", from: store)
    let monitor = store.observe(name: "monitor") { [heroes, store] _ in
      if heroes["b"] == nil { store.respond("answer") { $0.save(Hero(id: "b", name: "B")) } }
    }
    store.tracer = trace
    try store.update(Hero(id: "a", name: "A"), cause: "first")
    #expect(
      trace.lines == [
        "of first", "to list", "told list", "to Hero", "told Hero", "to monitor", "told monitor",
      ])
    trace.lines = []
    store.transaction("away") { _ = $0.delete("b", from: heroes) }
    #expect(
      trace.lines == [
        "of away", "to list", "told list", "to monitor", "told monitor",
        "of answer", "to list", "told list", "to monitor", "told monitor",
      ])
    store.tracer = nil
    try store.update(Hero(id: "a", name: "C"))
    #expect(trace.lines.count == 10)
    withExtendedLifetime((view, trace)) {}
    list.cancel()
    monitor.cancel()
    // What a cancelled observer holds goes the next time that its store is used.
    try store.update(Hero(id: "a", name: "D"))
  }

  @Test func `an observer that the tracer cancels just before its call is not called`() throws {
    let (first, second) = (HeroView(), HeroView())
    first.autoUpdate("a", from: store)
    second.autoUpdate("a", from: store)
    trace.beforeCall = { first.stopUpdating() }
    store.tracer = trace
    try store.update(Hero(id: "a", name: "A"))
    #expect(first.told == [nil])
    #expect(second.told == [nil, Hero(id: "a", name: "A")])
  }

  @Test func `a write by a tracer is refused, its response is queued, and all observers are called`() throws {
    let view = HeroView()
    view.autoUpdate("a", from: store)
    store.tracer = trace
    var refusals = 0
    trace.beforeCall = { [store] in
      do throws(StoreError) { try store.update(Game(id: 1)) } catch { refusals += 1 }
      if refusals == 1 { store.respond("answer") { $0.save(Hero(id: "a", name: "B")) } }
    }
    try store.update(Hero(id: "a", name: "A"), cause: "first")
    #expect(view.told.map { $0?.name } == [nil, "A", "B"])
    #expect(refusals == 2)
    trace.beforeCall = {}
  }
}
