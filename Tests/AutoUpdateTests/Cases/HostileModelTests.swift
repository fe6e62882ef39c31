import AutoUpdate
import TestSupport
import Testing

/// Comparisons and hashes of models that do what they should not.
@MainActor struct HostileModelTests {
  let store = DataStore()
  var items: Table<Item> { store.table(of: Item.self) }
  var tagged: Table<Tagged> { store.table(of: Tagged.self) }

  func long(_ number: Int) -> String { String(repeating: "\(number) ", count: 40) }

  @Test func `a comparison that writes to its own table while a change is made does no harm`() throws {
    try Hooks.scope { _ in
      for number in 0..<4 { try store.update(Item(id: number, text: "\(number)")) }
      var outcome: StoreError?
      store.transaction("hostile") { transaction in
        Hooks.onNextEqual {
          store.transaction("within") { inner in
            for number in 9..<99 { inner.save(Item(id: number, text: "x")) }
          }
        }
        transaction.update(1, in: items) { $0.text = long(7) }
      }
      store.onFault = { outcome = $0 }
      #expect(items[1]?.text == long(7))
      #expect(items.count == 94)
      #expect(outcome == nil)
    }
  }

  @Test func `a comparison that removes the model that is being changed does no harm`() throws {
    try Hooks.scope { _ in
      try store.update(Item(id: 1, text: "1"))
      store.transaction("hostile") { transaction in
        Hooks.onNextEqual { store.transaction("within") { _ = $0.delete(1, from: items) } }
        transaction.update(1, in: items) { $0.text = long(7) }
        Hooks.onNextEqual { store.transaction("within") { _ = $0.delete(1, from: items) } }
        transaction.save(Item(id: 1, text: long(8)))
      }
      #expect(items[1]?.text == long(8))
      #expect(items.count == 1)
    }
  }

