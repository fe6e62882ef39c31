import StoreMemory
import TestSupport
import Testing

/// Lists that share a pool, against arrays.
@Suite struct ListPoolTests {
  /// Several lists of one pool, and what should be in each: elements with their places.
  private struct Trial {
    var pool = ListPool<Int>()
    var lists: [PooledList<Int>]
    var model: [[(place: Int32, element: Int)]]

    init(count: Int) {
      lists = (0..<count).map { PooledList($0) }
      model = (0..<count).map { [(0, $0)] }
    }

    mutating func append(_ element: Int, to list: Int) {
      model[list].append((pool.append(element, to: &lists[list]), element))
    }

    mutating func remove(at index: Int, from list: Int) {
      let place = model[list].remove(at: index).place
      pool.remove(place, from: &lists[list], leaving: -1)
    }

    /// What is wrong with a list as its links lead through it, if anything is.
    func fault(_ list: Int) -> String? {
      var found: [(place: Int32, element: Int)] = [(0, lists[list].first)]
      var place = lists[list].next
      while place > 0, found.count <= model[list].count {
        let node = pool.nodes[ListPool<Int>.index(place)]
        found.append((place, node.element))
        place = node.next
      }
      return found.elementsEqual(model[list], by: ==) ? nil : "\(found), not \(model[list])"
    }
  }

  @Test(arguments: UInt64(1)...40)
  func `lists of one pool agree with arrays while elements come and go`(seed: UInt64) {
    var random = SplitMix(seed)
    var trial = Trial(count: 1 + random.below(5))
    // The limits: lists that are short again and again, and some that grow long.
    let odds = 2 + random.below(3)
    for element in 100..<500 {
      let list = random.below(trial.lists.count)
      if random.oneIn(odds), trial.model[list].count > 1 {
        trial.remove(at: 1 + random.below(trial.model[list].count - 1), from: list)
      } else {
        trial.append(element, to: list)
      }
      for list in trial.lists.indices {
        let fault = trial.fault(list)
        #expect(fault == nil, "seed \(seed), element \(element)")
        if fault != nil { return }
      }
    }
  }

  @Test func `a list of one element has no node, and continues after being emptied`() {
    var trial = Trial(count: 1)
    #expect(trial.pool.nodes.isEmpty && trial.lists[0].next == -1)
    for round in 0..<3 {
      trial.append(round, to: 0)
      #expect(trial.fault(0) == nil)
      trial.remove(at: 1, from: 0)
      #expect(trial.lists[0].next == -1 && trial.fault(0) == nil)
    }
    #expect(trial.pool.nodes.count == 1)
  }

  @Test func `slots of removed elements are reused, by any list`() {
    var trial = Trial(count: 2)
    for element in 0..<100 { trial.append(element, to: 0) }
    let places = Set(trial.model[0].map(\.place))
    for _ in 0..<100 { trial.remove(at: trial.model[0].count / 2, from: 0) }
    #expect(trial.fault(0) == nil)
    #expect(trial.pool.nodes.allSatisfy { $0.element == -1 })
    for element in 0..<100 { trial.append(element, to: 1) }
    #expect(Set(trial.model[1].map(\.place)) == places)
    #expect(trial.pool.nodes.count == 100)
    #expect(trial.fault(1) == nil)
  }
}
