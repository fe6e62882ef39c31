public import AutoUpdate
public import CommandLanguage
import TerminalText
public import TextViews

/// The state of a session: the store with all objects, and the services of commands and views.
///
/// Everything that commands can change is a model in the store. All other state can be derived from the store.
public final class Simulation: CommandHost {
  /// The output of the running command.
  public let output = OutputBuffer()
  /// The console to which views print. Its lines follow the command's own output.
  public let console = Console()
  /// The store of all models of the session, including those of services.
  public let store = DataStore()
  /// The world's kinds.
  public let schemas: SchemaSet
  /// The objects of each kind, by the kind's index.
  public var objects: [AnyObjects] { kindObjects }
  // Private, so that accesses need no exclusivity checks.
  private var kindObjects: [AnyObjects] = []
  private var objectsByTable: [AnyObjects?] = []
  @usableFromInline let names: NameIndex
  private(set) var memory: MemoryService?
  /// The session's interpreter, which runs stored commands and evaluates stored expressions; `nil` if the session has
  /// ended.
  public var interpreter: Interpreter? { attached }
  // Strong, because a weak reference would slow down each use. `onEnd` clears it.
  private var attached: Interpreter?
  /// The world, which can make other sessions for experiments.
  let source: World
  /// The world's declarations.
  let parts: Declarations
  private var services: [Service] = []
  private(set) lazy var relations = Relations(in: self)

  /// The follower of the session's definitions and global variables.
  private(set) lazy var declarations = DeclarationFollower(of: self)

  /// The state of a service and its type.
  private struct Service {
    let type: ObjectIdentifier
    let object: any SessionService
  }

  /// The data about a session's initial state that a reset needs.
  struct InitialState {
    let generator: Generator
    let screens: ScreenImage
    let charges: MemoryAccount.Charges
    let commitCount: UInt64
  }

  /// The initial state; `nil` until the session is complete.
  private(set) var initial: InitialState?
  /// A Boolean value that indicates whether a new session has committed nothing yet.
  var isInitial: Bool { initial?.commitCount == store.commitCount }
  /// The services to notify when a command has ended, in the order of their creation.
  private var commandObservers: [any CommandObserver] = []
  /// The closures to call after a command has failed.
  var onFailure: [(any Error) -> Void] = []
  var onRefusal: ((_ constraint: String, _ command: String) -> Void)?
  private(set) var onLineBegin: [() -> Void] = []
  private(set) var onLineEnd: [() -> Void] = []
  var onFault: [(StoreError) -> Void] = []
  var onViewEvents: [([ViewEvent]) -> Void] = []
  /// The service that checks transactions against the rules; `nil` until a session has installed it.
  var ruleService: RuleService?
  /// The number of changes to the way in which transactions are checked against rules.
  var rulePlanVersion = 0
  /// The number of results that tests of rules have found.
  var ruleFindingCount = 0
  /// A Boolean value that indicates whether a condition is being evaluated on uncommitted changes.
  private(set) var evaluatesOpenTransaction = false
  /// The number of the running check of the open transaction, during which nothing is written; `nil` if none is
  /// running.
  private(set) var runningCheck: UInt64?
  private var checkCount: UInt64 = 0
  /// The error of a condition that read something unknown before the commit.
  private(set) var unreadable: (any Error)?
  /// The types whose objects code of the world has read without declaring them.
  private var undeclared: [String] = []
  /// The checks after a definition was made or replaced, which throw to refuse it.
  var definitionChecks: [() throws -> Void] = []
  /// Closures that return the value of an object's name, for kinds whose names do not stand for the objects, by the
  /// kind's index.
  var nameResolvers: [(position: Int, find: (Simulation, Int) -> Value?)] = []

  init(of source: World) {
    self.source = source
    parts = source.declarations
    schemas = source.schemas
    names = NameIndex(of: store)
    var objects: [AnyObjects] = []
    objects.reserveCapacity(schemas.schemas.count)
    var byTable: [AnyObjects?] = []
    byTable.reserveCapacity(schemas.schemas.count)
    services.reserveCapacity(16)
    for (position, schema) in schemas.schemas.enumerated() {
      objects.append(makeObjects(schema, position, &byTable))
    }
    kindObjects = objects
    objectsByTable = byTable
    // Created first, so that the indexes of relations are updated at each commit before their readers.
    _ = relations
    store.validator = { [unowned self] in try checking { try checkOpenTransaction(asNew: false) } }
    store.moveObserver = { [unowned self] in ruleService?.followMove() }
  }

