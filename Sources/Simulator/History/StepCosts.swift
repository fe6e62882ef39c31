import AutoUpdate
import CommandLanguage

/// The cost of a step: its number of changes and its memory.
struct StepCost {
  var memory = MemoryUse()
  var changeCount = 0

  static func += (cost: inout StepCost, other: StepCost) {
    cost.memory += other.memory
    cost.changeCount += other.changeCount
  }
}

/// The total cost of a session's steps: the number of changes, and the memory charged for them.
final class StepCosts {
  /// The limit that a line exceeds by itself, so that its step cannot be stored.
  enum Excess: Equatable {
    case changes(limit: Int)
    case memory
  }

  /// The account that is charged; `nil` until the session has an interpreter.
  var account: MemoryAccount?
  var changeLimit = 100_000
  /// A closure that returns the memory referred to by the models that changed since its last call.
  var takeChangedMemory: () -> MemoryUse = { MemoryUse() }
  /// A closure that returns the memory referred to by the models that changed in each of some parts.
  var memory: (_ parts: Range<Int>) -> [MemoryUse] = { $0.map { _ in MemoryUse() } }
  private let history: History
  private var changeCount = 0

  /// The approximate size of a part without its changes, in bytes.
  private static let partByteCount = 128

  init(of history: History) { self.history = history }

  var isMemoryExceeded: Bool { account.map { $0.isExceeded && $0.past > 0 } ?? false }

  var areExceeded: Bool { changeCount > changeLimit || isMemoryExceeded }

  var excess: Excess {
    changeCount > changeLimit ? .changes(limit: changeLimit) : .memory
  }

  func charge(_ cost: StepCost) {
    account?.charge(cost.memory, to: .past)
    changeCount += cost.changeCount
  }

  func release(_ cost: StepCost) {
    account?.release(cost.memory, from: .past)
    changeCount -= cost.changeCount
  }

  /// Returns the cost of parts committed since the last call.
  func takeCost(of parts: Range<Int>) -> StepCost {
    var cost = cost(of: parts)
    cost.memory += takeChangedMemory()
    return cost
  }

  /// Returns the cost of any parts.
  ///
  /// - Complexity: O(changes).
  func wholeCost(of parts: Range<Int>) -> StepCost { wholeCosts(of: parts).reduce(into: StepCost(), +=) }

  /// Returns the cost of each of some parts.
  ///
  /// - Complexity: O(changes).
  func wholeCosts(of parts: Range<Int>) -> [StepCost] {
    zip(parts, memory(parts)).map { part, memory in
      var cost = cost(of: part..<part + 1)
      cost.memory += memory
      return cost
    }
  }

  private func cost(of parts: Range<Int>) -> StepCost {
    let size = history.size(of: parts)
    return StepCost(
      memory: MemoryUse(bytes: size.byteCount + parts.count * Self.partByteCount),
      changeCount: size.changeCount)
  }
}
