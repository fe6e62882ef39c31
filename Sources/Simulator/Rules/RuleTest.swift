import AutoUpdate
import CommandLanguage
import StoreMemory
import TerminalText

/// A test that finds the violations of a rule in the state being read, and records its reads.
@usableFromInline
class RuleTest {
  unowned let simulation: Simulation
  /// The reads of all evaluations, except keys read for single objects. Reads in earlier states are included, because
  /// the session may go back to these.
  private(set) var reads = Reads()
  private(set) var readTables = NumberSet()
  private(set) var isEvaluated = false
  /// A Boolean value that indicates whether `takeFound` may have results since ``beginEvaluating()``.
  final var hasFound = false
  /// The violations as of the last commit; `nil` if they are unknown.
  final var known: RuleBreaches? {
    didSet {
      noteKnown()
      isChanged = true
      if (known == nil) != (oldValue == nil) { notePlanChange() }
    }
  }
  /// A Boolean value that indicates whether there are violations, from which an object may have to be removed.
  final var hasBreaches = false
  /// A Boolean value that indicates whether the result or the record has changed since the last call of ``restore(_:)`` or
  /// ``noteUnchanged()``.
  private(set) final var isChanged = true
  private(set) var readsScreens = false
  /// A Boolean value that indicates whether the results determine how transactions are checked. It is `false` for a rule
  /// that is checked after the commit.
  final var isPlanned = true
  /// A Boolean value that indicates whether the condition's text mentions views, so that reading them is
  /// expected.
  final var mentionsViews = false

  init(in simulation: Simulation) { self.simulation = simulation }

  var kind: KindID? { nil }
  /// The number of the table of the tested objects; negative if the test is not of a kind.
  var kindTable: Int32 { -1 }
  /// A Boolean value that indicates whether the test compares the states before and after a command, so that it cannot
  /// be evaluated on a single state.
  var isOfChanges: Bool { false }

  /// Returns all violations in the state being read.
  ///
  /// - Throws: ``ViewRead`` when the test first reads views that its condition does not mention.
  final func breaches() throws -> RuleBreaches {
    try noting { try findBreaches() }
  }

  /// Returns the violations after the open transaction, whose changes must not affect the record of reads; `nil` if
  /// they equal the known ones.
  ///
  /// - Throws: ``ViewRead`` when the test first reads views that its condition does not mention.
  /// - Complexity: O(changes) of the open transaction.
  final func breachesAfterChanges() throws -> RuleBreaches? {
    try noting { try findBreachesAfterChanges() }
  }

  final func noteKnown() {
    hasBreaches = known.map { !$0.isEmpty } ?? false
    if hasBreaches { simulation.ruleFindingCount &+= 1 }
  }

  /// Returns a Boolean value that indicates whether an object that meets the rule must still be recorded: it may have
  /// violated the rule before, or its evaluation has read more than the object.
  ///
  /// Not inlinable, because reading a stored property from another module checks for exclusive access.
  @usableFromInline
  final func mustRecord(in simulation: Simulation) -> Bool { hasBreaches || simulation.hasReadMore }

  func findBreaches() throws -> RuleBreaches { RuleBreaches() }
  func findBreachesAfterChanges() throws -> RuleBreaches? { nil }

  /// Returns a group with this test alone; `nil` if the test is not of the objects of a kind.
  func makeGroup() -> RuleTestGroup? { nil }

  /// A Boolean value that indicates whether the test caches values for each evaluation.
  var hasRound: Bool { false }

  /// Records that `takeFound` may have results.
  final func noteFound() {
    hasFound = true
    simulation.ruleFindingCount &+= 1
  }

  func beginEvaluating() {}
  /// Returns the violations after the evaluation; `nil` if they equal the known ones.
  func takeFound() -> RuleBreaches? { nil }

  /// A Boolean value that indicates whether the open transaction changes a key that an object's evaluation read.
  var hasDueObjects: Bool { false }
  /// A Boolean value that indicates whether the record of keys is so large that all objects should be evaluated again.
  var isExcessive: Bool { false }
  /// A Boolean value that indicates whether evaluations of objects read single keys.
  var hasReaders: Bool { false }
  /// Drops the record of keys, so that all objects are evaluated again.
  func removeReaders() {}
  /// Drops the results of an unfinished evaluation.
  func dropFound() {}

  private func noting<Result>(_ body: () throws -> Result) throws -> Result {
    // A local record, because an evaluation may end the line, and the end of the line evaluates the rule again.
    var read = Reads()
    let readScreens = readsScreens
    let result = Swift.Result { try simulation.store.note(&read) { try body() } }
    if !isEvaluated {
      isEvaluated = true
      isChanged = true
      notePlanChange()
    }
    note(read)
    if readsScreens, !readScreens, !mentionsViews { throw ViewRead() }
    return try result.get()
  }

  final func note(_ read: Reads) {
    let tables = read.allTables
    if tables.isEmpty { return }
    reads.formUnion(read)
    isChanged = true
    noteTables(tables)
    noteScreens(read)
  }

  final func noteScreens(_ read: Reads) {
    if readsScreens || !simulation.stage.isRead(in: read) { return }
    readsScreens = true
    notePlanChange()
  }

  /// Adds tables to those that were read.
  final func noteTables(_ tables: NumberSet) {
    let before = readTables
    readTables.formUnion(tables)
    if readTables == before { return }
    isChanged = true
    notePlanChange()
  }

  private func notePlanChange() { if isPlanned { simulation.rulePlanVersion &+= 1 } }

  // MARK: Plans

