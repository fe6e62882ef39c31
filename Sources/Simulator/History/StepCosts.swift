import AutoUpdate
import CommandLanguage

/// The share of a step in the changes and the memory that the history may take.
struct StepCost {
  var memory = MemoryUse()
  var changeCount = 0

  static func += (cost: inout StepCost, other: StepCost) {
    cost.memory += other.memory
    cost.changeCount += other.changeCount
  }
}

/// The costs of a session's steps: the number of their changes, and the memory that they are charged for.
final class StepCosts {
  /// A reason why a line is not kept: it alone takes more than all steps may.
  enum Excess: Equatable {
    case changes(Int, limit: Int)
    case memory
  }

  /// The account that pays; there once the session is.
  var account: MemoryAccount?
  /// The most changes that the kept steps may have in all.
  var changeLimit = 100_000
  /// Returns what the models refer to that changed since this was last called.
  var takeChangedMemory: () -> MemoryUse = { MemoryUse() }
  /// The memory that the models of a change refer to.
  var memory: (any AnyChange) -> MemoryUse = { _ in MemoryUse() }
  private let history: History
  private var changeCount = 0

  /// The bytes of a part without its changes, about.
  private static let partByteCount = 128

  init(of history: History) { self.history = history }

  var isMemoryExceeded: Bool { account.map { $0.isExceeded && $0.past > 0 } ?? false }

  var areExceeded: Bool { changeCount > changeLimit || isMemoryExceeded }

  var excess: Excess {
    changeCount > changeLimit ? .changes(changeCount, limit: changeLimit) : .memory
  }

  func charge(_ cost: StepCost) {
    account?.charge(cost.memory, to: .past)
    changeCount += cost.changeCount
  }

  func release(_ cost: StepCost) {
    account?.release(cost.memory, from: .past)
    changeCount -= cost.changeCount
  }

  /// The cost of parts that were committed since the last ones.
  func takeCost(of parts: Range<Int>) -> StepCost {
    var cost = cost(of: parts)
    cost.memory += takeChangedMemory()
    return cost
  }

  /// The cost of parts, whenever they were committed.
  ///
  /// - Complexity: O(changes).
  func wholeCost(of parts: Range<Int>) -> StepCost {
    var cost = StepCost()
    for part in parts { cost += self.cost(of: part, history.changes(of: part)) }
    return cost
  }

  /// The cost of a part with these changes, whenever it was committed.
  func cost(of part: Int, _ changes: ChangeSet?) -> StepCost {
    var cost = cost(of: part..<part + 1)
    for change in changes?.changes ?? [] { cost.memory += memory(change) }
    return cost
  }

  private func cost(of parts: Range<Int>) -> StepCost {
    let size = history.size(of: parts)
    return StepCost(
      memory: MemoryUse(bytes: size.byteCount + parts.count * Self.partByteCount),
      changeCount: size.changeCount)
  }
}
