public import AutoUpdate
public import CommandLanguage
public import TextViews

/// One session's world: the store with all its objects, and what commands, views and services need of it.
///
/// Whatever a command can change is a model in the store; what stands here besides can be made again from it.
public final class Simulation: CommandHost {
  /// The output of the running command.
  public let output = OutputBuffer()
  /// The console that views print to; its lines follow the command's own output.
  public let console = Console()
  /// The store of all models of the session, the world's own and those of services.
  public let store = DataStore()
  /// The world's kinds.
  public let schemas: SchemaSet
  /// The objects of each kind, by the kind's place.
  public var objects: [AnyObjects] { kindObjects }
  // What no other module reaches costs no check of exclusive access.
  private var kindObjects: [AnyObjects] = []
  /// The objects by the numbers of their tables; `nil` for a table of no kind.
  private var objectsByTable: [AnyObjects?] = []
  @usableFromInline let names: NameIndex
  /// Charges what the session keeps; there as long as the interpreter is.
  private(set) var memory: MemoryService?
  /// Evaluates and runs what commands keep; there as long as the session is.
  public var interpreter: Interpreter? { attached }
  // Weak, it would make each use of the interpreter dearer.
  private var attached: Interpreter?
  /// The shared parts of the world's sessions.
  let parts: SessionParts
  private var services: [Service] = []
  /// The relations between the kinds.
  private(set) lazy var relations = Relations(in: self)

  /// The state of a service, by its type.
  private struct Service {
    let type: ObjectIdentifier
    let object: any SessionService
  }

  /// The things besides the store that a session begins with.
  struct InitialState {
    let generator: Generator
    let screens: ScreenImage
    let charges: MemoryAccount.Charges
  }

  /// There once the session is made.
  private(set) var initial: InitialState?
  /// Makes a session of the same world and a seed, for those who try something out.
  var makeTwin: ((_ seed: UInt64) throws -> CommandSession)?
  /// Services that do something when a command has ended, in the order of their making.
  private var commandObservers: [any CommandObserver] = []
  /// The closures to call after a command has failed.
  var onFailure: [(any Error) -> Void] = []
  /// Called with the name of a constraint that refused a command, and that of the command.
  var onRefusal: ((_ constraint: String, _ command: String) -> Void)?
  /// The closures to call when a command line begins.
  private(set) var onLineBegin: [() -> Void] = []
  /// The closures to call when a command line has ended and is in the history.
  private(set) var onLineEnd: [() -> Void] = []
  /// Those who note what went wrong in the store where nobody could be told.
  var onFault: [(StoreError) -> Void] = []
  /// The closures to call with the events of views, while the console records them.
  var onViewEvents: [([ViewEvent]) -> Void] = []
  /// Refuses the open transaction if it violates a constraint.
  var checkRules: () throws -> Void = {}
  /// Evaluates the rules after the open transaction, which moves through the history.
  var followMove: () -> Void = {}
  /// The number of changes to what decides how transactions are checked against rules.
  var rulePlanVersion = 0
  /// Brings the obligations up to date with the open transaction, of which they are a part.
  var updateObligations: () throws -> Void = {}
  /// Returns the error of a condition on the last commit's consequences that no longer holds; `nil` while none is
  /// checked.
  var findBreach: (() -> (any Error)?)?
  /// A Boolean value that indicates whether a condition is being evaluated on uncommitted changes.
  private(set) var isAskingOpen = false
  /// The number of the check of the open transaction that runs, during which nothing is written.
  private(set) var runningCheck: UInt64?
  private var checkCount: UInt64 = 0
  /// The error of such a condition that read something unknown before the commit.
  private(set) var unreadable: (any Error)?
  /// The values of names of objects of a kind, where these are not the objects: by the kind's place.
  var nameResolvers: [(place: Int, find: (Simulation, Int) -> Value?)] = []

  init(_ schemas: SchemaSet, _ parts: SessionParts) {
    self.schemas = schemas
    names = NameIndex(of: store)
    self.parts = parts
    var objects: [AnyObjects] = []
    objects.reserveCapacity(schemas.schemas.count)
    var byTable: [AnyObjects?] = []
    byTable.reserveCapacity(schemas.schemas.count)
    services.reserveCapacity(16)
    for (place, schema) in schemas.schemas.enumerated() {
      objects.append(makeObjects(schema, place, &byTable))
    }
    kindObjects = objects
    objectsByTable = byTable
    // The indexes of relations follow each commit before their readers do.
    _ = relations
    store.validator = { [unowned self] in try check() }
    store.moveObserver = { [unowned self] in followMove() }
  }

  private func makeObjects(
    _ declared: some AnySchema, _ place: Int, _ byTable: inout [AnyObjects?]
  ) -> AnyObjects {
    let schema = declared.schema
    let objects = schema.operations.makeObjects(schema, place, self)
    let number = objects.table.number
    while byTable.count <= number { byTable.append(nil) }
    byTable[number] = objects
    return objects
  }

