import AutoUpdate
import Testing

struct CauseTests {
  /// Texts of 0 to 40 bytes: those up to 31 are kept in place. Some end within a character of several bytes.
  static let texts: [[UInt8]] = (0...40).flatMap { count in
    ["status Arthur marching and so on and on", "wörter mit Zügen über viele Länder, weit"]
      .map { Array(Array($0.utf8).prefix(count)) }
  }

  final class Listener: DeliveryTracer {
    var causes: [String] = []
    func delivering(cause: String) { causes.append(cause) }
    func tell(_ name: String, _ call: () -> Void) { call() }
  }

  @Test("a cause that is given as bytes is the text they are, whoever asks for it", arguments: texts)
  func asText(bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let store = DataStore()
    let listener = Listener()
    store.tracer = listener
    store.historyLimit = HistoryLimit(steps: 10, changes: 10)
    var told: [String] = []
    let subscription = store.observe { told.append($0.cause) }
    defer { subscription.cancel() }
    try store.transaction(cause: bytes.span) { $0.save(Hero(id: "a", name: "Arthur")) }
    #expect(told == [text])
    #expect(listener.causes == [text])
    #expect(store.step(0)?.cause == text)
    var past = store.pastState()
    #expect(past.stepBack()?.cause == text)
  }

  @Test("a chain of transactions that answer each other is named, however its causes were given")
  func cascade() throws {
    let store = DataStore()
    let heroes = store.table(of: Hero.self)
    store.cascadeLimit = 2
    var problem = ""
    let subscription = heroes.observe { _ in
      let hp = heroes["a"]?.hp ?? 0
      do {
        try store.transaction(cause: Array("answer \(hp)".utf8).span) { transaction in
          transaction.save(Hero(id: "a", name: "Arthur", hp: hp + 1))
        }
      } catch { problem = "\(error)" }
    }
    defer { subscription.cancel() }
    #expect(throws: CascadeError.self) {
      try store.transaction("first") { $0.save(Hero(id: "a", name: "Arthur", hp: 1)) }
    }
    #expect(problem.contains("first") && problem.contains("answer 1") && problem.contains("answer 3"))
  }

  @Test("the open transaction is there within one, and only there")
  func open() throws {
    let store = DataStore()
    let heroes = store.table(of: Hero.self)
    #expect(store.openTransaction.map { _ in true } == nil)
    try store.transaction("outer") { _ in
      store.openTransaction?.save(Hero(id: "a", name: "Arthur"), in: heroes)
      try store.transaction("inner") { _ in #expect(store.openTransaction != nil) }
      #expect(store.openTransaction != nil)
    }
    #expect(heroes.count == 1)
    var isOpenInDelivery = true
    let subscription = heroes.observe { _ in isOpenInDelivery = store.openTransaction != nil }
    defer { subscription.cancel() }
    try store.transaction("again") { $0.save(Hero(id: "b", name: "Ban")) }
    #expect(!isOpenInDelivery)
    #expect(store.openTransaction.map { _ in true } == nil)
  }
}
