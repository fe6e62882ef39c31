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

  /// Returns the violations after what the open transaction changed, where nothing has changed that all objects were asked by.
  ///
  /// - Parameter before: the violations as of the last commit.
  /// - Complexity: O(changes) of the open transaction.
  func breaches(after before: RuleBreaches) throws -> RuleBreaches { before }

  /// A Boolean value that indicates whether the open transaction changes something that single objects were asked by.
  var hasDueObjects: Bool { false }
  /// A Boolean value that indicates whether all objects have to be asked again, so as not to remember too much of what each read.
  var isExcessive: Bool { false }
  /// Drops the record of what each object read: all are asked again.
  func forget() {}

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
///
/// An object is asked again when it changes, or something that it alone was asked by: another object, or the objects of an index that have
/// some values. What the condition reads as a whole, as all objects of a kind, is in the record of the rule.
final class ObjectRuleTest<M: Model>: RuleTest {
  private let objects: Objects<M>
  private let breaks: (M) throws -> Bool
  /// The comparisons of all that the condition reads of an object; `nil` where that is not known.
  private let isSame: [@Sendable (M, M) -> Bool]?
  /// The values that are the same for all objects that are asked together.
  private let round: SharedRound
  private let readers = KeyReaders()

  init(
    _ objects: Objects<M>, isSame: [@Sendable (M, M) -> Bool]? = nil, round: SharedRound = SharedRound(),
    breaks: @escaping (M) throws -> Bool
  ) {
    self.objects = objects
    self.isSame = isSame
    self.round = round
    self.breaks = breaks
  }

  override var kind: KindID? { M.kindID }
  override func readKind() { _ = objects.table.count }
  override var hasDueObjects: Bool {
    !readers.isEmpty && !readers.due(inOpenTransactionOf: store).isEmpty
  }
  override var isExcessive: Bool { readers.isExcessive }
  override func forget() { readers.removeAll() }

  private var store: DataStore { objects.simulation.store }

  override func breaches() throws -> RuleBreaches {
    round.begin()
    defer { store.noteReads(round.reads) }
    var breaches = RuleBreaches()
    for object in objects.unnotedModels() { try note(object, in: &breaches) }
    readers.noteComplete()
    return breaches
  }

  override func breaches(after before: RuleBreaches) throws -> RuleBreaches {
    round.begin()
    defer { store.noteReads(round.reads) }
    var breaches = before
    var due = readers.isEmpty ? [] : readers.due(inOpenTransactionOf: store)
    try objects.schema.operations.forEachOpenChange(objects.table) { old, new in
      guard let object = new ?? old else { return }
      if let old, let new, let isSame, isSame.allSatisfy({ $0(old, new) }) { return }
      let number = objects.number(of: object.id)
      due.remove(number)
      if !breaches.isEmpty { breaches.remove(number) }
      if let new { try note(new, in: &breaches) }
    }
    for number in due.sorted() {
      breaches.remove(number)
      if let id = objects.id(of: number), let object = objects.table.unnoted(id) {
        try note(object, in: &breaches)
      }
    }
    return breaches
  }

  private func note(_ object: M, in breaches: inout RuleBreaches) throws {
    let number = objects.number(of: object.id)
    var reads = Reads()
    defer {
      readers.take(&reads, of: number)
      store.noteReads(reads)
    }
    do {
      if try store.note(&reads, { try breaks(object) }) { breaches.objects.insert(number) }
    } catch {
      try Self.rethrow(unrelated: error)
      breaches.failures[number] = Explanation(of: error).message
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
    test.test.keepShared { [store = simulation.store] in round.keep($0, in: store) }
    let names = test.test.conditionProperties
    let fields = names.compactMap { declared.schema.field(named: $0) }
    let isKnown = test.test.isAboutRowAlone && fields.count == names.count
    return ObjectRuleTest(objects, isSame: isKnown ? fields.map(\.isSame) : nil, round: round) {
      try test.matches($0)
    }
  }
}

/// Keeps computed values until the next round.
final class SharedRound {
  private var number = 0
  /// The reads of the values, which all objects were asked by.
  private(set) var reads = Reads()

  func begin() { number &+= 1 }

  func keep(_ compute: @escaping () -> Value?, in store: DataStore) -> () -> Value? {
    var kept: (round: Int, value: Value?)?
    return { [self] in
      if let kept, kept.round == number { return kept.value }
      // A value may be made of others.
      var read = Reads()
      let value = store.note(&read) { compute() }
      reads.formUnion(read)
      kept = (number, value)
      return value
    }
  }
}