  /// The parts of the record that determine how transactions are checked.
  struct PlanTraits: Equatable {
    fileprivate let isEvaluated: Bool
    fileprivate let isKnown: Bool
    fileprivate let readsScreens: Bool
    fileprivate let readTables: NumberSet
    fileprivate let readsOutcomes: Bool
  }

  final var planTraits: PlanTraits {
    PlanTraits(
      isEvaluated: isEvaluated, isKnown: known != nil, readsScreens: readsScreens, readTables: readTables,
      readsOutcomes: reads.hasOutcomes)
  }

  // MARK: Resetting

  /// The result of an evaluation and the record of its reads, which ``restore(_:)`` can restore.
  struct Memento {
    fileprivate let reads: Reads
    fileprivate let readTables: NumberSet
    fileprivate let isEvaluated: Bool
    fileprivate let readsScreens: Bool
    fileprivate let known: RuleBreaches?
  }

  /// The present result and record; `nil` if evaluations read single keys, whose readers are not copied.
  final var memento: Memento? {
    hasReaders
      ? nil
      : Memento(
        reads: reads, readTables: readTables, isEvaluated: isEvaluated, readsScreens: readsScreens,
        known: known)
  }

  /// Returns to an earlier result and record; `nil` for those before the first evaluation.
  final func restore(_ memento: Memento?) {
    removeReaders()
    dropFound()
    readsScreens = memento?.readsScreens ?? false
    reads = memento?.reads ?? Reads()
    readTables = memento?.readTables ?? NumberSet()
    isEvaluated = memento?.isEvaluated ?? false
    known = memento?.known
    isChanged = false
  }

  /// Notes that the present result and record are those to which ``restore(_:)`` would return.
  final func noteUnchanged() { isChanged = false }
}

/// The error of a rule that reads views, which are updated after the commit. It has no explanation.
struct ViewRead: Error {}

/// A test of the world as a whole, which reports a violation if the condition has a given value.
final class WorldRuleTest: RuleTest {
  private let condition: Expression
  private unowned let interpreter: Interpreter
  private let comparesStates: Bool
  private let foundValue: Bool

  init(
    _ condition: Expression, in simulation: Simulation, _ interpreter: Interpreter, foundValue: Bool = false
  ) {
    self.condition = condition
    self.foundValue = foundValue
    self.interpreter = interpreter
    comparesStates = interpreter.comparesStates(condition)
    super.init(in: simulation)
  }

  override var isOfChanges: Bool { comparesStates }

  override func findBreaches() throws -> RuleBreaches {
    do {
      return RuleBreaches(isBroken: try interpreter.isTrue(condition) == foundValue)
    } catch {
      return RuleBreaches(failure: try Explanation(unlessEndingLine: error).message)
    }
  }
}

/// A test whose condition cannot be parsed.
final class UnreadableRuleTest: RuleTest {
  private let message: String

  init(_ message: String, in simulation: Simulation) {
    self.message = message
    super.init(in: simulation)
  }

  override func findBreaches() throws -> RuleBreaches { RuleBreaches(failure: message) }
}

extension RuleTest {
  static func make(
    of condition: Expression, in simulation: Simulation, _ interpreter: Interpreter
  ) -> RuleTest {
    guard let selection = interpreter.selectionToBeEmpty(in: condition),
      let schema = simulation.schema(of: selection)
    else { return WorldRuleTest(condition, in: simulation, interpreter) }
    return make(
      schema, selection, comparesStates: interpreter.comparesStates(condition), in: simulation, interpreter)
      ?? WorldRuleTest(condition, in: simulation, interpreter)
  }

  /// Returns a test that finds the objects of a selection, or the truth of another condition.
  ///
  /// - Throws: An error if the condition compares states, or if the selection has a limit or chooses from a kind that is
  ///   not a model.
  static func finding(
    _ condition: Expression, in simulation: Simulation, _ interpreter: Interpreter
  ) throws -> RuleTest {
    if interpreter.comparesStates(condition) {
      throw RuleError.leadsFromChanges([Quoting.message(condition.text)], argument: 1)
    }
    guard let selection = interpreter.selection(in: condition) else {
      return WorldRuleTest(condition, in: simulation, interpreter, foundValue: true)
    }
    guard let schema = simulation.schema(of: selection),
      let test = make(schema, selection, comparesStates: false, in: simulation, interpreter)
    else { throw RuleError.notSelectable([Quoting.message(condition.text)]) }
    return test
  }

  private static func make<Declared: AnySchema>(
    _ declared: Declared, _ selection: Selection, comparesStates: Bool, in simulation: Simulation,
    _ interpreter: Interpreter
  ) -> RuleTest? {
    guard let objects = try? simulation.objects(Declared.Object.self),
      let test = ObjectTest<Declared.Object>(selection, interpreter), !test.test.hasLimit
    else { return nil }
    let names = test.test.conditionProperties
    let fields = names.compactMap { declared.schema.field(named: $0) }
    let isKnown = test.test.dependsOnlyOnRow && fields.count == names.count
    if comparesStates {
      // Only objects that the transaction changes are compared, so the condition must depend on nothing else.
      return isKnown ? ObjectRuleTest(objects, .selection(test, comparesStates: true)) : nil
    }
    // Parts that do not depend on the object are computed once per evaluation.
    let round = SharedRound()
    test.test.cacheSharedValues { [store = simulation.store] in round.keep($0, in: store) }
    return ObjectRuleTest(
      objects, .selection(test, comparesStates: false), isSame: isKnown ? fields.map { $0.isSame } : nil,
      round: round.hasValues ? round : nil)
  }
}
