import AutoUpdate
import Testing

/// Rule 7: what observers answer.
extension DeliveryRulesTests {
  @Test
  func `7. a response of an observer is delivered after all observers were called with the first change`() {
    var order: [String] = []
    let (first, second) = (HeroView(), HeroView())
    first.autoUpdate("a", from: store)
    second.autoUpdate("a", from: store)
    first.onPrepare = { hero in
      order.append("first \(hero?.hp ?? 0)")
      if hero?.hp == 90 { answer("a", 80) }
    }
    second.onPrepare = { hero in order.append("second \(hero?.hp ?? 0) of \(heroes["a"]?.hp ?? 0)") }
    hit("a", 90)
    #expect(order == ["first 90", "second 90 of 90", "first 80", "second 80 of 80"])
  }

  @Test func `7. answers run in the order in which they were given, each on its own`() {
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in
      guard hero?.hp == 90 else { return }
      for hp in 1...3 { answer("m", hp, cause: "answer \(hp)") }
    }
    var causes: [String] = []
    let token = store.onChanges { causes.append($0.cause) }
    hit("a", 90)
    #expect(causes == ["hit", "answer 1", "answer 2", "answer 3"])
    token.cancel()
  }

  @Test func `7. a plain transaction in an observer is an error that explains how to respond`() {
    let view = HeroView()
    view.autoUpdate("a", from: store)
    var thrown: StoreError?
    view.onPrepare = { _ in
      #expect(store.isDelivering)
      do throws(StoreError) {
        try store.update(Hero(id: "m", name: "written"), cause: "by the view")
      } catch { thrown = error }
    }
    hit("a", 90)
    #expect(!store.isDelivering)
    #expect(thrown == .delivering(cause: "by the view", of: "hit"))
    #expect(
      thrown?.description
        == "“by the view” was begun during the delivery of “hit”; respond(_:_:) queues it")
    #expect(heroes["m"]?.name == "Morgana")
    #expect(store.faults.isEmpty)
  }

  @Test func `7. a plain transaction of an observer that cannot throw is a fault, once, and writes nothing`()
  {
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { _ in
      store.transaction("by the view") { transaction in
        transaction.save(Hero(id: "m", name: "written"))
        transaction.delete("a", from: heroes)
      }
    }
    hit("a", 90)
    #expect(store.takeFaults() == [.delivering(cause: "by the view", of: "hit")])
    #expect(heroes["m"]?.name == "Morgana")
    #expect(heroes["a"]?.hp == 90)
  }

  @Test func `7. a cascade beyond the limit is a fault that names its causes, and the store continues`() {
    store.cascadeLimit = 3
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in answer("a", (hero?.hp ?? 0) - 1) }
    var shown: [StoreError] = []
    store.onFault = { shown.append($0) }
    hit("a", 50, cause: "start")
    let fault = StoreError.cascade(causes: ["start", "answer", "answer", "answer", "answer"], limit: 3)
    #expect(shown == [fault])
    #expect(store.faults.isEmpty)
    #expect(heroes["a"]?.hp == 47)
    #expect(view.told.last??.hp == 47)
    view.onPrepare = { _ in }
    hit("a", 10)
    #expect(view.told.last??.hp == 10)
  }

  @Test func `7. observers that double their answers are stopped, too`() {
    store.cascadeLimit = 10
    let view = HeroView()
    view.autoUpdate("a", from: store)
    var next = 1_000
    view.onPrepare = { _ in
      for _ in 0..<2 {
        next += 1
        answer("a", next)
      }
    }
    hit("a", 50, cause: "start")
    #expect(store.commitCount < 1_010)
    #expect(store.faults.contains(.tooManyResponses(cause: "answer", limit: 1_000)))
    view.onPrepare = { _ in }
    hit("a", 10)
    #expect(view.told.last??.hp == 10)
  }

  @Test func `7. a cascade's error shows both ends of a long chain`() {
    let causes = (0...100).map { "c\($0)" }
    #expect(
      StoreError.cascade(causes: causes, limit: 100).description
        == "observers responded to each other more than 100 times: “c0” → “c1” → “c2” → … → “c99” → “c100”"
    )
    #expect(
      StoreError.cascade(causes: ["a", "b"], limit: 1).description
        == "observers responded to each other more than once: “a” → “b”")
    #expect(
      StoreError.sourceChangedRepeatedly(cause: "a", limit: 1).description
        == "observers of “a” changed what they observe more than once in a row")
    #expect(
      StoreError.tooManyResponses(cause: "a", limit: 1).description
        == "observers responded to one transaction with more than 1 other, the last of them “a”")
  }

  @Test func `7. an answer that throws leaves nothing behind, and is a fault; those after it run`() {
    let view = HeroView()
    view.autoUpdate("a", from: store)
    view.onPrepare = { hero in
      guard hero?.hp == 90 else { return }
      store.respond("bad") { transaction in
        transaction.save(Hero(id: "x", name: "x"))
        store.respond("of the bad") { $0.save(Hero(id: "y", name: "y")) }
        throw Refused()
      }
      answer("m", 1)
    }
    hit("a", 90)
    #expect(store.faults == [.responseFailed(cause: "bad", message: "Refused()")])
    #expect(heroes["x"] == nil && heroes["y"] == nil)
    #expect(heroes["m"]?.hp == 1)
  }

  @Test func `7. an answer that is given while nothing runs, runs at once`() {
    answer("a", 7)
    #expect(heroes["a"]?.hp == 7)
  }

  @Test func `7. an answer given within a transaction runs after it, or not at all if that is rolled back`()
    throws
  {
    var causes: [String] = []
    let token = store.onChanges { causes.append($0.cause) }
    store.transaction("outer") { outer in
      answer("m", 1, cause: "kept")
      try? store.transaction("inner") { _ in
        answer("m", 2, cause: "dropped")
        throw Refused()
      }
      #expect(heroes["m"]?.hp == 100)
      outer.update("a", in: heroes) { $0.hp = 1 }
    }
    try? store.transaction("fails") { _ in
      answer("m", 3, cause: "dropped")
      throw Refused()
    }
    #expect(causes == ["outer", "kept"])
    #expect(heroes["m"]?.hp == 1)
    token.cancel()
  }
}