  private func makeObjects(
    _ declared: some AnySchema, _ position: Int, _ byTable: inout [AnyObjects?]
  ) -> AnyObjects {
    let schema = declared.schema
    let objects = schema.operations.makeObjects(schema, position, self)
    let number = objects.table.number
    while byTable.count <= number { byTable.append(nil) }
    byTable[number] = objects
    return objects
  }

  /// Makes later checks treat changed objects as new. Used for migrations, whose objects do not evolve from previous
  /// ones.
  func checkAsNew() {
    store.validator = { [unowned self] in try checking { try checkOpenTransaction(asNew: true) } }
  }

  /// Runs a check of the open transaction. The names that the check reserves are known until it ends.
  func checking(_ body: () throws -> Void) rethrows {
    defer { names.clearReservations() }
    try whileUnchanged(body)
  }

  /// Runs code that writes nothing, so that lookups may reuse what they computed from the open transaction.
  func whileUnchanged<Result>(_ body: () throws -> Result) rethrows -> Result {
    if runningCheck != nil { return try body() }
    checkCount &+= 1
    runningCheck = checkCount
    defer { runningCheck = nil }
    return try body()
  }

  private func checkOpenTransaction(asNew: Bool) throws {
    var touched: [AnyObjects] = []
    try forEachOpenKind { objects in
      try asNew ? objects.checkAsNew() : objects.check()
      if objects.readsOthers { touched.append(objects) }
    }
    if !touched.isEmpty {
      try evaluatingOpenTransaction {
        try relations.check(touched)
        if !asNew { for objects in touched { try objects.checkGuards() } }
      }
    }
    try ruleService?.check()
  }

  /// Calls a closure with each kind that the open transaction wrote to, in the order of the first write.
  func forEachOpenKind(_ body: (AnyObjects) throws -> Void) rethrows {
    let objectsByTable = objectsByTable
    try store.forEachOpenTable { number in
      if number < objectsByTable.count, let objects = objectsByTable[number] { try body(objects) }
    }
  }

  var hasOpenChange: Bool {
    var isFound = false
    forEachOpenKind { isFound = isFound || $0.hasOpenChange }
    return isFound
  }

