import AutoUpdate
import CommandLanguage

/// A test of each object of a kind, or of each change of one.
///
/// An object is evaluated again when it changes, or when a key that its evaluation read changes: another object, or the
/// objects with some values in an index. Reads of whole tables, such as all objects of a kind, are recorded for the
/// test as a whole.
@usableFromInline
final class ObjectRuleTest<M: Model>: RuleTest {
  @usableFromInline
  enum Condition {
    case object((_ world: Simulation, _ object: M) throws -> Bool)
    /// Compares an object before and after a command that changed it.
    case change((_ old: M, _ new: M) throws -> Bool)
    /// Tests membership in a selection of the command language.
    case selection(ObjectTest<M>, comparesStates: Bool)

    @usableFromInline var isOfChanges: Bool {
      switch self {
      case .object: false
      case .change: true
      case .selection(_, let comparesStates): comparesStates
      }
    }
  }

  @usableFromInline let objects: Objects<M>
  @usableFromInline let condition: Condition
  @usableFromInline let foundValue: Bool
  /// The comparisons of all fields that the condition reads; empty if these are unknown.
  @usableFromInline let isSame: [@Sendable (M, M) -> Bool]
  /// The violations found so far during an evaluation; `nil` if they equal the known ones.
  private var found: RuleBreaches?
  private let round: SharedRound?
  private let readers = KeyReaders()

  init(
    _ objects: Objects<M>, _ condition: Condition, foundValue: Bool = true,
    isSame: [@Sendable (M, M) -> Bool]? = nil, round: SharedRound? = nil
  ) {
    self.objects = objects
    self.condition = condition
    self.foundValue = foundValue
    self.isSame = isSame ?? []
    self.round = round
    super.init(in: objects.simulation)
  }

  override var kind: KindID? { M.kindID }
  override var kindTable: Int32 { Int32(truncatingIfNeeded: objects.table.number) }
  override var isOfChanges: Bool { condition.isOfChanges }
  override var hasDueObjects: Bool {
    !readers.isEmpty && !readers.due(inOpenTransactionOf: simulation.store).isEmpty
  }
  override var isExcessive: Bool { readers.isExcessive }
  override var hasReaders: Bool { !readers.isEmpty }
  override func removeReaders() { readers.removeAll() }
  override func dropFound() {
    (found, hasFound) = (nil, false)
    _ = round?.takeReads()
  }

  // MARK: Evaluating

  override func findBreaches() throws -> RuleBreaches {
    beginEvaluating()
    defer { noteKnown() }
    (found, hasBreaches) = (RuleBreaches(), false)
    if !isOfChanges { try objects.schema.operations.evaluateAll(objects, self) }
    readers.noteComplete()
    return takeFound() ?? RuleBreaches()
  }

  override func findBreachesAfterChanges() throws -> RuleBreaches? {
    beginEvaluating()
    let simulation = simulation
    try objects.schema.operations.evaluateChanged(objects, [GroupedTest(self)], hasBreaches, simulation)
    if !readers.isEmpty {
      for number in readers.due(inOpenTransactionOf: simulation.store).sorted() {
        if let id = objects.id(of: number), let object = objects.table.unnoted(id) {
          try evaluate(object, in: simulation)
        } else {
          conclude(number, isFound: false)
        }
      }
    }
    return takeFound()
  }

  override func makeGroup() -> RuleTestGroup? { ObjectRuleTestGroup(self) }
  override var hasRound: Bool { round != nil }

  override func beginEvaluating() {
    if hasFound {
      // Drop the results of a transaction that was refused.
      found = nil
      noteKnown()
    }
    hasFound = round != nil
    round?.begin()
  }

  override func takeFound() -> RuleBreaches? {
    hasFound = false
    if let reads = round?.takeReads() { note(reads) }
    guard let found else { return nil }
    self.found = nil
    noteKnown()
    return found
  }

  /// Returns a Boolean value that indicates whether two states of an object agree in all fields that the condition reads.
  @inlinable
  func isUnaffected(_ before: M, _ after: M) -> Bool { isSame.allSatisfy { $0(before, after) } }

  /// Evaluates an object that the transaction adds, or that is evaluated from scratch.
  ///
  /// The simulation is a parameter of these methods, because reading it from an unowned reference would cost as much as
  /// a simple condition.
  @inlinable
  func evaluate(_ object: M, in simulation: Simulation) throws {
    switch condition {
    case .object(let holds): try conclude(object, in: simulation) { try holds(simulation, object) }
    case .selection(let test, comparesStates: false):
      try conclude(object, in: simulation) { try test.matches(object) }
    case .change, .selection: return
    }
  }

