import AutoUpdate
import CommandLanguage
import StoreMemory

/// Finds what breaks a rule, in the state that is read, and records what it read.
@usableFromInline
class RuleTest {
  unowned let simulation: Simulation
  /// The reads of all evaluations, besides the keys that those of single objects read. What an earlier state read counts as well:
  /// the session may go back to it.
  private(set) var reads = Reads()
  /// The tables that evaluations read, with those of the keys.
  private(set) var readTables = NumberSet()
  /// A Boolean value that indicates whether it has ever been evaluated.
  private(set) var isEvaluated = false
  /// A Boolean value that indicates whether there may be something to take since ``beginEvaluating()``.
  final var hasFound = false
  /// The violations as of the last commit; `nil` while they are not known.
  final var known: RuleBreaches? {
    didSet {
      noteKnown()
      if (known == nil) != (oldValue == nil) { simulation.rulePlanVersion &+= 1 }
    }
  }
  /// A Boolean value that indicates whether an object may have to be taken out of the violations.
  @usableFromInline final var hasBreaches = false
  /// A Boolean value that indicates whether it reads the screens.
  private(set) var readsScreens = false

  init(in simulation: Simulation) { self.simulation = simulation }

  /// The kind of the objects that it asks about; `nil` of one that asks about the world as a whole.
  var kind: KindID? { nil }
  /// The number of those objects' table; negative of a test without a kind.
  var kindTable: Int32 { -1 }
  /// A Boolean value that indicates whether it compares the states before and after a command, so that it says nothing
  /// of a state alone.
  var isOfChanges: Bool { false }

  /// Finds all violations in the state that is read.
  ///
  /// Throws ``ViewRead`` when it first asks what the screens show.
  final func breaches() throws -> RuleBreaches {
    try noting { try findBreaches() }
  }

  /// Returns the violations after the changes of the open transaction, where these changed nothing that is in the record of reads;
  /// `nil` if these are those that are known.
  ///
  /// Throws ``ViewRead`` when it first asks what the screens show.
  ///
  /// - Complexity: O(changes) of the open transaction.
  final func breachesAfterChanges() throws -> RuleBreaches? {
    try noting { try findBreachesAfterChanges() }
  }

  final func noteKnown() { hasBreaches = known.map { !$0.isEmpty } ?? false }

  func findBreaches() throws -> RuleBreaches { RuleBreaches() }
  func findBreachesAfterChanges() throws -> RuleBreaches? { nil }

  /// Begins to evaluate objects, alone or together with other tests of the kind.
  func beginEvaluating() {}
  /// Returns the violations that the evaluated objects lead to; `nil` while these are those that are known.
  func takeFound() -> RuleBreaches? { nil }

  /// A Boolean value that indicates whether the open transaction changes a key that the evaluation of an object read.
  var hasDueObjects: Bool { false }
  /// A Boolean value that indicates whether the record of keys has grown so much that all objects are to be evaluated again.
  var isExcessive: Bool { false }
  /// Drops the record of keys: all objects are evaluated again.
  func removeReaders() {}

  private func noting<Result>(_ body: () throws -> Result) throws -> Result {
    // An evaluation may end a line, at which the rule is evaluated again.
    var read = Reads()
    let readScreens = readsScreens
    let result = Swift.Result { try simulation.store.note(&read) { try body() } }
    if !isEvaluated {
      isEvaluated = true
      simulation.rulePlanVersion &+= 1
    }
    note(read)
    if readsScreens, !readScreens { throw ViewRead() }
    return try result.get()
  }

  /// Adds to the record of reads.
  final func note(_ read: Reads) {
    let tables = read.allTables
    if tables.isEmpty { return }
    reads.formUnion(read)
    noteTables(tables)
    if !readsScreens, simulation.stage.isRead(in: read) {
      readsScreens = true
      simulation.rulePlanVersion &+= 1
    }
  }

  /// Adds to the tables that were read.
  final func noteTables(_ tables: NumberSet) {
    let before = readTables
    readTables.formUnion(tables)
    if readTables != before { simulation.rulePlanVersion &+= 1 }
  }

  /// Throws an error again that says nothing of the rule: a limit that the line reached, or an interruption.
  static func rethrow(unrelated error: any Error) throws {
    if error is ViewRead { throw error }
    guard let explanation = (error as? any Explainable)?.explanation, explanation.limit == nil,
      explanation.kind != "interrupted"
    else { throw error }
  }
}

/// A rule asked what the screens show, which follows the commit.
struct ViewRead: Error {}

/// A condition on the world as a whole, which is found where it does not hold.
final class WorldRuleTest: RuleTest {
  private let condition: Expression
  private unowned let interpreter: Interpreter
  private let comparesStates: Bool
  private let foundValue: Bool

  /// - Parameter foundValue: the value of the condition where it is found.
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
      try Self.rethrow(unrelated: error)
      return RuleBreaches(failure: Explanation(of: error).message)
    }
  }
}

/// A condition that cannot be read.
final class UnreadableRuleTest: RuleTest {
  private let message: String

  init(_ message: String, in simulation: Simulation) {
    self.message = message
    super.init(in: simulation)
  }

  override func findBreaches() throws -> RuleBreaches { RuleBreaches(failure: message) }
}

extension RuleTest {
  /// The test of a condition in the command language.
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

  /// The test that finds the objects of a selection, or a condition where it holds.
  ///
  /// - Throws: an error if the selection has a limit or is of a kind that is no model.
  static func finding(
    _ condition: Expression, in simulation: Simulation, _ interpreter: Interpreter
  ) throws -> RuleTest {
    guard let selection = interpreter.selection(in: condition) else {
      return WorldRuleTest(condition, in: simulation, interpreter, foundValue: true)
    }
    guard let schema = simulation.schema(of: selection),
      let test = make(schema, selection, comparesStates: false, in: simulation, interpreter)
    else { throw RuleError.notSelectable(condition.text) }
    return test
  }

  private static func make<Declared: AnySchema>(
    _ declared: Declared, _ selection: Selection, comparesStates: Bool, in simulation: Simulation,
    _ interpreter: Interpreter
  ) -> RuleTest? {
    guard let objects = try? simulation.objects(Declared.Object.self),
      let test = ObjectTest<Declared.Object>(selection, interpreter), !test.test.hasLimit
    else { return nil }
    if comparesStates {
      return ObjectRuleTest(objects, .selection(test, comparesStates: true))
    }
    // Parts that are the same for all objects are computed once for those that are asked together.
    let round = SharedRound()
    test.test.keepShared { [store = simulation.store] in round.keep($0, in: store) }
    let names = test.test.conditionProperties
    let fields = names.compactMap { declared.schema.field(named: $0) }
    let isKnown = test.test.isAboutRowAlone && fields.count == names.count
    return ObjectRuleTest(
      objects, .selection(test, comparesStates: false), isSame: isKnown ? fields.map(\.isSame) : nil,
      round: round.hasValues ? round : nil)
  }
}
