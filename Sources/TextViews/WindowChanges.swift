/// How the visible rows of a list became others.
///
/// Steps are applied in order: each speaks of places as the steps before it left them. Rows that go
/// come first, from the bottom, so that their places are those they had; rows that come follow from
/// the top, so that theirs are those they keep. As few rows move as can be, and of the ways to choose
/// them those that changed as well come first.
enum WindowStep: Equatable {
  case remove(at: Int)
  case insert(at: Int)
  /// Taken out at `from`, put in at `to`; it is row `new` in the end.
  case move(from: Int, to: Int, new: Int)
}

struct WindowChanges<ID: Hashable> {
  private(set) var steps: [WindowStep] = []
  /// The new places of the kept rows of the part that differs, in their present order.
  private var present: [Int] = []
  /// By new place: whether the row stays where it is or was moved already. `nil` for a row that comes.
  private var settled: [Bool?]
  private let first: Int

  /// Compares the identities of the rows that were visible with those that are.
  ///
  /// - Parameter isChanged: whether the row at an old and a new place shows something else now.
  /// - Complexity: O(rows) where they agree, else O(rows · log rows + rows · moves).
  init(from old: [ID], to new: [ID], isChanged: (_ old: Int, _ new: Int) -> Bool) {
    let shared = min(old.count, new.count)
    var first = 0
    while first < shared, old[first] == new[first] { first += 1 }
    var same = 0
    while same < shared - first, old[old.count - 1 - same] == new[new.count - 1 - same] { same += 1 }
    self.first = first
    let end = new.count - same
    settled = Array(repeating: nil, count: end - first)

    var places: [ID: Int] = [:]
    for place in first..<end { places[new[place]] = place }
    var weights: [Int] = []
    for place in (first..<old.count - same).reversed() {
      if let target = places[old[place]] {
        present.append(target)
        weights.append(isChanged(place, target) ? 0 : 1)
        settled[target - first] = false
      } else {
        steps.append(.remove(at: place))
      }
    }
    present.reverse()
    weights.reverse()
    for target in heaviestIncreasing(present, weights: weights) { settled[target - first] = true }
    for place in first..<end { settle(place) }
  }

  /// Brings the row that belongs to a place there; all places above it are right.
  private mutating func settle(_ place: Int) {
    let at = place - first
    guard let isSettled = settled[at] else {
      steps.append(.insert(at: place))
      present.insert(place, at: at)
      settled[at] = true
      return
    }
    if !isSettled {
      guard let from = present.firstIndex(of: place) else { return }
      move(from: from, to: at)
      return
    }
    // What stands before a row that stays is on its way down.
    while present[at] != place {
      let moving = present[at]
      let below = present[(at + 1)...].firstIndex { $0 > moving && settled[$0 - first] == true }
      move(from: at, to: (below ?? present.count) - 1)
    }
  }

  private mutating func move(from: Int, to: Int) {
    let target = present.remove(at: from)
    present.insert(target, at: to)
    settled[target - first] = true
    if from != to { steps.append(.move(from: first + from, to: first + to, new: target)) }
  }

  /// The increasing subsequence with the most elements, and of those the one with the greatest weight.
  private func heaviestIncreasing(_ values: [Int], weights: [Int]) -> [Int] {
    let scale = values.count + 1
    // A Fenwick tree of the best chain that ends at or below a value; chains link backwards.
    var tree: [(sum: Int, last: Int)] = Array(repeating: (0, -1), count: settled.count + 1)
    var previous: [Int] = []
    for (index, value) in values.enumerated() {
      var best = (sum: 0, last: -1)
      var node = value - first
      while node > 0 {
        if tree[node].sum > best.sum { best = tree[node] }
        node &= node - 1
      }
      previous.append(best.last)
      let chain = (sum: best.sum + scale + weights[index], last: index)
      node = value - first + 1
      while node < tree.count {
        if chain.sum > tree[node].sum { tree[node] = chain }
        node += node & -node
      }
    }
    var best = (sum: 0, last: -1)
    var node = settled.count
    while node > 0 {
      if tree[node].sum > best.sum { best = tree[node] }
      node &= node - 1
    }
    var chain: [Int] = []
    while best.last >= 0 {
      chain.append(values[best.last])
      best.last = previous[best.last]
    }
    return chain
  }
}
