import AutoUpdate
import Testing

struct CauseTests {
  /// Texts of 0 to 40 bytes. Some end within a character of several bytes.
  static let texts: [[UInt8]] = (0...40).flatMap { count in
    ["status Arthur marching and so on and on", "wörter mit Zügen über viele Länder, weit"]
      .map { Array(Array($0.utf8).prefix(count)) }
  }

  final class Listener: DeliveryTracer {
    var causes: [String] = []
    func willDeliver(cause: String) { causes.append(cause) }
    func deliver(to name: String, _ call: () -> Void) { call() }
  }

  @Test(arguments: texts) func `a cause given as bytes is the text they encode, for every reader`(
    bytes: [UInt8]
  ) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let store = DataStore()
    let listener = Listener()
    store.tracer = listener
    store.history.limit = HistoryLimit(steps: 10, changes: 10)
    var told: [String] = []
    let subscription = store.onChanges { told.append($0.cause) }
    defer { subscription.cancel() }
    store.transaction(cause: bytes.span) { $0.save(Hero(id: "a", name: "Arthur")) }
    #expect(told == [text])
    #expect(listener.causes == [text])
    #expect(store.history[0]?.cause == text)
    let past = store.pastState()
    #expect(past.stepBack()?.cause == text)
  }

  @Test func `a chain of answers is named, however its first cause was given`() {
    let store = DataStore()
    let heroes = store.table(of: Hero.self)
    store.cascadeLimit = 2
    let subscription = heroes.onChanges { [unowned store] _ in
      let hp = heroes["a"]?.hp ?? 0
      store.respond("answer \(hp)") { $0.save(Hero(id: "a", name: "Arthur", hp: hp + 1)) }
    }
    defer { subscription.cancel() }
    store.transaction(cause: Array("first".utf8).span) { $0.save(Hero(id: "a", name: "Arthur", hp: 1)) }
    #expect(store.faults == [.cascade(causes: ["first", "answer 1", "answer 2", "answer 3"], limit: 2)])
  }

  @Test func `the open transaction is there within one, and only there`() throws {
    let store = DataStore()
    let heroes = store.table(of: Hero.self)
    #expect(store.openTransaction.map { _ in true } == nil)
    store.transaction("outer") { _ in
      store.openTransaction?.save(Hero(id: "a", name: "Arthur"), in: heroes)
      store.transaction("inner") { _ in #expect(store.openTransaction != nil) }
      #expect(store.openTransaction != nil)
    }
    #expect(heroes.count == 1)
    var isOpenInDelivery = true
    let subscription = heroes.onChanges { [unowned store] _ in isOpenInDelivery = store.openTransaction != nil
    }
    defer { subscription.cancel() }
    store.transaction("again") { $0.save(Hero(id: "b", name: "Ban")) }
    #expect(!isOpenInDelivery)
    #expect(store.openTransaction.map { _ in true } == nil)
  }
}