  /// Checks what transactions leave from now on as new objects, as a migration makes them: they do not come from what was before.
  func checkAsNew() { store.validator = { [unowned self] in try check(asNew: true) } }

  private func check(asNew: Bool = false) throws {
    checkCount &+= 1
    runningCheck = checkCount
    defer {
      names.clearReservations()
      runningCheck = nil
    }
    var touched: [AnyObjects] = []
    try forEachOpenKind { objects in
      try asNew ? objects.checkAsNew() : objects.check()
      if objects.readsOthers { touched.append(objects) }
    }
    if !touched.isEmpty {
      try askingOpen {
        try relations.check(touched)
        if !asNew { for objects in touched { try objects.checkGuards() } }
      }
    }
    try checkRules()
  }

  /// Calls a closure with each kind whose objects the open transaction wrote, in the order in which it first did.
  func forEachOpenKind(_ body: (AnyObjects) throws -> Void) rethrows {
    let objectsByTable = objectsByTable
    try store.forEachOpenTable { number in
      if number < objectsByTable.count, let objects = objectsByTable[number] { try body(objects) }
    }
  }

  /// The kind whose table has a number; `nil` for a table of no kind.
  func objects(ofTable number: Int) -> AnyObjects? {
    number < objectsByTable.count ? objectsByTable[number] : nil
  }

  /// A Boolean value that indicates whether the open transaction changes an object.
  var hasOpenChange: Bool {
    var isFound = false
    forEachOpenKind { isFound = isFound || $0.hasOpenChange }
    return isFound
  }

  /// Asks a condition of what the open transaction wrote.
  func askingOpen<Result>(_ body: () throws -> Result) throws -> Result {
    isAskingOpen = true
    unreadable = nil
    defer { isAskingOpen = false }
    let result = try body()
    if let unreadable { throw unreadable }
    return result
  }

  /// Returns and drops the reason why what is asked of the open transaction cannot be known.
  func takeUnreadable() -> (any Error)? {
    defer { unreadable = nil }
    return unreadable
  }

  /// A Boolean value that indicates whether the last condition read something besides its object, or cannot be computed before
  /// the commit.
  @usableFromInline var hasReadMore: Bool { unreadable != nil || store.hasNotedReads }