  /// Records the result of the condition for an object.
  ///
  /// Inlinable, for ``TypedOperations``: if the model is known, a condition that is met and reads nothing else costs
  /// little more than its call.
  @inlinable
  @inline(__always)
  func conclude(_ object: M, in simulation: Simulation, _ value: () throws -> Bool) throws {
    do {
      let isFound = try value() == foundValue
      if isFound || mustRecord(in: simulation) {
        try conclude(object.id, isFound: isFound)
      }
    } catch {
      try conclude(object.id, error)
    }
  }

  @usableFromInline
  func noteRemoval(of object: M) {
    if hasBreaches { conclude(objects.number(of: object.id), isFound: false) }
  }

  @usableFromInline
  func conclude(_ id: M.ID, isFound: Bool) throws {
    let number = objects.number(of: id)
    takeReads(of: number)
    if let problem = simulation.takeUnreadable() { throw problem }
    conclude(number, isFound: isFound)
  }

  @usableFromInline
  func conclude(_ id: M.ID, _ error: any Error) throws {
    let number = objects.number(of: id)
    takeReads(of: number)
    _ = simulation.takeUnreadable()
    let message = try Explanation(unlessEndingLine: error).message
    conclude(number, isFound: false)
    beginFinding()
    found?.failures[number] = message
    hasBreaches = true
  }

  @usableFromInline
  func conclude(_ number: Int, isFound: Bool) {
    if !isFound, !hasBreaches { return }
    beginFinding()
    found?.remove(number)
    if isFound { found?.objects.insert(number) }
    hasBreaches = found.map { !$0.isEmpty } ?? false
  }

  private func beginFinding() {
    noteFound()
    if found == nil { found = known ?? RuleBreaches() }
  }

  private func takeReads(of number: Int) {
    if !simulation.store.hasNotedReads { return }
    noteFound()
    var read = simulation.store.takeNotedReads()
    // `take` removes the reads of single keys from the record.
    noteTables(read.allTables)
    noteScreens(read)
    readers.take(&read, of: number)
    // A change is evaluated only once, so its readers are not needed.
    if isOfChanges { readers.removeAll() }
    note(read)
  }
}

/// A test of a group, with those of its parts that are read for each changed object. The parts are read in place,
/// because a copy of the test or of its condition would cost more than a simple condition.
@usableFromInline
struct GroupedTest<M: Model> {
  @usableFromInline let test: ObjectRuleTest<M>
  /// A closure that returns a Boolean value that indicates whether a changed object violates the rule.
  @usableFromInline let finds: (_ world: Simulation, _ before: M, _ after: M) throws -> Bool
  @usableFromInline let comparesFields: Bool
  /// A Boolean value that indicates whether the condition may read more than the two states of the object.
  @usableFromInline let mayReadMore: Bool

  init(_ test: ObjectRuleTest<M>) {
    self.test = test
    finds = test.objects.schema.operations.findsViolation(test)
    comparesFields = !test.isSame.isEmpty
    if case .change = test.condition { mayReadMore = false } else { mayReadMore = true }
  }
}

/// The tests of a plan for the objects of one kind.
private final class ObjectRuleTestGroup<M: Model>: RuleTestGroup {
  private let objects: Objects<M>
  private var typed: ContiguousArray<GroupedTest<M>> = []

  init(_ test: ObjectRuleTest<M>) {
    objects = test.objects
    super.init()
    _ = add(test)
  }

  override func add(_ test: RuleTest) -> Bool {
    guard let typedTest = test as? ObjectRuleTest<M> else { return false }
    typed.append(GroupedTest(typedTest))
    append(test)
    return true
  }

  override func evaluate(in simulation: Simulation, _ hasBreaches: Bool) throws {
    var reads = Reads()
    try simulation.store.note(&reads) {
      try objects.schema.operations.evaluateChanged(objects, typed, hasBreaches, simulation)
    }
  }
}

/// A cache of values that are computed once per round of evaluations.
final class SharedRound {
  private var number = 0
  /// A Boolean value that indicates whether there are cached values.
  private(set) var hasValues = false
  /// The reads of the values computed since the last call of ``takeReads()``.
  private var reads: Reads?

  func begin() { number &+= 1 }

  /// Returns the reads of the values computed since the last call.
  func takeReads() -> Reads? {
    defer { reads = nil }
    return reads
  }

  func keep(_ compute: @escaping () -> Value?, in store: DataStore) -> () -> Value? {
    hasValues = true
    var kept: (round: Int, value: Value?)?
    return { [self] in
      if let kept, kept.round == number { return kept.value }
      // Add the reads afterwards, because computing a value may compute others.
      var read = Reads()
      let value = store.note(&read) { compute() }
      reads = reads ?? Reads()
      reads?.formUnion(read)
      kept = (number, value)
      return value
    }
  }
}
