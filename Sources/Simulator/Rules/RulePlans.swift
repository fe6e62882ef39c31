import StoreMemory

/// The cached plans of a session's rules, by the tables to which transactions write.
struct RulePlans {
  private var plans: ContiguousArray<RulePlan> = []
  /// The plans that are valid in the initial state, with their version.
  private var initial: (plans: ContiguousArray<RulePlan>, version: Int) = ([], -1)
  private static let countMax = 16

  /// Returns the plan for transactions that write to some tables; `nil` if there is none of the version.
  func plan(for tables: NumberSet, isOfMoves: Bool, version: Int) -> RulePlan? {
    guard let index = index(of: tables, isOfMoves), plans[index].version == version else { return nil }
    return plans[index]
  }

  private func index(of tables: NumberSet, _ isOfMoves: Bool) -> Int? {
    plans.firstIndex { $0.tables == tables && $0.isOfMoves == isOfMoves }
  }

  /// Inserts a plan, which replaces an earlier one for the same transactions.
  ///
  /// - Parameter isOfWorld: A Boolean value that indicates whether the plan contains only rules that the world declares.
  mutating func insert(_ plan: RulePlan, isOfWorld: Bool) {
    if isOfWorld, plan.version == initial.version, initial.plans.count < Self.countMax {
      initial.plans.append(plan)
    }
    if let index = index(of: plan.tables, plan.isOfMoves) {
      plans[index] = plan
    } else {
      if plans.count == Self.countMax { plans.removeFirst() }
      plans.append(plan)
    }
  }

  mutating func removeAll() { plans = [] }

  /// Begins to collect the plans of the initial state.
  mutating func keepInitial(version: Int) { initial = ([], version) }

  /// Returns to the plans of the initial state, and returns their version.
  mutating func reset() -> Int {
    plans = initial.plans
    return initial.version
  }
}