  /// Asks a condition of what is committed, while one is asked of what the open transaction wrote.
  func notAskingOpen<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = isAskingOpen
    isAskingOpen = false
    defer { isAskingOpen = outer }
    return try body()
  }

  public func readingBefore(_ body: () throws -> Value) throws -> Value {
    store.openTransaction == nil ? try body() : try readingCommitted(body)
  }

  /// Notes what cannot be known before the commit, if that is asked.
  func note(unreadable problem: any Error) {
    if isAskingOpen, unreadable == nil { unreadable = problem }
  }

  // Each command asks for these: what is only read and replaced costs no check of exclusive access.
  func observeCommands(_ observer: any CommandObserver) { commandObservers = commandObservers + [observer] }

  func atLineBegin(_ body: @escaping () -> Void) { onLineBegin = onLineBegin + [body] }

  func atLineEnd(_ body: @escaping () -> Void) { onLineEnd = onLineEnd + [body] }

  public func attach(_ interpreter: Interpreter) {
    attached = interpreter
    interpreter.onEnd = { [unowned self] in (attached, memory) = (nil, nil) }
    if let initial { return attach(interpreter, in: initial) }
    memory = MemoryService(of: self, interpreter.budget.memory)
    for install in parts.installs { install(self) }
    // What is there from the beginning is nobody's news.
    console.take()
    keepInitialState(interpreter)
  }

  private func keepInitialState(_ interpreter: Interpreter) {
    guard let generator = table(of: Generator.self)[0] else { return }
    store.keepInitialState()
    for objects in kindObjects { objects.keepInitialState() }
    initial = InitialState(
      generator: generator, screens: ScreenImage(of: stage.views),
      charges: interpreter.budget.memory.charges)
  }

  /// Gives a simulation that was reset the interpreter of its session.
  private func attach(_ interpreter: Interpreter, in initial: InitialState) {
    interpreter.budget.memory.charges = initial.charges
    memory?.reset(interpreter.budget.memory)
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
    (isAskingOpen, unreadable) = (false, nil)
    output.width = nil
    _ = output.take()
    console.take()
    // A view that does not follow the store shows what it showed before.
    return initial.screens.difference(from: ScreenImage(of: stage.views)) == nil
  }

  /// Returns the state of a service for this session, besides the store; made at the first call.
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

  /// Runs `body` as a command: in a transaction, after which the rules and views have their say.
  ///
  /// - Parameter cause: the text of the command, in UTF-8.
  func perform(cause: Span<UInt8>, _ body: () throws -> Void) throws {
    defer { finish() }
    let hold = output.hold()
    defer { output.release(hold) }
    var isDone = false
    do {
      let start = commandStart
      try store.transaction(cause: cause) { _ in
        try body()
        try updateObligations()
        isDone = true
      }
      try takeBackIfBroken(since: start)
    } catch {
      // What was said to be done is taken back with it.
      if isDone { output.drop(hold) }
      rules.dropBrokenClaims()
      if let onRefusal, let constraint = (error as? RuleError)?.refusingConstraint {
        onRefusal(constraint, Self.commandName(in: cause))
      }
      for note in onFailure { note(error) }
      throw error
    }
  }

  /// The first word of a command.
  private static func commandName(in text: Span<UInt8>) -> String {
    var name: [UInt8] = []
    for index in text.indices {
      if text[index] <= 0x20 { break }
      name.append(text[index])
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The beginning of a command.
  struct CommandStart {
    /// The point of the history.
    let point: Int
    /// The bytes that the session keeps.
    let memory: Int
  }

  var commandStart: CommandStart {
    CommandStart(point: store.history.present, memory: memory?.account.present ?? 0)
  }

  /// Takes the step back that a command made, if it took too much memory, or something does not hold any more that can
  /// only be known once everyone has heard of it. What the views printed meanwhile is dropped.
  func takeBackIfBroken(since start: CommandStart) throws {
    // The history may drop a step that its memory is asked for, which cannot be taken back then.
    guard store.openTransaction == nil, let breach = findBreach?() ?? memory?.excess(since: start) else {
      return
    }
    guard store.history.present == start.point + 1, try store.history.takeBack(cause: "taken back") else {
      return
    }
    memory?.forgetChanges()
    console.take()
    throw breach
  }

  /// Prints what a transaction did besides what its command printed itself; commands without `perform` call it.
  public func finish() {
    if output.isObserved { noteTransactions() }
    for observer in commandObservers { observer.commandEnded() }
    flush()
    for fault in store.takeFaults() {
      for note in onFault { note(fault) }
      output.writeLine("warning: \(fault)")
    }
  }

  /// Moves what the views printed behind what the commands printed.
  public func flush() {
    if console.isEmpty { return }
    if output.isObserved { noteTransactions() }
    console.move { text, events in
      if !events.isEmpty { for note in onViewEvents { note(events.map(\.event)) } }
      output.write(text, events)
    }
  }

  /// Charges work on so many rows to the line that runs, so that no loop of commands outlasts its limits.
  public func charge(of rows: Int) throws { try interpreter?.budget.charge(rows + 1) }

  // MARK: Names

  public func value(named name: Span<UInt8>) -> Value? {
    guard let entry = entry(named: name) else { return nil }
    for (place, find) in nameResolvers where place == entry.kind { return find(self, entry.number) }
    return .object(kindID(entry.kind), entry.number)
  }

  /// The object of a name; where a condition is asked of what the open transaction wrote, by the names that it leaves.
  func entry(named name: Span<UInt8>) -> NameIndex.Entry? {
    guard let entry = names.find(name) else { return nil }
    if isAskingOpen {
      guard let name = try? UTF8Span(validating: name), currentName(of: entry) == String(copying: name) else {
        return nil
      }
    }
    return entry
  }

  public func objects(ofKind place: Int) -> BoundKind {
    place < kindObjects.count ? kindObjects[place] : parts.kinds[place - kindObjects.count](self)
  }

  public func valueNames() -> [String] {
    objects.flatMap { kind in kind.numbers().compactMap { kind.name(of: $0) } }
  }

  public var observerCallCount: Int { store.observerCallCount }

  public var changeCount: UInt64? { store.commitCount }

  /// The kind at a place, as the language knows it.
  func kindID(_ place: Int) -> KindID { KindID(schemas.schemas[place].kindName) }
}

/// The state of a service besides the store, of which each session has one.
public protocol SessionService: AnyObject {
  /// Returns the service to the state that it has when a session begins.
  ///
  /// Called when the session is reset: the store is as it was then, and has called its observers. What follows from the
  /// store alone needs nothing here.
  func reset()
}

extension Simulation.InitialState {
  /// The generator of a session of another seed; `nil` when the first objects were drawn by chance, so that they may be
  /// others.
  fileprivate func generator(seed: UInt64) -> Generator? {
    if generator.seed == Int(truncatingIfNeeded: seed) { return generator }
    guard generator.isUnused else { return nil }
    var generator = generator
    generator.reseed(seed)
    return generator
  }
}

/// A service that does something when a command has ended.
protocol CommandObserver: AnyObject {
  func commandEnded()
}

extension CommandSession {
  /// The simulation that a world's session acts on.
  public var world: Simulation { host.host(as: Simulation.self) }
}

extension Simulation {
  func currentName(of entry: NameIndex.Entry) -> String? { objects[entry.kind].name(of: entry.number) }
}