  /// Evaluates a condition on the state of the open transaction.
  ///
  /// - Throws: An error if the condition read something that is unknown before the commit.
  func evaluatingOpenTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    evaluatesOpenTransaction = true
    unreadable = nil
    defer { evaluatesOpenTransaction = false }
    let result = try body()
    if let unreadable { throw unreadable }
    return result
  }

  /// Returns and clears the error of a condition that read something unknown before the commit.
  func takeUnreadable() -> (any Error)? {
    defer { unreadable = nil }
    return unreadable
  }

  /// A Boolean value that indicates whether the last condition read more than its object, or cannot be computed before
  /// the commit.
  @usableFromInline var hasReadMore: Bool { unreadable != nil || store.hasNotedReads }

  /// Evaluates a condition on the committed state, while another is evaluated on the open transaction.
  func evaluatingCommitted<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = evaluatesOpenTransaction
    evaluatesOpenTransaction = false
    defer { evaluatesOpenTransaction = outer }
    return try body()
  }

  public func readingBefore(_ body: () throws -> Value) throws -> Value {
    store.openTransaction == nil ? try body() : try readingCommitted(body)
  }

  public func checkDefinitions() throws { for check in definitionChecks { try check() } }

  /// Records that code of the world reads objects of a type that the world does not declare.
  func noteUndeclared(_ type: String) {
    if !undeclared.contains(type) { undeclared.append(type) }
  }

  /// Returns and clears the warnings about types that the world does not declare, without a full stop.
  func takeUndeclared() -> [String] {
    defer { undeclared = [] }
    return undeclared.map { "the world declares no kind for \($0), whose objects its code reads" }
  }

  /// Records an error if a condition that is evaluated on uncommitted changes read something unknown before the commit.
  func note(unreadable problem: any Error) {
    if evaluatesOpenTransaction, unreadable == nil { unreadable = problem }
  }

  // Each command reads these arrays. They are replaced as a whole, so that reads need no exclusivity checks.
  func observeCommands(_ observer: any CommandObserver) { commandObservers = commandObservers + [observer] }

  func atLineBegin(_ body: @escaping () -> Void) { onLineBegin = onLineBegin + [body] }

  func atLineEnd(_ body: @escaping () -> Void) { onLineEnd = onLineEnd + [body] }

  public func attach(_ interpreter: Interpreter) {
    attached = interpreter
    interpreter.onEnd = { [unowned self] in (attached, memory) = (nil, nil) }
    declarations.attach(interpreter)
    if let initial { return attach(interpreter, in: initial) }
    memory = MemoryService(of: self, interpreter.budget.memory)
    for install in parts.installs { install(self) }
    // Discard the output of views for the initial state.
    console.take()
    keepInitialState(interpreter)
  }

  private func keepInitialState(_ interpreter: Interpreter) {
    guard let generator = table(of: Generator.self)[0] else { return }
    store.keepInitialState()
    for objects in kindObjects { objects.keepInitialState() }
    initial = InitialState(
      generator: generator, screens: ScreenImage(of: stage.views),
      charges: interpreter.budget.memory.charges, commitCount: store.commitCount)
  }

  /// Attaches the interpreter again after a reset of the session.
  private func attach(_ interpreter: Interpreter, in initial: InitialState) {
    interpreter.budget.memory.charges = initial.charges
    memory?.reset()
    past.begin(interpreter)
    #if DEBUG
      checkIsInitial()
    #endif
  }

  public func reset(seed: UInt64?) -> Bool {
    guard let initial, let generator = initial.generator(seed: seed ?? 1) else { return false }
    store.tracer = nil
    guard store.reset(changing: { $0.save(generator) }) else { return false }
    for objects in kindObjects { objects.reset() }
    for service in services { service.object.reset() }
    declarations.reset()
    (evaluatesOpenTransaction, unreadable, undeclared) = (false, nil, [])
    output.width = nil
    _ = output.take()
    console.take()
    // A view that does not follow the store still shows its previous content.
    return initial.screens.difference(from: ScreenImage(of: stage.views)) == nil
  }

  /// Returns a service of the session, created at the first call.
  public func service<Object: SessionService>(_ make: (Simulation) -> Object) -> Object {
    let type = ObjectIdentifier(Object.self)
    for entry in services where entry.type == type {
      if let object = entry.object as? Object { return object }
    }
    let object = make(self)
    services.append(Service(type: type, object: object))
    return object
  }

  // MARK: Commands

  public func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws {
    try call.withText { try perform(cause: $0, body) }
  }

  /// Runs `body` as a command: in a transaction, which is checked against the rules and followed by the views.
  ///
  /// - Parameter cause: The text of the command, in UTF-8.
  func perform(cause: Span<UInt8>, _ body: () throws -> Void) throws {
    declarations.follow()
    defer { finish() }
    let hold = output.hold()
    defer { output.release(hold) }
    var isDone = false
    do {
      let start = commandStart
      try store.transaction(cause: cause) { _ in
        try body()
        try ruleService?.updateObligations()
        isDone = true
      }
      try takeBackIfBroken(since: start)
      ruleService?.acceptedCommand = nil
    } catch {
      // The body succeeded but its transaction was rolled back, so its output is dropped.
      if isDone { output.drop(hold) }
      if !rules.claims.isEmpty { rules.claims = [] }
      checkRefusal(error)
      if let onRefusal, let constraint = (error as? RuleFailure)?.constraint {
        onRefusal(constraint, Self.commandName(in: cause))
      }
      for note in onFailure { note(error) }
      throw error
    }
  }

  private static func commandName(in text: Span<UInt8>) -> String {
    var end = 0
    while end < text.count, text[end] > 0x20 { end += 1 }
    return String(decoding: [UInt8](copying: text.extracting(0..<end)), as: UTF8.self)
  }

  /// The state at the beginning of a command.
  struct CommandStart {
    let point: Int
    /// The memory that the session uses, in bytes.
    let memory: Int
  }

  var commandStart: CommandStart {
    CommandStart(point: store.history.present, memory: memory?.account.present ?? 0)
  }

  /// Rolls back the last commit and throws if the command used too much memory or broke a condition that can be checked
  /// only after all observers have been called. Drops the output of views.
  func takeBackIfBroken(since start: CommandStart) throws {
    // The step cannot be rolled back if the history has dropped it to free memory.
    guard store.openTransaction == nil,
      let breach = ruleService?.breachOfScreens() ?? memory?.excess(since: start)
    else { return }
    guard store.history.present == start.point + 1, try store.history.takeBack(cause: "taken back")
    else { return }
    memory?.dropChanges()
    dropRolledBackTransactions()
    console.take()
    throw breach
  }

  /// Prints the output of views and warnings after a transaction. Commands that do not use `perform` must call it.
  public func finish() {
    if output.isObserved { noteTransactions() }
    for observer in commandObservers { observer.commandEnded() }
    flush()
    for fault in store.takeFaults() {
      for note in onFault { note(fault) }
      output.writeLine("warning: \(fault)")
    }
    if !undeclared.isEmpty { for warning in takeUndeclared() { output.writeLine("warning: \(warning)") } }
  }

  /// Appends the output of views to that of commands.
  public func flush() {
    if console.isEmpty { return }
    if output.isObserved { noteTransactions() }
    console.move { text, events in
      if !events.isEmpty { for note in onViewEvents { note(events.map(\.event)) } }
      output.write(text, events)
    }
  }

  /// Charges work on a number of rows to the running line, so that loops of commands stay within its limits.
  public func charge(of rows: Int) throws { try interpreter?.budget.charge(rows + 1) }

  /// Charges the reading of objects by code of the world. Reading eight objects takes about as long as one step.
  @usableFromInline
  func chargeReading(of rows: Int) { interpreter?.budget.chargeLater(rows / 8) }

  // MARK: Names

  public func value(named name: Span<UInt8>) -> Value? {
    guard let entry = entry(named: name) else { return nil }
    for (position, find) in nameResolvers where position == entry.kind { return find(self, entry.number) }
    return .object(kindID(entry.kind), entry.number)
  }

  /// Returns the object with a name; `nil` if there is none. While a condition is evaluated on the open transaction,
  /// the names are those after the transaction. Otherwise, they are those of the committed state.
  func entry(named name: Span<UInt8>) -> NameIndex.Entry? {
    let found = evaluatesOpenTransaction ? names.find(name) : names.findCommitted(name)
    guard let entry = found else { return nil }
    if evaluatesOpenTransaction {
      guard let name = try? UTF8Span(validating: name), currentName(of: entry) == String(copying: name) else {
        return nil
      }
    }
    return entry
  }

  /// Returns the object with a name or, if it has none, with a label, such as `message 3`; `nil` if there is none.
  func entry(called label: String) -> NameIndex.Entry? {
    if let entry = names.find(label) { return entry }
    for objects in objects where !objects.hasNames {
      if let number = objects.find(label: label) { return .init(kind: objects.kindIndex, number: number) }
    }
    return nil
  }

  public func objects(ofKind position: Int) -> BoundKind {
    position < kindObjects.count
      ? kindObjects[position] : parts.kinds[position - kindObjects.count].bind(self)
  }

  public func valueNames() -> [String] {
    objects.flatMap(\.names)
  }

  public var observerCallCount: Int { store.observerCallCount }

  public var changeCount: UInt64? { store.commitCount }

  /// Returns the language's identity of the kind at an index.
  func kindID(_ position: Int) -> KindID { KindID(schemas.schemas[position].kindName) }
}

extension Simulation.InitialState {
  /// Returns the generator for a seed; `nil` if the initial objects depend on the seed, as they are not created again.
  fileprivate func generator(seed: UInt64) -> Generator? {
    if generator.seed == Int(truncatingIfNeeded: seed) { return generator }
    guard generator.isUnused else { return nil }
    var generator = generator
    generator.reseed(seed)
    return generator
  }
}

extension CommandSession {
  /// The simulation of a world's session.
  public var world: Simulation { host.host(as: Simulation.self) }
}

extension Simulation {
  func currentName(of entry: NameIndex.Entry) -> String? { objects[entry.kind].name(of: entry.number) }
}
