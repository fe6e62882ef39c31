import StoreMemory

/// The rules to check for transactions that write to the same tables, with the way of checking each.
final class RulePlan {
  let tables: NumberSet
  /// A Boolean value that indicates whether the transactions move through the history, so that rules on changes do not
  /// apply.
  let isOfMoves: Bool
  let version: Int
  private(set) var rules: ContiguousArray<(rule: Rule, check: Check)> = []
  private(set) var isTogetherAlone = true
  private(set) var together: ContiguousArray<RuleTestGroup> = []
  private(set) var leading: ContiguousArray<Rule> = []

  /// A way of checking a transaction against a rule.
  enum Check {
    /// Evaluates the rule for the changed objects, together with other rules.
    case together
    /// Evaluates the rule by itself, if the transaction changes anything that it has read.
    case alone
  }

  init(_ rules: [Rule], ofTables tables: NumberSet, isOfMoves: Bool, version: Int) {
    self.tables = tables
    self.isOfMoves = isOfMoves
    self.version = version
    for rule in rules where !isOfMoves || !rule.isOfChanges {
      if rule.goal != nil {
        leading.append(rule)
      } else if let check = rule.check(ofTables: tables) {
        self.rules.append((rule, check))
        if check == .together { add(rule.test) } else { isTogetherAlone = false }
      }
    }
  }

  private func add(_ test: RuleTest) {
    if together.contains(where: { $0.add(test) }) { return }
    if let group = test.makeGroup() { together.append(group) }
  }
}

/// The tests of a plan for the objects of one kind, which are evaluated together.
class RuleTestGroup {
  private var tests: ContiguousArray<RuleTest> = []
  /// A Boolean value that indicates whether a test caches values for each evaluation.
  private var hasRounds = false
  /// The number of findings of the session's tests at the end of the last evaluation that found nothing. While it is
  /// the same, no test has results of an evaluation that was not completed.
  private var quietCount = -1

  /// Adds a test; returns `false` if it is of another kind.
  func add(_ test: RuleTest) -> Bool { false }

  final func append(_ test: RuleTest) {
    tests.append(test)
    if test.hasRound { hasRounds = true }
  }

  /// Evaluates the tests for the objects that the open transaction changes.
  ///
  /// - Returns: `true` if `takeFound` of any test may have results.
  final func evaluateChanged(in simulation: Simulation) throws -> Bool {
    let count = simulation.ruleFindingCount
    var hasBreaches = false
    if count != quietCount || hasRounds {
      for test in tests {
        test.beginEvaluating()
        if test.hasBreaches { hasBreaches = true }
      }
    }
    try evaluate(in: simulation, hasBreaches)
    let isQuiet = simulation.ruleFindingCount == count && !hasBreaches
    quietCount = isQuiet ? count : -1
    return !isQuiet || hasRounds
  }

  /// Evaluates the tests. Called by ``evaluateChanged(in:)``, which begins and ends the evaluation.
  ///
  /// - Parameter hasBreaches: Indicates whether a test has violations, from which it may have to remove an object.
  func evaluate(in simulation: Simulation, _ hasBreaches: Bool) throws {}
}

/// The cached plans of a session's rules, by the tables to which transactions write.
struct RulePlans {
  private var plans: ContiguousArray<RulePlan> = []
  private var initial: (plans: ContiguousArray<RulePlan>, version: Int) = ([], -1)
  private static let countMax = 16

  func plan(for tables: NumberSet, isOfMoves: Bool, version: Int) -> RulePlan? {
    guard let index = index(of: tables, isOfMoves), plans[index].version == version else { return nil }
    return plans[index]
  }

  private func index(of tables: NumberSet, _ isOfMoves: Bool) -> Int? {
    plans.firstIndex { $0.tables == tables && $0.isOfMoves == isOfMoves }
  }

  /// Inserts a plan, which replaces an earlier one for the same transactions.
  ///
  /// - Parameter isOfWorld: Indicates whether the plan contains only rules that the world declares.
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

  mutating func keepInitial(version: Int) { initial = ([], version) }

  /// Returns to the plans of the initial state, and returns their version.
  mutating func reset() -> Int {
    plans = initial.plans
    return initial.version
  }
}
