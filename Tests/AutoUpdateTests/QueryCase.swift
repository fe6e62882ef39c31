import AutoUpdate
import TestSupport

/// The model of the live queries' tests.
struct Soldier: Storable, CustomStringConvertible {
  let id: Int
  var side = 0
  var hp = 0
  var isWounded = false

  var description: String { "\(id) (side \(side), \(hp) hp\(isWounded ? ", wounded" : ""))" }
}

/// A random story of a store, small enough to be read when it fails.
struct QueryCase: CustomStringConvertible {
  enum Write: CustomStringConvertible {
    case save(Soldier)
    case delete(Int)

    var description: String {
      switch self {
      case .save(let soldier): "save \(soldier)"
      case .delete(let id): "delete \(id)"
      }
    }
  }

  struct Step: CustomStringConvertible {
    var writes: [Write]
    /// What an observer writes while it is told of the step.
    var answer: [Write] = []
    /// Whether the transaction throws in the end.
    var fails = false

    var description: String {
      let lines = writes.map { "  \($0)" } + answer.map { "  answer: \($0)" } + (fails ? ["  throw"] : [])
      return (["transaction"] + lines).joined(separator: "\n")
    }
  }

  var steps: [Step]

  var description: String { steps.map(\.description).joined(separator: "\n") }

  init(steps: [Step]) {
    self.steps = steps
  }

  init(seed: UInt64) {
    var random = SplitMix(seed)
    let ids = [3, 5, 8, 24][random.below(4)]
    let hps = random.oneIn(2) ? 4 : 50
    func writes(_ count: Int) -> [Write] {
      (0..<count).map { _ in
        let id = random.below(ids)
        if random.oneIn(5) { return .delete(id) }
        let (side, hp, isWounded) = (random.below(3), random.below(hps), random.oneIn(2))
        return .save(Soldier(id: id, side: side, hp: hp, isWounded: isWounded))
      }
    }
    steps = [Step(writes: writes(ids))]
    for _ in 0..<1 + random.below(4) {
      let many = random.oneIn(2) ? ids : 3
      var step = Step(writes: writes(1 + random.below(many)))
      if random.oneIn(6) { step.answer = writes(1 + random.below(3)) }
      step.fails = random.oneIn(12)
      steps.append(step)
    }
  }

  /// The smallest case that still fails and that leaving out single parts leads to.
  func shrunk(while fails: (QueryCase) -> Bool) -> QueryCase {
    var smallest = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in smallest.simplifications where fails(candidate) {
        smallest = candidate
        isSmaller = true
        break
      }
    }
    return smallest
  }

  /// The cases with one thing less: a step, half of its writes, a write, an answer, a failure.
  private var simplifications: [QueryCase] {
    var cases: [QueryCase] = []
    func add(_ change: (inout QueryCase) -> Void) {
      var other = self
      change(&other)
      cases.append(other)
    }
    for step in steps.indices { add { $0.steps.remove(at: step) } }
    for (step, content) in steps.enumerated() {
      if content.writes.count > 3 {
        add { $0.steps[step].writes.removeFirst(content.writes.count / 2) }
        add { $0.steps[step].writes.removeLast(content.writes.count / 2) }
      }
      if !content.answer.isEmpty { add { $0.steps[step].answer = [] } }
      if content.fails { add { $0.steps[step].fails = false } }
    }
    for (step, content) in steps.enumerated() {
      for write in content.writes.indices { add { $0.steps[step].writes.remove(at: write) } }
      for write in content.answer.indices { add { $0.steps[step].answer.remove(at: write) } }
    }
    return cases
  }
}
