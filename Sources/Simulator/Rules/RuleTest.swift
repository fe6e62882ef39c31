import AutoUpdate
import CommandLanguage

/// Finds what breaks a rule, in the state that is read.
class RuleTest {
  /// The kind of the objects that it asks about; `nil` of one that asks about the world as a whole.
  var kind: KindID? { nil }
  /// A Boolean value that indicates whether it compares the states before and after a command, so that it says nothing
  /// of a state alone.
  var isOfChanges: Bool { false }

  /// Reads the table of the objects that it asks about, for whoever notes what is read.
  func readKind() {}

  /// Finds all violations.
  func breaches() throws -> RuleBreaches { RuleBreaches() }

  /// Returns the violations after what the open transaction changed, where nothing has changed that was read besides the
  /// objects themselves.
  ///
  /// - Parameter before: the violations as of the last commit.
  /// - Complexity: O(changes) of the open transaction.
  func breaches(after before: RuleBreaches) throws -> RuleBreaches { before }

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
  init(_ condition: Expression, _ interpreter: Interpreter, foundValue: Bool = false) {
    self.condition = condition
    self.foundValue = foundValue
    self.interpreter = interpreter
    comparesStates = interpreter.comparesStates(condition)
  }

  override var isOfChanges: Bool { comparesStates }

  override func breaches() throws -> RuleBreaches {
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

  init(_ message: String) { self.message = message }

  override func breaches() throws -> RuleBreaches { RuleBreaches(failure: message) }
}

/// A condition on each object of a kind.
final class ObjectRuleTest<M: Model>: RuleTest {
  private let objects: Objects<M>
  private let breaks: (M) throws -> Bool
  /// The comparisons of all that the condition reads of an object; `nil` where that is not known.
  private let isSame: [@Sendable (M, M) -> Bool]?
  /// Called before all objects are asked.
  private let beginAll: () -> Void

  init(
    _ objects: Objects<M>, isSame: [@Sendable (M, M) -> Bool]? = nil, beginAll: @escaping () -> Void = {},
    breaks: @escaping (M) throws -> Bool
  ) {
    self.objects = objects
    self.isSame = isSame
    self.beginAll = beginAll
    self.breaks = breaks
  }

  override var kind: KindID? { M.kindID }
  override func readKind() { _ = objects.table.count }

  override func breaches() throws -> RuleBreaches {
    beginAll()
    var breaches = RuleBreaches()
    for object in objects.unnotedModels() { try note(object, in: &breaches) }
    return breaches
  }

  override func breaches(after before: RuleBreaches) throws -> RuleBreaches {
    beginAll()
    var breaches = before
    try objects.schema.operations.forEachOpenChange(objects.table) { old, new in
      guard let object = new ?? old else { return }
      if let old, let new, let isSame, isSame.allSatisfy({ $0(old, new) }) { return }
      if !breaches.isEmpty { breaches.remove(objects.number(of: object.id)) }
      if let new { try note(new, in: &breaches) }
    }
    return breaches
  }

  private func note(_ object: M, in breaches: inout RuleBreaches) throws {
    do {
      if try breaks(object) { breaches.objects.insert(objects.number(of: object.id)) }
    } catch {
      try Self.rethrow(unrelated: error)
      breaches.failures[objects.number(of: object.id)] = Explanation(of: error).message
    }
  }
}

/// A condition on each object that a command changes, and that was there before and is after it.
final class ChangeRuleTest<M: Model>: RuleTest {
  private let objects: Objects<M>
  private let breaks: (_ old: M, _ new: M) throws -> Bool

  init(_ objects: Objects<M>, breaks: @escaping (_ old: M, _ new: M) throws -> Bool) {
    self.objects = objects
    self.breaks = breaks
  }

  override var kind: KindID? { M.kindID }
  override func readKind() { _ = objects.table.count }
  override var isOfChanges: Bool { true }

  override func breaches(after before: RuleBreaches) throws -> RuleBreaches {
    var breaches = RuleBreaches()
    try objects.schema.operations.forEachOpenChange(objects.table) { old, new in
      guard let old, let new else { return }
      do {
        if try breaks(old, new) { breaches.objects.insert(objects.number(of: new.id)) }
      } catch {
        try Self.rethrow(unrelated: error)
        breaches.failures[objects.number(of: new.id)] = Explanation(of: error).message
      }
    }
    return breaches
  }
}

extension Objects {
  /// The objects in the order of rows, of which no record of reads is kept.
  func unnotedModels() -> [M] {
    var reads = Reads()
    return simulation.store.note(&reads) { table.models }
  }
}

extension RuleTest {
  /// The test of a condition in the command language.
  static func make(
    of condition: Expression, in simulation: Simulation, _ interpreter: Interpreter
  ) -> RuleTest {
    guard let selection = interpreter.selectionToBeEmpty(in: condition),
      let schema = simulation.schema(of: selection)
    else { return WorldRuleTest(condition, interpreter) }
    return make(
      schema, selection, comparesStates: interpreter.comparesStates(condition), in: simulation, interpreter)
      ?? WorldRuleTest(condition, interpreter)
  }

  /// The test that finds the objects of a selection, or a condition where it holds.
  ///
  /// - Throws: an error if the selection has a limit or is of a kind that is no model.
  static func finding(
    _ condition: Expression, in simulation: Simulation, _ interpreter: Interpreter
  ) throws -> RuleTest {
    guard let selection = interpreter.selection(in: condition) else {
      return WorldRuleTest(condition, interpreter, foundValue: true)
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
      return ChangeRuleTest(objects) { try test.matches($1) }
    }
    // Parts that are the same for all objects are computed once for those that are asked together.
    let round = SharedRound()
    test.test.keepShared { round.keep($0) }
    let names = test.test.conditionProperties
    let fields = names.compactMap { declared.schema.field(named: $0) }
    let isKnown = test.test.isAboutRowAlone && fields.count == names.count
    return ObjectRuleTest(
      objects, isSame: isKnown ? fields.map(\.isSame) : nil, beginAll: { round.begin() }
    ) { try test.matches($0) }
  }
}

/// Keeps computed values until the next round.
private final class SharedRound {
  private var number = 0

  func begin() { number &+= 1 }

  func keep(_ compute: @escaping () -> Value?) -> () -> Value? {
    var kept: (round: Int, value: Value?)?
    return { [self] in
      if let kept, kept.round == number { return kept.value }
      let value = compute()
      kept = (number, value)
      return value
    }
  }
}