  @Test func `a comparison at the end of a transaction may not write, and a write is refused`() throws {
    try Hooks.scope { _ in
      try store.update(Item(id: 1, text: "1"))
      var refusal: StoreError?
      store.transaction("outer") { transaction in
        transaction.save(Item(id: 1, text: "2"))
        transaction.save(Item(id: 1, text: "3"))
        Hooks.onNextEqual {
          do throws(StoreError) {
            try store.update(Item(id: 9), cause: "by ==")
          } catch { refusal = error }
          store.openTransaction?.save(Item(id: 8))
        }
      }
      #expect(refusal == .evaluating(cause: "by =="))
      #expect(items.models.map(\.text) == ["3"])
      #expect(store.takeFaults() == [.evaluating(cause: "a write")])
      #expect(
        refusal?.description
          == "“by ==” was begun by a condition, a sort key or a comparison, which may only read")
      try store.update(Item(id: 2))
      #expect(items.count == 2)
    }
  }

  @Test func `a comparison that throws a transaction away leaves the outer one whole`() throws {
    try Hooks.scope { _ in
      try store.update(Item(id: 1, text: "1"))
      store.transaction("outer") { transaction in
        Hooks.onNextEqual {
          try? store.transaction("within") { inner in
            inner.save(Item(id: 1, text: "within"))
            inner.save(Item(id: 5))
            throw Refused()
          }
        }
        transaction.save(Item(id: 1, text: "2"))
      }
      #expect(items.models.map(\.text) == ["2"])
    }
  }

  @Test func `models that are equal at random leave a store that agrees with its count and observers`() throws
  {
    try Hooks.scope { _ in
      for seed in 0..<100 as Range<UInt64> {
        var random = SplitMix(seed)
        let store = DataStore()
        store.history.limit = HistoryLimit(steps: 5, changes: 20)
        let table = store.table(of: Moody.self)
        Moody.answers = (0..<64).map { _ in random.below(2) == 0 }
        for _ in 0..<30 {
          store.transaction("write") { transaction in
            for _ in 0..<random.below(5) {
              if random.oneIn(3) {
                transaction.delete(random.below(4), from: table)
              } else {
                transaction.save(Moody(id: random.below(4), number: random.below(3)))
              }
            }
          }
          if random.oneIn(5) { try store.history.undo() }
          #expect(table.count == table.models.count, "seed \(seed)")
        }
        store.transaction("clear") { for id in 0..<4 { $0.delete(id, from: table) } }
        #expect(table.count == 0 && table.models.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test func `a hash that writes while the store is read, written, or goes back does no harm`() throws {
    try Hooks.scope { _ in
      store.history.limit = HistoryLimit(steps: 100, changes: 1_000)
      var number = 100
      let write = { @MainActor [store] in
        number += 1
        store.transaction("by hash") { $0.save(Tagged(number)) }
      }
      Hooks.onNextHash(write)
      store.transaction("save") { $0.save(Tagged(1)) }
      Hooks.onNextHash(write)
      #expect(tagged[HookedID(number: 1)] != nil)
      let view = TaggedView()
      Hooks.onNextHash(write)
      view.autoUpdate(HookedID(number: 2), from: tagged)
      Hooks.onNextHash(write)
      store.transaction("delete") { $0.delete(HookedID(number: 1), from: tagged) }
      Hooks.onNextHash(write)
      try store.history.undo()
      #expect(tagged[HookedID(number: 1)] != nil)
      Hooks.onHash = {}
      #expect(tagged.models.count == tagged.count)
      #expect(tagged.count == 5)
      #expect(store.faults.isEmpty)
    }
  }

  @Test func `a hash that begins a transaction while a past state takes note of another is refused`() throws {
    try Hooks.scope { _ in
      store.history.limit = HistoryLimit(steps: 100, changes: 1_000)
      store.transaction("first") { $0.save(Tagged(1, "first")) }
      let past = store.pastState()
      var causes: [String] = []
      let token = store.onChanges { causes.append($0.cause) }
      let view = TaggedView()
      view.autoUpdate(HookedID(number: 1), from: tagged)
      // The row is known, so the identity is hashed for the past state alone.
      let row = try #require(tagged.row(of: HookedID(number: 1)))
      var refusals = 0
      store.transaction("second") { transaction in
        transaction.update(row, in: tagged) { $0.text = "second" }
        Hooks.onNextHash {
          do throws(StoreError) { try store.update(Item(id: 1), cause: "by hash") } catch { refusals += 1 }
        }
      }
      Hooks.onHash = {}
      #expect(refusals == 1)
      #expect(causes == ["second"])
      #expect(view.told.map { $0?.text } == ["first", "second"])
      #expect(past[HookedID(number: 1), in: tagged]?.text == "first")
      store.transaction("third") { $0.save(Tagged(1, "third")) }
      #expect(causes == ["second", "third"])
      #expect(store.history.steps == 0..<3)
      token.cancel()
    }
  }

  @Test func `a comparison that lowers the limit while the store goes back loses steps, and nothing else`()
    throws
  {
    try Hooks.scope { _ in
      store.history.limit = HistoryLimit(steps: 100, changes: 1_000)
      for number in 1...5 { try store.update(Item(id: 1, text: "\(number)")) }
      Hooks.onNextEqual { store.history.limit = .none }
      try store.history.move(to: 1, cause: "back")
      #expect(store.history.steps.isEmpty)
      #expect(store.history.present == store.history.steps.lowerBound)
      store.history.limit = HistoryLimit(steps: 100, changes: 1_000)
      try store.update(Item(id: 1, text: "on"))
      #expect(store.history.steps.count == 1)
      let text = items[1]?.text
      try store.history.undo()
      try store.history.redo()
      #expect(items[1]?.text == text)
    }
  }

  @Test func `a comparison of identities that removes what is looked for finds nothing else in its row`()
    throws
  {
    Hooks.scope { _ in
      store.transaction("save") { $0.save(Tagged(1, "first")) }
      Hooks.onNextEqual {
        store.transaction("delete") { $0.delete(HookedID(number: 1), from: tagged) }
        store.transaction("other") { $0.save(Tagged(2, "other")) }
      }
      let found = tagged[HookedID(number: 1)]
      #expect(found == nil || found?.text == "first")

      store.transaction("save") { $0.save(Tagged(1, "again")) }
      let view = TaggedView()
      Hooks.onNextEqual {
        store.transaction("delete") { $0.delete(HookedID(number: 1), from: tagged) }
        store.transaction("other") { $0.save(Tagged(3, "other")) }
      }
      view.autoUpdate(HookedID(number: 1), from: tagged)
      store.transaction("back") { $0.save(Tagged(1, "back")) }
      #expect(view.told.allSatisfy { $0 == nil || $0?.id.number == 1 })
      #expect(view.told.last??.text == "back")
    }
  }
}

/// A model whose comparison answers what a test has written down.
private struct Moody: Storable {
  @MainActor static var answers: [Bool] = [false]
  @MainActor static var next = 0

  let id: Int
  var number: Int

  static func == (left: Moody, right: Moody) -> Bool {
    MainActor.assumeIsolated {
      next += 1
      return answers[next % answers.count]
    }
  }
}
