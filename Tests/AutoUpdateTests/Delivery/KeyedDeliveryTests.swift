import AutoUpdate
import Synchronization
import Testing

/// An identity that counts how often it is compared: whoever looks through all observers compares all.
struct CountedID: Hashable, Sendable {
  static let comparisons = Atomic(0)
  let number: Int

  static func == (left: CountedID, right: CountedID) -> Bool {
    comparisons.add(1, ordering: .relaxed)
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

struct Counted: Storable {
  let id: CountedID
  var value = 0
}

final class CountedView: AutoUpdating {
  var subscription: Subscription?
  var preparations = 0
  func prepare(with model: Counted?) { preparations += 1 }
}

struct KeyedDeliveryTests {
  @Test func `1. an update visits only the observers of its model, however many others there are`() throws {
    let store = DataStore()
    let table = store.table(of: Counted.self)
    store.transaction("fill") { transaction in
      for number in 0..<10_000 { transaction.save(Counted(id: CountedID(number: number))) }
    }
    let views = (0..<10_000).map { number in
      let view = CountedView()
      view.autoUpdate(CountedID(number: number), from: table)
      return view
    }
    let before = CountedID.comparisons.load(ordering: .relaxed)
    store.transaction("one") { $0.update(CountedID(number: 7), in: table) { $0.value = 1 } }
    #expect(CountedID.comparisons.load(ordering: .relaxed) - before < 50)
    #expect(views[7].preparations == 2)
    #expect(views.reduce(0) { $0 + $1.preparations } == 10_001)
  }
}
